"""What worker processes of bots have in common."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable


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
