"""The games of a contest, played by several processes at once; results come in order, whoever is first."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.arena.contest import Contest, fixtures
from naadam.bots.arena.playing import Played, play
from naadam.bots.arena.results import pair_scores
from naadam.bots.arena.statistics import Sprt
from naadam.bots.searcher import Searcher
from naadam.bots.workers import end_with_parent
from naadam.core.errors import NaadamError, SpecError


def cores() -> int:
    """How many processes this machine runs at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(contest: Contest, workers: int | None = None, sprt: Sprt | None = None) -> Iterator[Played]:
    """The games of a contest as they are finished, in the order of their numbers.

    With `sprt`, for two bots, it ends as soon as the test has decided; what is played does not depend on `workers`.
    """
    workers = cores() if workers is None else workers
    if type(workers) is not int or workers < 1:
        raise SpecError(f"workers are a number from 1 up, not {workers!r}")
    if sprt is not None and len(contest.bots) != 2:
        raise SpecError(f"the sequential test compares two bots, not {len(contest.bots)}")
    for _ in prepare(contest):
        pass
    played: list[Played] = []
    with contextlib.closing(_play_all(contest, workers)) as games:
        for game in games:
            played.append(game)
            yield game
            if sprt is not None and sprt.decision(pair_scores(played)) is not None:
                return


def prepare(contest: Contest) -> Iterator[str]:
    """Compile what the games need, so that every worker finds it in the cache; tell each part before its turn."""
    game = contest.game
    yield from game.bound.warm()
    searchers: list[object] = [contest.make_bot(index, 0) for index in range(len(contest.bots))]
    if AlphaBeta.plays(game):
        searchers.append(AlphaBeta())  # which judges the openings
    for searcher in searchers:
        for kernel in searcher.desk(game).kernels if isinstance(searcher, Searcher) else ():
            yield kernel.name
            assert kernel.bound


def _play_all(contest: Contest, workers: int) -> Generator[Played, None, None]:
    todo = deque(fixtures(contest))
    if workers == 1:
        for fixture in todo:
            yield play(contest, fixture)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)
    under_way: deque[Future[Played]] = deque()
    try:
        while todo or under_way:
            while todo and len(under_way) < 4 * workers:
                under_way.append(pool.submit(play, contest, todo.popleft()))
            yield under_way.popleft().result()
    except BrokenProcessPool:
        raise NaadamError("a process of the arena died, perhaps by a bot or for want of memory") from None
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # whatever they are still playing
            process.terminate()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides when to stop
    end_with_parent()
