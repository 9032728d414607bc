"""`naadam solve` on a small board of Bagh Chal."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import forked
import pytest

from naadam.core.compiling.compiled import COMPILING

sys.path.insert(0, str(Path(__file__).parent.parent / "solve"))

from small_boards import small_game
from small_jarmo import small_jarmo

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run("solve", *arguments, XDG_DATA_HOME=str(folder), COLUMNS="100")


def test_a_game_is_solved_shown_and_checked(tmp_path: Path) -> None:
    spec = small_game(tmp_path, goats=6).spec
    done = run(tmp_path, spec, "--verify")
    assert done.returncode == 2
    assert "is not solved on this machine" in done.stderr
    done = run(tmp_path, spec)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["6", "0", "goats", "35", "3", "0", "8"]
    assert lines[2].split() == ["6", "0", "tigers", "0", "14", "24", "8"]
    assert "Goats to move at the start: win." in lines
    done = run(tmp_path, spec, "--verify", "--samples", "1000")
    assert done.returncode == 0, done.stderr
    *phases, last = done.stdout.splitlines()
    assert [line.split(":")[0] for line in phases] == ["movement phase", "placement phase"]
    assert re.fullmatch(r"results sha256 [0-9a-f]{64}", last)
    check_goes_on(tmp_path, spec, done.stdout)
    values = next(tmp_path.rglob("movement-0.values"))
    values.write_bytes(values.read_bytes()[:-1] + b"\xff")
    done = run(tmp_path, spec, "--verify", "--samples", "1000")
    assert done.returncode == 2
    assert "its checksum is not the one in its header" in done.stderr


def test_jarmo_is_solved_shown_and_checked(tmp_path: Path) -> None:
    spec = small_jarmo(tmp_path).spec
    done = run(tmp_path, spec, "--up-to", "1000")
    assert done.returncode == 0, done.stderr
    assert "at the start" not in done.stdout
    done = run(tmp_path, spec)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "2,158 positions in 7 groups of signatures" in lines
    assert "Green to move at the start: draw." in lines
    done = run(tmp_path, spec, "--verify", "--samples", "500", "--threads", "1")
    assert done.returncode == 0, done.stderr
    assert re.match(r"groups of signatures: \d+ positions follow from the rules", done.stdout)


def check_goes_on(folder: Path, spec: str, expected: str) -> None:
    """A check that was stopped goes on from its file, in which another number of samples is another check."""
    file = folder / "checks.jsonl"
    arguments = (spec, "--verify", "--samples", "1000", "--results", str(file))
    assert run(folder, *arguments).stdout == expected
    whole = file.read_bytes().splitlines(keepends=True)
    assert len(whole) == 11  # a title, and a line for each layer of both phases
    file.write_bytes(b"".join(whole[:4]) + whole[4][:-3])
    assert run(folder, *arguments, "--threads", "1").stdout == expected
    assert file.read_bytes().splitlines(keepends=True)[:4] == whole[:4]
    done = run(folder, spec, "--verify", "--samples", "2000", "--results", str(file))
    assert done.returncode == 2
    assert "samples is 1000 there and 2000 here" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bagh-chal:heroes=true",), "without Heroes of Asia"),
        (("hasami-shogi",), "cannot be solved"),
        (("yut:horses=1", "--movement-only"), "has no movement phase"),
        (("bagh-chal", "--up-to", "9"), "is not solved up to a number of positions"),
        (("jarmo:variant=jasyr",), "only Jarmo itself"),
        (("bagh-chal", "--ray"), "Ray checks tables (--verify)"),
        (("bagh-chal", "--results", "checks"), "--results keeps what a check has found (--verify)"),
    ],
)
def test_what_cannot_be_solved_says_why(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
