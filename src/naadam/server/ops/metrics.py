"""Metrics: counts and durations of this server, in the text format of Prometheus."""

from __future__ import annotations

import asyncio
import bisect
import re
from collections.abc import Iterable, Mapping

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
SECONDS_BETWEEN_DELAYS = 0.5


class Count:
    """A counter of events since the start of the server."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, more: int = 1) -> None:
        self.value += more


class Durations:
    """A histogram of durations."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._total = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self._total += seconds

    def write(self, name: str) -> Iterable[str]:
        count = 0
        for bound, found in zip((*BOUNDS, "+Inf"), self._counts, strict=True):
            count += found
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._total:.6f}"
        yield f"{name}_count {count}"


class Metrics:
    """All counters; gauges (rooms, clients) are computed when they are read."""

    def __init__(self) -> None:
        self.tables = Count()
        self.events = Count()
        self.not_stored = Count()
        self.deleted = {"tables": Count(), "chat": Count(), "people": Count()}  # by retention
        self.commits = Durations()
        self.thoughts = Durations()
        self.delays = Durations()

    def write(self, standing: Iterable[tuple[str, str, float]]) -> str:
        """Write all metrics; `standing` are the names, the meanings and the values of the gauges."""
        counted = (
            ("tables_set", "Tables set since the start.", self.tables),
            ("events_stored", "Events (moves and what else happens at tables) stored since the start.", self.events),
            ("events_not_stored", "Events that the store did not take, since the start.", self.not_stored),
            ("tables_deleted", "Tables deleted by retention since the start.", self.deleted["tables"]),
            ("chat_lines_deleted", "Lines of chat deleted by retention since the start.", self.deleted["chat"]),
            ("people_deleted", "People without a name deleted by retention since the start.", self.deleted["people"]),
        )
        lines: list[str] = []
        for name, meaning, counter in counted:
            lines += _head(f"{name}_total", meaning, "counter")
            lines.append(f"naadam_{name}_total {counter.value}")
        for name, meaning, value in standing:
            lines += _head(name, meaning, "gauge")
            lines.append(f"naadam_{name} {value:g}")
        measured = (
            ("commit_seconds", "How long the store takes for what is written in one go.", self.commits),
            ("thought_seconds", "How long a computer takes for a move, its waiting included.", self.thoughts),
            ("delay_seconds", "How late the server wakes from a short sleep: everything waits so long.", self.delays),
        )
        for name, meaning, durations in measured:
            lines += _head(name, meaning, "histogram")
            lines += durations.write(f"naadam_{name}")
        return "\n".join(lines) + "\n"


SAMPLE = re.compile(r"(naadam_\w+)(?:{(.*)})? (.*)")


def merge(texts: Mapping[str, str]) -> str:
    """Metrics of several processes as one text, in which each sample has a label with its process."""
    heads: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    for process, text in texts.items():
        name = ""
        for line in text.splitlines():
            if line.startswith("#"):
                name = line.split()[2]
                if line not in heads.setdefault(name, []):
                    heads[name].append(line)
            elif found := SAMPLE.fullmatch(line):
                labels = ",".join(filter(None, (found[2], f'process="{process}"')))
                samples.setdefault(name, []).append(f"{found[1]}{{{labels}}} {found[3]}")
    return "".join(f"{line}\n" for name, head in heads.items() for line in (*head, *samples.get(name, ())))


async def watch_delays(delays: Durations) -> None:
    """Measure for ever how late the event loop wakes."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + SECONDS_BETWEEN_DELAYS
        await asyncio.sleep(SECONDS_BETWEEN_DELAYS)
        delays.add(max(0.0, loop.time() - due))


def _head(name: str, meaning: str, kind: str) -> tuple[str, str]:
    return f"# HELP naadam_{name} {meaning}", f"# TYPE naadam_{name} {kind}"
