"""Grounds: cells and points by number and name, rows, lines and neighbours."""

from __future__ import annotations

import tomllib
from pathlib import Path

import naadam
from naadam.core.parts.boards import read_board
from naadam.kit.ground import LINE_KEYS, find_neighbours, make_cells, make_points
from naadam.kit.images import find_images, turn_bits

BOARDS = Path(naadam.__file__).parent / "games" / "bagh_chal" / "boards"


def test_cells_are_numbered_from_the_lower_left_and_rows_come_from_the_top() -> None:
    ground = make_cells(3, 2)
    assert ground.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert ground.rows == ((3, 4, 5), (0, 1, 2))
    assert ground.place_of["c2"] == (2.0, 1.0)
    assert ground.named([0, 5]) == ["a1", "c2"]


def test_cells_are_neighbours_across_their_sides() -> None:
    assert find_neighbours(make_cells(3, 2)) == [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]


def points(tmp_path: Path, lines: str) -> Path:
    file = tmp_path / "board.toml"
    places = "\n".join(
        f"{name} = [{x}, {y}]" for x, y, name in ((0, 0, "a1"), (1, 0, "b1"), (0, 1, "a2"), (1, 1, "b2"))
    )
    file.write_text(f'rows = ["a2 b2", "a1 b1"]\nlines = [{lines}]\n[points]\n{places}\n')
    return file


def test_points_are_neighbours_along_lines_and_each_counts_once(tmp_path: Path) -> None:
    ground = make_points(read_board(points(tmp_path, '"a1 b1", "b1 a1 a2"'), LINE_KEYS))
    assert ground.columns == 0
    assert find_neighbours(ground) == [[1, 2], [0], [0], []]
    assert list(ground.steps()) == [(0, 1), (1, 0), (0, 2)]


def test_a_square_board_has_seven_images_and_an_oblong_one_three() -> None:
    assert len(list(find_images(make_cells(9, 9).places))) == 7
    assert len(list(find_images(make_cells(9, 8).places))) == 3


def test_a_board_of_points_has_the_images_of_its_own_form() -> None:
    """Pulijudam is a triangle: it has a mirror and no turns. Its lines are for Bagh Chal to look at."""
    count = {name: len(list(find_images(places(name)))) for name in ("bagh-chal", "pulijudam")}
    assert count == {"bagh-chal": 7, "pulijudam": 1}


def places(name: str) -> list[tuple[float, float]]:
    return [(x, y) for x, y in tomllib.loads((BOARDS / f"{name}.toml").read_text())["points"].values()]


def test_an_image_is_an_order_of_all_places_and_turns_sets_of_them() -> None:
    for image in find_images(make_cells(4, 4).places):
        assert sorted(image) == list(range(16))
        assert turn_bits(0b11, image) == 1 << image[0] | 1 << image[1]
        assert turn_bits(0xFFFF, image) == 0xFFFF
