"""UCT: search by simulated games, for any number of seats, chance, secrets and simultaneous decisions."""

from naadam.bots.uct.player import Uct as Uct
