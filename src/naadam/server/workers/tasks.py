"""The tasks that run in a worker process: choosing a move, hints, analysis, the coach."""

from __future__ import annotations

import dataclasses
import functools
import secrets
import signal
import sys
from collections.abc import Generator
from typing import NamedTuple

from naadam.bots import Budget, Thought, level
from naadam.bots.advice import coach, hints
from naadam.bots.advice.analysis import SECONDS, Analyst, Judgement, Weighed
from naadam.bots.advice.hints import Hint
from naadam.bots.searcher import Cancelled
from naadam.bots.searches import Search
from naadam.bots.simple import GreedyBot
from naadam.bots.solved import Explored, explore_tables
from naadam.bots.uncompiled_level import uncompiled_level
from naadam.bots.uni.external import ExternalEngine
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.state import Action, State
from naadam.core.view import View
from naadam.server.protocol import replies
from naadam.server.workers.process import Report, at_end

LONGEST_THOUGHT = 10.0  # seconds, of a level that counts positions and not time
PLAYERS_REMEMBERED = 16  # in a worker, with their trees; each has some megabytes
COACH_SECONDS = 0.3  # for each of the two positions that a coach looks at
SHARES = (1.0, 0.5, 0.2, 0.1)  # of its time that an analyst may have under load
PREPARING = 30.0  # seconds that an engine may take to make itself ready for a game

_engines: list[ExternalEngine] = []  # in a worker: those that it has talked to


class UncompiledLevel(NamedTuple):
    """A level of a game that is not compiled yet: it plays by the uncompiled rules, and so less well."""

    level: int


BotSpec = int | UncompiledLevel | str
"""A computer player: a level, compiled or not, or the command line of an engine."""


@functools.lru_cache(PLAYERS_REMEMBERED)
def _player(game: Game, number: int) -> Search:
    """In a worker: the player of a level, which keeps its memory from move to move."""
    return level(game, number, seed=secrets.randbits(60))


@functools.lru_cache(PLAYERS_REMEMBERED)
def _uncompiled_player(game: Game, number: int) -> Search | GreedyBot:
    """In a worker: the player of a level as long as its search is not compiled."""
    return uncompiled_level(game, number, seed=secrets.randbits(60))


@functools.cache
def _engine(command: str) -> ExternalEngine:
    """In a worker: the engine that a command line runs, one for all tables; it is ended with the worker."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    engine = ExternalEngine(command, seed=secrets.randbits(30), preparing=PREPARING)
    _engines.append(engine)
    if _close_engines not in at_end:
        at_end.append(_close_engines)
    return engine


def _close_engines() -> None:
    """A server that was killed leaves no engine behind."""
    for engine in _engines:
        engine.close()


def think(
    view: View, spec: BotSpec, most: float, share: float, report: Report, cancelled: Cancelled
) -> Generator[None, None, int]:
    """In a worker: the action that a player chooses in a share of its time, which is less than all of it under load."""
    yield from ()  # all in one step
    player: ExternalEngine | Search
    if isinstance(spec, UncompiledLevel):
        return int(_think_uncompiled(view.uncompiled(), spec, most * share, cancelled))
    if isinstance(spec, str):
        player, budget = _engine(spec), Budget(seconds=most * share)
    else:
        player = _player(view.game, spec)
        longest = LONGEST_THOUGHT if player.budget.seconds is None else min(most * player.moves, player.budget.seconds)
        budget = dataclasses.replace(player.budget, seconds=longest * share)
        if share < 1 and player.budget.seconds is not None:
            report(replies.Busy(spec, round(longest * share, 1), round(longest, 1)))

    def watch(thought: Thought) -> None:
        line = [str(action) for action in thought.line]
        report(replies.Thinking(view.seat, thought.depth, thought.nodes, thought.value, line))

    return int(player.choose(view, budget, watch, cancelled))


def _think_uncompiled(view: View, spec: UncompiledLevel, most: float, cancelled: Cancelled) -> Action:
    player = _uncompiled_player(view.game, spec.level)
    if isinstance(player, GreedyBot):
        return player.choose(view, Budget(seconds=most))
    return player.choose(view, dataclasses.replace(player.budget, seconds=most), cancelled=cancelled)


@functools.lru_cache(PLAYERS_REMEMBERED)
def _judge(game: Game, most: float) -> Analyst:
    """In a worker: who judges as the analysis does."""
    return Analyst(game, Budget(seconds=min(most, SECONDS)))


def _hurried_judge(game: Game, most: float, share: float) -> Analyst:
    """In a worker: the same with a share of its time, rounded so that few analysts are remembered."""
    return _judge(game, min(most, SECONDS) * next(part for part in SHARES if part <= share or part == SHARES[-1]))


def analyse(record: str, most: float, report: Report, cancelled: Cancelled) -> Generator[Judgement, None, None]:
    """In a worker: judge every move of a record, one after the other."""
    read = Record.read(record)
    yield from _judge(read.load(), most).judge(read, cancelled)


@functools.lru_cache(PLAYERS_REMEMBERED)
def _analyst(game: Game) -> Analyst:
    """In a worker: the analyst that checks a player's next move.

    Tables have no say: where all is lost by them, a beginner would be warned of nothing.
    """
    return Analyst(game, Budget(nodes=coach.NODES, seconds=COACH_SECONDS), tables=False)


def advise(
    view: View, action: int, _report: Report, cancelled: Cancelled
) -> Generator[None, None, coach.Caution | None]:
    """In a worker: the coach's warning before a seat takes an action."""
    yield from ()  # all in one step
    return coach.caution(_analyst(view.game), view, action, cancelled)


def weigh(
    state: State, seat: int, action: int, most: float, share: float, _report: Report, cancelled: Cancelled
) -> Generator[None, None, Weighed]:
    """In a worker: an action against the best one, by the analysis' own search."""
    yield from ()  # all in one step
    return _hurried_judge(state.game, most, share).weigh_any(state, seat, action, cancelled)


def hint(view: View, most: float, share: float, _report: Report, cancelled: Cancelled) -> Generator[None, None, Hint]:
    """In a worker: the move of the analysis, and why."""
    yield from ()  # all in one step
    return hints.advise(_hurried_judge(view.game, most, share), view, cancelled)


def explore(view: View, _report: Report, _cancelled: Cancelled) -> Generator[None, None, tuple[Explored, ...] | None]:
    """In a worker: the values of all moves by solved tables; None where they know nothing."""
    yield from ()  # all in one step
    return explore_tables(view)
