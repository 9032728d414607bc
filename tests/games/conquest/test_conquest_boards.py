"""Board files of Conquest: whatever the rules need is checked, and the error names file, key and clause."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import naadam
from naadam.cli.main import app
from naadam.core.errors import BoardError
from naadam.core.parts.boards import Board, hash_of, read_board
from naadam.games.conquest.board import SCHEMA, make_atlas

SHIPPED = tomllib.loads((resources.files("naadam.games.conquest") / "boards" / "conquest.toml").read_text("utf-8"))
Change = Callable[[dict[str, Any]], None]


def space(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in data["spaces"] if each["id"] == name)
    return found


def path(data: dict[str, Any], a: str, b: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in data["paths"] if {each["a"], each["b"]} == {a, b})
    return found


def capital_of_four(data: dict[str, Any]) -> None:
    del space(data, "n01")["capital"]


def port_without_landing(data: dict[str, Any]) -> None:
    data["paths"] = [each for each in data["paths"] if each["kind"] != "landing" or "np1" not in (each["a"], each["b"])]


def path_to_nowhere(data: dict[str, Any]) -> None:
    path(data, "n01", "n06")["b"] = "n99"


def two_starts_on_a_space(data: dict[str, Any]) -> None:
    data["spaces"].append(space(data, "n01") | {"x": 1, "y": 1})


def two_pieces_in_one_start(data: dict[str, Any]) -> None:
    space(data, "n01")["start"] = ["knight", "soldier"]


def eleven_soldiers(data: dict[str, Any]) -> None:
    space(data, "n06").update(start="soldier", owner="north")


def elephant_in_port(data: dict[str, Any]) -> None:
    space(data, "np7").update(start="elephant", owner="north")


def elephant_on_the_grail(data: dict[str, Any]) -> None:
    space(data, "cg1").update(start="elephant", owner="north")


def start_without_owner(data: dict[str, Any]) -> None:
    del space(data, "n01")["owner"]


def start_of_nobody(data: dict[str, Any]) -> None:
    space(data, "n01")["owner"] = "up"


def capital_of_nobody(data: dict[str, Any]) -> None:
    space(data, "n01")["capital"] = "up"


def capital_at_sea(data: dict[str, Any]) -> None:
    space(data, "np7")["capital"] = "north"


def grail_of_four(data: dict[str, Any]) -> None:
    del space(data, "cg1")["grail"]


def two_obstacles(data: dict[str, Any]) -> None:
    del space(data, "cv1")["v"]


def obstacle_at_sea(data: dict[str, Any]) -> None:
    space(data, "np7")["v"] = True


def twice_the_same_name(data: dict[str, Any]) -> None:
    space(data, "n22")["id"] = "n01"


def name_that_is_a_word(data: dict[str, Any]) -> None:
    space(data, "n22")["id"] = "end"


def space_on_another(data: dict[str, Any]) -> None:
    space(data, "n22").update(x=space(data, "n23")["x"], y=space(data, "n23")["y"])


def space_outside(data: dict[str, Any]) -> None:
    space(data, "n22")["x"] = 5000


def unknown_ground(data: dict[str, Any]) -> None:
    space(data, "n22")["kind"] = "air"


def unknown_path(data: dict[str, Any]) -> None:
    path(data, "n01", "n06")["kind"] = "tunnel"


def land_path_to_sea(data: dict[str, Any]) -> None:
    data["paths"].append({"a": "n01", "b": "ns01", "kind": "land"})


def path_to_itself(data: dict[str, Any]) -> None:
    data["paths"].append({"a": "n01", "b": "n01", "kind": "land"})


def path_twice(data: dict[str, Any]) -> None:
    data["paths"].append({"a": "n06", "b": "n01", "kind": "land"})


def lonely_space(data: dict[str, Any]) -> None:
    data["spaces"].append({"id": "n99", "kind": "land", "island": "north", "x": 1, "y": 1})


def unknown_bridge(data: dict[str, Any]) -> None:
    path(data, "n28", "n29")["bridge"] = "bz"


def bridge_elsewhere(data: dict[str, Any]) -> None:
    path(data, "n01", "n06")["bridge"] = "bn-ra"


def bridge_at_sea(data: dict[str, Any]) -> None:
    path(data, "ns26", "ns27")["bridge"] = "bn-c"


def bridge_without_path(data: dict[str, Any]) -> None:
    del path(data, "n28", "n29")["bridge"]


def elephants_on_x(data: dict[str, Any]) -> None:
    del path(data, "n31", "e41")["bridge_x"]


def up_to_elsewhere(data: dict[str, Any]) -> None:
    path(data, "nr1", "cv1")["up_to"] = "n01"


def up_without_obstacle(data: dict[str, Any]) -> None:
    path(data, "n01", "n06").update(up_from="n01", up_to="n06")


def three_players(data: dict[str, Any]) -> None:
    data["players"] = ["north", "east", "south"]


def too_many_spaces(data: dict[str, Any]) -> None:
    for number in range(30):
        data["spaces"].append({"id": f"z{number}", "kind": "land", "island": "north", "x": number, "y": 1})


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (capital_of_four, "spaces", "the capital of north must have 5 spaces, not 4 (CQ-8)"),
        (port_without_landing, "spaces[48]", "the port np1 must have a landing path (CQ-9)"),
        (path_to_nowhere, "paths[0].b", "there is no space n99 (CQ-5)"),
        (two_starts_on_a_space, "spaces[358].start", "n01 has two pieces at the start (CQ-10, CQ-23)"),
        (two_pieces_in_one_start, "spaces[0].start", "n01 must have one piece at the start"),
        (eleven_soldiers, "spaces", "north must start with 10 of the kind soldier, not 11 (CQ-1)"),
        (elephant_in_port, "spaces[54].start", "no elephant can stand on np7 (CQ-6)"),
        (elephant_on_the_grail, "start", "a Grail space (CQ-61)"),
        (start_without_owner, "spaces[0]", "n01 must have both start and owner, or neither (CQ-10)"),
        (start_of_nobody, "spaces[0].owner", "there is no player up (CQ-10)"),
        (capital_of_nobody, "spaces[0].capital", "there is no player up (CQ-8)"),
        (capital_at_sea, "spaces[54].capital", "np7 must be a land space, and none of the Grail (CQ-8)"),
        (grail_of_four, "spaces", "must have 5 land spaces of the Grail, not 4 (CQ-61)"),
        (two_obstacles, "spaces", "must have 3 spaces marked v, not 2 (CQ-85)"),
        (obstacle_at_sea, "spaces[54].v", "np7 must be a land space (CQ-85)"),
        (twice_the_same_name, "spaces[21].id", "two spaces are named n01"),
        (name_that_is_a_word, "spaces[21].id", "end must be"),
        (space_on_another, "spaces[22]", "n23 lies on another space"),
        (space_outside, "spaces[21]", "n22 lies outside the board"),
        (unknown_ground, "spaces[21].kind", "must be one of land, sea, port"),
        (unknown_path, "paths[0].kind", "must be one of land, sea, landing"),
        (land_path_to_sea, "paths[610].kind", "a land path cannot join n01 and ns01 (CQ-6, CQ-9)"),
        (path_to_itself, "paths[610]", "the path leads from n01 to itself (CQ-5)"),
        (path_twice, "paths[610]", "n06 and n01 are joined twice (CQ-5)"),
        (lonely_space, "spaces[358]", "n99 must have 1 to 12 paths, not 0 (CQ-5)"),
        (unknown_bridge, "bridge", "there is no bridge bz (CQ-7)"),
        (bridge_elsewhere, "paths[0].bridge", "the bridge bn-ra joins other spaces (CQ-7)"),
        (bridge_at_sea, "bridge", "must be on a land path (CQ-7)"),
        (bridge_without_path, "bridges[0]", "the bridge bn-ra must be that of one path (CQ-7)"),
        (elephants_on_x, "bridge_x", "must be true exactly for a bridge that elephants cannot cross (CQ-86)"),
        (up_to_elsewhere, "up_from", "up_from and up_to must be the two ends of the path (CQ-85)"),
        (up_without_obstacle, "paths[0].up_from", "belong to paths at a V space only (CQ-85)"),
        (three_players, "players", "must be 4 different names (CQ-7)"),
        (too_many_spaces, "spaces", "a board has at most 384 spaces, not 388"),
    ],
)
def test_a_board_that_the_rules_cannot_play_on_is_refused(change: Change, key: str, reason: str) -> None:
    data = copy.deepcopy(SHIPPED)
    change(data)
    with pytest.raises(BoardError) as refused:
        make_atlas(Board("own.toml", data, hash_of(data)))
    assert refused.value.file == "own.toml"
    assert key in refused.value.key
    assert reason in refused.value.problem


def write(folder: Path, text: str) -> str:
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def shipped_text() -> str:
    return (resources.files("naadam.games.conquest") / "boards" / "conquest.toml").read_text("utf-8")


def test_a_board_of_ones_own_is_played_and_checked(tmp_path: Path) -> None:
    file = write(tmp_path, shipped_text().replace('"n01"', '"tower"'))
    state = naadam.load("conquest", board=file).start().apply("first 1")
    assert "tower:K" in state.position
    result = CliRunner().invoke(app, ["check-board", file])
    assert result.exit_code == 0, result.output


def test_check_board_names_file_key_and_clause(tmp_path: Path) -> None:
    file = write(tmp_path, shipped_text().replace('y = -890, capital = "north"', "y = -890"))
    result = CliRunner().invoke(app, ["check-board", file])
    assert result.exit_code != 0
    assert isinstance(result.exception, BoardError)
    assert str(result.exception) == f"{file}: spaces: the capital of north must have 5 spaces, not 4 (CQ-8)"


def test_a_key_of_another_type_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, shipped_text().replace("half = 1100", 'half = "wide"'))
    with pytest.raises(BoardError, match="half: must be half the width of the board"):
        read_board(Path(file), SCHEMA)
