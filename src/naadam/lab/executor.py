"""Runs a work: jobs in its results file are taken from there, the rest is given to a pool; results come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from pathlib import Path

from naadam.lab.pools import make_pool
from naadam.lab.results import Results
from naadam.lab.work import Done, Work

AHEAD = 4  # jobs per worker that may be begun while the results of an earlier one are waited for


def run(
    work: Work, workers: int | None = None, ray: str | None = None, results: Path | None = None
) -> Generator[Done, None, None]:
    """The result of every job, in the order of the jobs, whatever process ran them and in whatever order.

    A job that raises an error ends the run with it, when its turn comes.

    `workers` processes of this machine do them, one per core by default; with `ray`, Ray at that address (`local`
    for a cluster of this machine alone, begun and ended with the run). With `results` a file keeps all that is done,
    and a run that was stopped or killed goes on from there.
    """
    with Results(work, results) as known, make_pool(work, workers, ray) as pool:
        todo = deque(number for number in range(len(work.items)) if number not in known.done)
        failed: dict[int, Exception] = {}
        under_way = 0
        for first in range(len(work.items)):
            while first not in known.done:
                if first in failed:
                    raise failed[first]
                while todo and under_way < pool.size and todo[0] < first + AHEAD * pool.size:
                    pool.submit(todo.popleft())
                    under_way += 1
                for number, answer in pool.wait():
                    under_way -= 1
                    if isinstance(answer, bytes):
                        known.add(answer)
                    else:
                        failed[number] = answer
            yield known.done[first]
