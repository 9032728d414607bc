"""Checks of solved tables: random positions of their layers, and how many of them are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

SAMPLES_AT_ONCE = 100_000


class Check(NamedTuple):
    """The result of a check: the number of positions examined, and the first wrong one, as text."""

    samples: int
    faults: int
    first: str


class Sample(NamedTuple):
    """Random positions of one layer of a phase, to be checked; samples depend on nothing but their seeds."""

    phase: str
    layer: int
    samples: int
    seed: int


def add_up(checks: Iterable[Check]) -> Check:
    found = list(checks)
    first = next((check.first for check in found if check.faults), "")
    return Check(sum(check.samples for check in found), sum(check.faults for check in found), first)
