"""A room: a table with its readers, and the order in which things happen there.

One message is followed at a time: decided, stored, folded in, and only then told to anyone.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from naadam.core.errors import IllegalAction, NaadamError
from naadam.server import messages
from naadam.server.analysis import Analysis
from naadam.server.clocks import Watch
from naadam.server.computers import Computers
from naadam.server.door import Known, drawing_for, events_for, known_to, moved_for, table_for, touched_for, words_for
from naadam.server.failures import NotDone, NotStored, Stale
from naadam.server.series import next_table
from naadam.server.store import StoredEvent
from naadam.server.table import Table
from naadam.server.thinking import Asker

if TYPE_CHECKING:
    from naadam.server.house import House

log = logging.getLogger(__name__)

WAITING_MESSAGES = 64  # to a reader; one that is slower than that is dropped
SPECTATORS = 100  # at a table
CONNECTIONS_OF_A_SEAT = 16
EVENTS_A_PAGE = 200  # that one message tells
LEVEL_OF_HINTS = 4
EVENTS_A_PIECE = 10  # that are put into words before others have their turn
COST_OF_HELLO = 10.0  # in units of about a drawing
COST_OF_EVENT = 0.25
COSTS: dict[type, float] = {messages.Explain: 10.0, messages.Touch: 5.0}

Followed = messages.Play | messages.Try | messages.Undo | messages.OfferDraw | messages.Answer | messages.Resign


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Reader:
    """One connection: the seats it holds, its language, what it has been told, what waits to be sent."""

    def __init__(self, drop: Callable[[], object], address: str = "") -> None:
        self.address = address
        self.hint: asyncio.Task[None] | None = None  # the one that is being thought of
        self.mine: tuple[int, ...] = ()
        self.language = "en"
        self.thinking = False
        self.told = 0  # of so many events
        self.known: Known | None = None  # how the table stood then; None if it must be told all of it
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING_MESSAGES)
        self.dropped = False  # the connection is to be ended
        self.following = False  # a message, which is brought to its end whatever happens to the connection
        self._drop: Callable[[], object] | None = drop

    def send(self, message: messages.ToClient | bytes) -> None:
        try:
            self.queue.put_nowait(message if isinstance(message, bytes) else messages.encoder.encode(message))
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection, once; after the message that is being followed."""
        self.dropped = True
        if not self.following and self._drop is not None:
            drop, self._drop = self._drop, None
            drop()

    def fail(self, message: str | None, error: NaadamError) -> None:
        key = error.key if isinstance(error, NotDone) else "other"
        self.send(messages.Failed(message, key, error.text(self.language)))


