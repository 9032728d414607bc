"""The records of states and views: their memory, and their fields as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np


def fields(record: Any, names: Sequence[str] = ()) -> SimpleNamespace:
    """The fields of a record, or a few of them, as numbers and lists: plain code reads these much faster."""
    if names:
        return SimpleNamespace(**{name: record[name].tolist() for name in names})
    values = zip(record.dtype.names, record.item(), strict=True)
    return SimpleNamespace(**{name: value if type(value) is int else value.tolist() for name, value in values})


def record(type_: np.dtype[Any], memory: bytes | bytearray | None = None) -> Any:
    """A zeroed record, or a record over `memory` (read-only if it is bytes)."""
    return np.ndarray((1,), type_, bytearray(type_.itemsize) if memory is None else memory)[0]
