"""Notation: the part of a game that writes actions and positions as text, and reads them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import NamedTuple

from naadam.core.contract import StateRecord
from naadam.core.texts import Texts


class Move(NamedTuple):
    """The meaning of a notation: an action, and the seat if the text names it."""

    seat: int | None
    action: int


class Notation(ABC):
    """Reads and writes actions and positions of one game."""

    @abstractmethod
    def format(self, state: StateRecord, seat: int, action: int) -> str:
        """The notation of an action in a state, one line without quotes; the same action never has two."""

    @abstractmethod
    def parse(self, state: StateRecord, text: str) -> Move:
        """The action that a notation names, legal or not; NotationError if it names none.

        It reads all that `format` writes, whatever the state.
        """

    @abstractmethod
    def format_position(self, state: StateRecord) -> str:
        """The position as one line of text, without the moves before it."""

    @abstractmethod
    def parse_position(self, text: str) -> StateRecord:
        """The state that a line names, not yet checked; PositionError with the reason if the line cannot be read."""


def split_fields(text: str, known: Collection[str], texts: Texts) -> tuple[list[str], dict[str, str]]:
    """The words of a position, and its fields `name=value`; PositionError if one is not known or is there twice."""
    words: list[str] = []
    fields: dict[str, str] = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            words.append(word)
        elif name not in known or name in fields:
            raise texts.impossible("field", name=repr(name[:20]))
        else:
            fields[name] = value
    return words, fields
