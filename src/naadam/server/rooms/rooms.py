"""The registry of open rooms: creates tables, opens them from the store, and closes idle ones."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from naadam.bots.levels import PERFECT
from naadam.core.errors import NaadamError
from naadam.core.hashing import hash_secret
from naadam.core.registry import load_shipped
from naadam.core.warming import Progress
from naadam.server.ops.processes import newest_file, open_files, resident_bytes
from naadam.server.protocol import replies
from naadam.server.protocol.errors import Gone, NotFound, UserError, WrongServer
from naadam.server.rooms import decisions, hello, questions  # noqa: F401 (imported to register handlers)
from naadam.server.rooms.bot_players import BotRegistry
from naadam.server.rooms.client import LOGGED_OUT
from naadam.server.rooms.cups import CupService
from naadam.server.rooms.lobby import LobbyService
from naadam.server.rooms.room import Room
from naadam.server.rooms.services import Services
from naadam.server.rooms.upkeep.moderation import Moderator
from naadam.server.rooms.upkeep.retention_job import RetentionJob
from naadam.server.table.events import StoredEvent
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.match import Setting, begin_match, write_match
from naadam.server.table.players import Player, one_line
from naadam.server.table.results import conclude
from naadam.server.table.state import CLOCK
from naadam.server.table.table import Table
from naadam.server.table.time_control import TimeControl, write_time_control
from naadam.server.workers.solver import is_solved

log = logging.getLogger(__name__)

SECONDS_IDLE = 600.0  # after which an empty room is closed
MOST_IDLE_EVENTS = 20_000  # of all empty rooms; each takes about 3 KiB
SECONDS_BETWEEN_SWEEPS = 10.0


class Rooms:
    """All open rooms, by the ids of their tables."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.retention = RetentionJob(self, services.retention)
        self.lobby = LobbyService(self)
        self.cups = CupService(self)
        self.moderator = Moderator(self)
        self.bots = BotRegistry()
        self.open: dict[str, Room] = {}
        self._opening = WeakValueDictionary[str, asyncio.Lock]()  # by table, while it is being loaded
        self._weight = 0  # in events, of the empty rooms
        self._swept = -SECONDS_BETWEEN_SWEEPS
        self._sweep: asyncio.TimerHandle | None = None
        services.compiler.report = self._show_compiling

    async def create(
        self,
        opening: ImportedGame,
        wanted: Sequence[Player],
        lots: bool = False,
        several: bool = False,
        games: int | None = None,
        time_control: TimeControl | None = None,
        host: str = "",
        rated: bool = False,
    ) -> tuple[str, list[int], list[str | None]]:
        """Create a table for these players, on their seats or on seats drawn by lot.

        `host` is the person at the screen where the table is set. The result is the table's id, and for each player
        the seat, and the token of the invitation for invited ones.
        """
        game = opening.game
        if len(wanted) != game.seats:
            raise UserError("wrong-seats", game=game.title, seats=game.seats)
        for player in wanted:
            if player.engine and player.engine not in self.services.engines_for(game.name):
                raise UserError("no-engine", engine=player.engine, game=game.title)
        if any(player.level == PERFECT for player in wanted) and not await is_solved(game):
            raise UserError("not-solved", game=game.title)
        match = begin_match(game, games) if several else None
        tokens = [
            secrets.token_urlsafe(24) if player.kind == "invited" and not player.bot else None for player in wanted
        ]
        seed = secrets.token_hex(32)
        seats = list(range(game.seats))
        if lots:
            random.Random(f"{seed}:seats of players").shuffle(seats)
        players = [
            replace(
                player,
                name=one_line(player.name),
                invitation=hash_secret(token) if token else "",
                person=host if player.kind == "here" else player.person,
            )
            for player, token in zip(wanted, tokens, strict=True)
        ]
        seated = tuple(players[seats.index(seat)] for seat in range(game.seats))
        table_id = secrets.token_urlsafe(12)
        setting = Setting(opening, seated, match, games, time_control or TimeControl(), rated=rated, host=host)
        await self.set_table(table_id, setting, seed)
        return table_id, seats, tokens

    async def set_table(
        self, table_id: str, setting: Setting, seed: str | None = None, before: tuple[Room, StoredEvent] | None = None
    ) -> None:
        """Create a table; `before` is an event of the table that it follows, stored in the same transaction."""
        self.services.compiler.want(setting.opening.game)
        if any(player.kind == "computer" for player in setting.players):
            self.services.bot_pool.get_ready()
        setup, table = self.begin_table(table_id, setting, seed)
        server, followed, fences = self._server(), None, {}
        if before is None:
            server = self.services.ownership.choose()
        else:
            followed, fences = (before[0].table.id, before[1]), before[0].fences
        spec = setting.opening.game.spec
        bots = list({player.person for player in setting.players if player.bot})
        if bots:
            await self.services.writer.ask(self.services.bot_store.note, bots, table_id)
            server = (await self.lobby.server_of(bots[0]) or server) if before is None else server
        async with self._opening.setdefault(table_id, asyncio.Lock()):  # bots look for the table already
            await self.services.writer.ask(
                self.services.store.create, table_id, spec, setup, table.events, followed, server, fences
            )
            if server == self.services.ownership.server_id:
                self._open(Room(self, table, self.services.ownership.first_fence))
        self.services.metrics.tables.add()
        self.bots.wake(bots)

    def begin_table(self, table_id: str, setting: Setting, seed: str | None = None) -> tuple[Mapping[str, Any], Table]:
        """Return the setup of a new table, and the table at its first decision; nothing is stored."""
        opening = setting.opening
        setup = {
            "players": [asdict(player) for player in setting.players],
            "seed": seed or secrets.token_hex(32),
            "seals": secrets.token_hex(32),  # the key of seals: unlike the seed it is never shown
            "start": opening.start,
            "series": write_match(setting.match, setting.games),
            "pace": write_time_control(setting.time_control),
            "created": self.services.calendar.now(),
            "rules": opening.game.rules_version,
            "clock": CLOCK,
            "host": setting.host,
            **({"listed": True} if setting.listed else {}),
            **({} if setting.vacation else {"vacation": False}),
            **({"rated": True} if setting.rated else {}),
        }
        steps = [
            StoredEvent(number, "action", {"seat": seat, "action": action})
            for number, (seat, action) in enumerate(opening.steps, 1)
        ]
        table = Table.from_setup(table_id, opening.game, setup)
        table.take_all(steps)
        table.take_all(table.chance_due())
        return setup, table

    def _server(self) -> str | None:
        """The name of this server, where several share the database; WrongServer if it may do nothing just now."""
        if self.services.stopping or not self.services.ownership.held:
            raise WrongServer
        return self.services.ownership.server_id

    def _open(self, room: Room) -> Room:
        self.open[room.table.id] = room
        room.used = asyncio.get_running_loop().time()
        self._close_idle_rooms(room)
        return room

    async def issue_code(self, table_id: str, token: str, address: str) -> str:
        """A code for an unused invitation."""
        if await self.services.writer.ask(self.services.seats.invited, table_id, token) is None:
            raise NotFound("no-table")
        return self.services.join_codes.issue(table_id, token, address)

    async def seat_of(self, table_id: str, person: str) -> tuple[Table, int]:
        """A table, whichever server has it, and the first seat of a person there."""
        table = await self.look_at(table_id)
        seats = table.seats_of(person) if table is not None else ()
        if table is None or not seats:
            raise NotFound("no-table")
        return table, seats[0]

    def log_out(self, key: str) -> None:
        """Close the connections of a browser whose key was revoked, by the hash of the key."""
        for room in self.open.values():
            for client in [each for each in room.clients if each.key == key]:
                client.farewell = LOGGED_OUT
                client.drop()

    async def refresh(self, person: str) -> None:
        """Let the open tables of a person show their seats and names as the database has them now."""
        for room in list(self.open.values()):
            if any(player.person == person for player in room.table.sat):
                await room.refresh()

    async def look_at(self, table_id: str) -> Table | None:
        """Return a table to look at, on whichever server it is; None if it is unknown."""
        room = self.open.get(table_id)
        return room.table if room is not None else await self._fold(table_id)

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, opened from the store if it is not open; None if there is no such table.

        WrongServer if the table belongs to another server.
        """
        if (room := self.open.get(table_id)) is None:
            async with self._opening.setdefault(table_id, asyncio.Lock()):
                if (room := self.open.get(table_id)) is None:
                    server = self._server()
                    fence = (
                        None
                        if server is None
                        else await self.services.writer.ask(self.services.ownership.claim, table_id)
                    )
                    table = await self.load(table_id, fence)
                    if table is None:
                        return None
                    if server != self._server():
                        raise WrongServer
                    room = Room(self, table, fence)
        return self._open(room)

    async def load(self, table_id: str, fence: int | None = None) -> Table | None:
        """A table as the store has it, after all moves that are due."""
        table = await self._fold(table_id)
        if table is not None:
            self.services.compiler.want(table.game)
        if table is not None and (due := conclude(table, table.chance_due() or table.decide_full())):
            await self.services.writer.append(table_id, due, fence)
            table.take_all(due)
        return table

    async def _fold(self, table_id: str) -> Table | None:
        loaded = await self.services.writer.ask(self.services.store.load, table_id)
        if loaded is None:
            return None
        spec, setup, events = loaded
        table = None
        try:
            table = Table.from_setup(table_id, load_shipped(spec), setup)
            await self.services.scheduler.make("", table_id, (partial(table.take, event) for event in events))
        except UserError:
            raise
        except NaadamError as error:  # the rules have changed since, or the game is gone
            number = 0 if table is None else table.seq + 1
            log.error("a table of %s, begun by version %s, cannot be read: %s", spec, setup.get("rules"), error)
            raise Gone("unreadable", game=spec, number=number, reason=error.text) from None
        return table

    def let_go(self, room: Room | None = None) -> None:
        """Close a room, or all: another server may own the tables, and the clients reconnect."""
        for gone in [room] if room is not None else list(self.open.values()):
            if self.open.get(gone.table.id) is gone:
                del self.open[gone.table.id]
            gone.close()

    def _close_idle_rooms(self, but: Room | None = None) -> None:
        """Close empty rooms after a while, and the oldest immediately if all together have too many events.

        They are opened again from the log.
        """
        loop = asyncio.get_running_loop()
        if but is not None and loop.time() < self._swept + SECONDS_BETWEEN_SWEEPS and self._weight < MOST_IDLE_EVENTS:
            self._weight += but.table.seq + 10  # an upper bound: it is counted again when it matters
            return
        idle = sorted((room.used, table_id) for table_id, room in self.open.items() if room.idle and room is not but)
        self._weight = sum(self.open[table_id].table.seq + 10 for _, table_id in idle)
        for used, table_id in idle:
            if loop.time() - used < SECONDS_IDLE and self._weight <= MOST_IDLE_EVENTS:
                break
            self._weight -= self.open.pop(table_id).table.seq + 10
        self._swept = loop.time()
        if self._sweep is not None:
            self._sweep.cancel()
        self._sweep = loop.call_later(SECONDS_IDLE, self._close_idle_rooms)

    @property
    def opening(self) -> bool:
        """True while a table is being loaded."""
        return bool(self._opening)

    def _show_compiling(self, name: str, progress: Progress) -> None:
        """Send the progress of compiling a game to the clients at its tables."""
        rooms = [room for room in self.open.values() if room.clients and room.table.game.name == name]
        for room in rooms:
            if progress.finished:
                self.services.spawn(room.show_all(again=True))
            for client in [] if progress.finished else list(room.clients):
                client.send(replies.Preparing(progress.done, progress.total))

    def gauges(self) -> list[tuple[str, str, float]]:
        """The gauges for an operator: names, meanings and values."""
        clients = [client for room in self.open.values() for client in room.clients]
        pools = self.services.pools
        return [
            ("rooms", "Tables in memory; others come back from the log.", len(self.open)),
            ("clients", "Connections at tables.", len(clients)),
            ("players", "Connections of those who play.", sum(bool(client.mine) for client in clients)),
            ("thoughts_waiting", "Thoughts of computers that wait.", sum(each.waiting for each in pools)),
            ("thoughts_under_way", "Thoughts of computers under way.", sum(each.under_way for each in pools)),
            ("resident_bytes", "Memory of this process.", resident_bytes()),
            ("worker_resident_bytes", "Memory of the processes that think.", sum(each.memory for each in pools)),
            ("open_files", "Files and connections that this process has open.", open_files()),
            ("database_bytes", "Size of the file of the database, without its log.", self.services.store.file_size()),
            (
                "newest_backup_seconds",
                "When the newest backup was made; 0 if unknown.",
                newest_file(self.services.backups),
            ),
            ("stores", "1 if the store took what was last written to it.", self.services.writer.stores),
            ("thinks", "1 if the processes that think answer.", self.services.thinks),
        ]

    async def hand_over(self) -> None:
        """Stop serving tables, so that other servers on the database can take them immediately."""
        self.services.stopping = True
        if self.services.ownership.server_id is not None:
            self.let_go()
            await self.services.writer.finish()
            await self.services.ownership.release()

    async def close(self) -> None:
        """Store and send everything that is under way, then end all tasks and processes."""
        await self.hand_over()
        if self._sweep is not None:
            self._sweep.cancel()
        await self.services.close()
