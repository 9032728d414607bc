"""The client of the examples plays a whole game over the WebSocket."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Served

FILE = Path(__file__).parents[2] / "examples" / "client.py"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    yield server
    server.stop()


def test_it_plays_a_game_to_an_end_that_names_its_clause(served: Served) -> None:
    end = runpy.run_path(str(FILE))["play"](served.address, seed=3)
    assert end["clause"].startswith("BC-")
    assert end["winners"]
    assert end["text"]


def test_it_has_thirty_lines() -> None:
    lines = FILE.read_text(encoding="utf-8").split('"""\n', 1)[1].splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 30
