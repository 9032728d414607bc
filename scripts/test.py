"""Run every check of the project, three parts at a time, each timed; the exit code says whether all passed.

The page is built, and a browser and a database are installed, while the first parts run, which need none of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LANES = 3  # parts that run at once: on two cores, since those with a server or a browser wait much
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "--durations=5"]
PAGE = ["npm", "--prefix", "web", "run", "--silent"]
COMPILE = [PYTHON, "scripts/compile_games.py"]
GAMES = sorted(file.parent.name.replace("_", "-") for file in ROOT.glob("src/naadam/games/*/rulebook.py"))
COMPILED = ("games compiled, one half", "games compiled, other half")
RULES = ["tests/games", "tests/conformance"]
NO_RULES = ["--ignore-glob=*_reference_itself.py"]  # they try the independent implementations alone
PLAYERS = ["tests/solve", "tests/bots", "tests/lab"]  # solvers first: browser tests need them compiled
FACES = ["tests/server", "tests/browser"]
BRIDGES = ["tests/bridges"]
BROWSER = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("tests/browser/test_*.py"))
LEAN_BROWSER = "chromium-headless-shell"
BROWSERS = (LEAN_BROWSER, "chromium", "chromium-browser", "google-chrome")


class Part(NamedTuple):
    """A command, what it adds to the environment, and what must be there before it begins: things, other parts."""

    command: list[str]
    environment: dict[str, str] = {}  # noqa: RUF012 (never changed)
    needs: tuple[str, ...] = ()


# Begun in this order: first what compiles the games, once, for all parts that need them compiled, beside what needs
# nothing; then what takes longest by the clock. Servers and browsers wait much, so they run beside what computes.
# The short parts come last: they fill what is left.
PARTS = {
    "games compiled, one half": Part([*COMPILE, *GAMES[1::2]]),
    "games compiled, other half": Part([*COMPILE, *GAMES[::2]]),
    "rules with bounds checks": Part(
        [*PYTEST, "tests/conformance/test_conformance.py"],
        {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # what is compiled sooner is fast enough for this
    ),
    "rules uncompiled": Part([*PYTEST, *RULES, *NO_RULES], {"NUMBA_DISABLE_JIT": "1"}),
    "computer players": Part([*PYTEST, *PLAYERS], needs=COMPILED),
    "browser, first third": Part([*PYTEST, *BROWSER[::3]], needs=("page", "chromium", *COMPILED)),
    "browser, second third": Part([*PYTEST, *BROWSER[1::3]], needs=("page", "chromium", *COMPILED)),
    "rules, clause by clause": Part([*PYTEST, *RULES, "tests/core", "--clauses"], needs=COMPILED),
    "browser, last third": Part([*PYTEST, *BROWSER[2::3]], needs=("page", "chromium", *COMPILED)),
    "server": Part([*PYTEST, "tests/server"], needs=("page", "postgresql", *COMPILED)),
    "all other tests": Part(
        [*PYTEST, "tests", *(f"--ignore={folder}" for folder in (*RULES, *PLAYERS, *FACES, *BRIDGES, "tests/core"))],
        needs=("page", *COMPILED),
    ),
    "page: lint": Part([*PAGE, "lint"], needs=("page",)),
    "types": Part([PYTHON, "-m", "mypy"]),
    "bridges": Part([*PYTEST, *BRIDGES], {"NUMBA_DISABLE_JIT": "1"}),
    "page: types": Part([*PAGE, "check"], needs=("page",)),
    "page: unit tests": Part([*PAGE, "test"], needs=("page",)),
    "page: format": Part([*PAGE, "format"], needs=("page",)),
    "types of the protocol are current": Part([PYTHON, "scripts/make_types.py", "--check"]),
    "format": Part([PYTHON, "-m", "ruff", "format", "--check", "."]),
    "lint": Part([PYTHON, "-m", "ruff", "check", "."]),
}


def build_page() -> str:
    """Build the page, with Node from PyPI where it is missing."""
    built = subprocess.run(["make", "--no-print-directory", ".venv/page"], cwd=ROOT)
    return "" if built.returncode == 0 else "The page could not be built."


def get_chromium() -> str:
    """Make sure that there is a browser for the browser tests: the one without windows, or else any."""
    if not shutil.which(LEAN_BROWSER):
        install(LEAN_BROWSER)
    if not any(map(shutil.which, BROWSERS)):
        install("chromium")
    missing = f"The browser tests need Chromium; on Debian: apt install {LEAN_BROWSER}"
    return "" if any(map(shutil.which, BROWSERS)) else missing


def get_postgresql() -> str:
    """Get a PostgreSQL for the tests of several servers, if that is possible; without it they are skipped."""
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        install("postgresql")
    return ""


# What is set up beside the first parts, one thing after the other; each says what is missing.
SETTING_UP: dict[str, Callable[[], str]] = {
    "page": build_page,
    "chromium": get_chromium,
    "postgresql": get_postgresql,
}


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


def run(name: str, set_up: dict[str, Future[str]], parts: dict[str, Future[Result]]) -> Result:
    """Run a part to its end, then show what it has printed."""
    part = PARTS[name]
    wait([parts[need] for need in part.needs if need in parts])  # what they do not compile, others will
    if missing := [reason for need in part.needs if need in set_up and (reason := set_up[need].result())]:
        print(f"\n=== {name}: {' '.join(missing)}", flush=True)
        return Result(1, 0.0, 0.0)
    print(f"... {name}", flush=True)
    begin = time.monotonic()
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
    with ThreadPoolExecutor(1) as aside, ThreadPoolExecutor(LANES) as lanes:
        set_up = {name: aside.submit(function) for name, function in SETTING_UP.items()}
        parts: dict[str, Future[Result]] = {}
        for name in PARTS:  # a part needs parts that have begun before it
            parts[name] = lanes.submit(run, name, set_up, parts)
        results = {name: part.result() for name, part in parts.items()}
    print("\n=== how long each part took")
    for name, (code, seconds, processor) in results.items():
        print(f"{seconds:7.1f} s  {processor:7.1f} s CPU  {'passed' if code == 0 else 'FAILED'}  {name}")
    failed = sum(result.code != 0 for result in results.values())
    print(f"parts: {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
