"""Typography of the texts: French keeps its marks on the line of the word before them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FRENCH = sorted([*ROOT.glob("src/**/texts/fr.toml"), *ROOT.glob("tests/**/texts/fr.toml")])


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: file.parent.parent.name)
def test_french_has_no_break_spaces_before_high_marks_and_inside_quotation_marks(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r".*\s(?<!\N{NO-BREAK SPACE})[:;!?»].*", text)
    assert not re.findall(r".*(?:«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»).*", text)


def test_there_are_french_texts() -> None:
    assert len(FRENCH) >= 8
