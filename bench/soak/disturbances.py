"""Disturbances of a server under play: kills, stops, a slow disk, jumps of its clock."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import time
from pathlib import Path

from bench.soak.samples import children
from serving import Served

SECONDS_OF_SLOW_DISK = 10.0
SECONDS_OF_COMMIT = 0.3  # on the slow disk
SECONDS_BETWEEN_COMMITS = 0.1
SECONDS_OF_JUMP = 3600
LIBRARIES = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/local/lib/faketime/libfaketime.so.1")

GENTLE = ("slow_disk", "jump")
HARSH = ("kill_server", "kill_server", "stop_server", "kill_thinker", "kill_thinker")


class Disturbances:
    """Disturbances of one server, with a list of all that were made."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._rng = rng
        self._clock = folder / "clock"
        self._clock.write_text("+0\n")
        self._library = next((str(file) for path in LIBRARIES for file in Path("/").glob(path[1:])), None)
        self.done: list[tuple[float, str]] = []

    def environment(self) -> dict[str, str]:
        """The environment of a server whose clock can jump; empty where libfaketime is missing."""
        if self._library is None:
            print("Without libfaketime the clock does not jump (on Debian: apt install faketime).")
            return {}
        return {
            "LD_PRELOAD": self._library,
            "FAKETIME_TIMESTAMP_FILE": str(self._clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
            "PYTHONPATH": os.pathsep.join((str(Path(__file__).parent / "clock"), os.environ.get("PYTHONPATH", ""))),
        }

    def disturb(self, served: Served, harsh: bool) -> None:
        what = self._rng.choice((*GENTLE, *HARSH) if harsh else GENTLE)
        if what == "jump" and self._library is None:
            what = "slow_disk"
        self.done.append((time.monotonic(), what))
        getattr(self, what)(served)

    def kill_server(self, served: Served) -> None:
        served.kill()
        served.start()

    def stop_server(self, served: Served) -> None:
        served.process.terminate()
        code = served.process.wait(60)
        assert code == 0, f"a server that is stopped ends in good order, not with {code}"
        served.kill()
        served.start()

    def kill_thinker(self, served: Served) -> None:
        thinkers = children(served.process.pid)
        if thinkers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._rng.choice(thinkers), signal.SIGKILL)

    def slow_disk(self, served: Served) -> None:
        """Hold the write lock of the file most of the time."""
        until = time.monotonic() + SECONDS_OF_SLOW_DISK
        with contextlib.closing(sqlite3.connect(served.database, timeout=30, isolation_level=None)) as file:
            while time.monotonic() < until:
                file.execute("BEGIN IMMEDIATE")
                time.sleep(SECONDS_OF_COMMIT)
                file.execute("ROLLBACK")
                time.sleep(SECONDS_BETWEEN_COMMITS)

    def jump(self, served: Served) -> None:
        """Let the wall clock of the server and its processes be wrong by up to an hour."""
        self._clock.write_text(f"{self._rng.randint(-SECONDS_OF_JUMP, SECONDS_OF_JUMP):+d}\n")
