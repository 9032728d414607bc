"""Runner of checks: commands in parallel lanes, each timed, with their needs set up next to the first ones."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "--durations=5"]
PAGE = ["npm", "--prefix", "web", "run", "--silent"]
LANES = 3  # on two cores, because servers and browsers mostly wait
MOST_RETRIED = 5  # tests of a part; more failures have one cause
LEAN_BROWSER = "chromium-headless-shell"
BROWSERS = (LEAN_BROWSER, "chromium", "chromium-browser", "google-chrome")


class Part(NamedTuple):
    """A command, its additions to the environment, and its needs: things to set up, or other parts.

    A part with a `cache` runs pytest with it. A few failed tests of it run once more, alone, when all parts have
    ended: browsers and servers have deadlines, which a busy machine can miss. The summary names these tests.
    """

    command: list[str]
    environment: dict[str, str] = {}  # noqa: RUF012 (never changed)
    needs: tuple[str, ...] = ()
    cache: str = ""


class Result(NamedTuple):
    """The exit code of a part, its duration, and the tests that passed only when they ran alone."""

    code: int
    seconds: float
    processor: float  # seconds of it, children included
    flaky: tuple[str, ...] = ()


def timed(cache: str, *tests: str, needs: tuple[str, ...]) -> Part:
    """A part of tests with deadlines, those of servers and browsers."""
    folder = f".pytest_cache/{cache}"
    return Part([*PYTEST, "-o", f"cache_dir={folder}", *tests], needs=needs, cache=folder)


def build_page() -> str:
    """Build the page, with Node from PyPI where it is missing."""
    built = subprocess.run(["make", "--no-print-directory", ".venv/page"], cwd=ROOT)
    return "" if built.returncode == 0 else "The page could not be built."


def get_node() -> str:
    """Make sure that the page's tools are installed."""
    return "" if (ROOT / "web" / "node_modules").is_dir() else build_page()


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


# One after the other, in a thread next to the first parts. Each function returns a message if it fails.
SETTING_UP: dict[str, Callable[[], str]] = {
    "page": build_page,
    "node": get_node,
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


class Run:
    """One run of some parts. Their output is printed when they end, only that of failures if `quiet`."""

    def __init__(self, parts: Mapping[str, Part], *, quiet: bool = False) -> None:
        self.parts = parts
        self.quiet = quiet
        self._set_up: dict[str, Future[str]] = {}
        self._begun: dict[str, Future[Result]] = {}

    def run(self) -> int:
        """Run all parts; the exit code of the whole is 0 if every part passed."""
        begin = time.monotonic()
        needed = {need for part in self.parts.values() for need in part.needs}
        with ThreadPoolExecutor(1) as aside, ThreadPoolExecutor(LANES) as lanes:
            self._set_up = {name: aside.submit(f) for name, f in SETTING_UP.items() if name in needed}
            for name in self.parts:  # a part needs only parts that begin before it
                self._begun[name] = lanes.submit(self._run_part, name)
            results = {name: part.result() for name, part in self._begun.items()}
        results = {name: self._retry(name, result) for name, result in results.items()}
        print("\n=== how long each part took")
        for name, (code, seconds, processor, flaky) in results.items():
            print(f"{seconds:7.1f} s  {processor:7.1f} s CPU  {'passed' if code == 0 else 'FAILED'}  {name}")
            for test in flaky:
                print(f"{'':29} only at the second try: {test}")
        failed = sum(result.code != 0 for result in results.values())
        print(f"parts: {len(results) - failed} passed, {failed} failed, {time.monotonic() - begin:.0f} s")
        return 1 if failed else 0

    def _run_part(self, name: str) -> Result:
        part = self.parts[name]
        wait([self._begun[need] for need in part.needs if need in self._begun])  # if they fail, this part compiles
        reasons = [self._set_up[need].result() for need in part.needs if need in self._set_up]
        if missing := [reason for reason in reasons if reason]:
            print(f"\n=== {name}: {' '.join(missing)}", flush=True)
            return Result(1, 0.0, 0.0)
        if not self.quiet:
            print(f"... {name}", flush=True)
        return self._execute(name, [*part.command, *(["--cache-clear"] if part.cache else [])])

    def _retry(self, name: str, result: Result) -> Result:
        """Run the failed tests of a part once more, if they are few and it has a cache."""
        part = self.parts[name]
        listed = ROOT / part.cache / "v" / "cache" / "lastfailed"
        if result.code == 0 or not part.cache or not listed.is_file():
            return result
        failed = tuple(json.loads(listed.read_text(encoding="utf-8")))
        if not 0 < len(failed) <= MOST_RETRIED:
            return result
        print(f"... {name}: {len(failed)} failed, once more", flush=True)
        again = self._execute(name, [*part.command, "--last-failed"])
        return result if again.code else Result(0, result.seconds + again.seconds, result.processor, failed)

    def _execute(self, name: str, command: list[str]) -> Result:
        part = self.parts[name]
        begin = time.monotonic()
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            environment = os.environ | part.environment
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            seconds = time.monotonic() - begin
            if process.returncode or not self.quiet:
                print(f"\n=== {name}: {seconds:.0f} s\n{output.read()}", flush=True)
        return Result(process.returncode, seconds, used.ru_utime + used.ru_stime)
