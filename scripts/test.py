"""Run every check of the project, each part timed; all parts run, and the exit code tells whether all passed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTEST = [sys.executable, "-m", "pytest", "-q", "--durations=5"]
RULES = ["tests/games", "tests/conformance"]

PARTS: dict[str, tuple[list[str], dict[str, str]]] = {
    "format": ([sys.executable, "-m", "ruff", "format", "--check", "."], {}),
    "lint": ([sys.executable, "-m", "ruff", "check", "."], {}),
    "types": ([sys.executable, "-m", "mypy"], {}),
    "types of the protocol are current": ([sys.executable, "scripts/make_types.py", "--check"], {}),
    "page: types": (["npm", "--prefix", "web", "run", "--silent", "check"], {}),
    "page: unit tests": (["npm", "--prefix", "web", "run", "--silent", "test"], {}),
    "tests, clauses, README, browser": ([*PYTEST, "--clauses"], {}),
    "rules uncompiled": ([*PYTEST, *RULES], {"NUMBA_DISABLE_JIT": "1"}),
    "rules with bounds checks": ([*PYTEST, "tests/conformance/test_conformance.py"], {"NUMBA_BOUNDSCHECK": "1"}),
}


def get_chromium() -> None:
    """Make sure that there is a browser for the browser tests."""
    if shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"):
        return
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests (once)...", flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
            subprocess.run(command, env=environment, capture_output=True)
    if not shutil.which("chromium"):
        sys.exit("The browser tests need Chromium; on Debian and Ubuntu: apt install chromium")


def main() -> int:
    get_chromium()
    results = {}
    for name, (command, environment) in PARTS.items():
        print(f"\n=== {name}", flush=True)
        begin = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env=os.environ | environment).returncode
        results[name] = (code, time.monotonic() - begin)
    print("\n=== how long each part took")
    for name, (code, seconds) in results.items():
        print(f"{seconds:7.1f} s  {'passed' if code == 0 else 'FAILED'}  {name}")
    failed = sum(code != 0 for code, _ in results.values())
    print(f"parts: {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
