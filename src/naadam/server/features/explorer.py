"""The explorer: the value of every move by solved tables, on the moves played and on variations."""

from __future__ import annotations

import asyncio
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
        if seat is not None:
            found = await room.services.bot_pool.explore(state.view(seat), Requester(room.table.id, client.address))
    except asyncio.CancelledError:
        client.fail(message.id, Stale())
        raise
    except NaadamError as error:
        client.fail(message.id, error)
        return
    moves = [] if seat is None else [rated_move(state, seat, each, client.language) for each in found or ()]
    drawing = encode(state.describe())
    known = found is not None
    client.send(replies.Explored(message.id, message.at, message.line, drawing, seat, known, moves))


def rated_move(state: State, seat: int, found: Explored, language: str) -> replies.RatedMove:
    """A move as it is sent."""
    action = Action(found.action, seat, state)
    gesture = state.game.face.gesture(state.record, seat, found.action)
    words = state.say(action, language)
    replied = found.replies
    return replies.RatedMove(
        str(action), words, gesture, found.value.value, found.distance, replied.errors, replied.total
    )
