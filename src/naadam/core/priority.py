"""The scheduling priority of this process, for background work."""

from __future__ import annotations

import os

LOWEST = 19


def give_way() -> None:
    """Let all other processes come first, where the system can do that."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
