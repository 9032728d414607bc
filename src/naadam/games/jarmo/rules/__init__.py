"""The compiled rules of Jarmo, Legendary and Jasyr (JA-1 to JA-64; match.py has the match): what the contract asks for.

In the order of reading: state.py, moves.py, clauses.py, refusals.py, turns.py, ends.py.
"""

from naadam.games.jarmo.rules.ends import outcome as outcome
from naadam.games.jarmo.rules.heuristics import noisy as noisy
from naadam.games.jarmo.rules.heuristics import patience as patience
from naadam.games.jarmo.rules.heuristics import value as value
from naadam.games.jarmo.rules.moves import legal as legal
from naadam.games.jarmo.rules.observation import observe as observe
from naadam.games.jarmo.rules.refusals import refusal as refusal
from naadam.games.jarmo.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.jarmo.rules.state import STATE as STATE
from naadam.games.jarmo.rules.state import position as position
from naadam.games.jarmo.rules.turns import apply as apply
from naadam.games.jarmo.rules.turns import start as start
