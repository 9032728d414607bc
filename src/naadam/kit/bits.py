"""Sets of places as the bits of a number, and tables of these sets for uncompiled code."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import numpy as np

from naadam.core.compiling.intrinsics import WORD

TablesT = TypeVar("TablesT", bound=NamedTuple)


# The numbers of the bits that are set in a byte, by its place in a word and by its value.
_BITS = [
    [tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)] for first in range(0, 64, 8)
]


def bits_in(word: int) -> list[int]:
    """The numbers of the bits that are set."""
    found: list[int] = []
    word &= WORD
    for bits in _BITS:
        if not word:
            break
        found += bits[word & 255]
        word >>= 8
    return found


def with_plain_numbers(tables: TablesT) -> TablesT:
    """The same tables for plain code: what it reads there are Python's numbers, with which it reckons much faster."""
    plain: dict[str, Any] = {
        name: value.astype(object)
        for name, value in tables._asdict().items()
        if isinstance(value, np.ndarray) and value.dtype.kind == "i"
    }
    return tables._replace(**plain)
