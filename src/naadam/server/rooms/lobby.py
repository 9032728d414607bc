"""The lobby of one server: open tables, games to watch, and the connections that are shown both.

The list is read from the database about once per second, by one task, and only while a page shows it. Every connection
is sent the whole list once, then the changes, which are the same bytes for all.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from naadam.core.hashing import hash_secret
from naadam.core.registry import load_shipped
from naadam.server.limits.rate_limits import is_local, neighbourhood
from naadam.server.protocol.bots import BotShown
from naadam.server.protocol.errors import TooOften, UserError
from naadam.server.protocol.lobby import (
    Crowd,
    Lobby,
    LobbyChanged,
    OfferBegun,
    OfferedClock,
    OfferEnded,
    OfferWaits,
    TableOffered,
    TableShown,
    ToVisitor,
    encoder,
)
from naadam.server.storage.offer_store import Begun, OfferStore
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.match import Setting
from naadam.server.table.offers import Offer, OpenTable, gather
from naadam.server.table.players import Player
from naadam.server.table.time_control import TimeControl

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0  # and between two messages to a connection
SECONDS_BETWEEN_RENEWALS = 2.0  # of the offers whose pages are connected
SECONDS_UNWATCHED = 30.0  # between two looks without connections, in which offers with days end or are filled
MOST_SHOWN = 30  # games to watch, of one server
LEVEL = 3  # of the computers that take free seats
MOST_ANONYMOUS = 3  # offers of a browser without a name
MOST_NAMED = 10
MOST_OF_ADDRESS = 30  # offers of all people at one address, so that one client cannot fill the lobby
SECONDS_TO_STORE = 10.0  # after which an offer that does not wait is gone, and not just being stored

Entry = TypeVar("Entry")


class Activity(msgspec.Struct):
    """The games that go on at the tables of one server, and the people at them."""

    shown: dict[str, TableShown]
    here: dict[str, int]  # people by game
    playing: dict[str, int]
    bots: list[BotShown] = []  # that can be chosen


class Visitor:
    """A connection to the lobby, and the offers that it holds."""

    def __init__(self, send: Callable[[bytes], object], person: str = "") -> None:
        self._send = send
        self.person = person
        self.avoids: frozenset[str] = frozenset()  # people whose offers it is not shown
        self.waiting: Mapping[str, TableOffered] = {}  # as it has been sent, if it avoids people
        self.secrets: dict[str, str] = {}  # by the ids of its offers
        self.tables: dict[str, str] = {}  # at which its offers wait, as it has been sent

    def send(self, message: ToVisitor | bytes) -> None:
        self._send(message if isinstance(message, bytes) else encoder.encode(message))


class LobbyService:
    """The list, and the connections that it is sent to."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self.offers = OfferStore(rooms.services.store, self._begin, lambda: self._services.ownership.choose())
        self._visitors: dict[Visitor, None] = {}
        self._list = self._shown = Lobby({}, {}, {}, 0.0)  # as read last, and as connections know it
        self._distant_bots: list[BotShown] = []  # that can be chosen, on other servers
        self._owners: dict[str, frozenset[str]] = {}  # of the open tables in the list
        self._read_at = self._renewed_at = -SECONDS_UNWATCHED
        self._published: tuple[str | None, bytes] = (None, b"")
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._made: dict[str, tuple[str, float]] = {}  # by offer: the address that made it here, and when

    # --- offers ---

    async def open(self, offer: Offer, named: bool, address: str, at_table: bool = False) -> str | None:
        """Make an offer, or take a seat with it; the table, if it begins."""
        if not named and any(control.by_calendar for control in offer.time_controls):
            raise UserError("days-need-name")
        if not named and offer.rated:
            raise UserError("rated-needs-name")
        if not is_local(address):
            unit = neighbourhood(address)
            if sum(other == unit for other, _ in self._made.values()) >= MOST_OF_ADDRESS:
                raise TooOften("too-many-offers", most=MOST_OF_ADDRESS)
            self._made[offer.id] = unit, asyncio.get_running_loop().time()
        most = MOST_NAMED if named else MOST_ANONYMOUS
        try:
            table: str | None = await self._services.writer.ask(self.offers.open, offer, most, at_table, named)
        except UserError:
            self._made.pop(offer.id, None)
            raise
        if table is not None:
            self._made.pop(offer.id, None)
            self._services.metrics.tables.add()
        self._wake.set()
        return table

    async def withdraw(self, offer: str) -> None:
        await self._services.writer.ask(self.offers.withdraw, [offer])
        self._made.pop(offer, None)
        self._wake.set()

    def _begin(self, table: OpenTable, spec: str, control: TimeControl) -> Begun:
        """Seat people by lot, and computers on free seats. This runs in the thread of the store."""
        game, seed = load_shipped(spec), secrets.token_hex(32)
        people = [Player("invited", offer.name, person=offer.owner, stranger=True) for offer in table.offers]
        players = [*people, *(Player("computer", level=LEVEL) for _ in range(game.seats - len(people)))]
        random.Random(f"{seed}:seats of players").shuffle(players)
        listed = all(offer.listed for offer in table.offers)
        setting = Setting(ImportedGame(game), tuple(players), time_control=control, listed=listed, rated=table.rated)
        setup, begun = self._rooms.begin_table(table.id, setting, seed)
        return Begun(game.spec, setup, begun.events)

    # --- connections ---

    async def hold(self, visitor: Visitor, held: list[str]) -> None:
        """Let a connection hold these offers, and send it the list if it has not got it yet."""
        visitor.secrets, visitor.tables = {hash_secret(secret): secret for secret in held}, {}
        if visitor.secrets:
            await self._services.writer.ask(self.offers.keep, list(visitor.secrets))
        if visitor not in self._visitors:
            current = await self.read_list()
            if not self._visitors:
                self._shown = current
            if visitor.person:
                visitor.avoids = await self._avoided(visitor.person)
            self._visitors[visitor] = None
            visitor.waiting = self._visible(self._shown.waiting, visitor.avoids)
            visitor.send(msgspec.structs.replace(self._shown, waiting=visitor.waiting, now=time.time()))
        self._wake.set()

    def leave(self, visitor: Visitor) -> None:
        self._visitors.pop(visitor, None)

    async def read_list(self, person: str = "") -> Lobby:
        """The list, at most a second old, as a person is shown it."""
        async with self._looking:
            if asyncio.get_running_loop().time() - self._read_at >= SECONDS_BETWEEN_LOOKS:
                await self._read()
        avoids = await self._avoided(person) if person else frozenset()
        waiting = self._visible(self._list.waiting, avoids)
        return msgspec.structs.replace(self._list, waiting=waiting, now=time.time())

    async def read_bots(self) -> list[BotShown]:
        """The bots that can be chosen: those of this server now, those of others at most a second ago."""
        await self.read_list()
        own = self._rooms.bots.shown()
        here = {bot.id for bot in own}
        return [*own, *(bot for bot in self._distant_bots if bot.id not in here)]

    async def server_of(self, bot: str) -> str | None:
        """The server that a bot is connected to."""
        return next((shown.server for shown in await self.read_bots() if shown.id == bot), None)

    async def _avoided(self, person: str) -> frozenset[str]:
        found: frozenset[str] = await self._services.writer.ask(self._services.moderation.avoided, person)
        return found

    def _visible(self, waiting: dict[str, TableOffered], avoids: frozenset[str]) -> dict[str, TableOffered]:
        """The open tables without those of blocked people."""
        if not avoids:
            return waiting
        return {key: table for key, table in waiting.items() if not self._owners.get(key, frozenset()) & avoids}

    # --- the task ---

    async def go_on(self) -> None:
        """Keep list, offers and connections up to date for ever."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                await self._look()
            except UserError:  # which is in the log; the next look tries again
                pass
            except Exception as error:
                log.error("the lobby could not be read: %s", error, exc_info=error)
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS if self._visitors else SECONDS_UNWATCHED):
                    await self._wake.wait()
            await asyncio.sleep(max(0.0, began + SECONDS_BETWEEN_LOOKS - loop.time()))

    async def _look(self) -> None:
        services, loop = self._services, asyncio.get_running_loop()
        if services.stopping or not services.ownership.held:
            return
        held = {offer for visitor in self._visitors for offer in visitor.secrets}
        if loop.time() - self._renewed_at >= SECONDS_BETWEEN_RENEWALS:
            self._renewed_at = loop.time()
            if held:
                await services.writer.ask(self.offers.keep, list(held))
            await services.writer.ask(self.offers.settle)
            await self.set_apart()
        if held:
            await self._tell_holders(list(held))
        async with self._looking:
            await self._read()
        self._show_changes()

    async def set_apart(self) -> None:
        """Look up the blocks of all visitors, and show the open tables that come or go by a new one."""
        people = {visitor.person for visitor in self._visitors if visitor.person}
        if not people:
            return
        found = await self._services.writer.ask(self._services.moderation.avoided_by_each, people)
        for visitor in list(self._visitors):
            avoids = found.get(visitor.person, frozenset())
            if avoids != visitor.avoids:
                before = visitor.waiting if visitor.avoids else self._shown.waiting
                visitor.avoids = avoids
                visitor.waiting = self._visible(self._shown.waiting, avoids)
                visitor.send(LobbyChanged(_changes(before, visitor.waiting), {}, {}))

    def _show_changes(self) -> None:
        before, now = self._shown, self._list
        self._shown = now
        changed = LobbyChanged(
            _changes(before.waiting, now.waiting),
            _changes(before.playing, now.playing),
            _changes(before.crowds, now.crowds),
        )
        if changed.waiting or changed.playing or changed.crowds:
            message = encoder.encode(changed)
            for visitor in list(self._visitors):
                visitor.send(self._changed_for(visitor, changed) if visitor.avoids else message)

    def _changed_for(self, visitor: Visitor, changed: LobbyChanged) -> LobbyChanged:
        """The changes for a visitor who is not shown the offers of some people."""
        before, visitor.waiting = visitor.waiting, self._visible(self._shown.waiting, visitor.avoids)
        return msgspec.structs.replace(changed, waiting=_changes(before, visitor.waiting))

    async def _tell_holders(self, held: list[str]) -> None:
        """Tell connections where their offers wait, which have led to a game, and which have ended."""
        begun = await self._services.writer.ask(self.offers.begun, held)
        known = await self._services.writer.ask(self.offers.known, held)
        for visitor in list(self._visitors):
            for offer, secret in list(visitor.secrets.items()):
                if offer in known and offer not in begun:
                    if visitor.tables.get(offer) != known[offer]:
                        visitor.tables[offer] = known[offer]
                        visitor.send(OfferWaits(secret, known[offer]))
                    continue
                if offer not in held:  # held since the offers were looked up
                    continue
                del visitor.secrets[offer]
                visitor.send(OfferBegun(secret, begun[offer]) if offer in begun else OfferEnded(secret))

    async def _read(self) -> None:
        """Read the list from the database."""
        waiting, now = await self._services.writer.ask(self.offers.waiting)
        tables = gather(waiting, now)
        self._forget_addresses({offer.id for offer in waiting})
        others = await self._others()
        self._distant_bots = [bot for activity in others for bot in activity.bots]
        activities = [self._activity(), *others]
        self._read_at = asyncio.get_running_loop().time()
        here, playing = Counter[str](), Counter[str]()
        for activity in activities:
            here.update(activity.here)
            playing.update(activity.playing)
        here.update(game for table in tables for game in {_game(s) for s in table.specs} for _ in table.offers)
        self._owners = {table.id: frozenset(offer.owner for offer in table.offers) for table in tables}
        self._list = Lobby(
            {table.id: _offered(table, now) for table in tables if table.time_controls(now)},
            {table: shown for activity in activities for table, shown in activity.shown.items()},
            {game: Crowd(count, playing[game]) for game, count in here.items()},
            now,
        )

    def _forget_addresses(self, waiting: set[str]) -> None:
        """Forget the addresses of offers that have ended."""
        before = asyncio.get_running_loop().time() - SECONDS_TO_STORE
        self._made = {offer: made for offer, made in self._made.items() if offer in waiting or made[1] > before}

    def _activity(self) -> Activity:
        """The games that go on at the tables of this server, and the people at them."""
        here, playing, shown = Counter[str](), Counter[str](), dict[str, TableShown]()
        for room in list(self._rooms.open.values()):
            table = room.table
            if not room.clients:
                continue
            here[table.game.name] += len(room.clients)
            seats = {seat for client in room.clients for seat in client.mine}
            if not table.over and seats:
                playing[table.game.name] += sum(bool(client.mine) for client in room.clients)
                if table.listed and len(shown) < MOST_SHOWN:
                    names = [player.name for player in table.players if player.kind != "computer"]
                    shown[table.id] = TableShown(table.id, table.game.spec, names)
        return Activity(shown, here, playing, self._rooms.bots.shown())

    async def _others(self) -> list[Activity]:
        """The activity of the other servers; that of this one is published."""
        server = self._services.ownership.server_id
        if server is None:
            return []
        own = encoder.encode(self._activity())
        if self._published != (server, own):
            await self._services.writer.ask(self.offers.publish, server, own.decode())
            self._published = server, own
        texts = await self._services.writer.ask(self.offers.published, server)
        return [msgspec.json.decode(text, type=Activity) for text in texts]


def _changes(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> dict[str, Entry | None]:
    changed: dict[str, Any] = {key: entry for key, entry in after.items() if before.get(key) != entry}
    return changed | {key: None for key in before if key not in after}


def _game(spec: str) -> str:
    return spec.partition(":")[0]


def _offered(table: OpenTable, now: float) -> TableOffered:
    controls = [OfferedClock(one.kind, one.seconds, one.added) for one in table.time_controls(now)]
    names = [offer.name for offer in table.offers]
    specs = list(table.specs)
    return TableOffered(table.id, specs, controls, names, table.seats, table.opened, table.filled_at(now), table.rated)
