"""Positions written as words and fields `name=value`, for games whose position has many parts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError
from naadam.core.parts.notation import split_fields
from naadam.core.texts import Texts


class FieldPositions(ABC):
    """Reads and writes the positions of one game: a head of words, then the fields that have something to say."""

    texts: ClassVar[Texts]
    known: ClassVar[Sequence[str]]  # the names of all fields

    def format(self, state: StateRecord) -> str:
        fields = self.write_fields(state)
        return " ".join([*self.write_head(state), *(f"{name}={value}" for name, value in fields.items() if value)])

    def parse(self, text: str) -> StateRecord:
        """The state that the line describes, its values not yet checked against the rules."""
        head, fields = split_fields(text, self.known, self.texts)
        state = self.blank()
        try:
            self.read_head(state, head)
            self.read_fields(state, fields)
        except NotationError as error:
            raise self.texts.impossible("unreadable", reason=error.text) from None
        self.complete(state, head)
        return state

    @abstractmethod
    def write_head(self, state: StateRecord) -> list[str]: ...

    @abstractmethod
    def write_fields(self, state: StateRecord) -> Mapping[str, str]:
        """The text of each field, in order; empty where there is nothing to say."""

    @abstractmethod
    def blank(self) -> StateRecord:
        """The state of a line without words and fields."""

    @abstractmethod
    def read_head(self, state: StateRecord, head: list[str]) -> None: ...

    @abstractmethod
    def read_fields(self, state: StateRecord, fields: Mapping[str, str]) -> None: ...

    @abstractmethod
    def complete(self, state: StateRecord, head: list[str]) -> None:
        """Set the fields of the state that follow from those of the line."""

    def number(self, text: str, most: int) -> int:
        """A number from 0 to `most`, without leading zeros."""
        if re.fullmatch("0|[1-9][0-9]{0,3}", text) is None or int(text) > most:
            raise self.texts.impossible("number-form", most=most, text=repr(text[:20]))
        return int(text)

    def row(self, fields: Mapping[str, str], name: str, between: str, seats: int) -> list[str]:
        """The values of a field for each seat, or none if the field is missing."""
        values = fields[name].split(between) if name in fields else []
        if values and len(values) != seats:
            raise self.texts.impossible("row", name=name, seats=seats)
        return values
