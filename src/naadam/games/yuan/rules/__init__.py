"""The compiled rules of Yuan (YN-1 to YN-86): what the contract asks for.

In the order of reading: state.py, land.py, groups.py, costs.py, clauses.py, cities.py, refusals.py, moves.py,
auction.py, turns.py; the steps of a resolution: resolution.py, events.py, development.py, fortification.py,
recruitment.py, attacks.py, isolation.py, income.py, ends.py; then secrets.py; for computer players learned.py,
heuristics.py, plausible.py, observation.py.
"""

from naadam.games.yuan.rules.ends import outcome as outcome
from naadam.games.yuan.rules.heuristics import value as value
from naadam.games.yuan.rules.moves import chance as chance
from naadam.games.yuan.rules.moves import legal as legal
from naadam.games.yuan.rules.observation import observe as observe
from naadam.games.yuan.rules.plausible import plausible as plausible
from naadam.games.yuan.rules.refusals import refusal as refusal
from naadam.games.yuan.rules.secrets import complete as complete
from naadam.games.yuan.rules.secrets import discloses as discloses
from naadam.games.yuan.rules.secrets import opens as opens
from naadam.games.yuan.rules.secrets import unseal as unseal
from naadam.games.yuan.rules.secrets import view as view
from naadam.games.yuan.rules.state import FREE as FREE
from naadam.games.yuan.rules.state import IMPOSED as IMPOSED
from naadam.games.yuan.rules.state import POSITION_WORDS as POSITION_WORDS
from naadam.games.yuan.rules.state import QUICK as QUICK
from naadam.games.yuan.rules.state import STATE as STATE
from naadam.games.yuan.rules.state import position as position
from naadam.games.yuan.rules.turns import apply as apply
from naadam.games.yuan.rules.turns import start as start
