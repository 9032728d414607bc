"""Board files: a good one of the user's can be played, a wrong one is refused with its file and key."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import naadam
from naadam.core.history import History

POINTS = {f"{column}{row}": [x, y] for y, row in enumerate("123") for x, column in enumerate("abc")}
LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
SMALL: Mapping[str, Any] = {
    "game": "bagh-chal",
    "title": "A small board",
    "rows": ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1"],
    "lines": LINES,
    "tigers": "a1 c3",
    "goats": 5,
    "alpha": "a1",
    "points": POINTS,
}


def write(folder: Path, board: Mapping[str, Any], name: str = "board.toml") -> Path:
    """A board file; values are written as JSON has them, which TOML reads, but for tables."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in board.items() if type(value) is not dict]
    for key, value in board.items():
        if type(value) is dict:
            lines += [f"[{key}]", *(f"{json.dumps(name)} = {json.dumps(item)}" for name, item in value.items())]
    file = folder / name
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def cases(key: str, *values: Any) -> list[tuple[str, Any]]:
    """A wrong value of a key each."""
    return [(key, value) for value in values]


def load(file: Path) -> naadam.Game:
    return naadam.load("bagh-chal", board=str(file))


def refused(file: Path) -> naadam.BoardError:
    """The error that loading a board gives; it names the file."""
    with pytest.raises(naadam.BoardError) as caught:
        load(file)
    assert caught.value.file == str(file)
    assert str(caught.value).startswith(f"{file}: {caught.value.key}")
    assert caught.value.problem in str(caught.value)
    return caught.value


def moved(**places: list[float]) -> dict[str, Any]:
    """The points with some of them elsewhere, or new."""
    return POINTS | places


# --- good boards ---


def test_a_board_of_the_user_is_played_recorded_and_replayed(tmp_path: Path) -> None:
    game = load(write(tmp_path, SMALL))
    history = History(game.start(), ("Anna", "Bela"))
    while history.state.waiting:
        history.play(history.state.actions()[len(history.steps) % len(history.state.actions())])
    record = naadam.Record.from_text(history.record().to_text())
    assert record.board == game.board_hash
    assert record.replay()[-1] == history.state
    assert game.playout(game.start(), 1) == naadam.load(game.spec).playout(game.start(), 1)


def test_a_state_on_a_board_of_the_user_is_kept_and_drawn(tmp_path: Path) -> None:
    state = load(write(tmp_path, SMALL)).start().apply("Gb2").apply("Ba1a2")
    assert state.game.from_bytes(state.to_bytes()) == state
    assert state.game.from_json(state.to_json()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.game.position(state.position).key == state.key
    ElementTree.fromstring(state._repr_svg_())


def test_heroes_of_asia_needs_an_alpha_on_the_board(tmp_path: Path) -> None:
    assert naadam.load("bagh-chal", board=str(write(tmp_path, SMALL)), heroes=True).start().waiting == (0,)
    plain = write(tmp_path, {key: value for key, value in SMALL.items() if key != "alpha"})
    assert load(plain).start().waiting == (0,)
    with pytest.raises(naadam.SpecError, match="A small board"):
        naadam.load("bagh-chal", board=str(plain), heroes=True)


def test_a_position_on_a_wide_board_is_read_as_it_is_written(tmp_path: Path) -> None:
    columns = "abcdefghijkl"
    wide = {
        **SMALL,
        "rows": [" ".join(f"{column}{row}" for column in columns) for row in "21"],
        "lines": [
            *(" ".join(f"{column}{row}" for column in columns) for row in "12"),
            *(f"{column}1 {column}2" for column in columns),
        ],
        "tigers": "a1",
        "points": {f"{column}{row}": [x, y] for y, row in enumerate("12") for x, column in enumerate(columns)},
    }
    start = load(write(tmp_path, wide)).start()
    assert start.game.position(start.position) == start


# --- wrong keys and values ---


@pytest.mark.parametrize("key", ["game", "title", "rows", "lines", "tigers", "goats", "points"])
def test_a_missing_key_is_named(key: str, tmp_path: Path) -> None:
    error = refused(write(tmp_path, {name: value for name, value in SMALL.items() if name != key}))
    assert error.key == key
    assert error.problem.startswith("missing; it must be ")


def test_an_unknown_key_is_named_with_the_known_ones(tmp_path: Path) -> None:
    error = refused(write(tmp_path, {**SMALL, "colour": "red"}))
    assert error.key == "colour"
    assert error.problem == "unknown; a board has game, title, look, points, rows, lines, tigers, goats, alpha"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *cases("game", "", 1, ["bagh-chal"]),
        *cases("title", "", 5, True, ["x"], "two\nlines", "bell\a"),
        *cases("look", "sea", "", 1, ["valley"]),
        *cases("points", [], "a1", {"a1": 0}, {"a1": [0]}, {"a1": [0, 1, 2]}, {"a1": "00"}),
        *cases("points", {"a1": [True, 0]}, {"a1": ["0", 0]}, {"a1": [0, 1e9]}, {"a1": [0, -(10**30)]}),
        *cases("rows", "a1", [1], [["a1"]], {"1": "a1"}, [""], [True]),
        *cases("lines", "a1 b1", [1], [["a1", "b1"]], {}, [""], ["a1\nb1"]),
        *cases("tigers", ["a1"], 1, "", True),
        *cases("goats", "5", 5.0, True, [5], {}),
        *cases("alpha", 1, "", ["a1"], True),
    ],
)
def test_a_value_of_the_wrong_type_is_named_with_what_is_wanted(key: str, value: Any, tmp_path: Path) -> None:
    error = refused(write(tmp_path, {**SMALL, key: value}))
    assert error.key == key
    assert error.problem.startswith("must be ")


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1979-05-27", "1e400"])
def test_a_place_is_made_of_ordinary_numbers(number: str, tmp_path: Path) -> None:
    file = write(tmp_path, SMALL)
    file.write_text(file.read_text().replace('"b2" = [1, 1]', f'"b2" = [1, {number}]'))
    assert refused(file).key == "points"


