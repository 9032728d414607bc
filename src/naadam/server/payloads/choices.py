"""Choices: the legal actions of a client, with gestures, and with words if the page needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from naadam.core.parts.face import Face
from naadam.core.state import State
from naadam.server.protocol import replies
from naadam.server.table.table import Table

MOST_CHOICES = 400  # with more, no choices are sent: the page asks touch by touch
# Cached choices of actions that are the same in all states, by face, seat and number.
LASTING: WeakKeyDictionary[Face, dict[int, dict[int, replies.PackedChoice]]] = WeakKeyDictionary()


def held_choice(table: Table, language: str) -> replies.PackedChoice | None:
    """The single choice of a person who sets off chance, such as throwing sticks."""
    if table.held is None:
        return None
    _, item = table.held
    words = table.game.rulebook.texts.get("items", item, language)
    return replies.PackedChoice(item, [item], words, {})


def list_choices(state: State, seat: int, language: str) -> list[replies.PackedChoice]:
    numbers = state.numbers(seat)
    return [] if len(numbers) > MOST_CHOICES else pack_choices(state, seat, numbers, language)


def pack_choices(state: State, seat: int, numbers: Iterable[int], language: str) -> list[replies.PackedChoice]:
    """Actions as choices. Where a page asks at each touch, only those of a single touch have words."""
    face, record, format_action = state.game.face, state.record, state.game.notation.format
    stage, choices, made = face.stage(), [], LASTING.setdefault(face, {}).setdefault(seat, {})
    asked = stage is not None and stage.by_touch
    for number in numbers:
        choice = made.get(number)
        if choice is None:
            gesture = face.gesture(record, seat, number)
            shown = (asked and len(gesture) > 1) or (gesture and face.on_board(gesture[-1]))
            words = "" if shown else state.say(number, language, seat)
            preview = face.preview(record, seat, number)
            choice = replies.PackedChoice(format_action(record, seat, number), gesture, words, preview)
            if shown and face.lasts(seat, number):
                made[number] = choice
        choices.append(choice)
    return choices


def touched_for(state: State, seat: int, touched: Sequence[str], message: str, language: str) -> replies.Touched:
    """The places that may follow the touched ones, and the actions in notation that they complete."""
    found, actions = state.game.face.touches(state, seat, touched), []
    ways = pack_choices(state, seat, found.ways, language)
    for number in found.actions:
        actions.append(state.game.notation.format(state.record, seat, number))
        state = state.apply(number, seat)
    return replies.Touched(
        message, list(found.places), list(found.sayings), actions, list(found.touched), ways, found.foreseen
    )


def words_for(table: Table, seat: int, language: str) -> list[str]:
    """All choices of a seat, in words."""
    return [table.state.say(number, language, seat) for number in table.state.numbers(seat)]
