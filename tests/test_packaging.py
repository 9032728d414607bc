"""The wheel works in an empty environment, away from the sources."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("naadam-*.whl"))


def test_the_wheel_has_the_data_files(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "naadam/py.typed",
        "naadam/cli/texts/it.toml",
        "naadam/core/texts/fr.toml",
        "naadam/games/bagh_chal/boards/pulijudam.toml",
        "naadam/games/bagh_chal/texts/it.toml",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith(("tests", "bench"))]


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = tmp_path / "locked.txt"
    script = [sys.executable, str(ROOT / "scripts" / "locked.py")]
    locked.write_bytes(subprocess.run(script, capture_output=True, check=True).stdout)
    for wanted in (["--require-hashes", "--requirement", str(locked)], ["--no-deps", str(wheel)]):
        done = subprocess.run([*install, *wanted], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_CACHE_DIR"] = str(tmp_path / "cache")

    def run(*arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [str(python), "-m", "naadam.cli.main", *arguments],
            cwd=tmp_path,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("perft", "bagh-chal", "3") == "1 21\n2 252\n3 5052\n"
    assert "BC-8" in run("rules", "bagh-chal", "BC-8", "--lang", "fr")
    assert "Gc3" in run("play", "bagh-chal", "--seat", "both", typed="Gc3\nmoves\nsave game.txt\nquit\n") or (
        tmp_path / "game.txt"
    ).read_text().endswith("1. Gc3\n")
