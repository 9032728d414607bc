"""Fischer's bonus belongs to a completed decision: one that is undone, withdrawn or taken back loses its bonus."""

from __future__ import annotations

from dataclasses import asdict
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.errors import NaadamError
from naadam.core.seats import CHANCE
from naadam.server.protocol.messages import Answer, Play, Undo
from naadam.server.table.events import StoredEvent
from naadam.server.table.table import Table
from naadam.server.table.time_control import TimeControl, TimeControlKind

FISCHER = TimeControl("fischer", 60, 30)
SEALED, STEPS = "caravan:players=2", "patrol"


class Timed:
    """A table between people on fake time: each message comes some milliseconds after the last event."""

    def __init__(self, spec: str, time_control: TimeControl, clock: int | None = None, kind: str = "invited") -> None:
        game = naadam.load(spec)
        players = [{"kind": kind, "name": "", "person": str(seat)} for seat in range(game.seats)]
        setup: dict[str, Any] = {"players": players, "seed": "seed", "pace": asdict(time_control)}
        if clock is not None:
            setup["clock"] = clock
        self.game, self.setup, self.names = game, setup, count()
        self.table = Table.from_setup("table", game, setup)
        self.follow(self.table.chance_due(), 0)

    def follow(self, news: list[StoredEvent], ms: int) -> None:
        if news and self.table.clocks.running:
            news = [StoredEvent(news[0].seq, news[0].kind, {**news[0].data, "ms": ms}, news[0].message), *news[1:]]
        self.table.take_all(news)

    def play(self, seat: int, choice: int = 0, ms: int = 0) -> None:
        table = self.table
        held = table.held
        action = held[1] if held else str(table.state.actions(seat)[choice % len(table.state.actions(seat))])
        self.follow(table.decide(Play(f"m{next(self.names)}", table.seq, seat, action)), ms)

    def undo(self, seat: int, ms: int = 0) -> None:
        """Take back, with the consent of all others where it needs one."""
        table = self.table
        self.follow(table.decide(Undo(f"u{next(self.names)}", table.seq, seat)), ms)
        while table.agreements.asked:
            other = table.agreements.missing(table.people)[0]
            self.follow(table.decide(Answer(f"a{next(self.names)}", table.seq, other, True)), 0)

    def left(self) -> dict[int, int]:
        """The milliseconds of every seat that has a glass."""
        return {glass.seat: glass.left_ms for glass in self.table.clocks.shown(0, True)}

    def stands(self) -> tuple[tuple[int, int], ...]:
        return tuple(self.table.history.steps)


def seal_and_take_back(spec: str) -> Timed:
    timed = Timed(spec, FISCHER, clock=2)
    for _ in range(6):
        timed.play(1, ms=100)
        timed.undo(1)
    return timed


@pytest.mark.parametrize("spec", [SEALED, "yuan"])
def test_a_plan_that_is_sealed_and_withdrawn_again_and_again_gains_no_time(spec: str) -> None:
    assert seal_and_take_back(spec).left()[1] == 59_400


def test_a_decision_that_is_taken_back_by_consent_takes_its_bonus_along() -> None:
    timed = Timed("bagh-chal", FISCHER, clock=2)
    timed.play(0, ms=10_000)
    assert timed.left() == {0: 80_000, 1: 60_000}
    timed.undo(0)
    assert timed.left()[0] == 50_000
    timed.play(0)
    timed.play(1)
    assert timed.left() == {0: 80_000, 1: 90_000}
    timed.undo(0)
    assert timed.left() == {0: 50_000, 1: 60_000}, "of all that is taken back"


def test_a_bonus_that_has_been_used_is_owed_and_nobody_runs_out_of_time_by_a_take_back() -> None:
    timed = Timed("bagh-chal", FISCHER, clock=2)
    timed.play(0, ms=50_000)
    timed.play(1)
    timed.undo(0, ms=37_000)
    assert timed.left() == {0: 3_000, 1: 60_000}, "of 10 + 30 seconds 37 have passed"
    timed.play(0)
    assert timed.left()[0] == 3_000, "the bonus pays what is owed"
    timed.play(1)
    timed.play(0)
    assert timed.left()[0] == 33_000


def test_whoever_seals_last_has_decided_too() -> None:
    """The next round begins immediately, so its seat never stops waiting."""
    timed = Timed("yuan", FISCHER, clock=2)
    assert timed.table.to_act == (0, 1)
    timed.play(0)
    timed.play(1)
    assert timed.left() == {0: 90_000, 1: 90_000}
    each = Timed("yuan", TimeControl("move", 30), clock=2)
    each.play(1, ms=10_000)
    each.play(0, ms=10_000)
    assert each.table.to_act == (0, 1)
    assert each.left() == {0: 30_000, 1: 30_000}, "and has all of its time for the next decision"


def test_a_turn_that_ends_by_a_step_of_chance_earns_its_bonus() -> None:
    timed = Timed("khan:players=2", FISCHER, clock=2)
    while (held := timed.table.held) is None:
        timed.play(timed.table.to_act[0])
    seat, before = held[0], timed.left()
    timed.play(seat)
    assert timed.stands()[-1][1] == CHANCE
    assert seat not in timed.table.to_act
    assert timed.left()[seat] == before[seat] + 30_000


def test_a_log_that_was_begun_before_keeps_the_bonuses_that_it_had() -> None:
    """Time that people saw on their clocks is not taken from them by a new version."""
    old = Timed(SEALED, FISCHER)
    for _ in range(2):
        old.play(1)
        old.undo(1)
    assert old.left()[1] == 120_000
    again = Table.from_setup("table", old.game, old.setup)
    again.take_all(list(old.table.events))
    assert again.state == old.table.state
    assert [glass.left_ms for glass in again.clocks.shown(0, True)] == [
        glass.left_ms for glass in old.table.clocks.shown(0, True)
    ]


ACTS = st.tuples(
    st.sampled_from(["play", "play", "undo"]), st.integers(0, 3), st.integers(0, 30), st.integers(0, 40_000)
)


@settings(max_examples=60, deadline=None)
@given(
    spec=st.sampled_from([SEALED, STEPS, "bagh-chal", "yut", "yuan", "khan:players=2", "conquest:players=2"]),
    kind=st.sampled_from(["fischer", "move", "rules"]),
    screen=st.sampled_from(["invited", "here"]),
    acts=st.lists(ACTS, max_size=40),
)
def test_no_way_that_ends_where_it_began_increases_the_time_left(
    spec: str, kind: TimeControlKind, screen: str, acts: list[tuple[str, int, int, int]]
) -> None:
    """And the time left follows from the log."""
    timed = Timed(spec, TimeControl(kind, 60, 30 if kind == "fischer" else 0), clock=2, kind=screen)
    most: dict[tuple[tuple[int, int], ...], dict[str, int]] = {}
    for what, place, choice, ms in acts:
        here = {glass.name: glass.left_ms for glass in timed.table.clocks.shown(0, True)}
        before = most.setdefault(timed.stands(), here)
        for name, left in here.items():
            assert left <= before.get(name, left), f"{name} at {timed.stands()}"
        most[timed.stands()] = {**before, **here}
        if timed.table.over:
            break
        seat = timed.table.to_act[place % len(timed.table.to_act)]
        try:
            if what == "play":
                timed.play(seat, choice, ms)
            else:
                timed.undo(place % timed.game.seats, ms)
        except NaadamError:
            continue
    again = Table.from_setup("table", timed.game, timed.setup)
    again.take_all(list(timed.table.events))
    assert again.clocks.shown(0, True) == timed.table.clocks.shown(0, True)
