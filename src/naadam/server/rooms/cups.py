"""Cups of one server: it begins and closes those whose time has come, and seats their players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from naadam.core.registry import load_shipped
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.storage.cup_store import Cup, CupStore
from naadam.server.storage.offer_store import Begun
from naadam.server.table.cups import is_computer
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.match import Setting
from naadam.server.table.players import Player
from naadam.server.table.time_control import TimeControl

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 20.0
LEVEL = 3  # of the computers that fill a group


class CupService:
    """The task of cups, and their store."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self._services = rooms, rooms.services
        self.store = CupStore(rooms.services.store, self._begin, self._order, lambda: self._services.ownership.choose())

    async def go_on(self) -> None:
        """Begin and close cups for ever."""
        while True:
            try:
                await self.look()
            except UserError:  # which is in the log; the next look tries again
                pass
            except Exception as error:
                log.error("the cups could not be read: %s", error, exc_info=error)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def look(self) -> None:
        """Begin the cups that are due, and close those that have ended."""
        ask = self._services.writer.ask
        await ask(self.store.begin_due)
        for cup in await ask(self.store.ended):
            await self._empty_glasses(cup)
            await ask(self.store.close, cup.id)

    async def _empty_glasses(self, cup: Cup) -> None:
        """Let time run out at the tables of a cup that no page has opened: it counts before the cup is closed."""
        for game in await self._services.writer.ask(self.store.games, cup):
            if game.shares is not None:
                continue
            try:
                room = await self._rooms.room(game.table)
            except WrongServer:
                continue  # an open table there, whose clock runs
            if room is not None:
                async with room.lock:
                    await room.timekeeper.empty()

    def _begin(self, table: str, cup: Cup, pair: tuple[str, str], names: Mapping[str, str]) -> Begun:
        """Seat two entrants. This runs in the thread of the store."""
        players = [
            Player("computer", level=LEVEL)
            if is_computer(entrant)
            else Player("invited", names[entrant], person=entrant, stranger=True)
            for entrant in pair
        ]
        game, control = load_shipped(cup.spec), TimeControl("days", cup.seconds)
        rated = not any(map(is_computer, pair))
        setting = Setting(ImportedGame(game), tuple(players), time_control=control, listed=True, rated=rated)
        setup, begun = self._rooms.begin_table(table, setting)
        return Begun(game.spec, setup, begun.events)

    def _order(self, spec: str, people: Sequence[str]) -> list[str]:
        """People by their ratings, the strongest first."""
        ladder = self._services.profiles.ladder(spec)
        return sorted(people, key=lambda person: ladder.rating(person).points, reverse=True)
