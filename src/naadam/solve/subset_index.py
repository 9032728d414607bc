"""Ranking of k-subsets of n points: numbers from 0 in ascending order of bit masks."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np


class Numbering(NamedTuple):
    """A set has the number starts[high bits] + withins[low bits]."""

    size: int
    low: int  # how many bits are low
    masks: Any  # [number]
    starts: Any  # [high bits]: the number of the first set with these
    withins: Any  # [low bits]: which one it is among the sets of low bits of the same size


@functools.cache
def number_sets(points: int, chosen: int) -> Numbering:
    """All sets of `chosen` of `points` points."""
    low = (points + 1) // 2
    masks = list_sets(points, chosen)
    starts = np.searchsorted(masks, np.arange(1 << (points - low), dtype=np.int64) << low).astype(np.int64)
    withins = np.zeros(1 << low, np.int64)
    for size in range(low + 1):
        same = list_sets(low, size)
        withins[same] = np.arange(len(same))
    return Numbering(len(masks), low, masks, starts, withins)


@functools.cache
def list_sets(points: int, chosen: int) -> Any:
    """Their masks in ascending order: those without the last point, then those with it."""
    if chosen in (0, points):
        return np.array([(1 << chosen) - 1], np.int64)
    if not 0 < chosen < points:
        return np.zeros(0, np.int64)
    last = np.int64(1 << (points - 1))
    return np.concatenate([list_sets(points - 1, chosen), list_sets(points - 1, chosen - 1) | last])
