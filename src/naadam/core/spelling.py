"""Spelling: the known word nearest to a mistyped one, for "did you mean"."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LIKENESS = 0.65  # from 0 to 1: below it a word is another word


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, or None."""
    by_form = {_form(each): each for each in known}
    found = difflib.get_close_matches(_form(word[:60]), by_form, 1, LIKENESS)
    return by_form[found[0]] if found else None


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean WORD?`, or nothing."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def _form(word: str) -> str:
    return word.lower().replace("_", "-").replace(" ", "-")
