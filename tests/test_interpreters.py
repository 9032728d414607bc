"""Other interpreters of this machine import Naadam, load every game and play it, uncompiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from naadam.core.extras import FIRST, LAST

ROOT = Path(__file__).parent.parent
OTHERS = [minor for minor in range(FIRST[1], LAST[1] + 1) if (3, minor) != sys.version_info[:2]]
NEEDS = "import numpy, numba, platformdirs, rich, typer"
PROGRAM = """
import naadam
for name in naadam.game_names():
    start = naadam.load(name).uncompiled().start()
    state = start.resolve(__import__("random").Random(0)) if start.turn is None or start.turn > 7 else start
    assert state.apply(state.actions()[0]) != state, name
start = naadam.load("bagh-chal").uncompiled().start()
assert start.game.playout(start, 1).outcome is not None
assert naadam.Record.read(naadam.History(start).record().to_text()).replay()[-1] == start
"""


def find_interpreter(minor: int) -> str | None:
    """An interpreter of Python 3.MINOR, of the system or of pyenv."""
    installed = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python"))
    candidates = [*map(str, installed), shutil.which(f"python3.{minor}") or ""]
    right = f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"
    return next((each for each in candidates if each and run(each, right).returncode == 0), None)


def run(interpreter: str, program: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run([interpreter, "-c", program], capture_output=True, text=True, env=environment)


@pytest.mark.parametrize("minor", OTHERS)
def test_games_are_played_by_another_interpreter(minor: int) -> None:
    interpreter = find_interpreter(minor)
    if interpreter is None:
        pytest.skip(f"there is no Python 3.{minor}")
    if run(interpreter, NEEDS).returncode != 0:
        pytest.skip(f"Python 3.{minor} has no NumPy or Numba: pip install naadam")
    done = run(interpreter, PROGRAM)
    assert done.returncode == 0, done.stderr


def test_the_program_runs_by_this_interpreter() -> None:
    done = run(sys.executable, PROGRAM)
    assert done.returncode == 0, done.stderr
