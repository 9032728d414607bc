"""The house: all tables that are open, the one writer, the computer players, and what is being compiled."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any, TypeVar

import sqlalchemy as sql

from naadam.bots.analysis import Judgement
from naadam.bots.preparing import is_ready
from naadam.bots.uni.process import EngineError
from naadam.bots.uni.registered import Registered
from naadam.core.compiling.warming import Warming
from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.core.view import View
from naadam.server import messages
from naadam.server.clocks import Timer
from naadam.server.codes import Codes
from naadam.server.failures import NotDone, NotStored, Stale
from naadam.server.limits import Addresses, is_local
from naadam.server.metrics import Metrics
from naadam.server.opening import Opening
from naadam.server.pace import Pace, write_pace
from naadam.server.room import Room, hash_token
from naadam.server.series import Setting, begin_series, write_series
from naadam.server.store import Store, StoredEvent
from naadam.server.table import Player, Table
from naadam.server.thinking import Asker, Thinkers, Thought

log = logging.getLogger(__name__)

# What a server calls
ASKED = ("start", "attempt", "legal", "refusal", "position", "outcome", "view", "discloses", "chance")
TABLES_AT_ONCE = 60  # that an address may set
TABLES_A_MINUTE = 20
SECONDS_IDLE = 600.0  # after which a room where nobody is is closed
MOST_IDLE_EVENTS = 20_000  # of rooms where nobody is; each takes some 3 KiB
MOST_SPECS = 256  # of which it is remembered whether they are compiled
SECONDS_BETWEEN_SWEEPS = 10.0
EVENTS_A_TURN = 50  # of a log that are folded in before others have their turn
SECONDS_BETWEEN_TRIES = 5.0  # to write, where somebody asks whether all is well
SECONDS_TO_STORE = 10.0
MOST_SECONDS = 1.0  # that a computer player thinks about a move; see Searcher.moves for whole turns


Piece = TypeVar("Piece")


def count_cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def one_line(name: str) -> str:
    """A name as a record can hold it: on one line, without what does not print."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


