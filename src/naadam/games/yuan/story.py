"""The film of a resolution, and of bids that are opened: event by event, with the map at each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.seats import CHANCE, seats_in
from naadam.core.state import State
from naadam.drawing.description import Description, Foreseen, Saying
from naadam.drawing.story import Frame
from naadam.games.yuan import rules
from naadam.games.yuan.board import CLAN_NAMES
from naadam.games.yuan.rows import name_rows
from naadam.games.yuan.rules.events import FIELDS, STEP
from naadam.games.yuan.rules.state import LOT, NOTHING, PLANNING, TAKING
from naadam.games.yuan.tables import opened, provinces_in

plain = PlainRules(rules)

if TYPE_CHECKING:
    from naadam.games.yuan.face import Face

PREFIX = "YN"
PAYING, CHECKING = 25, 8  # the clause of the payment, and the step of the victory check
LEAVING, BONUS = 46, 55  # the clauses of armies that leave to attack, and of bonus attacks
SUMMED = (25, 65)  # all clans' payments, or incomes, share one sentence
TOGETHER = (31, 33, 36, 54, 55, 56, 66, 76, 81)  # several provinces in a row share one sentence
BY_NUMBER = (31, 35, 40, 41, 47, 55)  # events whose sentence depends on their number
NUMBERED = ("one", "two", "three")  # actions of a plan, in sentences
CLANS = tuple(name.capitalize() for name in CLAN_NAMES)  # called so in all languages


class Event(NamedTuple):
    """An event of a resolution, with a copy of the state at that moment if one was kept."""

    clause: int
    clan: int
    province: int
    number: int
    record: StateRecord


class Listener:
    """Takes the place of the array that a resolution writes its events into, and keeps a copy of the state with
    each of them.

    It is read and written as the array would be: the first number counts the rows that follow.
    """

    def __init__(self, copy: Callable[[], StateRecord]) -> None:
        self._copy = copy
        self._rows: list[list[int]] = []
        self._records: list[StateRecord] = []

    def __len__(self) -> int:
        return 1 + len(self._rows)

    def __getitem__(self, index: int | tuple[int, int]) -> int | list[int]:
        return len(self._rows) if isinstance(index, tuple) else self._rows[index - 1]

    def __setitem__(self, index: tuple[int, int], count: int) -> None:
        assert (index, count) == ((0, 0), len(self)), "rows are told one by one"
        self._rows.append([0] * FIELDS)
        self._records.append(self._copy())

    def events(self) -> list[Event]:
        return [
            Event(*map(int, row), record)  # type: ignore[call-arg]
            for row, record in zip(self._rows, self._records, strict=True)
        ]


class Storyteller:
    """Tells the events after the last plan or bid."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.tables = face.tables
        self.provinces = face.land.provinces

    def story(self, state: State, seat: int, action: int) -> list[Frame]:
        after = state.apply(action, seat)
        if state.record["phase"] != PLANNING:
            return list(self._bids(state, seat, action, after))
        record = state.record.copy()
        record.plans[seat] = action + 1
        record.waiting = 1 << CHANCE  # no player acts, and no clan has won yet
        plans = list(self._plans(record))
        listener = Listener(record.copy)
        plain.resolve(self.tables, record, listener)
        frames = [*plans, *self._events(listener.events())]
        if not after.waiting:
            return [*frames[:-1], replace(frames[-1], drawing=after.describe())]
        turn = int(after.record["turn"])
        told: dict[str, str | int] = {"turn": turn, "temples": self.face.needed[turn - 1]}
        return [*frames, Frame(Saying("wheel-turns", told), after.describe(), f"{PREFIX}-21", Saying("chapter-8"))]

    def alone(self, state: StateRecord, seat: int, action: int) -> list[Saying]:
        """The effects of a seat's plan if all others passed, without its cost and without the income of rivals."""
        known, turn = opened(state.copy()), int(state.turn)
        events = self._resolve_alone(known, Listener(lambda: None), seat, action)
        return [self._tell(row, turn) for row in gather(events) if row[-1].clause != STEP]

    def foresee(self, state: StateRecord, seat: int, action: int) -> Foreseen:
        """The same as changes of the map: other pieces, provinces gained, attacks from province to province."""
        record, clan = state.copy(), int(state.clan[seat])
        events = self._resolve_alone(record, Listener(record.copy), seat, action)
        before, after = opened(state), opened(events[-1].record)
        target = self.provinces.index(self.face.notation.names.plan_words(action)[0])
        known = set(self.face.pieces(before))
        pieces = tuple(piece for piece in self.face.pieces(after) if piece not in known and piece.kind != "plan")
        gained = provinces_in(after.held[clan] & ~before.held[clan])
        attacks = [(event.province, target) for event in events if event.clause == LEAVING]
        attacks += [(target, event.province) for event in events if event.clause == BONUS]
        names = self.provinces
        return Foreseen(
            pieces,
            tuple(names[province] for province in gained),
            tuple((names[source], names[to]) for source, to in attacks if NOTHING not in (source, to)),
        )

    def _resolve_alone(self, record: StateRecord, listener: Listener, seat: int, action: int) -> list[Event]:
        """The events of a resolution in which all others pass, up to the victory check."""
        clan = int(record.clan[seat])
        record.plans[: self.tables.seats] = 1  # to pass
        record.plans[seat] = action + 1
        plain.resolve(self.tables, record, listener)
        told = []
        for event in listener.events():
            if event.clause != PAYING and (event.clause not in SUMMED or event.clan == clan):
                told.append(event)
            if (event.clause, event.number) == (STEP, CHECKING):
                break
        return told

    def _bids(self, state: State, seat: int, action: int, after: State) -> Iterator[Frame]:
        """YN-16, YN-17: all bids, and their outcome."""
        bids, shown = state.record["bids"].tolist(), after.describe()
        bids[seat] = action - self.tables.bid + 1
        for bidder, bid in enumerate(bids):
            if bid:
                yield Frame(Saying("bid-opened", {"amount": bid - 1}, seat=bidder), shown, f"{PREFIX}-16")
        phase = after.record["phase"]
        tied = tuple(seats_in(int(after.record["bidding"])))
        if phase == TAKING:
            yield Frame(Saying("bid-won", seat=int(after.record["mover"])), shown, f"{PREFIX}-16")
        else:
            yield Frame(Saying("bid-lot" if phase == LOT else "bid-tied", seats=tied), shown, f"{PREFIX}-17")

    def _plans(self, record: StateRecord) -> Iterator[Frame]:
        """All plans, one after the other, as flags on their targets."""
        sealed = record.copy()
        sealed.plans[:] = 0
        for seat, plan in enumerate(record.plans[: self.tables.seats].tolist()):
            sealed.plans[seat] = plan
            province, *levels = self.face.notation.names.plan_words(plan - 1)
            clan, actions = int(record.clan[seat]), {}
            if levels:
                rows = name_rows(self.tables, record, clan, self.provinces.index(province))
                named = (f"{rows[word[0]]}-{word[1]}" for word in levels)
                actions = dict(zip(NUMBERED, named, strict=False))
            points = (province,) if levels else ()
            saying = self._say(f"opened-{len(levels) or 'pass'}", clan, {"province": province}, points)
            saying = replace(saying, items={**saying.items, **actions})
            yield Frame(saying, self._draw(sealed), f"{PREFIX}-22", Saying("chapter-0"))

    def _events(self, events: Sequence[Event]) -> Iterator[Frame]:
        chapter = Saying("chapter-1")
        for told in gather(events):
            event = told[-1]
            if event.clause == STEP:
                chapter = Saying(f"chapter-{event.number}")
            else:
                saying = self._tell(told, int(event.record.turn))
                yield Frame(saying, self._draw(event.record), f"{PREFIX}-{event.clause}", chapter)

    def _tell(self, told: Sequence[Event], turn: int) -> Saying:
        """The sentence of a group of events."""
        event = told[-1]
        points = [self.provinces[each.province] for each in told if each.province != NOTHING]
        values: dict[str, str | int] = {"number": event.number, "provinces": ", ".join(points)}
        if event.clause in SUMMED:
            values["amounts"] = ", ".join(f"{CLANS[each.clan]} {each.number}" for each in told)
        values["province"] = points[-1] if points else ""
        values["needed"] = self.face.needed[turn - 1]
        return self._say(key_of(event), event.clan, values, tuple(points))

    def _say(self, key: str, clan: int, values: dict[str, str | int], points: tuple[str, ...]) -> Saying:
        """A sentence with those of the values that it names."""
        text = self.face.sentences[key]
        named = {name: value for name, value in values.items() if f"{{{name}}}" in text}
        return Saying(key, named, {"clan": f"clan-{CLAN_NAMES[clan]}"} if "{clan}" in text else {}, points=points)

    def _draw(self, record: StateRecord) -> Description:
        """The map in the middle of a resolution: plans are open, nothing is sealed."""
        shown = self.face.describe(record)
        seats = {piece.seat: int(record.clan[piece.seat]) for piece in shown.pieces if piece.kind == "plan"}
        pieces = tuple(
            replace(piece, kind=f"flag-{CLAN_NAMES[seats[piece.seat]]}") if piece.kind == "plan" else piece
            for piece in shown.pieces
        )
        standing = tuple(
            tuple(thing for thing in row if thing.item != "sealed") for row in shown.shelves.get("standing", ())
        )
        return replace(shown, pieces=pieces, shelves={**shown.shelves, "standing": standing}, secret=False)


def key_of(event: Event) -> str:
    """The key of the sentence that says an event."""
    if event.clause == 55 and event.clan == NOTHING:
        return "event-55-none"
    return f"event-{event.clause}-{event.number}" if event.clause in BY_NUMBER else f"event-{event.clause}"


def gather(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Groups of consecutive events that share one sentence."""
    row: list[Event] = []
    for event in events:
        if row and not belongs(row[-1], event):
            yield row
            row = []
        row.append(event)
    if row:
        yield row


def belongs(last: Event, event: Event) -> bool:
    """True if an event shares the sentence of the one before."""
    if event.clause != last.clause or event.clause in SUMMED:
        return event.clause == last.clause
    return event.clause in TOGETHER and (event.clan, event.number) == (last.clan, last.number)
