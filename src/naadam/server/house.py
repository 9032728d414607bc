"""The house: all tables that are open, who is connected to them, and the order in which things happen there.

At each table one message is followed at a time: decided, stored, folded in, and only then told to anyone.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

from naadam.bots.monte_carlo import MonteCarlo
from naadam.core.errors import IllegalAction, NaadamError
from naadam.core.registry import load_shipped
from naadam.core.warming import Warming
from naadam.server import messages
from naadam.server.door import table_for
from naadam.server.store import Store, StoredEvent
from naadam.server.table import Kind, NotDone, Player, Table
from naadam.server.thinking import Thinkers

WAITING_MESSAGES = 64  # to a reader; one that is slower than that is dropped
CONNECTIONS = 100  # at a table
SECONDS_TO_THINK = 0.5

Followed = messages.Play | messages.Undo | messages.OfferDraw | messages.Answer | messages.Resign


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Reader:
    """One connection: the seats it holds, its language, what it has been told, what waits to be sent."""

    def __init__(self, drop: Callable[[], object]) -> None:
        self.mine: tuple[int, ...] = ()
        self.language = "en"
        self.told = 0
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING_MESSAGES)
        self._drop = drop

    def send(self, message: messages.ToClient) -> None:
        try:
            self.queue.put_nowait(messages.encoder.encode(message))
        except asyncio.QueueFull:
            self._drop()


class Room:
    """A table with its readers."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.readers: set[Reader] = set()
        self._lock = asyncio.Lock()
        self._thought: asyncio.Task[None] | None = None

    # --- readers ---

    def enter(self, reader: Reader, hello: messages.Hello) -> None:
        """A reader says hello: from now on it is told what its seats may know."""
        if reader not in self.readers and len(self.readers) >= CONNECTIONS:
            raise NotDone("there is no room for more at this table")
        reader.mine = self.table.seats_of({hash_token(token) for token in hello.tokens})
        reader.language = hello.language
        reader.told = min(hello.after, self.table.seq)
        self.readers.add(reader)
        self.tell(reader)
        self.think()

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)

    def tell(self, reader: Reader) -> None:
        ready = self.house.is_ready(self.table)
        reader.send(table_for(self.table, reader.mine, reader.language, reader.told, ready))
        reader.told = self.table.seq

    def tell_all(self) -> None:
        for reader in list(self.readers):
            self.tell(reader)

    # --- messages ---

    async def follow(self, reader: Reader, message: messages.FromClient) -> None:
        """Do what a message says, or answer why not; never silence."""
        if isinstance(message, messages.Ping):
            reader.send(messages.Pong())
        elif isinstance(message, messages.Hello):
            self.enter(reader, message)
        elif message.seat not in reader.mine:
            reader.send(messages.Failed(message.id, "this seat is not yours"))
        elif isinstance(message, messages.Hint):
            await self._hint(reader, message)
        elif isinstance(message, messages.Rematch):
            await self._finish(self._rematch(reader, message))
        else:
            await self._finish(self._change(message, reader))

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run to the end even if the connection breaks meanwhile: what is stored must be folded in and told."""
        await asyncio.shield(self.house.keep(work))

    async def _change(self, message: Followed, reader: Reader | None = None) -> None:
        async with self._lock:
            if f"{message.seat}:{message.id}" in self.table.messages:
                if reader is not None:
                    self.tell(reader)  # sent again: it has been followed already
                return
            try:
                news = self.table.decide(message)
            except IllegalAction as error:
                if reader is not None:
                    refusal, language = error.refusal, reader.language
                    text, rule = refusal.text(language), refusal.rule(language)
                    reader.send(messages.Refused(message.id, refusal.clause, text, rule))
                return
            except NaadamError as error:
                if reader is not None:
                    reader.send(messages.Failed(message.id, str(error)))
                    self.tell(reader)
                return
            await self._record(news)
            while (chance := self.table.chance_event()) is not None:
                await self._record([chance])
        self.tell_all()
        self.think()

    async def _record(self, news: list[StoredEvent]) -> None:
        """Store, then fold in: nobody sees what is not on disk."""
        await self.house.in_writer(self.house.store.append, self.table.match, *news)
        self.table.take_all(news)

    async def _hint(self, reader: Reader, message: messages.Hint) -> None:
        table = self.table
        if message.seat not in table.to_act:
            reader.send(messages.Failed(message.id, "it is not this seat's turn"))
            return
        number = await self.house.choose(table, message.seat)
        if table is self.table and message.seat in table.to_act and number in table.state.actions(message.seat):
            action = next(action for action in table.state.actions(message.seat) if action == number)
            reader.send(messages.Hinted(message.id, str(action), table.state.say(action, reader.language)))
        else:
            reader.send(messages.Failed(message.id, "the table has moved on"))

    async def _rematch(self, reader: Reader, message: messages.Rematch) -> None:
        async with self._lock:
            if not self.table.over:
                reader.send(messages.Failed(message.id, "the game is not over"))
                return
            if self.table.next is None:
                turned = (*self.table.players[1:], self.table.players[0])
                match = await self.house.set_table(self.table.game.spec, turned)
                name = f"{message.seat}:{message.id}"
                await self._record([StoredEvent(self.table.seq + 1, "next", {"match": match}, name)])
        self.tell_all()

    # --- computer players ---

    def think(self) -> None:
        """Let a computer player that is to act think; what it thought about before is given up."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        players = self.table.players
        seat = next(
            (seat for seat in self.table.to_act if seat < len(players) and players[seat].kind == "computer"), None
        )
        if seat is not None:
            self._thought = self.house.keep(self._think(seat, self.table.seq))

    async def _think(self, seat: int, seq: int) -> None:
        await self.house.prepare(self)
        number = await self.house.choose(self.table, seat)
        action = next(str(action) for action in self.table.state.actions(seat) if action == number)
        self._thought = None
        await self._change(messages.Play(f"computer-{seq}", seq, seat, action))


