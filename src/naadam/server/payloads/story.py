"""Stories: the steps inside an action, each frame as the changes from the one before."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from naadam.core.state import State
from naadam.drawing.changes import Changes, find_changes
from naadam.drawing.description import Description
from naadam.drawing.story import Frame
from naadam.server.payloads.events import sees
from naadam.server.protocol import replies
from naadam.server.protocol.errors import UserError
from naadam.server.table.table import Table


def story_for(table: Table, mine: tuple[int, ...], at: int, message: str) -> replies.Recounted:
    """The story of the action that was event `at`; UserError if there is none for this client."""
    event = table.events[at - 1] if 0 < at <= table.seq else None
    if event is None or event.kind != "action":
        raise UserError("no-story")
    before, seat, number = table.state_at(at - 1), event.data["seat"], event.data["action"]
    if not sees(table, event, mine, before) or not table.game.face.tells(before.record, seat, number):
        raise UserError("no-story")
    return recount(before, seat, number, message)


def recount(before: State, seat: int, number: int, message: str) -> replies.Recounted:
    """A story from a state before an action, which all who are shown it may know."""
    return film(message, before.describe(), before.game.face.story(before, seat, number))


def film(message: str, first: Description, frames: Iterable[Frame]) -> replies.Recounted:
    """Frames as they are sent: each as the changes from the one before it."""
    last, shots = first, []
    for frame in frames:
        changes = encode(find_changes(last, frame.drawing))
        shots.append(replies.Shot(frame.saying, frame.clause, frame.chapter, changes))
        last = frame.drawing
    return replies.Recounted(message, encode(first), shots)


def encode(described: Description | Changes) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(described.to_plain()))
