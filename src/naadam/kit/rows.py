"""Rows of pieces as text, in the manner of FEN: `B3B/5/5/5/B3B`, from the top, with numbers for empty places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from naadam.core.texts import Texts

Rows = Sequence[Sequence[int]]  # the places of each row, from the top


def write_rows(rows: Rows, piece: Callable[[int], str]) -> str:
    """The rows of a board; `piece` is the piece on a place, or nothing."""
    lines = ("".join(piece(place) or "." for place in row) for row in rows)
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), line) for line in lines)


def read_rows(text: str, rows: Rows, pieces: str, texts: Texts) -> Iterator[tuple[int, str]]:
    """Every place that is not empty with its piece; `pieces` is the pattern of one piece.

    PositionError by the texts [positions] `rows`, `row` and `letter`.
    """
    lines = text.split("/")
    if len(lines) != len(rows):
        raise texts.impossible("rows", wanted=len(rows), found=len(lines))
    for line, row in zip(lines, rows, strict=True):
        found = _split(line, pieces, "[0-9]")
        if len(found) != len(row):  # a wide row may have ten empty places or more
            found = _split(line, pieces, "[0-9]{1,2}")
        if len(found) != len(row):
            raise texts.impossible("row", row=repr(line[:40]), found=len(found), wanted=len(row))
        for place, piece in zip(row, found, strict=True):
            if piece != "." and not re.fullmatch(pieces, piece):
                raise texts.impossible("letter", text=repr(piece), row=repr(line[:40]))
            if piece != ".":
                yield place, piece


def _split(line: str, pieces: str, number: str) -> list[str]:
    dotted = re.sub(number, lambda empty: "." * int(empty[0]), line[:200])
    return [found[0] for found in re.finditer(f"(?:{pieces})|.", dotted)]


def read_number(text: str, name: str, most: int, texts: Texts) -> int:
    """A number from 0 to `most`; PositionError by the text [positions] `number-NAME`."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= most):
        raise texts.impossible(f"number-{name}", most=most, text=repr(text[:20]))
    return int(text)
