"""The texts of the page: the same keys and the same places for values in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naadam.core.texts import LANGUAGES
from naadam.server.protocol.errors import TEXTS

WEB = Path(__file__).parent.parent / "web" / "src"


def keys(language: str) -> set[str]:
    return {f"{section}.{key}" for section, texts in TEXTS.sections(language).items() for key in texts}


def places(language: str) -> dict[str, set[str]]:
    return {key: set(re.findall(r"\{(\w+)[:}]", TEXTS.sections(language)[s][k])) for key in keys(language)
            for s, k in [key.split(".", 1)]}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    assert keys(language) == keys("en")
    assert places(language) == places("en")


def test_the_page_uses_no_text_that_is_not_there_and_none_is_left_over() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in WEB.rglob("*") if file.suffix in (".ts", ".svelte"))
    used = set(re.findall(r"[\"'`]([a-z]+\.[a-z-]+)[\"'`]", source))
    sections = set(TEXTS.sections("en"))
    assert {key for key in used if key.split(".")[0] in sections} <= keys("en")
    made = tuple(
        set(re.findall(r"`([a-z]+\.[a-z-]*)\$\{", source))
        | {
            "alerts.",
            "failures.",
            "ends.",
            "host.",
            "warnings.",
            "hints.",
            "email.confirm",
            "email.stop",
            "email.turn-",
            "email.add-",
            "email.enter-",
            "email.nameless",
            "preview.",
        }
    )
    assert {key for key in keys("en") if key not in used and not key.startswith(made)} == set()
