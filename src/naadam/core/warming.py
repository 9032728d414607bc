"""Warming: compile a game's rules in a background process, and report its progress.

The process fills the disk cache; this one keeps answering, with uncompiled rules where it must, and takes the
compiled ones from the cache when they are there.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from naadam.core.compiling.bound import KINDS
from naadam.core.priority import give_way
from naadam.core.registry import load

_DONE = re.compile(r"naadam: (\d+)/(\d+) \S+")
Part = tuple[str, Callable[[], object]]
"""Something to compile: its name, and what compiles it."""

EVERYTHING = tuple(KINDS)


@dataclass
class Progress:
    """How far the warming of a game is. `failed` holds the reason if it broke off."""

    total: int
    done: int = 0
    failed: str | None = None
    finished: bool = False


class Warming:
    """A background process that compiles a game: all of it, or the hooks and kernels that are named.

    A name with a colon, `module:function`, is that of a function which gives more parts to be compiled for a game.
    """

    def __init__(self, spec: str, *names: str) -> None:
        names = names or EVERYTHING
        self.progress = Progress(total=len(names))
        self._process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-m", __name__, spec, *names],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        last = ""
        for line in self._process.stdout:
            found = _DONE.fullmatch(line.strip())  # a package may print to standard output
            if found:
                self.progress.done, self.progress.total = int(found[1]), int(found[2])
            else:
                last = line.strip() or last
        if self._process.wait() != 0:
            self.progress.failed = last or "stopped"
        self.progress.finished = True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is finished; whether it is."""
        self._reader.join(timeout)
        return self.progress.finished

    def close(self) -> None:
        """Give up if it is not finished; compiled code stays in the cache."""
        if not self.progress.finished:
            self._process.kill()
            self.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Warming:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def main() -> None:
    """Compile the game and the parts that the command line names; a line of output for each part done."""
    spec, *names = sys.argv[1:]
    give_way()
    game = load(spec)
    parts: list[Part] = []
    for name in names or EVERYTHING:
        module, _, function = name.partition(":")
        if function:
            parts += getattr(importlib.import_module(module), function)(game)
        elif not game.bound.is_ready(name):
            parts.append((name, functools.partial(game.bound.compile, name)))
    for done, (name, compile_part) in enumerate(parts):
        print(f"naadam: {done}/{len(parts)} {name}", flush=True)
        compile_part()
    print(f"naadam: {len(parts)}/{len(parts)} -", flush=True)


if __name__ == "__main__":
    main()