@pytest.mark.parametrize(
    "name", ["A1", "1a", "a", "1", "aa1", "é1", "a1b", "a²", "a١", "a-1", "a 1", " a1", "a0", "a01", "a100", ""]
)
def test_a_point_is_named_by_a_letter_and_a_number(name: str, tmp_path: Path) -> None:
    assert refused(write(tmp_path, {**SMALL, "points": {**POINTS, name: [5, 5]}})).key == f"points.{name}"


@pytest.mark.parametrize(
    ("changes", "key", "problem"),
    [
        ({"rows": ["a3 b3 z9", "a2 b2 c2", "a1 b1 c1"]}, "rows[0]", "there is no point z9"),
        ({"rows": ["a3 b3 c3", "a2 b2 b2", "a1 b1 c1"]}, "rows[1]", "names a point twice"),
        ({"rows": ["a3 b3 c3", "a2 b2 c2", "a1 b1"]}, "rows", "must name every point once"),
        ({"rows": ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "c1"]}, "rows", "must name every point once"),
        ({"rows": []}, "rows", "must name every point once"),
        ({"rows": [" ", "a3 b3 c3", "a2 b2 c2", "a1 b1 c1"]}, "rows", "at least one point"),
        ({"lines": [*LINES[:7], "a3 b2 z9"]}, "lines[7]", "there is no point z9"),
        ({"lines": ["a1 b1 a1", *LINES[1:]]}, "lines[0]", "names a point twice"),
        ({"lines": [*LINES, "a1"]}, "lines[8]", "joins two points or more"),
        ({"lines": [*LINES, " "]}, "lines[8]", "joins two points or more"),
        ({"lines": [*LINES, "a2 b3 c3"]}, "lines[8]", "b3 is not on the straight line"),
        ({"points": moved(b2=[1, 1.2])}, "lines[1]", "b2 is not on the straight line"),
        ({"lines": ["a1 c1 b1", *LINES[1:]]}, "lines[0]", "b1 is not in its place along the line"),
        ({"points": moved(b1=[0, 0])}, "points", "two points have the same place"),
        ({"lines": [*LINES, "b1 a1"]}, "lines[8]", "a1 and b1 are joined twice"),
        ({"lines": [*LINES, "a1 b1 c1"]}, "lines[8]", "a1 and b1 are joined twice"),
        ({"lines": [*LINES, "a1 c1"]}, "lines", "from a1 to c1 there are two ways"),
        ({"lines": LINES[:2] + LINES[3:4]}, "lines", "b3 is on no line"),
        ({"lines": []}, "lines", "a1 is on no line"),
        ({"tigers": "a1 z9"}, "tigers", "there is no point z9"),
        ({"tigers": "a1 a1"}, "tigers", "names a point twice"),
        ({"tigers": " "}, "tigers", "at least one tiger"),
        ({"goats": 4}, "goats", "must be from 5 (BC-10) to 7"),
        ({"goats": 8}, "goats", "must be from 5 (BC-10) to 7"),
        ({"goats": -1}, "goats", "must be from 5"),
        ({"goats": 1 << 62}, "goats", "must be from 5"),
        ({"tigers": " ".join(POINTS)}, "goats", "must be from 5"),
        ({"alpha": "z9"}, "alpha", "there is no point z9"),
        ({"alpha": "b2"}, "alpha", "must be the starting point of a tiger"),
        ({"alpha": "a1 c3"}, "alpha", "must name one point"),
        ({"alpha": " "}, "alpha", "must name one point"),
        ({"points": {"a1": [0, 0], "b1": [1, 0], "c1": [2, 0]}}, "points", "4 to 60 points, not 3"),
        ({"points": {f"a{number}": [number, 0] for number in range(61)}}, "points", "4 to 60 points, not 61"),
        ({"points": {}}, "points", "4 to 60 points, not 0"),
    ],
)
def test_what_the_rules_cannot_use_is_named(changes: dict[str, Any], key: str, problem: str, tmp_path: Path) -> None:
    error = refused(write(tmp_path, {**SMALL, **changes}))
    assert error.key == key
    assert problem in error.problem


