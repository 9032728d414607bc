"""Cups of one server: it begins and closes those whose time has come, and seats their players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from naadam.core.registry import load_shipped
from naadam.server.protocol.errors import NotStored, UserError, WrongServer
from naadam.server.rooms.timekeeper import has_run_out
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
SECONDS_TO_EMPTY = 600.0  # after the end of a cup, for the owners of its tables to let time run out there
MOST_TURNS = 100  # that time ends at a table in one look
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
            try:
                settled = await self._empty_glasses(cup)
                if settled or await ask(self.store.now) > cup.ends + SECONDS_TO_EMPTY:
                    await ask(self.store.close, cup.id)
            except Exception as error:  # other cups go on
                log.error("the cup %s could not be closed: %s", cup.id, error, exc_info=error)

    async def _empty_glasses(self, cup: Cup) -> bool:
        """Let time run out at the tables of a cup that no page has opened: it counts before the cup is closed.

        Return False while that is not done at a table: one of another server, or one that cannot be stored now.
        """
        settled = True
        for game in await self._services.writer.ask(self.store.games, cup):
            if game.shares is None:
                try:
                    settled = await self._empty_table(game.table) and settled
                except (WrongServer, NotStored):
                    settled = False
                except Exception as error:  # such as a log that its rules no longer read; other tables go on
                    log.error("a table of the cup %s cannot be played on: %s", cup.id, error)
        return settled

    async def _empty_table(self, table_id: str) -> bool:
        try:
            room = await self._rooms.room(table_id)
        except WrongServer:
            table = await self._rooms.look_at(table_id)
            return table is None or not has_run_out(table, self._services.calendar.now())
        if room is None:  # the host has deleted it
            return True
        for _ in range(MOST_TURNS):
            async with room.lock:
                before = room.table.seq
                await room.timekeeper.empty()
                if room.table.seq == before:
                    break
        return True

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
        setting = Setting(
            ImportedGame(game), tuple(players), time_control=control, listed=True, rated=rated, vacation=False
        )
        setup, begun = self._rooms.begin_table(table, setting)
        return Begun(game.spec, setup, begun.events)

    def _order(self, spec: str, people: Sequence[str]) -> list[str]:
        """People by their ratings, the strongest first."""
        ladder = self._services.profiles.ladder(spec)
        return sorted(people, key=lambda person: ladder.rating(person).points, reverse=True)
