"""The result of a game: one row for each seat, from the table and the events that end the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from naadam.bots.levels import LEVELS
from naadam.core.outcome import Outcome
from naadam.core.seats import CHANCE
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.table import Table

LEAST_ACTIONS = 6  # of each seat, in a rated game
CLOCKS = ("move", "fischer", "days")  # under which a game may be rated; others run only where the rules have a clock


@dataclass(frozen=True)
class Result:
    """The result of one seat."""

    seat: int
    person: str | None  # id of the person in the seat; None for a computer or an unknown person
    player: str | None  # the computer: `level3`, `perfect` or `engine:NAME`; None for a person
    team: int  # seats of a team win and lose together
    place: int  # 1 is the best
    share: float  # of the win: 1, or a part of it if others have won too
    left: bool  # whether the person gave up the seat before the end, and the computer took it
    rated: bool  # the same for all seats
    rules: int  # the version of the rules by which the game began


def conclude(table: Table, news: Sequence[StoredEvent]) -> list[StoredEvent]:
    """These events, which follow the log of a table; the last of them carries the results if they end the game."""
    if table.over or not news or (outcome := _outcome_after(table, news)) is None:
        return list(news)
    return [*news[:-1], replace(news[-1], results=results_of(table, outcome, news))]


def end_of_log(table: Table) -> int | None:
    """The number of the event that ended the game of a table: of all that are in its log, the last that matters.

    Events after the end change no result: names and the next table.
    """
    if not table.over:
        return None
    return next((event.seq for event in reversed(table.events) if event.kind not in ("next", "named")), None)


def _outcome_after(table: Table, news: Sequence[StoredEvent]) -> Outcome | None:
    """How the game has ended after these events; None if it goes on."""
    state = table.state
    for event in news:
        if event.kind == "action":
            state = state.apply(event.data["action"], event.data["seat"])
        elif event.kind in ("resign", "draw"):
            return table.outcome_of(state, event.data["seat"], event.kind == "draw")
        elif event.kind in ("undone", "withdrawn"):
            return None  # it is a seat's turn again
    return None if state.waiting else state.outcome


def results_of(
    table: Table, outcome: Outcome, news: Sequence[StoredEvent] = (), was_rated: bool = False
) -> tuple[Result, ...]:
    """The results by seat of a game that has ended so, with the last events of its log if they are not folded in.

    `was_rated` says that the game was rated when it ended:
    its people may have given up their names since. A finished record that was opened has no results, because it was not
    played here.
    """
    log = [*table.events, *news]
    if not any(event.message is not None or "by" in event.data for event in log):
        return ()
    left = {event.data["seat"]: number for number, event in enumerate(log) if event.kind == "left"}
    rated = _is_rated(table, log, was_rated)
    seats = range(table.game.seats)
    ranks = {seat: _rank(outcome, seat, left) for seat in seats}
    return tuple(
        Result(
            seat,
            table.sat[seat].person or None,
            _computer(table.sat[seat]),
            seat if seat in left else _team(table, seat, left),
            1 + sum(ranks[other] > ranks[seat] for other in seats),
            0.0 if seat in left or seat not in outcome.winners else 1 / len(outcome.winners),
            seat in left,
            rated,
            table.rules,
        )
        for seat in seats
    )


def _rank(outcome: Outcome, seat: int, left: dict[int, int]) -> tuple[int, float]:
    """The key of the order of places, highest first: winners, the others by score, leavers, the first of them last."""
    if seat in left:
        return -1, left[seat]
    return (1, 0.0) if seat in outcome.winners else (0, outcome.scores[seat])


def _team(table: Table, seat: int, left: dict[int, int]) -> int:
    """The first seat of the seats that win and lose together; a leaver is alone."""
    return min((ally for ally in table.game.rulebook.allies(seat) if ally not in left), default=seat)


def _computer(player: Player) -> str | None:
    if player.kind != "computer":
        return None
    if player.engine:
        return f"engine:{player.engine}"
    return f"level{player.level}" if player.level in LEVELS else "perfect"


def _is_rated(table: Table, log: Sequence[StoredEvent], was_rated: bool) -> bool:
    """Whether the game was meant to be rated, and was played as a rated game is.

    People who keep a name, bots or levels at all seats, each person once, a clock, no hints, and enough actions of each
    seat.
    """
    if not table.rated or "hints" in table.agreements.settled:
        return False
    seated = [player for player in table.sat if player.kind != "computer"]
    people = [player.person for player in seated]
    if not was_rated and not all(player.kept or player.bot or player.erased for player in seated):
        return False
    computers = [_computer(player) or "" for player in table.sat if player.kind == "computer"]
    if not people or not all(people) or len(set(people)) < len(people):
        return False
    if any(not name.startswith("level") for name in computers) or any(event.kind == "replaced" for event in log):
        return False
    if table.time_control.kind not in CLOCKS and not any("ms" in event.data for event in log):
        return False
    acted = Counter(actor for _, actor in table.history.steps if actor != CHANCE)
    acted.update(event.data["seat"] for event in log[table.seq :] if event.kind == "action")
    return all(acted[seat] >= LEAST_ACTIONS for seat in range(table.game.seats))
