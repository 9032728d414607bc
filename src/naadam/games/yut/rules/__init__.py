"""The compiled rules of Yut (YU-1 to YU-55; the two games of YU-40 are in match.py): what the contract asks for.

In the order of reading: state.py, moves.py, clauses.py, refusals.py, turns.py, ends.py.
"""

from naadam.games.yut.rules.ends import outcome as outcome
from naadam.games.yut.rules.heuristics import value as value
from naadam.games.yut.rules.moves import chance as chance
from naadam.games.yut.rules.moves import legal as legal
from naadam.games.yut.rules.observation import observe as observe
from naadam.games.yut.rules.refusals import refusal as refusal
from naadam.games.yut.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.yut.rules.state import STATE as STATE
from naadam.games.yut.rules.state import position as position
from naadam.games.yut.rules.turns import apply as apply
from naadam.games.yut.rules.turns import start as start
