"""The stage of Conquest: the chart of a board file, and pieces that are told apart without their colours."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

import naadam
from naadam.core.parts.boards import load_board
from naadam.core.texts import LANGUAGES, Texts
from naadam.drawing.picture import draw_board
from naadam.drawing.stage import Stage
from naadam.games.conquest.board import SCHEMA
from naadam.games.conquest.drawing.chart import Chart, read_chart
from naadam.games.conquest.drawing.pieces import DRESSES, KINDS
from naadam.games.conquest.drawing.stage import set_stage
from naadam.games.conquest.drawing.ways import span

WORDS = Texts("naadam.games.conquest").sections("en")
SCENERY = ("coasts", "rivers", "scenery")


@pytest.fixture(scope="module")
def board() -> Mapping[str, Any]:
    return load_board("conquest", "naadam.games.conquest", SCHEMA).data


@pytest.fixture(scope="module")
def chart(board: Mapping[str, Any]) -> Chart:
    return read_chart(board)


@pytest.fixture(scope="module")
def stage(board: Mapping[str, Any]) -> Stage:
    return set_stage(board, (0, 1, 2, 3), WORDS)


def test_every_space_is_a_point_of_the_stage_with_room_for_a_piece(stage: Stage) -> None:
    left, top, width, height = stage.box
    assert len(stage.points) == 358
    for x, y in stage.points.values():
        assert left + stage.radius < x < left + width - stage.radius
        assert top + stage.radius < y < top + height - stage.radius
    closest = min(math.dist(one, other) for one, other in combinations(stage.points.values(), 2))
    assert 2 * stage.radius <= closest


def test_every_path_is_a_line_of_the_stage(stage: Stage, chart: Chart) -> None:
    assert len(stage.lines) == len(chart.paths) == 610
    assert {frozenset(line.ends) for line in stage.lines} == {
        frozenset(end.id for end in path.ends) for path in chart.paths
    }


@pytest.mark.rule("CQ-85")
def test_the_grail_lies_on_the_heights_behind_the_v_spaces(chart: Chart) -> None:
    above = chart.heights()
    assert {space.id for space in chart.spaces.values() if space.grail} <= above
    assert not any(chart.spaces[name].v for name in above)


@pytest.mark.rule("CQ-86")
def test_bridges_over_the_sea_reach_from_coast_to_coast_and_those_without_elephants_are_crossed(
    stage: Stage, chart: Chart
) -> None:
    barred = [path for path in chart.paths if path.barred]
    assert len(barred) == 4
    assert stage.picture.count("#8e3b26") == len(barred)
    for path in chart.paths:
        if path.bridge:
            begins, ends = span(chart, path)
            assert 0 <= begins < ends <= 1


@pytest.mark.parametrize("missing", [SCENERY, ("coasts",), ("rivers", "scenery")])
def test_a_board_file_need_not_have_scenery(board: Mapping[str, Any], missing: tuple[str, ...]) -> None:
    plain = {key: value for key, value in board.items() if key not in missing}
    stage = set_stage(plain, (0, 1, 2, 3), WORDS)
    drawn = draw_board(stage, naadam.load("conquest").start().view(0).describe())
    ET.fromstring(drawn)
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawn)) <= set(ids)


def test_a_board_in_other_units_is_drawn_as_large(board: Mapping[str, Any], stage: Stage) -> None:
    spaces = [space | {"x": space["x"] / 11, "y": space["y"] / 11} for space in board["spaces"]]
    small = read_chart({**board, "half": board["half"] / 11, "spaces": spaces, "coasts": [], "rivers": []})
    for name, space in small.spaces.items():
        assert math.dist(space.place, stage.points[name]) < 0.2


def test_kinds_and_players_differ_by_their_shapes_and_not_only_by_colour(stage: Stage) -> None:
    def shapes(symbol: str) -> str:
        """The artwork of a symbol without anything that is colour."""
        found = re.search(rf'<g id="stage-{symbol}"[^>]*>(.*?)</g>(?=<g id|<use|<radial|<linear|<path|<clip|$)', drawn)
        assert found, symbol
        return "".join(re.findall(r' (?:d|cx|cy|r|x|y|width|height|rx|ry)="[^"]*"', found[1]))

    drawn = stage.picture
    figures = [shapes(kind) for kind in KINDS]
    bases = [shapes(f"base-{player}") for player in range(len(DRESSES))]
    assert len(set(figures)) == len(KINDS)
    assert len(set(bases)) == len(DRESSES)


@pytest.mark.rule("CQ-12")
@pytest.mark.parametrize(("players", "islands"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_seats_have_the_colours_of_their_islands(players: int, islands: tuple[int, ...]) -> None:
    stage = naadam.load(f"conquest:players={players}").face.stage()
    assert stage is not None
    assert stage.tints == tuple(DRESSES[island].tint for island in islands)
    assert [stage.pieces[f"knight-{seat}"].symbol for seat in range(players)] == [
        f"stage-knight-{island}" for island in islands
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stage_speaks_every_language(language: str) -> None:
    stage = naadam.load("conquest").face.stage(language)
    assert stage is not None
    assert all(art.name for art in stage.pieces.values())
    assert all(item.name for item in stage.items.values())


def test_a_terminal_shows_every_piece_in_lines_that_fit() -> None:
    state = naadam.load("conquest:players=2").position("n14:E(SS),np1:H(K)/s01:K,s02:K 1 9 0 1 -:4 0,0 0,0 0 - -")
    assert state.game.face.sketch(state.record) == "1: E n14(SS)  H np1(K)\n2: K s01 s02"
    start = naadam.load("conquest").start()
    lines = start.game.face.sketch(start.record).splitlines()
    assert all(len(line) <= 78 for line in lines)
    assert [line[:2] for line in lines if line[0] != " "] == ["1:", "2:", "3:", "4:"]
