"""The records of states and views: their memory, and their fields as plain values."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np


def fields(record: Any) -> SimpleNamespace:
    """The fields of a record as plain Python values: plain code that reads many of them is far quicker so."""
    return SimpleNamespace(**dict(zip(record.dtype.names, record.item(), strict=True)))


def record(type_: np.dtype[Any], memory: bytes | bytearray | None = None) -> Any:
    """A record of its own memory, all zero, or one that looks onto this memory, read-only if that is bytes."""
    return np.ndarray((1,), type_, bytearray(type_.itemsize) if memory is None else memory)[0]
