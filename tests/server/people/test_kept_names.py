"""Names that people keep: two that look alike are one, and those of all languages are allowed."""

from __future__ import annotations

import pytest

from naadam.server.people.names import ALIKE, fold_name, read_name
from naadam.server.protocol.errors import UserError


@pytest.mark.parametrize(
    ("name", "imitation"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnnа"),  # with two Cyrillic characters
        ("Anna", "An-na"),
        ("Ada Lovelace", "AdaLovelace"),
        ("Zoë", "Zoe"),
        ("Boris", "Воrіѕ"),
        ("Bill", "B1I1"),
        ("Otto", "0tt0"),
        ("Bernd", "Bemd"),
        ("Straße", "Strasse"),
        ("Ada", "Ａda"),
    ],
)
def test_names_that_look_alike_are_one(name: str, imitation: str) -> None:
    assert fold_name(name) == fold_name(imitation)


@pytest.mark.parametrize(("name", "other"), [("Anna", "Hanna"), ("कुमार", "कमार"), ("王", "玉"), ("한글", "한국")])
def test_different_names_stay_different(name: str, other: str) -> None:
    assert fold_name(name) != fold_name(other)


@pytest.mark.parametrize("name", ["Nguyễn", "Zoë", "नमस्ते", "ที่นี่", "한글", "王", "O’Neill", "J. R. R.", "a_b", "42"])
def test_names_of_all_languages_can_be_kept(name: str) -> None:
    assert read_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("\u3164", "no-name"),
        ("...", "no-name"),
        ("a/b", "name-character"),
        ("Anna ✓", "name-character"),
        ("<b>", "name-character"),
        ("a" * 41, "name-long"),
        ("ﷺ" * 10, "name-long"),
    ],
)
def test_names_that_cannot_be_kept_are_refused_with_the_reason(text: str, key: str) -> None:
    with pytest.raises(UserError) as refused:
        read_name(text)
    assert refused.value.key == key


def test_folding_again_changes_nothing() -> None:
    for name in ("Anna", "Straße", "".join(one for one, _ in ALIKE), "Iı1l", "ﬁ", "नमस्ते"):
        assert fold_name(fold_name(name)) == fold_name(name)
