"""Names and lines of chat: invisible and piled-up characters are left out, those of languages stay."""

from __future__ import annotations

import unicodedata

import pytest

from naadam.server.table.players import MOST_MARKS, one_line


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u034f", "\u200b", "\u202e"])
def test_a_name_of_invisible_letters_is_no_name(blank: str) -> None:
    assert one_line(blank * 3) == ""
    assert one_line(f"Ada{blank}Lovelace") == "Ada Lovelace"


def test_marks_do_not_pile_up() -> None:
    assert one_line("Z" + "\u0335" * 280) == "Z" + "\u0335" * MOST_MARKS
    assert one_line("\u0301\u0301 \u0301Ada") == "Ada", "nor stand without a letter"


@pytest.mark.parametrize("name", ["Nguyễn", "Zoë", "नमस्ते", "שָׁלוֹם", "ที่นี่", "Ćirić", "한글", "王"])
def test_names_of_all_languages_stay(name: str) -> None:
    assert one_line(name) == unicodedata.normalize("NFC", name)
