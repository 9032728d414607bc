"""Numbering of actions: pairs of places, single places, and actions without a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NOWHERE = -1
MOVE, PUT = "move", "put"


class Act(NamedTuple):
    """An action taken apart: its kind, and its places."""

    kind: str  # MOVE, PUT, or a name of those that the game adds
    source: int = NOWHERE
    target: int = NOWHERE


class Moves:
    """Numbers of actions: `source * points + target`, where equal ones put a piece down; then the game's additions.

    `on_points` are kinds of actions on one place, `words` those on none; they follow in this order.
    """

    def __init__(self, points: int, on_points: Sequence[str] = (), words: Sequence[str] = ()) -> None:
        self.points = points
        self.on_points = tuple(on_points)
        self.words = tuple(words)
        self.count = points * (points + len(on_points)) + len(words)
        self._acts: dict[int, Act] = {}

    def split(self, action: int) -> Act:
        """An action taken apart, once: this is asked for every choice of every move."""
        act = self._acts.get(action)
        if act is None:
            act = self._acts[action] = self._split(action)
        return act

    def _split(self, action: int) -> Act:
        source, target = divmod(action, self.points)
        if source < self.points:
            return Act(PUT, target=target) if source == target else Act(MOVE, source, target)
        if source < self.points + len(self.on_points):
            return Act(self.on_points[source - self.points], target=target)
        return Act(self.words[action - self.points * (self.points + len(self.on_points))])

    def join(self, act: Act) -> int:
        """The number of an act."""
        if act.kind == MOVE:
            return act.source * self.points + act.target
        if act.kind == PUT:
            return act.target * (self.points + 1)
        if act.kind in self.on_points:
            return (self.points + self.on_points.index(act.kind)) * self.points + act.target
        return self.points * (self.points + len(self.on_points)) + self.words.index(act.kind)

    def turned(self, action: int, image: Sequence[int]) -> int:
        """The action on a board that is turned: place p goes to `image[p]`."""
        kind, source, target = self.split(action)
        return self.join(Act(kind, *(image[place] if place != NOWHERE else NOWHERE for place in (source, target))))
