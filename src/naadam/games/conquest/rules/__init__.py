"""The compiled rules of Conquest (CQ-1 to CQ-99): what the contract asks for.

In the order of reading: state.py, pieces.py, points.py, clauses.py, carrying.py, elimination.py, paths.py,
exchange.py, ends.py, vulnerability.py, movement.py, moves.py, refusals.py, turns.py; for computer players
observation.py, learned.py, heuristics.py, plausible.py.
"""

from naadam.games.conquest.rules.ends import outcome as outcome
from naadam.games.conquest.rules.heuristics import noisy as noisy
from naadam.games.conquest.rules.heuristics import on_turn as on_turn
from naadam.games.conquest.rules.heuristics import value as value
from naadam.games.conquest.rules.moves import chance as chance
from naadam.games.conquest.rules.moves import legal as legal
from naadam.games.conquest.rules.observation import observe as observe
from naadam.games.conquest.rules.plausible import plausible as plausible
from naadam.games.conquest.rules.refusals import refusal as refusal
from naadam.games.conquest.rules.state import STATE as STATE
from naadam.games.conquest.rules.state import position as position
from naadam.games.conquest.rules.turns import apply as apply
from naadam.games.conquest.rules.turns import start as start
