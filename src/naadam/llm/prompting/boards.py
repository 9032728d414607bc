"""The empty board in words: the kind of each place, and where lines lead from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naadam.core.game import Game
from naadam.core.parts.face import Face
from naadam.drawing.stage import Place, Stage

NEAR = 1.05  # times the shortest distance between two cells: these are next to each other


def changes(game: Game) -> bool:
    """Whether the board itself changes in the course of a game."""
    return type(game.face).set_scene is not Face.set_scene


def board_lines(game: Game, language: str = "en", scene: str = "") -> Iterator[str]:
    """Grounds, shapes and neighbours of all places, from the game's own face and stage."""
    stage = game.face.stage(language, scene)
    if stage is None:
        return
    for ground, places in game.face.grounds(language, scene).items():
        yield f"{ground}: {', '.join(map(stage.called, places))}"
    leads = dict(_lines(stage)) if stage.lines else dict(_cells(stage)) if stage.outline else {}
    for place, others in leads.items():
        yield f"{place} → {', '.join(others)}" if others else place


def shape_lines(stage: Stage) -> Iterator[str]:
    """Items that cover several places, each in its first form, as a small picture."""
    for key, item in stage.items.items():
        if item.forms:
            form, cells = next(iter(item.forms.items()))
            yield f"{key} {form}: {' / '.join(_rows(cells))}"


def _rows(cells: Sequence[Place]) -> list[str]:
    """The rows of a shape, with # for each of its cells."""
    wide, high = (sorted({cell[axis] for cell in cells}) for axis in (0, 1))
    return ["".join("#" if (x, y) in cells else "." for x in wide) for y in high]


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
