"""Hints at a table: what the analysis would play, and why, in words and with its clause."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from naadam.bots.hints import Hint, Reason
from naadam.core.guide import find_guide
from naadam.core.state import Action, State
from naadam.server import messages, replies
from naadam.server.door import held_choice
from naadam.server.failures import TEXTS, NotDone, Stale
from naadam.server.thinking import Asker

if TYPE_CHECKING:
    from naadam.server.reader import Reader
    from naadam.server.room import Room


def give_hint(room: Room, reader: Reader, message: messages.Hint) -> None:
    """Think of a hint while the reader goes on; a newer one takes the place of the one before."""
    table = room.table
    if message.seat not in table.to_act:
        reader.fail(message.id, NotDone("not-your-turn"))
        return
    if not table.hints:
        reader.fail(message.id, NotDone("no-hints"))
        return
    if reader.hint is not None:
        reader.hint.cancel()
    held = held_choice(table, reader.language)
    if held is not None:
        reader.send(replies.Hinted(message.id, held.action, held.words, held.gesture, "", None))
        return
    reader.hint = room.house.keep(_think_of_hint(room, reader, message))


async def _think_of_hint(room: Room, reader: Reader, message: messages.Hint) -> None:
    try:
        hint = await room.house.hint(room.table.state.view(message.seat), Asker(room.table.id, reader.address))
    except asyncio.CancelledError:
        reader.fail(message.id, Stale())
        raise
    except NotDone as error:
        reader.fail(message.id, error)
        return
    table = room.table
    if message.seat in table.to_act and hint.action in table.state.actions(message.seat):
        reader.send(hinted(table.state, message.seat, hint, reader.language, message.id))
    else:
        reader.fail(message.id, Stale())


def hinted(state: State, seat: int, hint: Hint, language: str, message: str) -> replies.Hinted:
    """A hint as it is told: the move, where it is touched, and why."""
    action = Action(hint.action, seat, state)
    face = state.game.face
    own = face.reason(state, seat, hint.action, language)
    text = own or (_say(state, seat, hint.action, hint.reason, language) if hint.reason else "")
    if hint.exact is not None:
        text = f"{text} {TEXTS.get('hinting', hint.exact.sure, language, count=hint.exact.number)}".strip()
    clause = _clause(state, seat, hint) if not own else None
    gesture = face.gesture(state.record, seat, hint.action)
    return replies.Hinted(message, str(action), state.say(action, language), gesture, text, clause)


def _say(state: State, seat: int, action: int, reason: Reason, language: str) -> str:
    name = state.game.seat_name(reason.seat, language) if reason.seat is not None else ""
    after, words = state.apply(action, seat), ""
    for text in reason.then:
        words = after.say(text, language)
        after = after.apply(text)
    key = f"{reason.why}-one" if reason.number == 1 else reason.why
    return TEXTS.get("hinting", key, language, count=reason.number, name=name, action=words)


def _clause(state: State, seat: int, hint: Hint) -> str | None:
    """The clause by which the move wins, or takes something; None if it does neither."""
    if hint.reason is None:
        return None
    if hint.reason.why == "wins":
        outcome = state.apply(hint.action, seat).outcome
        return outcome.clause if outcome else None
    guide = find_guide(state.game.name)
    return guide.captures if guide and hint.reason.why == "captures" else None
