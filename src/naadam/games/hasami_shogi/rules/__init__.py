"""The compiled rules of Hasami Shogi (HS-1 to HS-32): what the contract asks for.

In the order of reading: state.py, moves.py, captures.py, clauses.py, refusals.py, turns.py, ends.py.
"""

from naadam.games.hasami_shogi.rules.ends import expire as expire
from naadam.games.hasami_shogi.rules.ends import outcome as outcome
from naadam.games.hasami_shogi.rules.ends import repeated as repeated
from naadam.games.hasami_shogi.rules.ends import repetition as repetition
from naadam.games.hasami_shogi.rules.heuristics import noisy as noisy
from naadam.games.hasami_shogi.rules.heuristics import patience as patience
from naadam.games.hasami_shogi.rules.heuristics import value as value
from naadam.games.hasami_shogi.rules.moves import legal as legal
from naadam.games.hasami_shogi.rules.observation import observe as observe
from naadam.games.hasami_shogi.rules.refusals import refusal as refusal
from naadam.games.hasami_shogi.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.hasami_shogi.rules.state import STATE as STATE
from naadam.games.hasami_shogi.rules.state import position as position
from naadam.games.hasami_shogi.rules.turns import apply as apply
from naadam.games.hasami_shogi.rules.turns import start as start
