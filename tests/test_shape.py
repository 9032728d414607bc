"""Shape of the tree: games as in docs/game-package.md, packages as in ARCHITECTURE.md."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import modules  # noqa: E402 (a script, found by the line above)

GAMES = ROOT / "src" / "naadam" / "games"
PACKAGES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file())


def table(header: str) -> list[list[str]]:
    """The rows of the table with this header, cell by cell, without back quotes."""
    document = (ROOT / "docs" / "game-package.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(header)} \|\n\|[-|]+\|\n((?:\|.*\n)+)", document, re.MULTILINE)
    assert found, f"game-package.md has no table {header!r}"
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


def test_every_module_is_listed_by_a_line_of_its_own() -> None:
    """`scripts/modules.py` lists the modules of a package, so a line must tell one from the others."""
    listed = list(modules.modules(modules.SOURCE))
    assert [name for name, line in listed if len(line) < 20] == []
    lines = Counter((name.split("/")[0], line) for name, line in listed if not name.startswith("games/"))
    assert [line for line, number in lines.items() if number > 1] == []


def test_the_architecture_names_every_package_and_every_folder_of_the_server() -> None:
    document = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tree = document.split("## The tree\n", 1)[1].split("\n## ", 1)[0]
    packages = {path.parent.name for path in (ROOT / "src" / "naadam").glob("*/__init__.py")}
    assert packages == set(re.findall(r"^  (\w+)/", tree, re.MULTILINE))
    folders = {path.name for path in (ROOT / "src" / "naadam" / "server").iterdir() if any(path.glob("*.py"))}
    assert folders == set(re.findall(r"^\| `(\w+)/` \|", tree, re.MULTILINE))


def test_the_architecture_is_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= 2500
