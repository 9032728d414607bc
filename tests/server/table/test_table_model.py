"""A table and its log against a simple model: a list of moves, resignations, open requests."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import naadam
from naadam.core.errors import NaadamError
from naadam.server.payloads.table import known_to, moved_for
from naadam.server.protocol.errors import Stale
from naadam.server.protocol.messages import Answer, OfferDraw, Play, Resign, Undo
from naadam.server.storage.store import Store
from naadam.server.table.players import Player
from naadam.server.table.table import Table
from naadam.server.table.takebacks import QUESTIONS_PER_TURN

GAME = naadam.load("bagh-chal:board=pulijudam")
SETUP = {
    "players": [{"kind": "here", "name": "A", "person": "a"}, {"kind": "invited", "name": "B", "person": "b"}],
    "seed": "seed",
}


class TableAndModel(RuleBasedStateMachine):
    """Follows messages as the server does: decided, stored, folded in."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(f"sqlite:///{Path(self.folder.name) / 'tables.db'}")
        self.store.create("table", GAME.spec, SETUP)
        self.table = Table.from_setup("table", GAME, SETUP)
        self.number = 0
        self.last: Play | None = None
        # the model
        self.moves: list[tuple[int, str]] = []
        self.over = False
        self.asked: tuple[str, int] | None = None
        self.in_vain: dict[tuple[str, int], int] = {}  # how often each was asked since a decision more was completed
        self.most = 0  # moves at one time

    def may_ask(self, what: str, seat: int) -> bool:
        return self.in_vain.get((what, seat), 0) < QUESTIONS_PER_TURN

    def ask(self, what: str, seat: int) -> None:
        self.asked = (what, seat)
        self.in_vain[what, seat] = self.in_vain.get((what, seat), 0) + 1

    def follow(self, message: Play | Undo | OfferDraw | Answer | Resign) -> bool:
        """Whether the message was followed; one that was followed before changes nothing."""
        if f"{message.seat}:{message.id}" in self.table.messages:
            return False
        try:
            news = self.table.decide(message)
        except NaadamError:
            return False
        assert self.store.append([("table", news)]) == [None]
        self.table.take_all(news)
        return True

    def name(self) -> str:
        self.number += 1
        return f"m{self.number}"

    @rule(choice=st.integers(0, 200))
    def play(self, choice: int) -> None:
        seat = self.table.state.turn
        actions = self.table.state.actions()
        if self.over or seat is None or not actions:
            return
        action = str(actions[choice % len(actions)])
        self.last = Play(self.name(), self.table.seq, seat, action)
        assert self.follow(self.last)
        self.moves.append((seat, action))
        self.asked = None
        if len(self.moves) > self.most:
            self.most, self.in_vain = len(self.moves), {}
        self.over = self.table.state.outcome is not None

    @rule()
    def send_again(self) -> None:
        if self.last is not None:
            assert not self.follow(self.last)

    @rule(seat=st.integers(0, 1), back=st.integers(1, 5))
    def send_late(self, seat: int, back: int) -> None:
        at = self.table.seq - back
        if at >= 0 and not self.over:
            with pytest.raises(Stale):
                self.table.decide(Undo(self.name(), at, seat))

    @rule(seat=st.integers(0, 1))
    def play_out_of_turn(self, seat: int) -> None:
        if not self.over and seat != self.table.state.turn:
            assert not self.follow(Play(self.name(), self.table.seq, seat, "a1b2"))

    @rule(seat=st.integers(0, 1))
    def ask_for_a_take_back(self, seat: int) -> None:
        possible = not self.over and self.asked is None and any(actor == seat for actor, _ in self.moves)
        possible = possible and self.may_ask("undo", seat)
        assert self.follow(Undo(self.name(), self.table.seq, seat)) == possible
        if possible:
            self.ask("undo", seat)

    @rule(seat=st.integers(0, 1))
    def offer_a_draw(self, seat: int) -> None:
        possible = not self.over and self.asked is None and self.may_ask("draw", seat)
        assert self.follow(OfferDraw(self.name(), self.table.seq, seat)) == possible
        if possible:
            self.ask("draw", seat)

    @rule(seat=st.integers(0, 1), accept=st.booleans())
    def answer(self, seat: int, accept: bool) -> None:
        possible = not self.over and self.asked is not None and self.asked[1] != seat
        assert self.follow(Answer(self.name(), self.table.seq, seat, accept)) == possible
        if not possible:
            return
        assert self.asked is not None
        what, asking = self.asked
        self.asked = None
        if accept and what == "draw":
            self.over = True
        elif accept:
            self.in_vain[what, asking] -= 1
            while self.moves.pop()[0] != asking:
                pass

    @precondition(lambda self: len(self.moves) > 4)
    @rule(seat=st.integers(0, 1))
    def resign(self, seat: int) -> None:
        assert self.follow(Resign(self.name(), seat)) == (not self.over)
        self.over = True

    @rule()
    def restart(self) -> None:
        loaded = self.store.load("table")
        assert loaded is not None
        spec, setup, events = loaded
        before = self.table
        self.table = Table.from_setup("table", naadam.load(spec), setup)
        self.table.take_all(events)
        assert (self.table.state, self.table.messages) == (before.state, before.messages)

    @invariant()
    def table_and_model_agree(self) -> None:
        state = GAME.start()
        for _, move in self.moves:
            state = state.apply(move)
        assert self.table.state == state
        assert self.table.over == self.over
        if not self.over:
            assert (self.table.agreements.asked, self.table.agreements.asking) == (self.asked or (None, None))

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()


TestTableAndModel = TableAndModel.TestCase
TestTableAndModel.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


def test_a_seat_without_a_person_belongs_to_nobody() -> None:
    table = Table("m", GAME, (Player("here", "A", "anna"), Player("invited")), "seed")
    assert (table.seats_of("anna"), table.seats_of(""), table.seats_of("bao")) == ((0,), (), ())


def test_what_was_decided_and_not_stored_leaves_no_trace() -> None:
    """A state that a decision has looked ahead to is not taken for that of another event in its place."""
    table = Table.from_setup("table", GAME, SETUP)
    first, other = map(str, table.state.actions(0)[:2])
    table.decide(Play("m1", 0, 0, first))
    [event] = Table.from_setup("table", GAME, SETUP).decide(Play("m2", 0, 0, other))
    table.take(event)
    assert table.state == GAME.start().apply(other)


@pytest.mark.parametrize("spec", ["bagh-chal", "yut", "khan:players=2"])
def test_messages_with_shared_parts_equal_those_of_a_table_with_one_client(spec: str) -> None:
    game = naadam.load(spec)
    players = (Player("here"), Player("invited"))
    shared = Table("table", game, players, "seed")
    shared.take_all(shared.chance_due())
    for number in range(12):
        known = [known_to(shared, (seat,)) for seat in range(2)]
        before = shared.seq
        seat = shared.to_act[0]
        action = shared.held[1] if shared.held else str(shared.state.actions(seat)[0])
        shared.take_all(shared.decide(Play(f"m{number}", before, seat, action)))
        for seat in range(2):
            for language in ("en", "it"):
                alone = Table("table", game, players, "seed")
                alone.take_all(shared.events[:before])
                seen = known_to(alone, (seat,))
                alone.take_all(shared.events[before:])
                sent = moved_for(shared, (seat,), language, known[seat])
                assert sent == moved_for(alone, (seat,), language, seen)
