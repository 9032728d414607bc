"""Contests of the arena as work that splits: one job per game."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.arena.contest import Contest, Fixture, fixtures
from naadam.bots.arena.games import Played, play
from naadam.bots.arena.results import group_scores
from naadam.bots.arena.statistics import SequentialTest, ShareTest, Sprt
from naadam.bots.searcher import Searcher
from naadam.core.errors import SpecError
from naadam.lab.executor import run
from naadam.lab.work import Done, Work, digest, make_title

OUTAGE = "Outage"
"""The error of a player whose server did not answer."""


@dataclass(frozen=True)
class Gauntlet(Contest):
    """A contest in which the first bot plays all others, and these do not meet without it."""


def list_games(contest: Contest) -> list[Fixture]:
    """The games of a contest, in groups that are whole."""
    if not isinstance(contest, Gauntlet):
        return fixtures(contest)
    others, seats = len(contest.bots) - 1, min(contest.game.seats, len(contest.bots))
    wanted = math.ceil(contest.games / seats)  # groups
    rounds = math.ceil(wanted / math.comb(others, seats - 1))  # in each the first bot meets everybody
    games = rounds * math.comb(others + 1, seats) * seats
    of_all = fixtures(replace(contest, games=games))
    own = [fixture for fixture in of_all if 0 in fixture.seating]
    return [replace(fixture, number=number) for number, fixture in enumerate(own[: wanted * seats])]


def run_contest(
    contest: Contest,
    workers: int | None = None,
    sprt: SequentialTest | None = None,
    ray: str | None = None,
    results: Path | None = None,
) -> Iterator[Played]:
    """The games of a contest as they are finished, in the order of their numbers.

    With `sprt` it ends as soon as the test of the first bot has decided; no game depends on its process.
    """
    if sprt is not None:
        check_test(contest, sprt)
    for _ in prepare(contest):
        pass
    work = contest_work(contest)
    played: list[Played] = []
    with contextlib.closing(run(work, workers, ray, results)) as games:
        for number, done in enumerate(games):
            played.append(to_played(work.items[number], done))
            yield played[-1]
            if sprt is not None and sprt.decision(group_scores(played)) is not None:
                return


def check_test(contest: Contest, test: SequentialTest) -> None:
    """SpecError unless a sequential test fits: a test of Elo two bots, one of shares a bot for each seat."""
    bots, seats = len(contest.bots), contest.game.seats
    if isinstance(test, Sprt) and bots != 2:
        raise SpecError(f"the sequential test of Elo compares two bots, not {bots}; --shares tests one of several")
    if isinstance(test, ShareTest) and bots != seats:
        raise SpecError(f"the sequential test of shares needs a bot for each of the {seats} seats, not {bots}")


def prepare(contest: Contest) -> Iterator[str]:
    """Compile the rules and bots, so that every worker finds them in the cache; report each part before it begins."""
    game = contest.game
    for name in game.bound.warm():
        yield f"{'loading' if game.bound.is_ready(name) else 'compiling'} {name}"
    searchers: list[object] = [contest.make_bot(index, 0) for index in range(len(contest.bots))]
    if AlphaBeta.plays(game):
        searchers.append(AlphaBeta())  # which judges the openings
    for searcher in searchers:
        for kernel in searcher.workspace(game).kernels if isinstance(searcher, Searcher) else ():
            yield f"{'loading' if kernel.is_ready() else 'compiling'} {kernel.name}"
            assert kernel.bound


def contest_work(contest: Contest) -> Work:
    title = make_title(
        "gauntlet" if isinstance(contest, Gauntlet) else "contest",
        contest.game,
        bots=list(contest.names),
        seed=contest.seed,
        opening=contest.opening,
        time=contest.time,
        nodes=contest.nodes,
    )
    return Work(title, play_one, contest, list_games(contest), is_broken_off)


def is_broken_off(done: Done) -> bool:
    """Whether a game ended because the server of a player did not answer."""
    return str(done.result["failure"]).startswith(OUTAGE)


def play_one(contest: Contest, fixture: Fixture) -> Done:
    """A job: one game."""
    return to_done(play(contest, fixture))


def to_done(game: Played) -> Done:
    result = {
        "winners": list(game.winners),
        "points": list(game.points),
        "clause": game.clause,
        "plies": game.plies,
        "record": game.record,
        "failed": game.failed,
        "failure": game.failure,
        "moves": list(game.moves),
    }
    accounts = {"accounts": list(game.accounts)} if game.accounts else {}
    return Done(result, {"seconds": list(game.seconds), **accounts})


def to_played(fixture: Fixture, done: Done) -> Played:
    plain: dict[str, Any] = {**done.result, **done.measured}
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()}
    return Played(fixture, **fields)


def digest_of(played: Iterable[Played]) -> str:
    """The digest of the games of a contest."""
    return digest(map(to_done, played))
