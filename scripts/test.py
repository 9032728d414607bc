"""Run every check of the project, three parts at a time, each timed; the exit code tells whether all passed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LANES = 3  # parts that run at once: on two cores, since those with a server or a browser wait much
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "--durations=5"]
PAGE = ["npm", "--prefix", "web", "run", "--silent"]
RULES = ["tests/games", "tests/conformance"]
PLAYERS = ["tests/bots", "tests/lab", "tests/solve"]
FACES = ["tests/server", "tests/browser"]
BRIDGES = ["tests/bridges"]


class Part(NamedTuple):
    """A command, and what it adds to the environment."""

    command: list[str]
    environment: dict[str, str] = {}  # noqa: RUF012 (never changed)


# Begun in this order. What compiles a game stands beside what compiles nothing, or for itself; servers and browsers
# find the games compiled.
PARTS = {
    "rules, clause by clause": Part([*PYTEST, *RULES, "tests/core", "--clauses"]),
    "rules uncompiled": Part([*PYTEST, *RULES], {"NUMBA_DISABLE_JIT": "1"}),
    "rules with bounds checks": Part(
        [*PYTEST, "tests/conformance/test_conformance.py"],
        {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # what is compiled sooner is fast enough for this
    ),
    "types": Part([PYTHON, "-m", "mypy"]),
    "format": Part([PYTHON, "-m", "ruff", "format", "--check", "."]),
    "lint": Part([PYTHON, "-m", "ruff", "check", "."]),
    "types of the protocol are current": Part([PYTHON, "scripts/make_types.py", "--check"]),
    "page: types": Part([*PAGE, "check"]),
    "page: format": Part([*PAGE, "format"]),
    "page: lint": Part([*PAGE, "lint"]),
    "page: unit tests": Part([*PAGE, "test"]),
    "bridges": Part([*PYTEST, *BRIDGES], {"NUMBA_DISABLE_JIT": "1"}),
    "computer players": Part([*PYTEST, *PLAYERS]),
    "browser": Part([*PYTEST, "tests/browser"]),
    "server": Part([*PYTEST, "tests/server"]),
    "all other tests": Part(
        [*PYTEST, "tests", *(f"--ignore={folder}" for folder in (*RULES, *PLAYERS, *FACES, *BRIDGES, "tests/core"))]
    ),
}


def get_chromium() -> None:
    """Make sure that there is a browser for the browser tests."""
    if shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"):
        return
    install("chromium")
    if not shutil.which("chromium"):
        sys.exit("The browser tests need Chromium; on Debian and Ubuntu: apt install chromium")


def get_postgresql() -> None:
    """Get a PostgreSQL for the tests of several servers, if that is possible; without it they are skipped."""
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        install("postgresql")


def install(package: str) -> None:
    """Install a package of Debian, where we may."""
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {package} for the tests (once)...", flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", package]):
            subprocess.run(command, env=environment, capture_output=True)


class Result(NamedTuple):
    """How a part ended, and what it took."""

    code: int
    seconds: float
    processor: float  # seconds of it, children included


def run(name: str) -> Result:
    """Run a part to its end, then show what it has printed."""
    print(f"... {name}", flush=True)
    part, begin = PARTS[name], time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        environment = os.environ | part.environment
        process = subprocess.Popen(part.command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        seconds = time.monotonic() - begin
        print(f"\n=== {name}: {seconds:.0f} s\n{output.read()}", flush=True)
    return Result(process.returncode, seconds, used.ru_utime + used.ru_stime)


def main() -> int:
    get_chromium()
    get_postgresql()
    with ThreadPoolExecutor(LANES) as lanes:
        results = dict(zip(PARTS, lanes.map(run, PARTS), strict=True))
    print("\n=== how long each part took")
    for name, (code, seconds, processor) in results.items():
        print(f"{seconds:7.1f} s  {processor:7.1f} s CPU  {'passed' if code == 0 else 'FAILED'}  {name}")
    failed = sum(result.code != 0 for result in results.values())
    print(f"parts: {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
