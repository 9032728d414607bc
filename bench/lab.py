"""How the lab scales from one worker to two: by processes, and by Ray where it is installed.

`python bench/lab.py`. Jobs that only wait show the cost of handing them out, whatever else the machine does. Real games
show the rest: their rate by the clock, which needs an idle machine, and the seconds of a processor that a game takes,
which grow if workers are in each other's way.
"""

from __future__ import annotations

import importlib.util
import os
import time

from naadam.bots.arena import Contest
from naadam.lab import Done, Work, digest, run
from naadam.lab.contests import contest_work, prepare

CONTEST = Contest("bagh-chal", ("alpha-beta:nodes=20000", "alpha-beta:nodes=5000"), games=20, seed=1)


def wait(seconds: float, _item: int) -> Done:
    """A job that only waits."""
    time.sleep(seconds)
    return Done(None)


def measure(work: Work, workers: int, ray: str | None) -> tuple[float, float, str]:
    """Jobs per second from the first result on, seconds of a processor per job, and the digest of the results."""
    found = run(work, workers, ray)
    first = [next(found) for _ in range(2 * workers)]  # by then all workers have begun
    begin = time.perf_counter()
    rest = list(found)
    rate = len(rest) / (time.perf_counter() - begin)
    return rate, sum(done.cpu for done in rest) / len(rest), digest([*first, *rest])


def main() -> None:
    for _ in prepare(CONTEST):
        pass
    waiting = Work({"work": "waiting"}, wait, 0.1, range(60))
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
    for name, ray in (("processes", None), ("Ray", "local")):
        if ray and importlib.util.find_spec("ray") is None:
            print("Ray is not installed: pip install 'naadam[lab]'")
            continue
        for title, work in (("jobs that wait 0.1 s", waiting), ("games of Bagh Chal", contest_work(CONTEST))):
            one, two = (measure(work, workers, ray) for workers in (1, 2))
            assert one[2] == two[2], "the results must be the same"
            cost = f"; CPU per job {one[1]:.3f} s and {two[1]:.3f} s" if one[1] > 0.01 else ""
            print(f"{name}, {title}: {one[0]:.2f} and {two[0]:.2f} per second, {two[0] / one[0]:.2f} times{cost}")


if __name__ == "__main__":
    main()
