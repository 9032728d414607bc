"""The tree has the shape that ARCHITECTURE.md describes: its tables of files are compared with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "naadam" / "games"
PACKAGES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file())


def table(header: str) -> list[list[str]]:
    """The rows of the table with this header, cell by cell, without back quotes."""
    document = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(header)} \|\n\|[-|]+\|\n((?:\|.*\n)+)", document, re.MULTILINE)
    assert found, f"ARCHITECTURE.md has no table {header!r}"
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


SHAPE = {file: says for file, _, says in table("file | half | what it holds")}
BEYOND = {(game.lower().replace(" ", "_"), file): why for game, file, why in table("game | file | why")}
REQUIRED = {file for file, says in SHAPE.items() if not says.startswith("optional:")}


def contents(package: str) -> set[str]:
    """The files and, with a slash, the folders of a package."""
    found = (path for path in (GAMES / package).iterdir() if path.name != "__pycache__")
    return {path.name + "/" * path.is_dir() for path in found}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_the_files_of_the_tables_and_no_others(package: str) -> None:
    own = {file for game, file in BEYOND if game == package}
    assert contents(package) - set(SHAPE) - own == set(), "these stand in neither table"
    assert REQUIRED - contents(package) == set(), "every game has these"


def test_the_tables_name_only_what_exists() -> None:
    everything = set().union(*map(contents, PACKAGES))
    assert set(SHAPE) <= everything
    assert all(game in PACKAGES and file in contents(game) for game, file in BEYOND)


def test_no_file_beyond_the_shape_is_without_a_reason() -> None:
    assert all(BEYOND.values())
    assert not any(file in SHAPE for _, file in BEYOND), "such a file needs no reason"


def test_all_boards_texts_and_art_are_data() -> None:
    for package in PACKAGES:
        for folder, ending in (("boards", ".toml"), ("texts", ".toml"), ("art", ".svg")):
            assert all(file.suffix == ending for file in (GAMES / package / folder).glob("*"))


@pytest.mark.parametrize("layer", ["bots", "solve", "server", "bridges", "lab", "llm"])
def test_the_table_of_a_layer_names_its_files_and_no_others(layer: str) -> None:
    document = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = document.split(f"(`{layer}/`)\n", 1)[1].split("\n## ", 1)[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    named = {name for row in rows for name in re.findall("`([^`]+)`", row)}
    folder = ROOT / "src" / "naadam" / layer
    found = {path.name + "/" * path.is_dir() for path in folder.iterdir() if path.is_file() or any(path.rglob("*.py"))}
    assert named == {name for name in found if name[0] != "."} - {"__init__.py"}
