"""`naadam solve` on a small board of Bagh Chal, as its users run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from naadam.core.compiling.compiled import COMPILING

sys.path.insert(0, str(Path(__file__).parent.parent / "solve"))

from small_boards import small_game

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "naadam.cli.main", "solve", *arguments]
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "COLUMNS": "100"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_a_game_is_solved_shown_and_checked(tmp_path: Path) -> None:
    spec = small_game(tmp_path, goats=6).spec
    done = run(tmp_path, spec, "--verify")
    assert done.returncode == 2
    assert "movement-0.values is missing" in done.stderr
    done = run(tmp_path, spec)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["6", "0", "goats", "35", "3", "0", "8"]
    assert lines[2].split() == ["6", "0", "tigers", "0", "14", "24", "8"]
    assert "Goats to move at the start: win." in lines
    done = run(tmp_path, spec, "--verify", "--samples", "1000")
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["movement phase", "placement phase"]
    values = next(tmp_path.rglob("movement-0.values"))
    values.write_bytes(values.read_bytes()[:-1] + b"\xff")
    done = run(tmp_path, spec, "--verify", "--samples", "1000")
    assert done.returncode == 2
    assert "its checksum is not the one in its header" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bagh-chal:heroes=true",), "without Heroes of Asia"),
        (("hasami-shogi",), "cannot be solved"),
        (("yut:horses=1", "--movement-only"), "has no movement phase"),
        (("bagh-chal", "--ray"), "Ray checks tables (--verify)"),
    ],
)
def test_what_cannot_be_solved_says_why(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
