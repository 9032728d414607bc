"""Shared code of worker processes that run bots."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable


def count_cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent(before: Callable[[], None] | None = None) -> None:
    """In a worker: end it when the process that made it is gone, even if that was killed; `before` comes first."""

    def wait() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        try:
            if before is not None:
                before()
        finally:
            os._exit(1)

    threading.Thread(target=wait, name="end with parent", daemon=True).start()
