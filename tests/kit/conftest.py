"""Two games of the kit for the tests of this folder: Tablut, and a new one on points as the scaffold writes it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import naadam
from naadam.core import registry
from naadam.core.game import Game
from naadam.kit.scaffold import write_game

TABLUT = Path(__file__).parent.parent.parent / "examples" / "tablut" / "tablut"
POINTS = """
rows = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1"]
lines = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3"]

[points]
a1 = [0, 0]
b1 = [1, 0]
c1 = [2, 0]
a2 = [0, 1]
b2 = [1, 1]
c2 = [2, 1]
a3 = [0, 2]
b3 = [1, 2]
c3 = [2, 2]
"""


@pytest.fixture(scope="package")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Both packages can be imported, and are known by name."""
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(TABLUT, folder / "tablut", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "points.toml").write_text(POINTS)
    write_game("crossing", folder / "new", points=folder / "points.toml")
    paths = [str(folder), str(folder / "new")]
    sys.path[:0] = paths
    registry.packages().update(tablut=("tablut",), crossing=("crossing",))
    yield
    for name in ("tablut", "crossing"):
        del registry.packages()[name]
    sys.path[:] = [path for path in sys.path if path not in paths]


@pytest.fixture(scope="package", params=["tablut", "crossing"])
def game(packages: None, request: pytest.FixtureRequest) -> Game:
    return naadam.load(request.param).uncompiled()


@pytest.fixture(scope="package")
def tablut(packages: None) -> Game:
    return naadam.load("tablut").uncompiled()


@pytest.fixture(scope="package")
def crossing(packages: None) -> Game:
    return naadam.load("crossing").uncompiled()
