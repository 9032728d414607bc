"""Pictures of positions: whole documents, in the reader's words, on which nothing covers anything else."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET

import pytest

import naadam
from naadam.core.parts.boards import load_board
from naadam.core.texts import LANGUAGES
from naadam.drawing.boards.names import HALF_HEIGHT, HALF_LETTER, RING, point_names
from naadam.drawing.boards.web import is_lattice, lay_out
from naadam.games.bagh_chal.board import SCHEMA, make_grid

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [name for name in naadam.game_names() if naadam.load(name).face.stage()]


def positions(spec: str, count: int) -> list[naadam.State]:
    """The positions of a random game, up to so many."""
    states = [naadam.load(spec).start()]
    rng = random.Random(7)
    while len(states) < count and states[-1].outcome is None:
        now = states[-1]
        states.append(now.resolve(rng) if naadam.CHANCE in now.waiting else now.apply(rng.choice(now.actions())))
    return states


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_a_document_in_the_language_of_its_reader(name: str, language: str) -> None:
    game = naadam.load(name)
    for state in positions(name, 40)[::9]:
        description = state.view(0).describe()
        drawn = ET.fromstring(game.draw(description, language))
        assert len(drawn.findall(f".//{SVG}g[@data-kind]")) == len(description.pieces)
        words = "".join(drawn.itertext())
        assert all(side in words for side in game.side_names(description, language))


@pytest.mark.parametrize("name", GAMES)
def test_everything_used_in_a_picture_is_defined_in_it(name: str) -> None:
    drawn = naadam.load(name).start()._repr_svg_()
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawn)) <= set(ids)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_fits_the_stage_of_the_start(name: str) -> None:
    states = positions(name, 60)
    stage = naadam.load(name).face.stage()
    assert stage is not None
    for state in states:
        for piece in state.view(0).describe().pieces:
            assert stage.place(piece.point)
            assert stage.art(piece)
        for seat in (seat for seat in state.waiting if seat != naadam.CHANCE):
            for action in state.actions(seat):
                assert state.game.face.gesture(state.record, seat, int(action))


def test_no_name_of_a_point_touches_the_ring_around_a_piece() -> None:
    grid = make_grid(load_board("pulijudam", "naadam.games.bagh_chal", SCHEMA))
    points = dict(zip(grid.names, grid.places, strict=True))
    layout = lay_out(points)
    assert not is_lattice(points)
    lines = [[grid.names[point] for point in line] for line in grid.lines]
    for name, (x, y) in point_names(layout, lines):
        half = HALF_LETTER * len(name)
        for px, py in layout.places.values():
            nearest = (max(x - half, min(px, x + half)), max(y - HALF_HEIGHT, min(py, y + HALF_HEIGHT)))
            assert math.dist(nearest, (px, py)) > RING * layout.radius
