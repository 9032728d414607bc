"""The score sheet of Conquest: where every point comes from (CQ-74), also during play."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from naadam.drawing.description import Saying, Score, ScoreLine
from naadam.games.conquest.board import Atlas
from naadam.games.conquest.rules.state import Tables


def write_scores(atlas: Atlas, tables: Tables, view: SimpleNamespace) -> tuple[Score, ...]:
    """The sheets of all seats; with alliances each ends with the points of the ally (CQ-97)."""
    own = [write_lines(atlas, tables, view, seat) for seat in range(tables.seats)]
    totals = [sum(line.worth for line in lines) for lines in own]
    if tables.friends:
        for seat, lines in enumerate(own):
            ally = seat ^ tables.friends
            lines.append(ScoreLine(Saying("allied", seats=(ally,)), totals[ally]))
    return tuple(Score(tuple(lines), sum(line.worth for line in lines)) for lines in own)


def write_lines(atlas: Atlas, tables: Tables, view: SimpleNamespace, seat: int) -> list[ScoreLine]:
    """The points of a seat, line by line."""
    grail = held_by(view, atlas.grail, seat)
    enemies = [other for other in range(tables.seats) if (other ^ seat) & ~tables.friends]
    capitals = [space for other in enemies for space in held_by(view, tables.capital[other].tolist(), seat)]
    figures, eliminated = view.figures[seat], view.eliminated[seat]
    lines = [
        ScoreLine(Saying("pieces", {"count": figures}), figures),
        ScoreLine(Saying("eliminated", {"count": eliminated}), eliminated),
    ]
    for say, spaces in (("grail", grail), ("capital", capitals)):
        if spaces:
            lines.append(ScoreLine(Saying(say, points=tuple(atlas.names[space] for space in spaces)), len(spaces)))
    return lines


def held_by(view: SimpleNamespace, spaces: Sequence[int], seat: int) -> list[int]:
    """The spaces of a list on which a piece of a seat stands."""
    return [space for space in spaces if view.pieces[space] and view.pieces[space] & 3 == seat]
