"""Rows of pieces as text."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naadam.core.errors import PositionError
from naadam.core.texts import LANGUAGES
from naadam.kit.ground import make_cells
from naadam.kit.notation import KIT
from naadam.kit.rows import read_rows, write_rows

ROWS = make_cells(12, 3).rows


def read(text: str) -> dict[int, str]:
    return dict(read_rows(text, ROWS, "[LD]", KIT))


def test_empty_places_are_counted_also_ten_and_more() -> None:
    text = "12/L10D/3L8"
    assert read(text) == {12: "L", 23: "D", 3: "L"}
    assert write_rows(ROWS, lambda place: read(text).get(place, "")) == text


@given(st.dictionaries(st.integers(0, 35), st.sampled_from("LD")))
def test_what_is_written_reads_back(pieces: dict[int, str]) -> None:
    assert read(write_rows(ROWS, lambda place: pieces.get(place, ""))) == pieces


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("12/12", "The board has 3 rows, not 2."),
        ("12/12/11", "Row '11' has 11 places, not 12."),
        ("12/12/11X", "'X' in row '11X' is not a piece of this game."),
        ("12/12/" + "9" * 5000, f"Row '{'9' * 40}' has"),
    ],
)
def test_bad_rows_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        read(text)
    assert refused.value.text("en").startswith(reason)
    assert len({refused.value.text(language) for language in LANGUAGES}) == 3


@given(st.text("LDX.0129/é"))
def test_any_text_is_rows_or_refused(text: str) -> None:
    with contextlib.suppress(PositionError):
        assert all(0 <= place < 36 for place in read(text))
