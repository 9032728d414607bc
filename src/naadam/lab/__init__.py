"""The lab: work that splits, done by processes of this machine or by Ray, with the same results.

contest = Contest("bagh-chal", ("level3", "level2"), games=200)
played = list(run_contest(contest, workers=2, results=Path("games.jsonl")))
"""

from naadam.lab.contests import run_contest as run_contest
from naadam.lab.executor import run as run
from naadam.lab.work import Done as Done
from naadam.lab.work import Work as Work
from naadam.lab.work import digest as digest
