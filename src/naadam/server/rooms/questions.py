"""Questions of a client about a table, which change nothing: positions, stories, touches, words, what-if."""

from __future__ import annotations

import functools
from collections.abc import Callable

from naadam.core.errors import IllegalAction
from naadam.server.payloads.choices import touched_for, words_for
from naadam.server.payloads.story import recount, story_for
from naadam.server.payloads.table import drawing_for
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import NotFound, Stale, UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import handles
from naadam.server.rooms.room import Room
from naadam.server.table.what_if import apply_guesses, assumed_state

Question = messages.Explain | messages.Touch | messages.Suppose


@handles(messages.Look, cost=lambda _, message: message.count, needs_seat=False)
async def look(room: Room, client: Client, message: messages.Look) -> None:
    """Send earlier positions."""
    if message.at > room.table.seq:
        client.fail(message.id, NotFound("not-yet"))
        return
    span = range(message.at, min(message.at + message.count, room.table.seq + 1))
    table, mine = room.table, client.mine
    seen = await room.make(client, (functools.partial(drawing_for, table, mine, at) for at in span))
    client.send(replies.Seen(message.id, message.at, seen))


@handles(messages.Recount, cost=20.0, needs_seat=False)
async def tell(room: Room, client: Client, message: messages.Recount) -> None:
    """Send the story of an action."""
    story = functools.partial(story_for, room.table, client.mine, message.at, message.id)
    client.send((await room.make(client, [story]))[0])


@handles(messages.Explain, cost=10.0)
async def explain(room: Room, client: Client, message: messages.Explain) -> None:
    """Send all choices of a seat in words."""
    table, seat = room.table, message.seat

    def answer() -> replies.Explained:
        _check_turn(room, message)
        return replies.Explained(message.id, words_for(table, seat, client.language))

    await _send_made(room, client, message, answer)


@handles(messages.Touch, cost=5.0)
async def touch(room: Room, client: Client, message: messages.Touch) -> None:
    """Send the places that may follow those that were touched."""
    table, seat = room.table, message.seat

    def answer() -> replies.Touched:
        if message.rival is not None:
            _check_current(room, message)
            return touched_for(assumed_state(table, seat), message.rival, message.touched, message.id, client.language)
        _check_turn(room, message)
        return touched_for(table.state, seat, message.touched, message.id, client.language)

    await _send_made(room, client, message, answer)


@handles(messages.Suppose, cost=40.0)
async def what_if(room: Room, client: Client, message: messages.Suppose) -> None:
    """Send the story of a simultaneous decision, with guesses in place of the other seats' actions."""

    def answer() -> replies.Recounted:
        _check_current(room, message)
        guesses = {guess.seat: guess.action for guess in message.guesses}
        return recount(*apply_guesses(room.table, message.seat, guesses), message.id)

    await _send_made(room, client, message, answer)


async def _send_made(room: Room, client: Client, message: Question, answer: Callable[[], replies.ToClient]) -> None:
    try:
        [made] = await room.make(client, [answer])
    except IllegalAction as error:
        client.refuse(message.id, error)
        return
    client.send(made)


def _check_current(room: Room, message: Question) -> None:
    """Raise Stale if the seat has been shown something since the message was written."""
    if room.table.has_shown(message.seat, message.at):
        raise Stale


def _check_turn(room: Room, message: Question) -> None:
    _check_current(room, message)
    if message.seat not in room.table.to_act:
        raise UserError("not-your-turn")
