"""Typography of the texts: French keeps its marks on the line of the word before them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TAUGHT = ("lessons.toml", "guide.toml", "watch.toml", "first_game.toml")  # with all languages
BESIDE = [file for name in TAUGHT for file in ROOT.glob(f"src/**/games/*/{name}")]
FRENCH = sorted([*ROOT.glob("src/**/texts/fr.toml"), *ROOT.glob("tests/**/texts/fr.toml"), *BESIDE])


def french_of(file: Path) -> str:
    """The French of a file, where it has a line for each language all others are left out."""
    text = file.read_text(encoding="utf-8")
    return text if file.name == "fr.toml" else "\n".join(line for line in text.splitlines() if line.startswith("fr"))


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: str(file.relative_to(ROOT)))
def test_french_has_no_break_spaces_before_high_marks_and_inside_quotation_marks(file: Path) -> None:
    text = french_of(file)
    assert not re.findall(r".*\s(?<!\N{NO-BREAK SPACE})[:;!?»].*", text)
    assert not re.findall(r".*(?:«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»).*", text)


def test_there_are_french_texts() -> None:
    assert len(FRENCH) >= 8
