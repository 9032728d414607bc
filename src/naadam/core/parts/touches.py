"""Touches: the continuations of the places that a player has touched, touch by touch.

A gesture of a single action is the plain case. A game may answer with more: the price of a place, its properties, and a
row of actions where a touch means several, such as a walk to a far place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from naadam.core.errors import NaadamError
from naadam.drawing.description import Foreseen, Saying

if TYPE_CHECKING:
    from naadam.core.refusals import Refusal
    from naadam.core.state import State

MOST_TOUCHES = 8  # that make an action
MOST_ACTIONS = 500  # of a seat whose gestures are looked at; a page asks touch by touch where there are more
NEAR = 1.1  # times the way to the nearest point
CAPTURES = "captures"  # the mark of a place where a touch takes something, as in a preview


@dataclass(frozen=True)
class Place:
    """A place that may be touched next: a point or an item of the stage, or a word."""

    name: str
    price: int | None = None  # the cost of going there, if it is shown
    marks: tuple[str, ...] = ()  # properties: `captures`, and marks of the stage
    barred: str | None = None  # the clause that forbids it, where it is shown nevertheless
    discount: int = 0  # how much less than usual that is
    row: str = ""  # the group it belongs to at the moment, a saying of the stage; else the item's own row
    idle: bool = False  # whether it would change nothing in this position; it may be touched nevertheless
    reason: Saying | None = None  # why it is barred, in a few words


@dataclass(frozen=True)
class Touches:
    """The continuations of the touched places; the actions in order once the gesture is complete."""

    places: tuple[Place, ...] = ()
    sayings: tuple[Saying, ...] = ()  # of the stage: facts about the touched places
    actions: tuple[int, ...] = ()
    touched: tuple[str, ...] = ()  # the touched places that still count, if not all do
    foreseen: Foreseen | None = None  # the effects of the touched places, XX
    ways: tuple[int, ...] = ()  # where something is in hand to be laid on the board: all the ways to lay it


def touches_by_gestures(state: State, seat: int, touched: Sequence[str]) -> Touches:
    """The continuations by the gestures of the legal actions alone."""
    face, begun = state.game.face, list(touched)
    places: dict[str, set[str]] = {}
    meant: tuple[int, ...] = ()
    for action in map(int, state.actions(seat)):
        gesture = face.gesture(state.record, seat, action)
        if gesture[: len(begun)] != begun:
            continue
        if len(gesture) == len(begun):
            meant = (action,)
            continue
        marks = places.setdefault(gesture[len(begun)], set())
        if len(gesture) == len(begun) + 1 and CAPTURES in face.preview(state.record, seat, action):
            marks.add(CAPTURES)
    return Touches(tuple(Place(name, None, tuple(marks)) for name, marks in places.items()), (), meant)


def refusal_of_first(state: State, seat: int, touched: Sequence[str]) -> Refusal | None:
    """Why a piece that is touched first begins no action: the refusal that most of the nearest points would get.

    None if it can act, or if points are touched alone in this position: then the touch is the whole gesture.
    """
    face = state.game.face
    stage = face.stage(scene=face.scene(state.record))
    if stage is None or stage.by_touch or len(touched) != 1 or touched[0] not in stage.points:
        return None
    actions = state.actions(seat)
    if len(actions) > MOST_ACTIONS:
        return None
    gestures = [face.gesture(state.record, seat, int(action)) for action in actions]
    if any(gesture[0] == touched[0] or len(gesture) == 1 for gesture in gestures if gesture[0] in stage.points):
        return None
    here = stage.points[touched[0]]
    refused: list[tuple[float, Refusal]] = []
    for name, there in stage.points.items():
        try:
            move = face.meant(state.record, seat, [touched[0], name]) if name != touched[0] else None
            refusal = state.refusal(move.action, seat) if move else None
        except NaadamError:
            continue
        if refusal is not None:
            refused.append((math.dist(here[:2], there[:2]), refusal))
    nearest = min((way for way, _ in refused), default=0.0)
    near = [refusal for way, refusal in refused if way <= NEAR * nearest]
    kinds = Counter((refusal.clause, refusal.key) for refusal in near)
    return max(near, key=lambda refusal: kinds[refusal.clause, refusal.key], default=None)
