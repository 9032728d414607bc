"""The arena: bots play each other many times, and the results are judged.

contest = Contest("bagh-chal", ("level5", "level3"), games=200)
table = standings(contest, [play(contest, one) for one in fixtures(contest)])

`naadam.lab.run_contest` plays them in several processes in parallel.
"""

from naadam.bots.arena.contest import Contest as Contest
from naadam.bots.arena.contest import Entrant as Entrant
from naadam.bots.arena.contest import Fixture as Fixture
from naadam.bots.arena.contest import fixtures as fixtures
from naadam.bots.arena.games import Played as Played
from naadam.bots.arena.games import play as play
from naadam.bots.arena.rating import Rating as Rating
from naadam.bots.arena.rating import ratings as ratings
from naadam.bots.arena.results import Standing as Standing
from naadam.bots.arena.results import group_scores as group_scores
from naadam.bots.arena.results import standings as standings
from naadam.bots.arena.statistics import Interval as Interval
from naadam.bots.arena.statistics import SequentialTest as SequentialTest
from naadam.bots.arena.statistics import ShareTest as ShareTest
from naadam.bots.arena.statistics import Sprt as Sprt
