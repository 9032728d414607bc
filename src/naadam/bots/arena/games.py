"""One game of the arena: its opening, its moves, its result, and the loss of a bot that breaks down."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.arena.contest import Contest, Fixture
from naadam.bots.budget import Bot, Budget
from naadam.bots.telling import Telling
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.seats import CHANCE
from naadam.core.state import State

ATTEMPTS = 1000  # to find an opening that leaves something to play for
MOST_PLIES = 20_000  # of a game that the rules do not bound; one that is longer is a draw
PROOF = Budget(nodes=20_000, depth=8)  # an opening with a proof within this budget is decided


@dataclass(frozen=True)
class Played:
    """A game that was played. A bot that broke down has lost it, and `failure` says how."""

    fixture: Fixture
    winners: tuple[int, ...]  # seats
    points: tuple[float, ...]  # of each seat; the winners share 1
    clause: str  # that ended it; empty if a bot broke down, or if it was given up as too long
    plies: int
    record: str
    failed: int | None = None  # the bot
    failure: str = ""
    seconds: tuple[float, ...] = field(default=(), compare=False)  # that each seat thought,
    moves: tuple[int, ...] = ()  # and how often
    accounts: tuple[Any, ...] = field(default=(), compare=False)  # by seat, of bots that keep one: plain data for JSON

    def points_of(self, bot: int) -> float:
        """The points of a bot, in all its seats."""
        return sum(points for points, one in zip(self.points, self.fixture.seating, strict=True) if one == bot)


def play(contest: Contest, fixture: Fixture) -> Played:
    """Play one game. Bots are made afresh, so that no game depends on another.

    A bot with a `telling` is shown the history of its seat; one with an `account` has it added to the result.
    """
    bots: list[Bot] = []
    played = _play(contest, fixture, bots)
    accounts = tuple(getattr(bot, "account", None) for bot in bots)
    return replace(played, accounts=accounts) if any(accounts) else played


def _play(contest: Contest, fixture: Fixture, bots: list[Bot]) -> Played:
    game = contest.game
    rng = random.Random(f"{contest.seed}/luck/{fixture.group}")
    history = open_game(game, contest.opening, f"{contest.seed}/opening/{fixture.group}")
    history.seats = tuple(contest.names[bot] for bot in fixture.seating)
    seconds, moves = [0.0] * game.seats, [0] * game.seats
    seat = 0
    try:
        for seat, bot in enumerate(fixture.seating):
            bots.append(contest.make_bot(bot, random.Random(f"{contest.seed}/{fixture.number}/{seat}").getrandbits(60)))
            if (telling := getattr(bots[-1], "telling", None)) is not None:
                bots[-1].telling = Telling.of(history, seat, telling.language)  # type: ignore[attr-defined]
        while (turn := history.state.turn) is not None and len(history.steps) < MOST_PLIES:
            before = history.state
            if turn == CHANCE:
                play_chance(history, rng)
                _tell(bots, before, history)
                continue
            seat = turn
            begin = time.perf_counter()
            action = bots[seat].choose(history.state.view(seat))
            seconds[seat] += time.perf_counter() - begin
            moves[seat] += 1
            history.play(action, seat)
            _tell(bots, before, history)
    except Exception as error:  # whatever a bot may raise
        failed = fixture.seating[seat]
        winners = tuple(one for one, bot in enumerate(fixture.seating) if bot != failed)
        return _end(fixture, history, winners, "", seconds, moves, failed, f"{type(error).__name__}: {error}")
    finally:
        for one in bots:
            getattr(one, "close", lambda: None)()  # an engine in a separate process
    outcome = history.state.outcome
    if outcome is None:
        return _end(fixture, history, tuple(range(game.seats)), "", seconds, moves)
    return _end(fixture, history, outcome.winners, outcome.clause, seconds, moves)


def _tell(bots: Sequence[Bot], before: State, history: History) -> None:
    """Show the last action to the bots that read the history."""
    for bot in bots:
        if (telling := getattr(bot, "telling", None)) is not None:
            telling.add(before, *history.steps[-1])


def _end(
    fixture: Fixture,
    history: History,
    winners: tuple[int, ...],
    clause: str,
    seconds: list[float],
    moves: list[int],
    failed: int | None = None,
    failure: str = "",
) -> Played:
    points = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(fixture.seating)))
    plies, text = len(history.steps), history.record().to_text()
    return Played(
        fixture, winners, points, clause, plies, text, failed, failure, seconds=tuple(seconds), moves=tuple(moves)
    )


def play_chance(history: History, rng: random.Random) -> None:
    """Let chance act once."""
    actions, weights = zip(*history.state.chance(), strict=True)
    history.play(rng.choices(actions, weights)[0])


def open_game(game: Game, actions: int, seed: str) -> History:
    """A game after some random actions of its seats; openings that decide it are passed over."""
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{seed}/{attempt}")
        history = History(game.start())
        left = actions
        while (turn := history.state.turn) is not None and (left or turn == CHANCE):
            if turn == CHANCE:
                play_chance(history, rng)
            else:
                history.play(rng.choice(history.state.actions()))
                left -= 1
        if not left and not is_decided(history.state):
            return history
    raise SpecError(f"{actions} random actions leave nothing to play for in {game.spec}; choose a shorter opening")


def is_decided(state: State) -> bool:
    """Whether the game is over, or a short search proves who wins it (where alpha-beta plays the game)."""
    if state.turn is None or state.turn == CHANCE:
        return state.turn is None
    if not AlphaBeta.plays(state.game):
        return False
    prover = AlphaBeta(PROOF, slots=1 << 12)
    return prover.think(state.view(state.turn)).wins_in is not None
