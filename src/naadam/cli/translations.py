"""The words of the terminal in all languages, and those of a table that it shares with pictures."""

from __future__ import annotations

from naadam.core.texts import CORE, Texts

TERMINAL = Texts(__package__)
SHARED = ("to-move", "wins", "draw")  # pictures say these, too


def say_at_table(key: str, language: str, **parameters: str) -> str:
    """A sentence of a game that is played."""
    return (CORE if key in SHARED else TERMINAL).get("table", key, language, **parameters)


def say_of_analysis(key: str, language: str, **parameters: str) -> str:
    """A word or a sentence of an analysis."""
    return TERMINAL.get("analysis", key, language, **parameters)