class Room:
    """A table with its readers."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.readers: dict[Reader, None] = {}  # the oldest first
        self.lock = asyncio.Lock()
        self.visitors = 0  # connections, with those that have not said hello yet
        self.used = 0.0  # when somebody last asked for it, by the clock of the loop
        self.computers = Computers(self)
        self.watch = Watch(self, house.timer or asyncio.get_running_loop())
        self.analysis: Analysis | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        return (
            not self.visitors
            and not self.readers
            and not self.lock.locked()
            and (self.analysis is None or self.analysis.done)
        )

    # --- readers ---

    async def _greet(self, reader: Reader, hello: messages.Hello) -> None:
        """A reader says hello: from now on it is told what its seats may know, what is past in pages."""
        mine = self.table.seats_of({hash_token(token) for token in hello.tokens})
        self._make_room(reader, mine)
        reader.mine = mine
        reader.language = hello.language
        reader.thinking = hello.thinking and not self.table.game.hides
        reader.told = min(hello.after, self.table.seq)
        reader.known = None
        self.readers.pop(reader, None)  # until it knows what is past
        past = await self._recall(reader) if self.table.seq - reader.told > EVENTS_A_PIECE else []
        for begin in range(0, len(past) - EVENTS_A_PAGE, EVENTS_A_PAGE):
            reader.send(messages.Past(past[begin : begin + EVENTS_A_PAGE]))
        self.readers[reader] = None
        self.watch.look()
        self.tell(reader, past=past[(len(past) - 1) // EVENTS_A_PAGE * EVENTS_A_PAGE :] if past else [])
        self.computers.think()

    async def _recall(self, reader: Reader) -> list[messages.Event]:
        """All that a reader has not been told, in pieces."""
        table, mine, language = self.table, reader.mine, reader.language
        pieces = [
            functools.partial(events_for, table, mine, language, begin, min(begin + EVENTS_A_PIECE, table.seq))
            for begin in range(reader.told, table.seq, EVENTS_A_PIECE)
        ]
        events = [event for piece in await self.house.one_by_one(pieces) for event in piece]
        reader.told += len(events)
        return events

    def _make_room(self, reader: Reader, mine: tuple[int, ...]) -> None:
        """Those who watch never take the place of those who play; of a seat's own connections the oldest gives way."""
        others = [other for other in self.readers if other is not reader]
        if not mine and sum(not other.mine for other in others) >= SPECTATORS:
            raise NotDone("no-room")
        same = [other for other in others if other.mine == mine]
        if mine and len(same) >= CONNECTIONS_OF_A_SEAT:
            same[0].drop()

    def leave(self, reader: Reader) -> None:
        self.readers.pop(reader, None)
        self.used = asyncio.get_running_loop().time()
        if reader.hint is not None:
            reader.hint.cancel()
        if self.analysis is not None:
            self.analysis.forget(reader)
        self.watch.look()
        self.computers.think()

    def asker(self) -> Asker:
        """For whom the computers here think."""
        players = [reader for reader in self.readers if reader.mine]
        person = next((reader.address for reader in (*players, *self.readers)), "")
        return Asker(self.table.id, person, bool(players))

    def tell(self, reader: Reader, answers: str | None = None, past: Sequence[messages.Event] = ()) -> None:
        """Tell a reader how the table stands, or what changed since it was told that.

        `past` is what was made before of what happened.
        """
        table, mine, language = self.table, reader.mine, reader.language
        glasses = self.watch.told()
        if reader.known is not None:
            reader.send(moved_for(table, mine, language, reader.known, answers, glasses))
        else:
            ready = self.house.is_ready(table)
            told = table_for(table, mine, language, reader.told, ready, answers, glasses)
            told.events[:0] = past
            reader.send(told)
        reader.known, reader.told = known_to(table, mine), table.seq

    async def tell_all(self, asker: Reader | None = None, answers: str | None = None, again: bool = False) -> None:
        """Tell all who do not know it yet how the table stands, those who play first; `again` also if they know."""
        for reader in sorted(self.readers, key=lambda reader: (reader is not asker, not reader.mine)):
            if reader in self.readers and (again or reader is asker or reader.told < self.table.seq):
                if again:
                    reader.known = None
                self.tell(reader, answers if reader is asker else None)
                await asyncio.sleep(0)

    # --- messages ---

    async def follow(self, reader: Reader, message: messages.FromClient) -> None:
        """Do what a message says, or answer why not; never silence. What is stored is folded in and told."""
        reader.following = True
        try:
            await self._follow(reader, message)
        finally:
            reader.following = False
            if reader.dropped:
                reader.drop()

    async def _follow(self, reader: Reader, message: messages.FromClient) -> None:
        if isinstance(message, messages.Ping):
            reader.send(messages.Pong())
        elif isinstance(message, messages.Hello):
            await self._greet(reader, message)
        elif isinstance(message, messages.Look):
            await self._look(reader, message)
        elif isinstance(message, messages.Analyse):
            self._analyse(reader, message)
        elif isinstance(message, messages.Resign) and f"{message.seat}:{message.id}" in self.table.messages:
            self.tell(reader, message.id)  # sent again by somebody whose seat it may not be any more
        elif message.seat not in reader.mine:
            reader.fail(message.id, NotDone("not-your-seat"))
        elif isinstance(message, messages.Explain | messages.Touch):
            await self._explain(reader, message)
        elif isinstance(message, messages.Hint):
            self._hint(reader, message)
        elif isinstance(message, messages.Rematch):
            await self._rematch(reader, message)
        else:
            await self._change(message, reader)

    def cost(self, reader: Reader, message: messages.FromClient) -> float:
        """The work that a message asks for, in units of about a drawing."""
        if isinstance(message, messages.Look):
            return message.count
        if isinstance(message, messages.Hello):
            return COST_OF_HELLO + COST_OF_EVENT * max(0, self.table.seq - message.after)
        if isinstance(message, messages.Play):
            return 1 + COST_OF_EVENT * len(message.then)
        return COSTS.get(type(message), 1.0)

    async def _change(self, message: Followed, reader: Reader | None = None) -> None:
        async with self.lock:
            if f"{message.seat}:{message.id}" in self.table.messages:
                if reader is not None:
                    self.tell(reader, message.id)  # sent again: it has been followed already
                return
            try:
                await self.watch.empty()
                if isinstance(message, messages.Try):
                    raise self.table.why_not(message)
                await self.record(self.table.decide(message))
            except IllegalAction as error:
                if reader is not None:
                    refusal, language = error.refusal, reader.language
                    text, rule = refusal.text(language), refusal.rule(language)
                    reader.send(messages.Refused(message.id, refusal.clause, text, rule))
                return
            except NotStored as error:
                self.fail_all(error, reader, message.id)
                return
            except NaadamError as error:
                if reader is not None:
                    reader.fail(message.id, error)
                    self.tell(reader)
                return
            self.computers.think()
        await self.tell_all(reader, message.id)

    def fail_all(self, error: NaadamError, asker: Reader | None = None, message: str | None = None) -> None:
        """Tell all that something is wrong which is nobody's fault; the table stands as it stood."""
        for reader in list(self.readers):
            reader.fail(message if reader is asker else None, error)

    async def _look(self, reader: Reader, message: messages.Look) -> None:
        if message.at > self.table.seq:
            reader.fail(message.id, NotDone("not-yet"))
        else:
            span = range(message.at, min(message.at + message.count, self.table.seq + 1))
            table, mine = self.table, reader.mine
            seen = await self.house.one_by_one(functools.partial(drawing_for, table, mine, at) for at in span)
            reader.send(messages.Seen(message.id, message.at, seen))

    async def _explain(self, reader: Reader, message: messages.Explain | messages.Touch) -> None:
        [answer] = await self.house.one_by_one([functools.partial(self._answer, reader, message)])
        reader.send(answer)

    def _answer(
        self, reader: Reader, message: messages.Explain | messages.Touch
    ) -> messages.Explained | messages.Touched:
        table, seat = self.table, message.seat
        if seat not in table.to_act:
            raise NotDone("not-your-turn")
        if message.at != table.seq:
            raise Stale
        if isinstance(message, messages.Touch):
            return touched_for(table, seat, message.touched, message.id)
        return messages.Explained(message.id, words_for(table, seat, reader.language))

    async def record(self, news: list[StoredEvent]) -> None:
        """Store, then fold in: nobody sees what is not on disk."""
        news = self.watch.stamp(news)
        try:
            await self.house.append(self.table.id, news)
        except Stale:  # somebody else has written to this log
            table = await self.house.load(self.table.id)
            assert table is not None
            self.table = table
            await self.tell_all(again=True)
            raise
        self.table.take_all(news)
        self.watch.begin()
        if any(event.kind == "left" for event in news):
            for reader in self.readers:
                still = tuple(seat for seat in reader.mine if seat in self.table.people())
                if still != reader.mine:
                    reader.mine, reader.known = still, None

    def _hint(self, reader: Reader, message: messages.Hint) -> None:
        """Think of a hint while the reader goes on; a newer one takes the place of the one before."""
        if message.seat not in self.table.to_act:
            reader.fail(message.id, NotDone("not-your-turn"))
            return
        if reader.hint is not None:
            reader.hint.cancel()
        reader.hint = self.house.keep(self._think_of_hint(reader, message))

    async def _think_of_hint(self, reader: Reader, message: messages.Hint) -> None:
        view = self.table.state.view(message.seat)
        asker = Asker(self.table.id, reader.address)
        try:
            await self.house.prepare(self)
            number = await self.house.choose(view, LEVEL_OF_HINTS, asker)
        except asyncio.CancelledError:
            reader.fail(message.id, Stale())
            raise
        except NotDone as error:
            reader.fail(message.id, error)
            return
        table = self.table
        if message.seat in table.to_act and number in table.state.actions(message.seat):
            action = next(action for action in table.state.actions(message.seat) if action == number)
            reader.send(messages.Hinted(message.id, str(action), table.state.say(action, reader.language)))
        else:
            reader.fail(message.id, Stale())

    def _analyse(self, reader: Reader, message: messages.Analyse) -> None:
        if not self.table.over:
            reader.fail(message.id, NotDone("game-not-over"))
        elif not reader.mine and self.table.game.hides:
            reader.fail(message.id, NotDone("not-your-seat"))
        else:
            self.analysis = self.analysis or Analysis(self)
            self.analysis.tell(reader)

    async def _rematch(self, reader: Reader, message: messages.Rematch) -> None:
        async with self.lock:
            if not self.table.over:
                reader.fail(message.id, NotDone("game-not-over"))
                return
            name = f"{message.seat}:{message.id}"
            if self.table.next is None and name not in self.table.messages:
                table_id = secrets.token_urlsafe(12)
                event = StoredEvent(self.table.seq + 1, "next", {"table": table_id}, name)
                try:
                    await self.house.set_table(table_id, next_table(self.table), before=(self.table.id, event))
                except NotStored as error:
                    self.fail_all(error, reader, message.id)
                    return
                self.table.take(event)
        await self.tell_all(reader, message.id)
