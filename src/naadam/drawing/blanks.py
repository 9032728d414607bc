"""Texts with blanks: `{count}` is a value; `{count:goat|goats}` is the word that goes with a number.

Of two words the first is for one; of three, the first is for none and the second for one, as in French, where `0
chèvre` is singular.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any


class _Filling(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        if "|" not in format_spec:
            return super().format_field(value, format_spec)
        words = format_spec.split("|")
        number = int(value)
        return words[min(number, 2)] if len(words) > 2 and number >= 0 else words[0 if number == 1 else -1]


_FILLING = _Filling()


def fill(text: str, /, **values: object) -> str:
    """A text with its blanks filled in; a blank that no value is given for is a KeyError."""
    return fill_from(text, values)


def fill_from(text: str, values: Mapping[str, object]) -> str:
    """The same, with values from a mapping, of which only those are read that the text names."""
    return _FILLING.vformat(text, (), values) if "|" in text else text.format_map(values)
