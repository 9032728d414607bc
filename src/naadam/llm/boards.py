"""The empty board in words: the kind of each place, and where lines lead from it."""

from __future__ import annotations

from collections.abc import Iterator

from naadam.core.game import Game
from naadam.core.parts.face import Face
from naadam.drawing.stage import Stage

NEAR = 1.05  # times the shortest distance between two cells: these are next to each other


def changes(game: Game) -> bool:
    """Whether the board itself changes in the course of a game."""
    return type(game.face).set_scene is not Face.set_scene


def ground_lines(stage: Stage) -> Iterator[str]:
    """Places by their kind of ground."""
    kinds: dict[str, list[str]] = {}
    for place, ground in stage.grounds.items():
        kinds.setdefault(ground, []).append(stage.called(place))
    for ground, places in kinds.items():
        yield f"{ground}: {', '.join(places)}"


def board_lines(stage: Stage) -> Iterator[str]:
    """Grounds and neighbours of all places, from the stage alone."""
    yield from ground_lines(stage)
    leads = dict(_lines(stage)) if stage.lines else dict(_cells(stage)) if stage.outline else {}
    for place, others in leads.items():
        yield f"{place} → {', '.join(others)}"


def _lines(stage: Stage) -> Iterator[tuple[str, list[str]]]:
    leads: dict[str, list[str]] = {}
    for line in stage.lines:
        first, second = line.ends
        leads.setdefault(first, []).append(second)
        if line.both:
            leads.setdefault(second, []).append(first)
    yield from leads.items()


def _cells(stage: Stage) -> Iterator[tuple[str, list[str]]]:
    """The neighbours of cells, by the distances between their centres."""
    points = stage.points
    squared = {
        (one, other): (points[one][0] - points[other][0]) ** 2 + (points[one][1] - points[other][1]) ** 2
        for one in points
        for other in points
        if one != other
    }
    shortest = min(squared.values(), default=0.0)
    for one in points:
        yield one, [other for other in points if one != other and squared[one, other] <= shortest * NEAR**2]
