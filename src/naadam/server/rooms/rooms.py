"""The house: all tables that are open, the computer players, and what is being compiled."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from naadam.bots.advice.analysis import Judgement, Weighed
from naadam.bots.advice.coach import Caution
from naadam.bots.advice.hints import Hint
from naadam.bots.levels import PERFECT
from naadam.bots.solved import Explored
from naadam.bots.uni.process import EngineError
from naadam.bots.uni.registered import Registered
from naadam.bots.workers import count_cores
from naadam.core.errors import NaadamError
from naadam.core.hashing import hash_secret
from naadam.core.registry import load_shipped
from naadam.core.state import State
from naadam.core.view import View
from naadam.core.warming import Progress
from naadam.server.cluster.ownership import Sole
from naadam.server.limits.fair_scheduler import TimeSlices
from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.mail.mailer import Post
from naadam.server.mail.notifications import Notices
from naadam.server.ops.metrics import Metrics
from naadam.server.protocol import replies
from naadam.server.protocol.errors import Elsewhere, Gone, NotFound, TooOften, UserError
from naadam.server.rooms.join_codes import Codes
from naadam.server.rooms.room import Room
from naadam.server.rooms.timekeeper import Timer
from naadam.server.storage.browser_seats import Browsers
from naadam.server.storage.game_calendar import Calendar
from naadam.server.storage.store import Store
from naadam.server.storage.writer import Writer
from naadam.server.table.events import StoredEvent
from naadam.server.table.import_game import Opening
from naadam.server.table.match import Setting, begin_series, write_series
from naadam.server.table.players import Player, one_line
from naadam.server.table.table import CLOCK, Table
from naadam.server.table.time_control import Pace, write_pace
from naadam.server.workers.compiler import Compiling
from naadam.server.workers.pool import Asker, Thinkers
from naadam.server.workers.solver import Solving, is_solved
from naadam.server.workers.tasks import Hasty

log = logging.getLogger(__name__)

TABLES_AT_ONCE = 60  # that an address may set
TABLES_PER_MINUTE = 20
SEATS_AT_ONCE = 120  # that an address may have remembered
SEATS_PER_MINUTE = 40
SECONDS_IDLE = 600.0  # after which a room where nobody is is closed
MOST_IDLE_EVENTS = 20_000  # of rooms where nobody is; each takes some 3 KiB
LEVEL_OF_HASTY_HINTS = 4
SECONDS_BETWEEN_SWEEPS = 10.0
MOST_SECONDS = 1.0  # that a computer player thinks about a move; see Searcher.moves for whole turns


class House:
    """All rooms; the worker processes; what is being compiled."""

    def __init__(
        self,
        store: Store,
        workers: int | None = None,
        seconds: float = MOST_SECONDS,
        engines: Mapping[str, Registered] | None = None,
        timer: Timer | None = None,
        post: Post | None = None,
    ) -> None:
        self.store = store
        self.notices = Notices(store, post)
        self.metrics = Metrics()
        self.stopping = False
        workers = workers or max(1, count_cores() - 1)  # one is left for the server itself
        self.engines = engines or {}
        self.around: list[str] = []  # the addresses of this server in the local network
        self.calendar = Calendar(store)
        self.timer = timer  # where the clocks of tables have their time from, if not from the loop
        self.codes = Codes()
        self.browsers = Browsers(store.engine)
        self._holders = Addresses(SEATS_AT_ONCE, SEATS_PER_MINUTE)
        self._tables = Addresses(TABLES_AT_ONCE, TABLES_PER_MINUTE)
        self.rooms: dict[str, Room] = {}
        self.writer = Writer(store, self.metrics)
        self.tenure: Sole = Sole()
        self._thinkers = Thinkers(workers, seconds)
        self._analysts = Thinkers(1, seconds, at_once=8)  # an analysis keeps no player waiting, and hardly the others
        self._strangers = Thinkers(workers, seconds)  # and an engine that hangs only its like
        self._tasks: set[asyncio.Task[None]] = set()
        self.compiling = Compiling(self._show_compiling)
        self.solving = Solving()
        self.slices = TimeSlices()  # of long answers and requests
        self._opening = WeakValueDictionary[str, asyncio.Lock]()  # by table, while somebody waits for it
        self._weight = 0  # in events, of the rooms where nobody is
        self._swept = -SECONDS_BETWEEN_SWEEPS
        self._sweep: asyncio.TimerHandle | None = None

    def keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that runs to its end, whoever waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stores(self) -> bool:
        """Whether the store can be written to, and this server may."""
        return self.tenure.held and await self.writer.check()

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
        """Set a table for these players, on their seats or on seats drawn by lot.

        The result is the table's id, and the seat and the token of each of them.
        """
        game = opening.game
        if len(wanted) != game.seats:
            raise UserError("wrong-seats", game=game.title, seats=game.seats)
        for player in wanted:
            if player.engine and player.engine not in self.engines_for(game.name):
                raise UserError("no-engine", engine=player.engine, game=game.title)
        if any(player.level == PERFECT for player in wanted) and not await is_solved(game):
            raise UserError("not-solved", game=game.title)
        series = begin_series(game, games) if several else None
        tokens = [None if player.kind == "computer" else secrets.token_urlsafe(24) for player in wanted]
        seed = secrets.token_hex(32)
        seats = list(range(game.seats))
        if lots:
            random.Random(f"{seed}:seats of players").shuffle(seats)
        players = [
            replace(player, name=one_line(player.name), token=hash_secret(token) if token else "")
            for player, token in zip(wanted, tokens, strict=True)
        ]
        seated = tuple(players[seats.index(seat)] for seat in range(game.seats))
        table_id = secrets.token_urlsafe(12)
        await self.set_table(table_id, Setting(opening, seated, series, games, pace or Pace()), seed)
        return table_id, seats, tokens

    async def set_table(
        self, table_id: str, setting: Setting, seed: str | None = None, before: tuple[Room, StoredEvent] | None = None
    ) -> None:
        """Set a table; `before` is what happens with it, all or none, at the table that it follows."""
        opening = setting.opening
        setup = {
            "players": [asdict(player) for player in setting.players],
            "seed": seed or secrets.token_hex(32),
            "seals": secrets.token_hex(32),  # what seals are made with: unlike the seed it is never shown
            "start": opening.start,
            "series": write_series(setting.series, setting.games),
            "pace": write_pace(setting.pace),
            "created": self.calendar.now(),
            "rules": opening.game.rules_version,
            "clock": CLOCK,
        }
        steps = [
            StoredEvent(number, "action", {"seat": seat, "action": action})
            for number, (seat, action) in enumerate(opening.steps, 1)
        ]
        self.compiling.want(opening.game)
        if any(player.kind == "computer" for player in setting.players):
            self._thinkers.get_ready()
        table = Table.from_setup(table_id, opening.game, setup)
        table.take_all(steps)
        table.take_all(table.chance_due())
        server, followed, fences = self._server(), None, {}
        if before is None:
            server = self.tenure.choose()
        else:
            followed, fences = (before[0].table.id, before[1]), before[0].fences
        await self.writer.ask(
            self.store.create, table_id, opening.game.spec, setup, table.events, followed, server, fences
        )
        self.metrics.tables.add()
        if server == self.tenure.server_id:
            self._open(Room(self, table, self.tenure.first_fence))

    def _server(self) -> str | None:
        """The name of this server, where several share the database; Elsewhere if it may do nothing just now."""
        if self.stopping or not self.tenure.held:
            raise Elsewhere
        return self.tenure.server_id

    def _open(self, room: Room) -> Room:
        self.rooms[room.table.id] = room
        room.used = asyncio.get_running_loop().time()
        self._close_idle_rooms(room)
        return room

    def admit(self, address: str) -> None:
        """Let an address set a table, or read a record; UserError if it does so too often."""
        if not is_local(address) and not self._tables.spend(address):
            raise TooOften("too-often")

    def admit_holder(self, address: str) -> None:
        """Let a browser at an address have a seat remembered; UserError if that happens too often."""
        if not is_local(address) and not self._holders.spend(address):
            raise TooOften("too-often")

    async def invite(self, table_id: str, token: str, address: str) -> str:
        """A code for the seat that a token opens."""
        await self.table_held(table_id, token)
        return self.codes.issue(table_id, token, address)

    async def table_held(self, table_id: str, token: str) -> tuple[Table, int]:
        """A table, whichever server has it, and the seat that a token opens there."""
        table = await self.look_at(table_id)
        seats = table.seats_of({hash_secret(token)}) if table is not None else ()
        if table is None or not seats:
            raise NotFound("no-table")
        return table, seats[0]

    async def look_at(self, table_id: str) -> Table | None:
        """A table as it stands, whichever server it belongs to; None if there is no such table."""
        room = self.rooms.get(table_id)
        return room.table if room is not None else await self._fold(table_id)

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, opened from the store if it is not open; None if there is no such table.

        Elsewhere if the table belongs to another server.
        """
        if (room := self.rooms.get(table_id)) is None:
            async with self._opening.setdefault(table_id, asyncio.Lock()):
                if (room := self.rooms.get(table_id)) is None:
                    server = self._server()
                    fence = None if server is None else await self.writer.ask(self.tenure.claim, table_id)
                    table = await self.load(table_id, fence)
                    if table is None:
                        return None
                    if server != self._server():
                        raise Elsewhere
                    room = Room(self, table, fence)
        return self._open(room)

    async def load(self, table_id: str, fence: int | None = None) -> Table | None:
        """A table as the store has it, with what is due played."""
        table = await self._fold(table_id)
        if table is not None:
            self.compiling.want(table.game)
        if table is not None and (due := table.chance_due() or table.decide_full()):
            await self.writer.append(table_id, due, fence)
            table.take_all(due)
        return table

    async def _fold(self, table_id: str) -> Table | None:
        loaded = await self.writer.ask(self.store.load, table_id)
        if loaded is None:
            return None
        spec, setup, events = loaded
        table = None
        try:
            table = Table.from_setup(table_id, load_shipped(spec), setup)
            await self.slices.make("", table_id, (partial(table.take, event) for event in events))
        except UserError:
            raise
        except NaadamError as error:  # the rules have changed since, or the game is not there any more
            number = 0 if table is None else table.seq + 1
            log.error("a table of %s, begun by version %s, cannot be read: %s", spec, setup.get("rules"), error)
            raise Gone("unreadable", game=spec, number=number, reason=error.text) from None
        return table

    def let_go(self, room: Room | None = None) -> None:
        """Let go of a room, or of all: they may be another server's, and whoever is there connects again."""
        for gone in [room] if room is not None else list(self.rooms.values()):
            if self.rooms.get(gone.table.id) is gone:
                del self.rooms[gone.table.id]
            gone.close()

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

    @property
    def opens(self) -> bool:
        """Whether somebody waits for a table that is being opened."""
        return bool(self._opening)

    def is_ready(self, table: Table) -> bool:
        """Whether a table's rules are compiled."""
        return self.compiling.is_ready(table.game)

    def warm(self) -> None:
        """Have all games compiled in the background, and a process ready that thinks."""
        self._thinkers.get_ready()
        self.keep(self.compiling.want_all())

    def _show_compiling(self, name: str, progress: Progress) -> None:
        """Show those who have a game on the screen how far its compiling is, and that it is done."""
        rooms = [room for room in self.rooms.values() if room.readers and room.table.game.name == name]
        for room in rooms:
            if progress.finished:
                self.keep(room.show_all(again=True))
            for reader in [] if progress.finished else list(room.readers):
                reader.send(replies.Preparing(progress.done, progress.total))

    async def choose(
        self, view: View, level: int, asker: Asker, report: Callable[[replies.Thinking], None] | None = None
    ) -> int:
        """What a level plays; if the game is still being compiled, by the uncompiled rules."""
        begin = time.perf_counter()
        mind = Hasty(level) if self.compiling.is_awaited(view.game) else level
        chosen = await self._thinkers.choose(view, mind, asker, report)
        self.metrics.thoughts.add(time.perf_counter() - begin)
        return chosen

    async def ask_engine(
        self, view: View, engine: str, asker: Asker, report: Callable[[replies.Thinking], None]
    ) -> int:
        """What a registered engine plays; EngineError if it plays nothing that is legal."""
        if engine not in self.engines:
            raise EngineError("is not registered any more")
        return await self._strangers.choose(view, self.engines[engine].command, asker, report)

    async def advise(self, view: View, action: int, asker: Asker) -> Caution | None:
        """What to warn of before a seat takes an action."""
        return await self._thinkers.advise(view, action, asker)

    async def analyse(self, table: Table, report: Callable[[Judgement], None]) -> None:
        record = table.history.record(table.over).to_text()
        await self._analysts.analyse(record, Asker(table.id, ""), report)

    async def hint(self, view: View, asker: Asker) -> Hint:
        """What to do, and why; until the game is compiled what a level does by the uncompiled rules."""
        if self.compiling.is_awaited(view.game):
            return Hint(await self._thinkers.choose(view, Hasty(LEVEL_OF_HASTY_HINTS), asker), None)
        return await self._thinkers.hint(view, asker)

    async def explore(self, view: View, asker: Asker) -> tuple[Explored, ...] | None:
        """What all moves are worth by solved tables."""
        return await self._thinkers.explore(view, asker)

    async def weigh(self, state: State, seat: int, action: int, asker: Asker) -> Weighed:
        """An action against the best one, for somebody who tries again."""
        return await self._thinkers.weigh(state, seat, action, asker)

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
            ("stores", "1 if the store took what was last written to it.", self.writer.stores),
            ("thinks", "1 if the processes that think answer.", self.thinks),
        ]

    async def hand_over(self) -> None:
        """Stop serving tables: others that share the database may have them at once."""
        self.stopping = True
        if self.tenure.server_id is not None:
            self.let_go()
            await self.writer.finish()
            await self.tenure.release()

    async def close(self) -> None:
        """End in good order: what is being stored is stored, and sent to whoever still listens."""
        await self.hand_over()
        await self.writer.finish()
        if self._sweep is not None:
            self._sweep.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.compiling.close()
        self.solving.close()
        self._thinkers.close()
        self._analysts.close()
        self._strangers.close()
        self.notices.close()
        await self.tenure.end()
        self.writer.close()
