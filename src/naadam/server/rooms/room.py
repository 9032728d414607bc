"""A room: a table with its readers, and the order in which things happen there.

One message is followed at a time: decided, stored, folded in, and only then shown to anyone.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from naadam.core.errors import IllegalAction, NaadamError
from naadam.core.hashing import hash_secret
from naadam.server.features.analysis import SharedAnalysis, ask_for_analysis, recall_analysis, vary
from naadam.server.features.coach import warn
from naadam.server.features.explorer import explore
from naadam.server.features.hints import give_hint
from naadam.server.limits.fair_scheduler import Portion
from naadam.server.payloads.choices import touched_for, words_for
from naadam.server.payloads.events import events_for, opened_for
from naadam.server.payloads.story import recount, story_for
from naadam.server.payloads.table import drawing_for, known_to, moved_for, prepare, table_for
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import Elsewhere, NotFound, NotStored, Stale, UserError
from naadam.server.rooms.bots import Computers
from naadam.server.rooms.chat import LINES_SHOWN, Talk
from naadam.server.rooms.client import Reader
from naadam.server.rooms.presence import Presence
from naadam.server.rooms.timekeeper import Timekeeper
from naadam.server.table.chat_rules import readable
from naadam.server.table.events import StoredEvent
from naadam.server.table.match import next_table
from naadam.server.table.table import Table
from naadam.server.table.what_if import suppose, supposed_by
from naadam.server.workers.pool import Asker

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import House

log = logging.getLogger(__name__)

SPECTATORS = 100  # at a table
CONNECTIONS_OF_A_SEAT = 16
READERS_PER_TURN = 4  # that are shown something before others have their turn
EVENTS_PER_PAGE = 200  # in one message
EVENTS_PER_PORTION = 10  # that are put into words before others have their turn
COST_OF_HELLO = 10.0  # in units of about a drawing
COST_OF_EVENT = 0.25
MOVED = (1012, "the table moves")  # why a connection is closed
COSTS: dict[type, float] = {
    messages.Explain: 10.0,
    messages.Explore: 10.0,
    messages.Touch: 5.0,
    messages.Recount: 20.0,
    messages.Vary: 20.0,
    messages.Suppose: 40.0,
}

Inquiry = messages.Explain | messages.Touch | messages.Suppose
Followed = (
    messages.Play
    | messages.Try
    | messages.Undo
    | messages.OfferDraw
    | messages.OfferHints
    | messages.OfferTalk
    | messages.Answer
    | messages.Resign
    | messages.Name
)


class Room:
    """A table with its readers."""

    def __init__(self, house: House, table: Table, fence: int | None = None) -> None:
        self.house = house
        self.table = table
        self.fence = fence  # of the table, where several servers share the database
        self.server_id = house.tenure.server_id
        self.gone = False  # to another server
        self.readers: dict[Reader, None] = {}  # the oldest first
        self.lock = asyncio.Lock()
        self.visitors = 0  # connections, with those that have not said hello yet
        self.used = 0.0  # when somebody last asked for it, by the clock of the loop
        own = weakref.proxy(self)  # what is of the room does not hold it: once it is put away it is gone
        self.computers = Computers(own)
        self.timekeeper = Timekeeper(own, house.timer or asyncio.get_running_loop())
        self.talk = Talk(house, table.id, asyncio.get_running_loop().time)
        self.analysis: SharedAnalysis | None = None
        self.presence = Presence(own)

    @property
    def fences(self) -> dict[str, int]:
        """What must hold when something is stored of this table."""
        return {} if self.fence is None else {self.table.id: self.fence}

    def close(self) -> None:
        """The table belongs to another server: whoever is here is sent away, and comes back to that one."""
        self.gone = True
        self.timekeeper.stop()
        self.computers.stop()
        for reader in list(self.readers):
            reader.farewell = MOVED
            reader.drop()

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
        """A reader says hello: from now on it is shown what its seats may know; what is past comes in pages."""
        mine = self.table.seats_of({hash_secret(token) for token in hello.tokens})
        self._make_room(reader, mine)
        reader.mine = mine
        reader.language = hello.language
        reader.thinking = hello.thinking and not self.table.game.hides
        reader.shown = min(hello.after, self.table.seq)
        reader.known = None
        self.readers.pop(reader, None)  # until it knows what is past
        past = await self._recall(reader) if self.table.seq - reader.shown > EVENTS_PER_PORTION else []
        for begin in range(0, len(past) - EVENTS_PER_PAGE, EVENTS_PER_PAGE):
            reader.send(replies.Past(past[begin : begin + EVENTS_PER_PAGE]))
        self._stay()
        said = readable(await self.talk.lines(), mine)[-LINES_SHOWN:] if self.may_talk else []
        self._make_room(reader, mine)  # again: others may have come meanwhile
        self.readers[reader] = None
        self.timekeeper.look()
        self.show(reader, past=past[(len(past) - 1) // EVENTS_PER_PAGE * EVENTS_PER_PAGE :] if past else [])
        if said:
            reader.send(replies.Talked(None, said))
        self.computers.think()
        self.presence.show(reader)
        await recall_analysis(self, reader)

    async def _recall(self, reader: Reader) -> list[replies.TableEvent]:
        """All events that a reader does not know yet, put into words a few at a time."""
        table, mine, language = self.table, reader.mine, reader.language
        portions = [
            functools.partial(events_for, table, mine, language, begin, min(begin + EVENTS_PER_PORTION, table.seq))
            for begin in range(reader.shown, table.seq, EVENTS_PER_PORTION)
        ]
        opened, until = opened_for(table, mine, language, reader.shown), table.seq
        events = [event for portion in await self._make(reader, portions) for event in portion]
        reader.shown = until
        return [*opened, *events]

    def _make_room(self, reader: Reader, mine: tuple[int, ...]) -> None:
        """Those who watch never take the place of those who play; of a seat's own connections the oldest gives way."""
        others = [other for other in self.readers if other is not reader]
        if not mine and sum(not other.mine for other in others) >= SPECTATORS:
            raise UserError("no-room")
        same = [other for other in others if other.mine == mine and not other.dropped]
        if mine and len(same) >= CONNECTIONS_OF_A_SEAT:
            same[0].drop()

    def leave(self, reader: Reader) -> None:
        self.readers.pop(reader, None)
        self.used = asyncio.get_running_loop().time()
        for asked in (reader.hint, reader.exploring):
            if asked is not None:
                asked.cancel()
        if self.analysis is not None:
            self.analysis.forget(reader)
        self.timekeeper.look()
        self.computers.think()
        self.presence.show()

    def asker(self) -> Asker:
        """For whom the computers here think."""
        players = [reader for reader in self.readers if reader.mine]
        person = next((reader.address for reader in (*players, *self.readers)), "")
        return Asker(self.table.id, person, bool(players))

    def show(self, reader: Reader, answers: str | None = None, past: Sequence[replies.TableEvent] = ()) -> None:
        """Show a reader how the table stands, or what changed since it was last shown.

        `past` are events that the reader does not know yet and that are in words already.
        """
        table, mine, language = self.table, reader.mine, reader.language
        glasses = self.timekeeper.shown()
        if reader.known is not None:
            reader.send(moved_for(table, mine, language, reader.known, answers, glasses))
        else:
            ready = self.house.is_ready(table)
            whole = table_for(table, mine, language, reader.shown, ready, answers, glasses)
            whole.events[:0] = past
            reader.send(whole)
        reader.known, reader.shown = known_to(table, mine), table.seq

    async def show_all(self, asker: Reader | None = None, answers: str | None = None, again: bool = False) -> None:
        """Show how the table stands to all who do not know it yet; with `again` to all.

        Those who play come first, of them the one who asked last, who has moved and knows it.
        """
        ordered = sorted(self.readers, key=lambda reader: (not reader.mine, reader is asker))
        for number, reader in enumerate(ordered, 1):
            if reader in self.readers and (again or reader is asker or reader.shown < self.table.seq):
                if again:
                    reader.known = None
                self.show(reader, answers if reader is asker else None)
                if number % READERS_PER_TURN == 0:
                    await asyncio.sleep(0)

    # --- messages ---

    async def follow(self, reader: Reader, message: messages.FromClient) -> None:
        """Do what a message says, or answer why not; never silence. What is stored is folded in and shown."""
        reader.following = True
        try:
            await self._follow(reader, message)
        except Elsewhere:
            reader.ended()
            raise
        finally:
            reader.following = False
            if reader.dropped:
                reader.drop()

    def _stay(self) -> None:
        """Raise Elsewhere if the table may be another server's by now."""
        tenure = self.house.tenure
        if not tenure.held or tenure.server_id != self.server_id:
            self.house.let_go(self)
        if self.gone:
            raise Elsewhere

    async def _follow(self, reader: Reader, message: messages.FromClient) -> None:
        self._stay()
        if isinstance(message, messages.Play) and message.seat in reader.mine:
            await self._play(reader, message)
        elif isinstance(message, messages.Ping):
            reader.send(replies.Pong())
        elif isinstance(message, messages.Hello):
            await self._greet(reader, message)
        elif isinstance(message, messages.Look):
            await self._look(reader, message)
        elif isinstance(message, messages.Recount):
            story = functools.partial(story_for, self.table, reader.mine, message.at, message.id)
            reader.send((await self._make(reader, [story]))[0])
        elif isinstance(message, messages.Analyse):
            await ask_for_analysis(self, reader, message)
        elif isinstance(message, messages.Vary):
            reader.send((await self._make(reader, [functools.partial(vary, self, reader, message)]))[0])
        elif isinstance(message, messages.Explore):
            explore(self, reader, message)
        elif isinstance(message, messages.Resign) and f"{message.seat}:{message.id}" in self.table.messages:
            self.show(reader, message.id)  # sent again by somebody whose seat it may not be any more
        elif message.seat not in reader.mine:
            reader.fail(message.id, UserError("not-your-seat"))
        elif isinstance(message, messages.Talk):
            await self._say(reader, message)
        elif isinstance(message, Inquiry):
            await self._explain(reader, message)
        elif isinstance(message, messages.Greet):
            self.presence.greet(reader, message)
        elif isinstance(message, messages.Hint):
            self._hint(reader, message)
        elif isinstance(message, messages.Rematch):
            await self._rematch(reader, message)
        else:
            await self._change(message, reader)

    async def _play(self, reader: Reader, message: messages.Play) -> None:
        coached = self.table.players[message.seat].coached
        if coached and (warned := await warn(self, reader, message)) is not None:
            reader.send(warned)
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
                    self.show(reader, message.id)  # sent again: it has been followed already
                return
            try:
                await self.timekeeper.empty()
                await self._end_full()  # if it could not be stored before
                if isinstance(message, messages.Try):
                    raise self.table.why_not(message)
                await self.record(self.table.decide(message))
            except IllegalAction as error:
                if reader is not None:
                    reader.refuse(message.id, error)
                return
            except Elsewhere:
                raise
            except NotStored as error:
                self.fail_all(error, reader, message.id)
                return
            except NaadamError as error:
                if reader is not None and f"{message.seat}:{message.id}" in self.table.messages:
                    self.show(reader, message.id)  # it was stored, though the store could not say so
                elif reader is not None:
                    reader.fail(message.id, error)
                    self.show(reader)
                return
            self.computers.think()
        await self.show_all(reader, message.id)

    def fail_all(self, error: NaadamError, asker: Reader | None = None, message: str | None = None) -> None:
        """Say to all that something went wrong which is nobody's fault; the table stands as it stood."""
        for reader in list(self.readers):
            reader.fail(message if reader is asker else None, error)

    async def _make(self, reader: Reader, portions: Iterable[Callable[[], Portion]]) -> list[Portion]:
        """Make an answer that takes long."""
        return await self.house.slices.make(reader.address, self.table.id, portions)

    async def _look(self, reader: Reader, message: messages.Look) -> None:
        if message.at > self.table.seq:
            reader.fail(message.id, NotFound("not-yet"))
        else:
            span = range(message.at, min(message.at + message.count, self.table.seq + 1))
            table, mine = self.table, reader.mine
            seen = await self._make(reader, (functools.partial(drawing_for, table, mine, at) for at in span))
            reader.send(replies.Seen(message.id, message.at, seen))

    async def _explain(self, reader: Reader, message: Inquiry) -> None:
        try:
            [answer] = await self._make(reader, [functools.partial(self._answer, reader, message)])
            reader.send(answer)
        except IllegalAction as error:
            reader.refuse(message.id, error)

    def _answer(self, reader: Reader, message: Inquiry) -> replies.Explained | replies.Touched | replies.Recounted:
        table, seat = self.table, message.seat
        if table.has_shown(seat, message.at):
            raise Stale
        if isinstance(message, messages.Suppose):
            return recount(*suppose(table, seat, {guess.seat: guess.action for guess in message.guesses}), message.id)
        if isinstance(message, messages.Touch) and message.rival is not None:
            return touched_for(supposed_by(table, seat), message.rival, message.touched, message.id, reader.language)
        if seat not in table.to_act:
            raise UserError("not-your-turn")
        if isinstance(message, messages.Touch):
            return touched_for(table.state, seat, message.touched, message.id, reader.language)
        return replies.Explained(message.id, words_for(table, seat, reader.language))

    @property
    def may_talk(self) -> bool:
        """Whether there is talk here at all: by the rules of the game, or because all have agreed."""
        return self.table.rules_on_talk or "talk" in self.table.agreements.settled

    async def _say(self, reader: Reader, message: messages.Talk) -> None:
        """Store what somebody says, and show it to those who may read it."""
        line = await self.talk.say(self.table, message, self.fences)
        if line is None:
            reader.send(replies.Talked(message.id, []))
            return
        for other in list(self.readers):
            if lines := readable([line], other.mine):
                other.send(replies.Talked(message.id if other is reader else None, lines))

    async def record(self, news: list[StoredEvent]) -> None:
        """Store, then fold in: nobody sees what is not on disk. A log that is full by that ends the game."""
        await self._record(news)
        await self._end_full()

    async def _end_full(self) -> None:
        if self.table.full and (end := self.table.decide_full()):
            await self._record(end)

    async def _record(self, news: list[StoredEvent]) -> None:
        news = self.timekeeper.stamp(news)
        try:
            await self.house.writer.append(self.table.id, news, self.fence, functools.partial(self._prepare, news))
        except Elsewhere:
            self.house.let_go(self)
            raise
        except Stale:  # somebody else has written to this log
            table = await self.house.load(self.table.id, self.fence)
            if table is None:  # a host has deleted it
                self.house.let_go(self)
                raise NotDone("no-table") from None
            self.table = table
            await self.show_all(again=True)
            raise
        before = self.table.to_act
        self.table.take_all(news)
        self.timekeeper.begin()
        self.house.notices.look(self, before)
        if any(event.kind == "left" for event in news):
            for reader in self.readers:
                still = tuple(seat for seat in reader.mine if seat in self.table.people)
                if still != reader.mine:
                    reader.mine, reader.known = still, None

    def _prepare(self, news: Sequence[StoredEvent]) -> None:
        """Make what will be shown of events while they are being stored; it is shown once they are."""
        if self.readers:
            prepare(self.table, news, {reader.language for reader in self.readers})

    def _hint(self, reader: Reader, message: messages.Hint) -> None:
        give_hint(self, reader, message)

    async def _rematch(self, reader: Reader, message: messages.Rematch) -> None:
        async with self.lock:
            if not self.table.over:
                reader.fail(message.id, UserError("game-not-over"))
                return
            name = f"{message.seat}:{message.id}"
            if self.table.next is None and name not in self.table.messages:
                self.house.admit(reader.address)
                table_id = secrets.token_urlsafe(12)
                event = StoredEvent(self.table.seq + 1, "next", {"table": table_id}, name)
                try:
                    await self.house.set_table(table_id, next_table(self.table), before=(self, event))
                except NotStored as error:
                    self.fail_all(error, reader, message.id)
                    return
                self.table.take(event)
        await self.show_all(reader, message.id)
