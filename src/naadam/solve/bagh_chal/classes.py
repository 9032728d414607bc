"""Classes of tiger placements under the board's symmetries, and the tiger moves between them.

Of all placements that symmetries turn into each other one stands for its *class*: the one with the smallest bit mask.
Its free points (those without a tiger) are numbered in ascending order; sets of them are the bit masks below. A move
of a tiger from a class leads to another class, where free points have other numbers: `images` has the bit that each
free point becomes. The point that the tiger enters becomes the one that it has left.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from naadam.core.game import Game


class Classes(NamedTuple):
    """All classes, as arrays for compiled code; those of class k begin at firsts[k] and end before firsts[k + 1]."""

    free: int  # how many points have no tiger
    total: int  # how many classes there are
    near: Any  # [class, free point]: the free points joined to it
    step_firsts: Any
    step_enters: Any  # [step]: the bit of the point that the tiger enters
    step_classes: Any  # [step]: the class that it leads to
    step_images: Any  # [step, free point]: its bit in that class
    step_origins: Any  # [step, free point of that class]: the free point that it was
    step_backs: Any  # [step]: the step of that class that takes it back
    jump_firsts: Any
    jump_enters: Any
    jump_overs: Any  # [jump]: the bit of the point of the goat
    jump_classes: Any
    jump_images: Any
    jump_origins: Any
    turn_firsts: Any  # the symmetries that leave the tigers of a class in their places, but for the identity
    turn_images: Any


class Placements:
    """Finds the class of any placement of the tigers."""

    def __init__(self, game: Game) -> None:
        tables = game.rulebook.tables
        self.points = int(tables.points)
        self.tables = tables
        self.images = [tuple(range(self.points))]
        self.images += [symmetry.image for symmetry in game.rulebook.symmetries]  # type: ignore[attr-defined]
        self.classes: list[tuple[int, ...]] = []  # the tigers' points
        self._found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        for tigers in combinations(range(self.points), int(tables.tigers).bit_count()):
            if tigers not in self._found:
                for image in self.images:
                    turned = tuple(sorted(image[point] for point in tigers))
                    if turned not in self._found:
                        back = invert(image)
                        self._found[turned] = (len(self.classes), back)
                self.classes.append(tigers)
        self.free_points = [[p for p in range(self.points) if p not in tigers] for tigers in self.classes]
        self._bits = [{point: bit for bit, point in enumerate(free)} for free in self.free_points]

    def find(self, tigers: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The class of tigers in ascending order, and the image of every point by which they come to their places."""
        return self._found[tigers]

    def make_classes(self) -> Classes:
        steps: list[list[tuple[int, int, int, list[int]]]] = []
        jumps: list[list[tuple[int, int, int, list[int]]]] = []
        turns: list[list[list[int]]] = []
        near = np.zeros((len(self.classes), len(self.free_points[0])), np.int64)
        for number, tigers in enumerate(self.classes):
            bits, free = self._bits[number], self.free_points[number]
            for bit, point in enumerate(free):
                near[number, bit] = sum(1 << bits[p] for p in free if self.tables.neighbours[point] >> p & 1)
            steps.append([])
            jumps.append([])
            for source in tigers:
                for target in free:
                    over = int(self.tables.between[source, target])
                    if self.tables.neighbours[source] >> target & 1:
                        steps[-1].append((1 << bits[target], 0, *self._lead(number, source, target)))
                    elif over in bits:
                        jumps[-1].append((1 << bits[target], 1 << bits[over], *self._lead(number, source, target)))
            turns.append([])
            for image in self.images[1:]:
                if {image[point] for point in tigers} == set(tigers):
                    turns[-1].append([1 << bits[image[point]] for point in free])
        width = len(self.free_points[0])
        step_enters, _, step_classes, step_images = columns_of(steps, width)
        jump_enters, jump_overs, jump_classes, jump_images = columns_of(jumps, width)
        return Classes(
            width,
            len(self.classes),
            near,
            firsts_of(steps),
            step_enters,
            step_classes,
            step_images,
            origins_of(step_images),
            self._find_backs(),
            firsts_of(jumps),
            jump_enters,
            jump_overs,
            jump_classes,
            jump_images,
            origins_of(jump_images),
            firsts_of(turns),
            np.array([turn for row in turns for turn in row] or np.zeros((0, width)), np.int64),
        )

    def list_steps(self) -> list[tuple[int, int, int]]:
        """The class of every step, the point that the tiger leaves and the one that it enters."""
        return [
            (number, source, target)
            for number, tigers in enumerate(self.classes)
            for source in tigers
            for target in self.free_points[number]
            if self.tables.neighbours[source] >> target & 1
        ]

    def _find_backs(self) -> Any:
        steps = self.list_steps()
        numbers = {step: number for number, step in enumerate(steps)}
        backs = np.zeros(len(steps), np.int64)
        for step, (number, source, target) in enumerate(steps):
            then, image = self.find(tuple(sorted({*self.classes[number]} - {source} | {target})))
            backs[step] = numbers[then, image[target], image[source]]
        return backs

    def _lead(self, number: int, source: int, target: int) -> tuple[int, list[int]]:
        """The class that a tiger's move leads to, and the images of the free points."""
        tigers = tuple(sorted({*self.classes[number]} - {source} | {target}))
        then, image = self.find(tigers)
        return then, [
            1 << self._bits[then][image[source if point == target else point]] for point in self.free_points[number]
        ]


def invert(image: tuple[int, ...]) -> tuple[int, ...]:
    back = [0] * len(image)
    for point, other in enumerate(image):
        back[other] = point
    return tuple(back)


def origins_of(images: Any) -> Any:
    """The free point that has become each one, where `images` has the bits of what they become."""
    return np.argsort(images, axis=1).astype(np.int64)


def firsts_of(rows: list[list[Any]]) -> Any:
    return np.cumsum([0, *map(len, rows)]).astype(np.int64)


def columns_of(rows: list[list[tuple[int, int, int, list[int]]]], width: int) -> tuple[Any, Any, Any, Any]:
    """The points entered, those jumped over, the classes, and the images."""
    flat = [move for row in rows for move in row]
    enters, overs, classes = (np.array([move[column] for move in flat], np.int64) for column in range(3))
    images = np.array([move[3] for move in flat] or np.zeros((0, width)), np.int64)
    return enters, overs, classes, images
