"""Sets of places as the bits of a number, and tables of these sets for uncompiled code."""

from __future__ import annotations

from collections.abc import Iterable
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


def numbers_in(words: Iterable[int], span: int) -> list[int]:
    """The members of a set of numbers that is stored in words of `span` bits, in ascending order."""
    return [span * index + bit for index, word in enumerate(words) for bit in bits_in(int(word))]


def words_of(numbers: Iterable[int], span: int, count: int) -> list[int]:
    """A set of numbers as `count` words of `span` bits."""
    words = [0] * count
    for number in numbers:
        words[number // span] |= 1 << number % span
    return words


def with_plain_numbers(tables: TablesT) -> TablesT:
    """The same tables for plain code: it reads Python's numbers there, which are much faster."""
    plain: dict[str, Any] = {
        name: value.astype(object)
        for name, value in tables._asdict().items()
        if isinstance(value, np.ndarray) and value.dtype.kind == "i"
    }
    return tables._replace(**plain)
