"""Disturbances of a server under play: kills, stops, a slow disk, another writer, jumps of its clock."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import time
from pathlib import Path

from bench.soak.samples import children
from serving import Served

SECONDS_OF_SLOW_DISK = 10.0
SECONDS_OF_COMMIT = 0.3  # on the slow disk, and while another program writes
SECONDS_BETWEEN_COMMITS = 0.1  # of the other program
SECONDS_OF_JUMP = 3600
SYSTEM_CALLS = Path(__file__).parent / "system_calls.c"

GENTLE = ("slow_disk", "other_writer", "jump")
HARSH = ("kill_server", "kill_server", "stop_server", "kill_thinker", "kill_thinker")


class Disturbances:
    """Disturbances of one server, with a list of all that were made."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._rng = rng
        self._settings = folder / "settings"
        self._library = folder / "system_calls.so"
        self._shift = 0.0
        self._set(0.0)
        self.done: list[tuple[float, str]] = []
        compiler = shutil.which("cc")
        if compiler is None:
            raise SystemExit(
                "The soak needs a C compiler, for the slow disk and the clock (on Debian: apt install gcc)."
            )
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(self._library), str(SYSTEM_CALLS), "-ldl"]
        subprocess.run(command, check=True)

    def environment(self) -> dict[str, str]:
        """The environment of a server whose clock can jump, and whose disk can be slow."""
        return {"LD_PRELOAD": str(self._library), "NAADAM_SOAK_SETTINGS": str(self._settings)}

    def disturb(self, served: Served, harsh: bool) -> None:
        what = self._rng.choice((*GENTLE, *HARSH) if harsh else GENTLE)
        self.done.append((time.monotonic(), what))
        getattr(self, what)(served)

    def _set(self, delay: float) -> None:
        """Tell the server's system calls the error of its clock and the delay of its disk, without a break."""
        with self._settings.open("r+b" if self._settings.exists() else "wb") as file:
            file.write(struct.pack("dd", self._shift, delay))

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
        """Let each commit take so long to reach the disk."""
        self._set(SECONDS_OF_COMMIT)
        time.sleep(SECONDS_OF_SLOW_DISK)
        self._set(0.0)

    def other_writer(self, served: Served) -> None:
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
        self._shift = float(self._rng.randint(-SECONDS_OF_JUMP, SECONDS_OF_JUMP))
        self._set(0.0)
