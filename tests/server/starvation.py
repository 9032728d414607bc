"""Time for which processes were ready to run while other programs had the processors, as Linux counts it.

Tests with a bar in seconds add it to the bar, because a machine that runs other tests is no fault of the server.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def seconds_starved(processes: Iterable[int]) -> float:
    """The sum over all threads of these processes; 0 where the system does not count it."""
    waited = 0
    for process in processes:
        with suppress(OSError):  # one that has ended
            for task in Path(f"/proc/{process}/task").iterdir():
                waited += int((task / "schedstat").read_text().split()[1])
    return waited / 1e9
