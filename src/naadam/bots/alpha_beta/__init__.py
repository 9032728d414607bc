"""Alpha-beta search for games of two seats without chance, in which nothing is hidden."""

from naadam.bots.alpha_beta.player import AlphaBeta as AlphaBeta
