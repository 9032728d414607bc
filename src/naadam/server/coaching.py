"""The coach of somebody who plays against computers: it warns before a move gives much away, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.core.errors import NaadamError
from naadam.core.guide import find_guide
from naadam.core.state import State
from naadam.server import messages, replies
from naadam.server.failures import TEXTS, NotDone
from naadam.server.thinking import Asker

if TYPE_CHECKING:
    from naadam.server.reader import Reader
    from naadam.server.room import Room


async def warn(room: Room, reader: Reader, message: messages.Play) -> replies.Warned | None:
    """What to say before a move is taken; None if there is no coach, or nothing to warn of."""
    table, seat = room.table, message.seat
    if message.sure or message.then or not table.players[seat].coached or table.people() != (seat,):
        return None
    if message.at != table.seq or seat not in table.to_act or not room.house.is_ready(table):
        return None
    try:
        _, number = table.state.resolve_action(message.action, seat)
        if table.state.refusal(number, seat) is not None:
            return None
        found = await room.house.advise(table.state.view(seat), number, Asker(table.id, reader.address))
    except (NaadamError, NotDone):
        return None  # what is wrong with it is said where it is followed
    if found is None or message.at != table.seq:
        return None
    state, language = table.state, reader.language
    if found.reply is None or found.seat is None:
        better = state.say(found.better, language, seat)
        text = TEXTS.get("coaching", "better", language, action=better)
        return replies.Warned(
            message.id, message.action, text, None, state.game.face.gesture(state.record, seat, found.better)
        )
    after = state.apply(number, seat)
    answer = after.say(found.reply, language, found.seat)
    name = state.game.seat_name(found.seat, language)
    text = TEXTS.get("coaching", "reply", language, name=name, action=answer)
    gesture = after.game.face.gesture(after.record, found.seat, found.reply)
    return replies.Warned(message.id, message.action, text, _clause(after, found.seat, found.reply), gesture)


def _clause(state: State, seat: int, action: int) -> str | None:
    """The clause by which an answer ends the game, or takes something; None if it does neither."""
    outcome = state.apply(action, seat).outcome
    if outcome is not None:
        return outcome.clause
    guide = find_guide(state.game.name)
    taken = state.game.face.preview(state.record, seat, action).get("captures")
    return guide.captures if guide and taken else None