class House:
    """All rooms; the one writer; the worker processes; what is being compiled."""

    def __init__(
        self,
        store: Store,
        workers: int | None = None,
        seconds: float = MOST_SECONDS,
        engines: Mapping[str, Registered] | None = None,
        timer: Timer | None = None,
    ) -> None:
        self.store = store
        self.metrics = Metrics()
        self.stopping = False
        workers = workers or max(1, count_cores() - 1)  # one is left for the server itself
        self.engines = engines or {}
        self.wall = time.time  # the time of the calendar
        self.timer = timer  # where the clocks of tables have their time from, if not from the loop
        self.codes = Codes()
        self._tables = Addresses(TABLES_AT_ONCE, TABLES_A_MINUTE)
        self.rooms: dict[str, Room] = {}
        self._writer = ThreadPoolExecutor(1, "writer")
        self._thinkers = Thinkers(workers, seconds)
        self._analysts = Thinkers(1, seconds, at_once=8)  # an analysis keeps no player waiting, and hardly the others
        self._strangers = Thinkers(workers, seconds)  # and an engine that hangs only its like
        self._tasks: set[asyncio.Task[None]] = set()
        self._warming: dict[str, Warming] = {}
        self._ready: dict[str, bool] = {}
        self._known: set[str] = set()  # games whose rules are compiled, or being compiled
        self._turn = asyncio.Lock()  # of long answers
        self._opening = asyncio.Lock()
        self._unwritten: list[tuple[str, Sequence[StoredEvent], asyncio.Future[Exception | None]]] = []
        self._writing = False
        self._stores = True
        self._tried = -SECONDS_BETWEEN_TRIES
        self._weight = 0  # in events, of the rooms where nobody is
        self._swept = -SECONDS_BETWEEN_SWEEPS
        self._sweep: asyncio.TimerHandle | None = None

    def keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that runs to its end, whoever waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def one_by_one(self, pieces: Iterable[Callable[[], Piece]]) -> list[Piece]:
        """Make a long answer in pieces. Others have as much time between them, and other long answers wait."""
        found = []
        async with self._turn:
            for piece in pieces:
                begin = time.perf_counter()
                found.append(piece())
                await asyncio.sleep(time.perf_counter() - begin)
        return found

    async def in_writer(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._writer, function, *arguments)

    async def safely(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the store, in its thread; whatever goes wrong there is told by one of two errors, and noted."""
        try:
            return await self.in_writer(function, *arguments)
        except sql.exc.IntegrityError as error:
            log.error("somebody else writes to this database: %s", error)
            raise Stale from None
        except Exception as error:
            log.error("the store failed: %s", error)
            raise (NotDone("not-read") if function == self.store.load else NotStored()) from None

    async def append(self, table_id: str, news: Sequence[StoredEvent]) -> None:
        """Store events of a table. What comes while the disk is busy is written together, in one go."""
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self._unwritten.append((table_id, news, stored))
        if not self._writing:
            self._writing = True
            self.keep(self._write())
        fault = await stored
        if fault is not None:
            log.error("events are not stored: %s", fault)
            self.metrics.not_stored.add(len(news))
            raise Stale if isinstance(fault, sql.exc.IntegrityError) else NotStored

    async def _write(self) -> None:
        try:
            while self._unwritten:
                news, self._unwritten = self._unwritten, []
                faults: Sequence[Exception | None]
                begin = time.perf_counter()
                try:
                    faults = await self.in_writer(self.store.append, [(table_id, told) for table_id, told, _ in news])
                except Exception as error:
                    faults = [error] * len(news)
                self.metrics.commits.add(time.perf_counter() - begin)
                for (_, told, stored), fault in zip(news, faults, strict=True):
                    if fault is None:
                        self.metrics.events.add(len(told))
                    if not stored.done():
                        stored.set_result(fault)
        finally:
            self._writing = False

    async def stores(self) -> bool:
        """Whether the store can be written to, tried every few seconds at most."""
        now = asyncio.get_running_loop().time()
        if now - self._tried >= SECONDS_BETWEEN_TRIES:
            self._tried = now
            try:
                await asyncio.wait_for(self.in_writer(self.store.check), SECONDS_TO_STORE)
                self._stores = True
            except Exception as error:
                log.error("the store cannot be written to: %s", error)
                self._stores = False
        return self._stores

    # --- tables ---

    async def create(
        self,
        opening: Opening,
        wanted: Sequence[Player],
        lots: bool = False,
        several: bool = False,
        games: int | None = None,
        pace: Pace | None = None,
    ) -> tuple[str, list[int], list[str | None]]:
        """Set a table for these players, on their seats or on seats drawn by lot; the table's id, and each one's
        seat and token.
        """
        game = opening.game
        if len(wanted) != game.seats:
            raise NotDone("wrong-seats", game=game.title, seats=game.seats)
        for player in wanted:
            if player.engine and player.engine not in self.engines_for(game.name):
                raise NotDone("no-engine", engine=player.engine, game=game.title)
        series = begin_series(game, games) if several else None
        tokens = [None if player.kind == "computer" else secrets.token_urlsafe(24) for player in wanted]
        seed = secrets.token_hex(32)
        seats = list(range(game.seats))
        if lots:
            random.Random(f"{seed}:seats of players").shuffle(seats)
        players = [
            replace(player, name=one_line(player.name), token=hash_token(token) if token else "")
            for player, token in zip(wanted, tokens, strict=True)
        ]
        seated = tuple(players[seats.index(seat)] for seat in range(game.seats))
        table_id = secrets.token_urlsafe(12)
        await self.set_table(table_id, Setting(opening, seated, series, games, pace or Pace()), seed)
        return table_id, seats, tokens

    async def set_table(
        self, table_id: str, setting: Setting, seed: str | None = None, before: tuple[str, StoredEvent] | None = None
    ) -> None:
        """Set a table; `before` is what happens with it, all or none, at the table that it follows."""
        opening = setting.opening
        setup = {
            "players": [asdict(player) for player in setting.players],
            "seed": seed or secrets.token_hex(32),
            "start": opening.start,
            "series": write_series(setting.series, setting.games),
            "pace": write_pace(setting.pace),
            "created": self.wall(),
        }
        steps = [
            StoredEvent(number, "action", {"seat": seat, "action": action})
            for number, (seat, action) in enumerate(opening.steps, 1)
        ]
        self._compile_rules(opening.game)
        table = Table.from_setup(table_id, opening.game, setup)
        table.take_all(steps)
        table.take_all(table.chance_due())
        await self.safely(self.store.create, table_id, opening.game.spec, setup, table.events, before)
        self.metrics.tables.add()
        room = self.rooms[table_id] = Room(self, table)
        room.used = asyncio.get_running_loop().time()
        self._close_idle_rooms(room)

    def admit(self, address: str) -> None:
        """Let an address set a table, or read a record; NotDone if it does so too often."""
        if not is_local(address) and not self._tables.spend(address):
            raise NotDone("too-often")

    async def invite(self, table_id: str, token: str, address: str) -> str:
        """A code for the seat that a token opens."""
        room = await self.room(table_id)
        if room is None or not room.table.seats_of({hash_token(token)}):
            raise NotDone("no-table")
        return self.codes.issue(table_id, token, address)

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, opened from the store if it is not open; None if there is no such table."""
        room = self.rooms.get(table_id)
        if room is None:
            async with self._opening:
                room = self.rooms.get(table_id)
                if room is None:
                    table = await self.load(table_id)
                    if table is None:
                        return None
                    room = self.rooms[table_id] = Room(self, table)
        room.used = asyncio.get_running_loop().time()
        self._close_idle_rooms(room)
        return room

    async def load(self, table_id: str) -> Table | None:
        """A table as the store has it, with what is due played."""
        loaded = await self.safely(self.store.load, table_id)
        if loaded is None:
            return None
        spec, setup, events = loaded
        table = Table.from_setup(table_id, load_shipped(spec), setup)
        self._compile_rules(table.game)
        for number, event in enumerate(events, 1):
            table.take(event)
            if number % EVENTS_A_TURN == 0:
                await asyncio.sleep(0)
        if due := table.chance_due():
            await self.append(table_id, due)
            table.take_all(due)
        return table

    def _close_idle_rooms(self, but: Room | None = None) -> None:
        """Close rooms where nobody is: after a while, and the oldest at once where they weigh too much.

        They come back from the log.
        """
        loop = asyncio.get_running_loop()
        if but is not None and loop.time() < self._swept + SECONDS_BETWEEN_SWEEPS and self._weight < MOST_IDLE_EVENTS:
            self._weight += but.table.seq + 10  # at most: it is counted anew when it matters
            return
        idle = sorted((room.used, table_id) for table_id, room in self.rooms.items() if room.idle and room is not but)
        self._weight = sum(self.rooms[table_id].table.seq + 10 for _, table_id in idle)
        for used, table_id in idle:
            if loop.time() - used < SECONDS_IDLE and self._weight <= MOST_IDLE_EVENTS:
                break
            self._weight -= self.rooms.pop(table_id).table.seq + 10
        self._swept = loop.time()
        if self._sweep is not None:
            self._sweep.cancel()
        self._sweep = loop.call_later(SECONDS_IDLE, self._close_idle_rooms)

    # --- compiling and thinking ---

    def engines_for(self, game: str) -> list[str]:
        """The names of the registered engines that play a game."""
        return [name for name, engine in self.engines.items() if engine.plays(game)]

    def is_ready(self, table: Table) -> bool:
        """Whether a table's rules are compiled: looked up once, and once more when they have been."""
        spec = table.game.spec
        if spec not in self._ready:
            if len(self._ready) >= MOST_SPECS:
                self._ready.clear()
            self._ready[spec] = is_ready(table.game)
        return self._ready[spec]

    def _compile_rules(self, game: Game) -> None:
        """Have the rules of a game compiled, unless they are; this process goes on uncompiled until then."""
        if game.name not in self._known:
            self._known.add(game.name)
            missing = [name for name in ASKED if not game.bound.is_ready(name)]
            if missing:
                self._warming[f"{game.name} rules"] = Warming(game.spec, *missing)

    async def prepare(self, room: Room) -> None:
        """Wait until a table's rules are compiled, in a process of their own, and tell its readers how far it is."""
        game = room.table.game
        if self.is_ready(room.table):
            return
        if game.name not in self._warming:
            self._warming[game.name] = Warming(game.spec, "naadam.bots.preparing:parts")
        warming = self._warming[game.name]
        while not warming.progress.finished:
            for reader in list(room.readers):
                reader.send(messages.Preparing(warming.progress.done, warming.progress.total))
            await asyncio.sleep(0.25)
        self._ready.pop(game.spec, None)
        await room.tell_all(again=True)

    async def choose(
        self, view: View, level: int, asker: Asker, report: Callable[[Thought], None] | None = None
    ) -> int:
        begin = time.perf_counter()
        chosen = await self._thinkers.choose(view, level, asker, report)
        self.metrics.thoughts.add(time.perf_counter() - begin)
        return chosen

    async def ask_engine(self, view: View, engine: str, asker: Asker, report: Callable[[Thought], None]) -> int:
        """What a registered engine plays; EngineError if it plays nothing that is legal."""
        if engine not in self.engines:
            raise EngineError("is not registered any more")
        return await self._strangers.choose(view, self.engines[engine].command, asker, report)

    async def analyse(self, table: Table, report: Callable[[Judgement], None]) -> None:
        record = table.history.record(table.over).to_text()
        await self._analysts.analyse(record, Asker(table.id, ""), report)

    @property
    def thinks(self) -> bool:
        """Whether the processes that think, if any were asked, answer."""
        return all(thinkers.healthy for thinkers in (self._thinkers, self._analysts, self._strangers))

    def standing(self) -> list[tuple[str, str, float]]:
        """What stands now, for an operator: names, meanings and values."""
        readers = [reader for room in self.rooms.values() for reader in room.readers]
        thinkers = (self._thinkers, self._analysts, self._strangers)
        return [
            ("rooms", "Tables in memory; others come back from the log.", len(self.rooms)),
            ("readers", "Connections at tables.", len(readers)),
            ("players", "Connections of those who play.", sum(bool(reader.mine) for reader in readers)),
            ("thoughts_waiting", "Thoughts of computers that wait.", sum(each.waiting for each in thinkers)),
            ("thoughts_under_way", "Thoughts of computers under way.", sum(each.under_way for each in thinkers)),
            ("stores", "1 if the store took what was last written to it.", self._stores),
            ("thinks", "1 if the processes that think answer.", self.thinks),
        ]

    async def close(self) -> None:
        """End in good order: what is being stored is stored, and told to whoever still listens."""
        self.stopping = True
        until = time.monotonic() + SECONDS_TO_STORE
        while self._writing and time.monotonic() < until:
            await asyncio.sleep(0.01)
        if self._sweep is not None:
            self._sweep.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for warming in self._warming.values():
            warming.close()
        self._thinkers.close()
        self._analysts.close()
        self._strangers.close()
        self._writer.shutdown()
        self.store.close()