# --- files that are not board files ---


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "missing"),
        (b"game", "is not TOML"),
        (b"{}", "is not TOML"),
        (b'game = "bagh-chal"\ngame = "bagh-chal"', "is not TOML"),
        (b"goats = " + b"9" * 5000, "is not TOML"),
        (b"lines = " + b"[" * 100_000, "nested too deeply"),
        (b"points" + b".a" * 100_000 + b" = 1", "has a line with more than 200 dots"),
        (b'title = "\xff"', "is not a text in UTF-8"),
        ('game = "bagh-chal"'.encode("utf-16"), "is not a text in UTF-8"),
        (b"\0", "is not TOML"),
        (b"#" * ((1 << 20) + 1), "is larger than a board file can be"),
    ],
)
def test_a_file_that_is_no_board_is_refused(content: bytes, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(content)
    assert problem in refused(file).problem


def test_a_file_as_large_as_can_be_is_read(tmp_path: Path) -> None:
    file = write(tmp_path, SMALL)
    text = file.read_text()
    file.write_text("#" * ((1 << 20) - len(text) - 1) + "\n" + text)
    assert file.stat().st_size == 1 << 20
    assert load(file).start().waiting == (0,)


def test_a_file_that_is_not_there_or_is_a_folder_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.toml").problem == "there is no such file"
    (tmp_path / "folder.toml").mkdir()
    assert refused(tmp_path / "folder.toml").problem.startswith("cannot be read")
    assert refused(tmp_path / "none.toml" / "x.toml").problem
    assert refused(tmp_path / ("x" * 5000 + ".toml")).problem


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml", "\0.toml"])
def test_a_name_that_no_file_can_have_is_refused_in_words_that_can_be_printed(name: str) -> None:
    with pytest.raises(naadam.BoardError) as caught:
        naadam.load("bagh-chal", board=name)
    assert str(caught.value).isprintable()


def test_the_error_of_a_board_can_be_pickled(tmp_path: Path) -> None:
    error = refused(write(tmp_path, {**SMALL, "goats": 4}))
    again = pickle.loads(pickle.dumps(error))
    assert (again.file, again.key, again.problem) == (error.file, error.key, error.problem)
    assert str(again) == str(error)


def test_bytes_and_json_from_elsewhere_read_no_board_file_by_themselves(tmp_path: Path) -> None:
    state = load(write(tmp_path, SMALL)).start()
    with pytest.raises(naadam.SpecError, match="names a board file; load the game and use"):
        naadam.read_state(state.to_bytes())
    with pytest.raises(naadam.SpecError, match="names a board file; load the game and use"):
        naadam.read_state(state.to_json())


# --- changed boards ---


def test_layout_and_comments_do_not_make_another_board(tmp_path: Path) -> None:
    file = write(tmp_path, SMALL)
    other = write(tmp_path, dict(sorted(SMALL.items())), "other.toml")
    other.write_text("# with a comment\n\n" + other.read_text().replace(" = ", "  =  "))
    assert load(file).board_hash == load(other).board_hash


@pytest.mark.parametrize(
    "changes",
    [
        {"goats": 6},
        {"title": "Another"},
        {"lines": LINES[:7]},
        {"tigers": "a1 c1"},
        {"points": moved(b2=[1, 1.001])},
        {"points": dict(reversed(POINTS.items()))},  # states hold points by their number in the file
    ],
)
def test_states_and_records_of_a_board_that_has_changed_are_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    file = write(tmp_path, SMALL)
    game = load(file)
    history = History(game.start())
    history.play("Gb2")
    state = history.state
    data, text, pickled = state.to_bytes(), state.to_json(), pickle.dumps([state])
    view, book = pickle.dumps(state.view(0)), pickle.dumps(game)
    record = naadam.Record.from_text(history.record().to_text())
    write(tmp_path, {**SMALL, **changes})
    assert load(file) != game
    for read in (
        lambda: load(file).from_bytes(data),
        lambda: load(file).from_json(text),
        lambda: pickle.loads(pickled),
        lambda: pickle.loads(view),
        lambda: pickle.loads(book),
    ):
        with pytest.raises(naadam.PositionError, match=r"on another board than .*board\.toml' now is"):
            read()
    with pytest.raises(naadam.RecordError, match=r"played on another board than .*board\.toml now is"):
        record.replay()
    assert game.from_bytes(data) == state, "a game that is already loaded keeps its board"


def test_states_and_records_of_a_board_that_has_gone_are_refused(tmp_path: Path) -> None:
    file = write(tmp_path, SMALL)
    history = History(load(file).start())
    data, record = pickle.dumps(history.state), history.record()
    file.unlink()
    with pytest.raises(naadam.BoardError, match="there is no such file"):
        pickle.loads(data)
    with pytest.raises(naadam.RecordError, match="there is no such file"):
        record.replay()
