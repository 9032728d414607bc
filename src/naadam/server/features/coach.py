"""The coach of a player against computers: warns before a move loses much, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.bots.advice.coach import Caution
from naadam.core.errors import NaadamError
from naadam.core.state import State
from naadam.core.texts import lower_first
from naadam.server.features.hints import clause_of, say_why
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import TEXTS
from naadam.server.rooms.handlers import COST_OF_EVENT, handles
from naadam.server.workers.pool import Requester

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room


def _cost(_: Room, message: messages.Play) -> float:
    return 1 + COST_OF_EVENT * len(message.then)


@handles(messages.Play, cost=_cost)
async def play(room: Room, client: Client, message: messages.Play) -> None:
    """Take an action, unless the coach warns of it first."""
    coached = room.table.players[message.seat].coached
    if coached and (warned := await warn(room, client, message)) is not None:
        client.send(warned)
    else:
        await room.change(message, client)


async def warn(room: Room, client: Client, message: messages.Play) -> replies.Warned | None:
    """Return the warning before a move; None without a coach, or if the move is good enough."""
    table, seat = room.table, message.seat
    if message.sure or message.then or not table.players[seat].coached or table.people != (seat,):
        return None
    if message.at != table.seq or seat not in table.to_act or not room.services.compiler.is_ready(table.game):
        return None
    try:
        _, number = table.state.resolve_action(message.action, seat)
        if table.state.refusal(number, seat) is not None:
            return None
        found = await room.services.bot_pool.advise(table.state.view(seat), number, Requester(table.id, client.address))
    except NaadamError:
        return None  # the reason is sent when the move is decided on
    if found is None or message.at != table.seq:
        return None
    return _warned(table.state, seat, message, found, client.language)


def _warned(state: State, seat: int, message: messages.Play, found: Caution, language: str) -> replies.Warned:
    """The answer that punishes a move, in words and with its clause; where there is none, the better move, and why."""
    if found.reply is None or found.seat is None or found.before is None:
        why, clause = say_why(state, seat, found.better, found.reason, language)
        text = TEXTS.get("warnings", "better", language, action=state.say(found.better, language, seat))
        gesture = state.game.face.gesture(state.record, seat, found.better)
        return replies.Warned(message.id, message.action, f"{text}. {why}" if why else text, clause, gesture)
    before, times = found.before, round(10 * found.odds)
    values = {
        "name": state.side_name(found.seat, language),
        "action": lower_first(before.say(found.reply, language, found.seat)),
    }
    key = "reply" if times in (0, 10) else "reply-likely"
    text = TEXTS.get("warnings", key, language, count=times, **values)
    clause = clause_of(before, found.seat, found.reply)
    if clause is None:  # it only prepares something, so it explains little by itself
        instead = TEXTS.get("warnings", "instead", language, action=state.say(found.better, language, seat))
        why, clause = say_why(state, seat, found.better, found.reason, language)
        text = f"{text} {instead}. {why}" if why else f"{text} {instead}."
    gesture = before.game.face.gesture(before.record, found.seat, found.reply)
    return replies.Warned(message.id, message.action, text, clause, gesture, answer=True)
