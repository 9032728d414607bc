"""Hints: the move that the analysis would play, and the reason in words with its clause."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from naadam.bots.advice.hints import Hint, find_plain_reason
from naadam.bots.simple import unsealed
from naadam.core.errors import NaadamError
from naadam.core.state import Action, State
from naadam.core.teaching.guide import find_guide
from naadam.core.teaching.reasons import Reason, Why
from naadam.server.payloads.choices import held_choice
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import TEXTS, Stale, UserError
from naadam.server.rooms.handlers import handles
from naadam.server.workers.pool import Requester
from naadam.server.workers.tasks import UncompiledLevel

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room

LEVEL_OF_UNCOMPILED_HINTS = 4
PLAIN: tuple[Why, ...] = ("wins", "captures", "points")  # effects of the move itself, so that it has a clause
# Said before the reasons of the game itself.
FIRST: tuple[Why, ...] = ("wins", "wins-for-certain", "prepares", "prevents-win", "prevents-capture")


@handles(messages.Hint)
def give_hint(room: Room, client: Client, message: messages.Hint) -> None:
    """Think of a hint in the background; a newer request replaces an older one."""
    table = room.table
    if message.seat not in table.to_act:
        client.fail(message.id, UserError("not-your-turn"))
        return
    if not table.hints:
        client.fail(message.id, UserError("rated" if table.rated else "no-hints"))
        return
    client.begin_task("hint", None)
    held = held_choice(table, client.language)
    if held is not None:
        only = TEXTS.get("hints", "only-now", client.language)
        client.send(replies.Hinted(message.id, held.action, held.words, held.gesture, only, None))
        return
    client.begin_task("hint", room.services.spawn(_think_of_hint(room, client, message)))


async def _think_of_hint(room: Room, client: Client, message: messages.Hint) -> None:
    try:
        hint = await _advise(room, message.seat, Requester(room.table.id, client.address))
    except asyncio.CancelledError:
        client.fail(message.id, Stale())
        raise
    except NaadamError as error:
        client.fail(message.id, error)
        return
    table = room.table
    if message.seat in table.to_act and hint.action in table.state.actions(message.seat):
        client.send(hinted(table.state, message.seat, hint, client.language, message.id))
    else:
        client.fail(message.id, Stale())


async def _advise(room: Room, seat: int, requester: Requester) -> Hint:
    """Return the move of the analysis; until the game is compiled, that of a level by the uncompiled rules."""
    services, view = room.services, room.table.state.view(seat)
    if services.compiler.is_awaited(view.game):
        return Hint(await services.bot_pool.choose(view, UncompiledLevel(LEVEL_OF_UNCOMPILED_HINTS), requester), None)
    return await services.bot_pool.hint(view, requester)


def hinted(state: State, seat: int, hint: Hint, language: str, message: str) -> replies.Hinted:
    """A hint as it is sent: the move, where it is touched, and why."""
    action = Action(hint.action, seat, state)
    text, clause = say_why(state, seat, hint.action, hint.reason, language)
    if hint.exact is not None:
        text = f"{text} {TEXTS.get('hints', hint.exact.sure, language, count=hint.exact.number)}".strip()
    text = text or TEXTS.get("hints", "no-better", language)
    gesture = state.game.face.gesture(state.record, seat, hint.action)
    others = [_suggestion(state, seat, other, language) for other in hint.others]
    return replies.Hinted(message, str(action), state.say(action, language), gesture, text, clause, others)


def _suggestion(state: State, seat: int, hint: Hint, language: str) -> replies.Suggestion:
    """Another sensible move, as it is sent."""
    action = Action(hint.action, seat, state)
    reason, clause = say_why(state, seat, hint.action, hint.reason, language)
    gesture = state.game.face.gesture(state.record, seat, hint.action)
    return replies.Suggestion(str(action), state.say(action, language), gesture, reason, clause)


def say_why(state: State, seat: int, action: int, reason: Reason | None, language: str) -> tuple[str, str | None]:
    """Return why a move is good, and its clause; by its immediate effects if no search has given a reason."""
    if state.game.hides:  # only the seat's knowledge, without the sealed actions of others
        state = unsealed(state.view(seat).complete(0), seat)
    plain = reason or find_plain_reason(state, seat, action, state.apply(action, seat))
    own = state.game.face.reason(state, seat, action, language) if plain is None or plain.why not in FIRST else ""
    if own or plain is None:
        return own, clause_of(state, seat, action) if own else None
    name = state.side_name(plain.seat, language) if plain.seat is not None else ""
    words, clause = _prepared(state.apply(action, seat), plain.then, language)
    key = f"{plain.why}-one" if plain.number == 1 else plain.why
    text = TEXTS.get("hints", key, language, count=plain.number, name=name, action=words)
    return text, clause_of(state, seat, action) if plain.why in PLAIN else clause


def _prepared(state: State, moves: tuple[str, ...], language: str) -> tuple[str, str | None]:
    """The last of some moves in words, and the clause behind it."""
    if not moves:
        return "", None
    for text in moves[:-1]:
        state = state.apply(text)
    seat, number = state.resolve_action(moves[-1], None)
    return state.say(moves[-1], language), clause_of(state, seat, number)


def clause_of(state: State, seat: int, action: int) -> str | None:
    """The clause by which a move ends the game, takes something, or has the effect in its words."""
    outcome = state.apply(action, seat).outcome
    if outcome is not None:
        return outcome.clause
    face, guide = state.game.face, find_guide(state.game.name)
    if guide and guide.captures and face.preview(state.record, seat, action).get("captures"):
        return guide.captures
    return face.clause(state.record, seat, action)
