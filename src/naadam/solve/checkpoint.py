"""Checkpoints of unfinished tables, so that a kill costs a minute of work."""

from __future__ import annotations

import os
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from naadam.core.errors import NaadamError

EVERY = 60.0  # seconds
SHARE = 0.05  # of the time at most goes into keeping


class Checkpoint:
    """Arrays by name in one file; `stamp` says what the work depends on: of another stamp they are not taken up."""

    def __init__(self, file: Path, stamp: str, every: float = EVERY) -> None:
        self.file, self.stamp, self.every = file, stamp, every
        self._last = time.monotonic()

    def part(self, name: str, detail: str = "") -> Checkpoint:
        """A part of the work, kept in a file next to this one; `detail` says what else the part depends on."""
        file = self.file.with_name(f"{self.file.stem}-{name}{self.file.suffix}")
        return Checkpoint(file, f"{self.stamp} {detail}")

    def files(self) -> list[Path]:
        """The files that are there of the work and its parts."""
        found = (self.file, *self.file.parent.glob(f"{self.file.stem}-*{self.file.suffix}"))
        return [file for file in found if file.exists()]

    def load(self) -> dict[str, Any] | None:
        """The last checkpoint, or None."""
        try:
            with self.file.open("rb") as stream, np.load(stream) as kept:
                return dict(kept) if str(kept["stamp"]) == self.stamp else None
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):  # EOFError: an empty file
            return None

    def due(self) -> bool:
        """Whether it is time to keep the work."""
        return time.monotonic() - self._last >= self.every

    def save(self, **arrays: Any) -> None:
        part = self.file.with_name(self.file.name + ".part")
        begin = time.monotonic()
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as stream:
                np.savez(stream, stamp=np.array(self.stamp), **arrays)
                stream.flush()
                os.fsync(stream.fileno())  # or a loss of power could leave an empty file
            part.replace(self.file)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise NaadamError(f"unfinished work cannot be kept in {self.file.parent}: {error.strerror}") from None
        self._last = time.monotonic()
        self.every = max(self.every, (self._last - begin) / SHARE)

    def remove(self) -> None:
        """The work is done, with all its parts."""
        for file in self.files():
            file.unlink(missing_ok=True)
