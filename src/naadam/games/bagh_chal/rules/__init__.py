"""The compiled rules of Bagh Chal and Pulijudam (BC-1 to BC-49; the match is in match.py): what the contract asks for.

In the order of reading: state.py, moves.py, clauses.py, refusals.py, turns.py, ends.py.
"""

from naadam.games.bagh_chal.rules.ends import expire as expire
from naadam.games.bagh_chal.rules.ends import outcome as outcome
from naadam.games.bagh_chal.rules.ends import repeated as repeated
from naadam.games.bagh_chal.rules.ends import repetition as repetition
from naadam.games.bagh_chal.rules.heuristics import noisy as noisy
from naadam.games.bagh_chal.rules.heuristics import patience as patience
from naadam.games.bagh_chal.rules.heuristics import value as value
from naadam.games.bagh_chal.rules.moves import legal as legal
from naadam.games.bagh_chal.rules.observation import observe as observe
from naadam.games.bagh_chal.rules.refusals import refusal as refusal
from naadam.games.bagh_chal.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.bagh_chal.rules.state import STATE as STATE
from naadam.games.bagh_chal.rules.state import position as position
from naadam.games.bagh_chal.rules.turns import apply as apply
from naadam.games.bagh_chal.rules.turns import start as start
