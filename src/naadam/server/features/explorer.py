"""The explorer: moves of finished games, and values by solved tables, on the moves played and on variations."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from naadam.bots.solved import Explored
from naadam.core.errors import NaadamError
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.server.payloads.story import encode
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import Forbidden, NotFound, Stale, UserError
from naadam.server.rooms.handlers import handles
from naadam.server.workers.pool import Requester

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.services import Services
    from naadam.server.storage.explored_store import Played

SECONDS_BETWEEN_COUNTS = 60.0
SECONDS_OF_REST = 0.1  # after each game
GAMES_PER_COUNT = 100


@handles(messages.Explore, cost=10.0, needs_seat=False)
def explore(room: Room, client: Client, message: messages.Explore) -> None:
    """Look up a position in the background; a newer request replaces an older one."""
    table = room.table
    if table.game.hides:
        raise Forbidden("position-hidden")
    if not (table.over or table.hints):
        raise UserError("game-not-over")
    if message.at > table.seq:
        raise NotFound("not-yet")
    state = table.state_at(message.at)
    try:
        for text in message.line:
            seat, number = state.resolve_action(text, None)
            state = state.apply(number, seat)
    except NaadamError as error:
        client.fail(message.id, error)
        return
    client.begin_task("explore", room.services.spawn(_look_up(room, client, message, state)))


async def _look_up(room: Room, client: Client, message: messages.Explore, state: State) -> None:
    seat = state.turn if state.turn != CHANCE else None
    found: tuple[Explored, ...] | None = ()
    try:
        await _count(room.services, 1, room.table.id)  # a game that has just ended is one of those shown
        if seat is not None:
            found = await room.services.bot_pool.explore(state.view(seat), Requester(room.table.id, client.address))
    except asyncio.CancelledError:
        client.fail(message.id, Stale())
        raise
    except NaadamError as error:
        client.fail(message.id, error)
        return
    moves = [] if seat is None else [rated_move(state, seat, each, client.language) for each in found or ()]
    counted = await asyncio.to_thread(room.services.explored.moves_in, state)
    played = [] if seat is None else [played_move(state, seat, each, client.language) for each in counted]
    drawing = encode(state.describe())
    known = found is not None
    client.send(replies.Explored(message.id, message.at, message.line, drawing, seat, known, moves, played))


def played_move(state: State, seat: int, played: Played, language: str) -> replies.PlayedMove:
    """A move of finished games as it is sent."""
    action = Action(played.action, seat, state)
    return replies.PlayedMove(str(action), state.say(action, language), played.games, round(played.share, 4))


async def count_games(services: Services) -> None:
    """For ever, count the moves of games that have ended, one by one and between pauses."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_COUNTS)
        with suppress(UserError):  # which is in the log; the next round tries again
            await _count(services, GAMES_PER_COUNT)


async def _count(services: Services, most: int, table: str | None = None) -> None:
    for table_id in await services.writer.ask(services.explored.unread, most, table):
        moves = await asyncio.to_thread(services.explored.read, table_id)
        await services.writer.ask(services.explored.add, table_id, moves)
        await asyncio.sleep(SECONDS_OF_REST)


def rated_move(state: State, seat: int, found: Explored, language: str) -> replies.RatedMove:
    """A move as it is sent."""
    action = Action(found.action, seat, state)
    gesture = state.game.face.gesture(state.record, seat, found.action)
    words = state.say(action, language)
    replied = found.replies
    return replies.RatedMove(
        str(action), words, gesture, found.value.value, found.distance, replied.errors, replied.total
    )
