"""Warming: compile a game's rules in a process of their own, so that nobody waits, and tell how far it is.

The process fills the disk cache; this one keeps answering, with uncompiled rules where it must, and takes the
compiled ones from the cache when they are there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any

from naadam.core.engine import HOOKS, KERNELS
from naadam.core.registry import load


@dataclass
class Progress:
    """How far the warming of a game is. `failed` holds the reason if it broke off."""

    total: int
    done: int = 0
    current: str = ""
    failed: str | None = None
    finished: bool = False


class Warming:
    """A background process that compiles all rules of a game."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.progress = Progress(total=len(HOOKS) + len(KERNELS))
        self._process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-m", __name__, spec],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        for line in self._process.stdout:
            done, self.progress.current = line.split()
            self.progress.done = int(done)
        errors = self._process.stderr.read().strip()
        if self._process.wait() != 0:
            self.progress.failed = errors.rpartition("\n")[2] or "stopped"
        self.progress.finished = True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is finished; whether it is."""
        self._reader.join(timeout)
        return self.progress.finished

    def stop(self) -> None:
        """Give up; what has been compiled stays in the cache."""
        self._process.kill()
        self.wait()

    def __enter__(self) -> Warming:
        return self

    def __exit__(self, *_: Any) -> None:
        if not self.progress.finished:
            self.stop()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def main() -> None:
    """Compile everything of the game named on the command line; a line of output for each part done."""
    for done, name in enumerate(load(sys.argv[1]).engine.warm()):
        print(done, name, flush=True)
    print(len(HOOKS) + len(KERNELS), "-", flush=True)


if __name__ == "__main__":
    main()
