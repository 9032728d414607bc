"""`naadam new-game`, as its users run it: the package that it writes works, and a refusal leaves no trace."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import forked
import pytest
from packaged import ROOT, install, naadam, run_tests

POINTS = """
rows = ["b3", "a2 b2 c2", "a1 b1 c1"]
lines = ["a1 b1 c1", "a2 b2 c2", "a1 a2 b3", "b1 b2 b3", "c1 c2 b3"]

[points]
a1 = [0, 0]
b1 = [1, 0]
c1 = [2, 0]
a2 = [0.5, 1]
b2 = [1, 1]
c2 = [1.5, 1]
b3 = [1, 2]
"""


def refused(folder: Path, *arguments: str) -> str:
    """The one line of a command that is expected to fail and to write nothing."""
    before = sorted(folder.rglob("*"))
    done = forked.run("new-game", *arguments, folder=folder)
    assert done.returncode == 2, done.stdout
    assert sorted(folder.rglob("*")) == before
    (line,) = done.stderr.strip().splitlines()
    return line.removeprefix("naadam: ")


@pytest.fixture
def points(tmp_path: Path) -> Path:
    file = tmp_path / "points.toml"
    file.write_text(POINTS)
    return file


def test_a_new_game_on_points_passes_its_tests(tmp_path: Path, points: Path) -> None:
    done = naadam("new-game", "three-points", "--points", points.name, project=tmp_path, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    project = tmp_path / "three-points"
    assert {str(file.relative_to(project)) for file in project.rglob("*.*")} == {
        "pyproject.toml",
        "test_three_points.py",
        "three_points/__init__.py",
        "three_points/boards/three-points.toml",
        "three_points/rules.py",
        "three_points/texts/en.toml",
    }
    install(project)
    tested = run_tests(project)
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize(("kind", "seats"), [("cards", 2), ("cards", 4), ("dice", 3), ("dice", 8)])
def test_a_new_game_of_hidden_hands_passes_its_tests(tmp_path: Path, kind: str, seats: int) -> None:
    done = naadam("new-game", "three-hands", f"--{kind}", "--seats", str(seats), project=tmp_path, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    project = tmp_path / "three-hands"
    install(project)
    tested = run_tests(project)
    assert tested.returncode == 0, tested.stdout


def test_hands_are_of_one_kind(tmp_path: Path) -> None:
    assert refused(tmp_path, "rings", "--cards", "--dice") == "choose one of --cards and --dice"


def test_a_board_has_two_seats(tmp_path: Path) -> None:
    said = refused(tmp_path, "rings", "--cells", "3x3", "--seats", "3")
    assert said == "--seats goes with --cards or --dice: a new game on a board has two seats"


def commands() -> list[str]:
    """The commands of the first step of "How to add a game"."""
    document = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    found = re.search(r"\*\*1\. Begin with a game that works\.\*\*\n\n((?:    .*\n)+)", document)
    assert found
    return [line.strip() for line in found[1].splitlines()]


def test_the_way_of_the_document_leads_to_a_game_that_can_be_played(tmp_path: Path) -> None:
    steps = [shlex.split(command) for command in commands()]
    assert [step[0] for step in steps] == ["naadam", "pip", "pytest", "naadam"]
    project = tmp_path / "tablut"
    for program, *arguments in steps:
        if program == "naadam":
            done = naadam(*arguments, project=project, folder=tmp_path, typed="quit\n")
            assert done.returncode == 0, done.stderr
        elif program == "pip":  # a test fetches nothing: pip's files are written by hand
            assert arguments == ["install", "-e", "tablut"]
            install(project)
        else:
            assert arguments == ["tablut"]
            tested = run_tests(project)
            assert tested.returncode == 0, tested.stdout


def test_the_table_of_the_document_names_the_files_that_are_written(tmp_path: Path) -> None:
    done = naadam("new-game", "tablut", project=tmp_path, folder=tmp_path)
    written = {line.removeprefix("wrote tablut/") for line in done.stdout.splitlines() if line.startswith("wrote")}
    document = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    told = re.search(r"\| file \| what you change \|\n\|[-|]+\|\n((?:\|.*\n)+)", document)
    assert told
    assert set(re.findall(r"^\| `([^`]+)`", told[1], re.MULTILINE)) == written


@pytest.mark.parametrize("name", ["Tablut", "4-in-a-row", "two words", ""])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    said = refused(tmp_path, "--", name)
    assert said == f"a game must be named by small letters, digits and hyphens, not {name!r}"


@pytest.mark.parametrize("name", ["bagh-chal", "class", "json", "numpy"])
def test_a_name_that_is_taken_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path, name) == f"{name} is taken: a game has this name, or a word or package of Python"


@pytest.mark.parametrize("cells", ["2x5", "5x13", "five"])
def test_a_size_out_of_bounds_is_refused(tmp_path: Path, cells: str) -> None:
    said = refused(tmp_path, "rings", f"--cells={cells}")
    assert said == f"cells must be columns x rows, from 3 to 12 each, not {cells!r}"


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rings").mkdir()
    assert refused(tmp_path, "rings") == "rings exists already"
    (tmp_path / "file").touch()
    assert refused(tmp_path, "other", "--folder", "file/below") == "file/below cannot be made (Not a directory)"


@pytest.mark.parametrize(
    ("changed", "to", "said"),
    [
        ("lines", "ways", "points.toml: ways: unknown; a board has points, rows, lines"),
        ('"a1 b1 c1"]', '"a1 b1"]', "points.toml: rows: must name every point once"),
        ('"b1 b2 b3"', '"b1 b9"', "points.toml: lines[3]: there is no point b9"),
        ('"b3", ', "", "points.toml: rows: must name every point once"),
        ("b3 = [1, 2]", "b3 = [1, 2", "points.toml: is not TOML"),
    ],
)
def test_a_bad_board_file_is_refused_by_its_key(tmp_path: Path, points: Path, changed: str, to: str, said: str) -> None:
    assert changed in POINTS
    points.write_text(POINTS.replace(changed, to))
    assert refused(tmp_path, "rings", "--points", points.name).startswith(said)


def test_a_board_without_a_way_out_is_refused(tmp_path: Path, points: Path) -> None:
    points.write_text(re.sub("lines = .*", 'lines = ["a1 b1 c1"]', POINTS))
    said = refused(tmp_path, "rings", "--points", points.name)
    assert said == "points.toml: rows: must be 3 or more, with a line that leads out of the last"
    assert refused(tmp_path, "rings", "--points", "nothing.toml") == "nothing.toml: there is no such file"