class House:
    """All rooms; the one writer; the worker processes; what is being compiled."""

    def __init__(self, store: Store, workers: int = 1, seconds: float = SECONDS_TO_THINK) -> None:
        self.store = store
        self.seconds = seconds
        self.rooms: dict[str, Room] = {}
        self._writer = ThreadPoolExecutor(1, "writer")
        self._thinkers = Thinkers(workers)
        self._tasks: set[asyncio.Task[None]] = set()
        self._warming: dict[str, Warming] = {}
        self._opening = asyncio.Lock()

    def keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that runs to its end, whoever waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def in_writer(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._writer, function, *arguments)

    # --- tables ---

    async def create(self, spec: str, kinds: Sequence[tuple[Kind, str]]) -> tuple[str, list[str | None]]:
        """Set a table for players given as kind and name; the match's id, and each person's token."""
        game = load_shipped(spec)
        if len(kinds) != game.seats:
            raise NotDone(f"{game.spec} has {game.seats} seats, not {len(kinds)}")
        tokens = [None if kind == "computer" else secrets.token_urlsafe(24) for kind, _ in kinds]
        players = tuple(
            Player(kind, name, hash_token(token) if token else "")
            for (kind, name), token in zip(kinds, tokens, strict=True)
        )
        return await self.set_table(game.spec, players), tokens

    async def set_table(self, spec: str, players: tuple[Player, ...]) -> str:
        match = secrets.token_urlsafe(12)
        setup = {"players": [asdict(player) for player in players], "seed": secrets.token_hex(32)}
        await self.in_writer(self.store.create, match, spec, setup)
        room = await self.room(match)
        assert room is not None
        while (chance := room.table.chance_event()) is not None:
            await room._record([chance])
        return match

    async def room(self, match: str) -> Room | None:
        """The room of a match, opened from the store if it is not open; None if there is no such match."""
        async with self._opening:
            if match not in self.rooms:
                loaded = await self.in_writer(self.store.load, match)
                if loaded is None:
                    return None
                spec, setup, events = loaded
                table = Table.from_setup(match, load_shipped(spec), setup)
                table.take_all(events)
                self.rooms[match] = Room(self, table)
            return self.rooms[match]

    # --- compiling and thinking ---

    def is_ready(self, table: Table) -> bool:
        return all(map(table.game.engine.is_ready, MonteCarlo.needs))

    async def prepare(self, room: Room) -> None:
        """Wait until a table's rules are compiled, in a process of their own, and tell its readers how far it is."""
        game = room.table.game
        if self.is_ready(room.table):
            return
        if game.name not in self._warming:
            self._warming[game.name] = Warming(game.spec, *MonteCarlo.needs)
        warming = self._warming[game.name]
        while not warming.progress.finished:
            for reader in list(room.readers):
                reader.send(messages.Preparing(warming.progress.done, warming.progress.total))
            await asyncio.sleep(0.25)
        room.tell_all()

    async def choose(self, table: Table, seat: int) -> int:
        return await self._thinkers.choose(table.state.view(seat), self.seconds)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for warming in self._warming.values():
            warming.close()
        self._thinkers.close()
        self._writer.shutdown()
        self.store.close()
