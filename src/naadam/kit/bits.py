"""Sets of places as the bits of a number, and tables of such numbers, as plain code reads them."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import numpy as np

from naadam.core.compiling.intrinsics import WORD

TablesT = TypeVar("TablesT", bound=NamedTuple)


def bits_in(word: int) -> list[int]:
    """The numbers of the bits that are set."""
    found, word = [], word & WORD
    while word:
        found.append((word & -word).bit_length() - 1)
        word &= word - 1
    return found


def with_plain_numbers(tables: TablesT) -> TablesT:
    """The same tables for plain code: what it reads there are Python's numbers, with which it reckons much faster."""
    plain: dict[str, Any] = {
        name: value.astype(object)
        for name, value in tables._asdict().items()
        if isinstance(value, np.ndarray) and value.dtype.kind == "i"
    }
    return tables._replace(**plain)
