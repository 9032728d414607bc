"""The names of `naadam` that need NumPy and Numba: imported when the first of them is asked for."""

from naadam.core.batch import Batch as Batch
from naadam.core.game import Game as Game
from naadam.core.history import History as History
from naadam.core.match import Match as Match
from naadam.core.outcome import Outcome as Outcome
from naadam.core.records import Record as Record
from naadam.core.records import read_record as read_record
from naadam.core.refusals import Refusal as Refusal
from naadam.core.state import Action as Action
from naadam.core.state import State as State
from naadam.core.view import View as View
from naadam.solve import tablebase as tablebase
