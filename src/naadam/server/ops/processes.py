"""Memory and open files of processes, as Linux shows them, and the age of backups; 0 where the system does not."""

from __future__ import annotations

import os
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def resident_bytes(pid: int | None = None) -> int:
    """The memory that a process occupies, or this one."""
    try:
        return int(Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def private_bytes(pid: int | None = None) -> int:
    """The memory that a process occupies alone, without files that it shares, such as solved tables."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid or 'self'}/statm").read_text().split()
        return (int(resident) - int(shared)) * PAGE
    except (OSError, ValueError):
        return 0


def open_files(pid: int | None = None) -> int:
    """The number of files and connections that a process has open, or this one."""
    try:
        return sum(1 for _ in Path(f"/proc/{pid or 'self'}/fd").iterdir())
    except OSError:
        return 0


def newest_file(folder: Path | None) -> float:
    """When the newest complete backup in a folder was made, in seconds since 1970.

    Of a folder without backups it is the time of its last change, and 0 without a folder.
    """
    if folder is None:
        return 0.0
    try:
        files = [*folder.glob("*.db"), *folder.glob("*.dump")] or [folder]
        return max(file.stat().st_mtime for file in files)
    except OSError:
        return 0.0
