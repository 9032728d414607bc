"""The compiled rules of Khan (KH-1 to KH-75): what the contract asks for.

In the order of reading: state.py, chase.py, conquer.py, special.py, moves.py, clauses.py, refusals.py, turns.py,
ends.py, score.py, secrets.py; for computer players prospects.py, learned.py, heuristics.py, plausible.py,
observation.py.
"""

from naadam.games.khan.rules.ends import outcome as outcome
from naadam.games.khan.rules.heuristics import value as value
from naadam.games.khan.rules.moves import chance as chance
from naadam.games.khan.rules.moves import legal as legal
from naadam.games.khan.rules.observation import observe as observe
from naadam.games.khan.rules.plausible import plausible as plausible
from naadam.games.khan.rules.refusals import refusal as refusal
from naadam.games.khan.rules.secrets import complete as complete
from naadam.games.khan.rules.secrets import discloses as discloses
from naadam.games.khan.rules.secrets import opens as opens
from naadam.games.khan.rules.secrets import unseal as unseal
from naadam.games.khan.rules.secrets import view as view
from naadam.games.khan.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.khan.rules.state import STATE as STATE
from naadam.games.khan.rules.state import position as position
from naadam.games.khan.rules.turns import apply as apply
from naadam.games.khan.rules.turns import start as start
