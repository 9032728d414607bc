"""A table: one game between players at their seats, whose decisions become events of its log.

Deciding and changing are apart. `decide` looks at a message and gives the events it leads to, or raises; nothing
has changed then. `take` folds an event in (see `state`). So the stored events are all there is, and a restart is a
replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from naadam.core.errors import IllegalAction, NaadamError, NotationError, SeatError
from naadam.core.game import Game
from naadam.core.parts.touches import refusal_of_first
from naadam.core.randomness import draw_chance
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.server.protocol.errors import Stale, UserError
from naadam.server.protocol.kinds import EventKind, Question
from naadam.server.protocol.messages import Answer, Name, OfferDraw, OfferHints, OfferTalk, Play, Resign, Try, Undo
from naadam.server.table.events import StoredEvent
from naadam.server.table.match import read_match
from naadam.server.table.players import Player, one_line
from naadam.server.table.state import Step, TableState
from naadam.server.table.time_control import read_time_control

Decided = Play | Undo | OfferDraw | OfferHints | OfferTalk | Answer | Resign | Name
OFFERED: dict[type, Question] = {OfferDraw: "draw", OfferHints: "hints", OfferTalk: "talk"}


class Table(TableState):
    """A table with the decisions that messages of its seats lead to."""

    @classmethod
    def from_setup(cls, table_id: str, game: Game, setup: Mapping[str, Any]) -> Table:
        """A table as the store has it; fields that older versions did not write have their defaults."""
        match = setup.get("series")
        table = cls(
            table_id,
            game,
            tuple(Player(**player) for player in setup["players"]),
            setup["seed"],
            start=setup.get("start"),
            match=read_match(game, match),
            games=match["games"] if match else None,
            time_control=read_time_control(setup.get("pace")),
            created=setup.get("created", 0.0),
            seals=setup.get("seals", ""),
            rules=setup.get("rules"),
            clock=setup.get("clock", 1),
        )
        table.host = setup.get("host", "")
        table.listed = setup.get("listed", False)
        table.vacation = setup.get("vacation", True)
        table.rated = setup.get("rated", False)
        return table

    def decide(self, message: Decided) -> list[StoredEvent]:
        """The events that a message of one of the seats leads to; raises if there are none, and why."""
        name = f"{message.seat}:{message.id}"
        if isinstance(message, Name):
            if self.players[message.seat].name:
                raise UserError("named-already")  # unlimited changes of a name would keep others from moving
            if not (called := one_line(message.name)):
                raise UserError("no-name")
            return [StoredEvent(self.seq + 1, "named", {"seat": message.seat}, name, name=called)]
        if self.over:
            raise UserError("game-over")
        if self.full and not isinstance(message, Resign):  # it could not be stored yet that the game has ended
            raise UserError("table-full", most=self.most_events)
        if not isinstance(message, Resign) and self.has_shown(message.seat, message.at):
            raise Stale
        if isinstance(message, Play):
            return self._decide_play(message, name)
        kind: EventKind
        data: dict[str, Any]
        if isinstance(message, Resign):
            kind, data = self.giving_up, {"seat": message.seat}
        elif isinstance(message, Answer):
            kind, data = self._decide_answer(message)
        elif isinstance(message, Undo):
            kind, data = self._decide_undo(message)
        else:
            kind, data = self._decide_ask(message.seat, OFFERED[type(message)])
        event = StoredEvent(self.seq + 1, kind, data, name)
        return [event, *self.chance_due(event)]

    def decide_full(self) -> list[StoredEvent]:
        """The end of a game whose log is full: lost by the seat that filled it, drawn otherwise."""
        if not self.full or self.over:
            return []
        filler = self.take_backs.filler(self.most_events)
        kind: EventKind = "draw" if filler is None else "resign"
        return [StoredEvent(self.seq + 1, kind, {"seat": filler, "by": "full"})]

    @property
    def giving_up(self) -> EventKind:
        """The event of giving up: with more than two seats, the computer takes the seat and play goes on."""
        return "left" if self.game.seats > 2 and len(self.people) > 1 else "resign"

    def why_not(self, message: Try) -> NaadamError:
        """Why the places that were touched make no action; nothing is changed, even if they make one."""
        if self.over:
            return UserError("game-over")
        if self.has_shown(message.seat, message.at):
            return Stale()
        touched = " ".join(message.touched)
        stuck = refusal_of_first(self.state, message.seat, message.touched)
        if stuck is not None:
            return IllegalAction(stuck)
        try:
            move = self.game.face.meant(self.state.record, message.seat, message.touched)
            seat, number = self._read(move.action, message.seat, touched)
            refusal = self.state.refusal(number, seat)
            if refusal is not None:
                return IllegalAction(refusal)
        except NotationError:
            return UserError("no-action", action=touched)
        except NaadamError as error:
            return error
        return UserError("nothing-wrong")

    def _decide_play(self, message: Play, name: str) -> list[StoredEvent]:
        """Decide on an action, and those after it until one is refused, or another seat or chance must act."""
        if self.held == (message.seat, message.action):
            first, *others = self._draw_chance(self.state, len(self.history.steps), self.seq, None, set_off=True)
            return [replace(first, message=name), *others]
        seat, number = self._read(message.action, message.seat, message.action)
        state = self.state.apply(number, seat)
        events = [StoredEvent(self.seq + 1, "action", {"seat": seat, "action": number}, name)]
        for text in message.then:
            try:
                if state.waiting != (seat,):
                    break
                _, number = state.resolve_action(text, seat)
                state = state.apply(number, seat)
            except NaadamError:
                break
            events.append(StoredEvent(self.seq + len(events) + 1, "action", {"seat": seat, "action": number}))
        steps = len(self.history.steps) + len(events)
        return [*events, *self._draw_chance(state, steps, self.seq + len(events), (number, seat))]

    def _read(self, action: int | str, seat: int, text: str) -> tuple[int, int]:
        """Seat and number of an action, be it legal or not; raises if there is no such action."""
        try:
            return self.state.resolve_action(action, seat)
        except NotationError:
            raise UserError("no-action", action=text) from None
        except SeatError:
            raise UserError("not-your-action", action=text) from None

    def _decide_ask(self, seat: int, question: Question) -> tuple[EventKind, dict[str, Any]]:
        if self.agreements.asked is not None:
            raise UserError("asked-already")
        if any(self.players[other].bot for other in self.people if other != seat):
            raise UserError("bots-answer-nothing")
        if question == "talk" and self.chat != "possible":
            raise UserError("no-asking-to-talk")
        if self.rated and question in ("hints", "undo"):
            raise UserError("rated")
        self.take_backs.check_question(seat, question)
        return "ask", {"seat": seat, "what": question}

    def _decide_answer(self, message: Answer) -> tuple[EventKind, dict[str, Any]]:
        asked, asking = self.agreements.asked, self.agreements.asking
        missing = self.agreements.missing(self.people)
        if message.seat not in missing:
            raise UserError("not-asked")
        if not message.accept:
            return "declined", {"seat": message.seat}
        if set(missing) - self.answering_with(message.seat):
            return "agreed", {"seat": message.seat}
        if asked in ("draw", "hints", "talk"):
            return asked, {"seat": message.seat}
        assert asking is not None
        return "undone", {"seat": asking, "steps": self.history.steps_to_undo({asking})}

    def _decide_undo(self, message: Undo) -> tuple[EventKind, dict[str, Any]]:
        if self.several_screens:
            self.take_backs.check_take_back(message.seat, self.most_events)
        if self.history.steps_to_withdraw(message.seat):
            return "withdrawn", {"seat": message.seat}
        steps = self.history.steps_to_undo({message.seat})
        if not steps:
            raise UserError("nothing-to-undo")
        in_own_turn = message.seat in self.to_act and self.history.steps[-1][1] == message.seat
        if not in_own_turn and self.several_screens:
            return self._decide_ask(message.seat, "undo")
        if not in_own_turn and self.rated:
            raise UserError("rated")
        return "undone", {"seat": message.seat, "steps": steps}

    def chance_due(self, event: StoredEvent | None = None) -> list[StoredEvent]:
        """The steps of chance that are due now, or after an event: each drawn from the seed and the number of steps.

        They are stored together with their causes, so that no crash can come between.
        """
        state, steps, seq, last, left = self.state, len(self.history.steps), self.seq, self.last_step(0), None
        if event is not None:
            seq = event.seq
            if event.kind == "action":
                last = event.data["action"], event.data["seat"]
                state, steps = state.apply(*last), steps + 1
            elif event.kind == "undone":
                last = self.last_step(event.data["steps"])
                state, steps = self.history.states[-1 - event.data["steps"]], steps - event.data["steps"]
            elif event.kind == "left":
                left = event.data["seat"]
            else:
                return []
        return self._draw_chance(state, steps, seq, last, left)

    def _draw_chance(
        self, state: State, steps: int, seq: int, last: Step | None, left: int | None = None, set_off: bool = False
    ) -> list[StoredEvent]:
        """The steps of chance that are due in a state after so many steps, as events after `seq`.

        They end where a person's word is awaited; `set_off` is whether it has been given for the first of them.
        """
        drawn: list[StoredEvent] = []
        while state.turn == CHANCE and not self.over:
            if self.held_in(state, last, left) is not None and (drawn or not set_off):
                break
            number = int(draw_chance(state, self.seed, steps + len(drawn)))
            drawn.append(StoredEvent(seq + len(drawn) + 1, "action", {"seat": CHANCE, "action": number}))
            last = number, CHANCE
            state = state.apply(number, CHANCE)
        return drawn
