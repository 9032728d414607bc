"""UCT: search by simulated games, for any number of seats, chance, secrets and decisions at once."""

from naadam.bots.uct.player import Uct as Uct
