"""Questions for a referee: a position, an action that a seat proposes, and the ruling of the rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from naadam.core.errors import NaadamError, RecordError
from naadam.core.registry import load
from naadam.core.state import State
from naadam.core.view import View


@dataclass(frozen=True)
class Question:
    """One question. `clause` forbids the action, or is the clause that a legal near-miss was paired with.

    `state` is one that the seat must think possible, so a question has no secret of another seat in it.
    """

    game: str  # the spec
    state: str  # as JSON
    seat: int
    move: str
    legal: bool
    clause: str

    @property
    def id(self) -> str:
        """A hash of everything that the question asks."""
        asked = "\0".join((self.game, self.state, str(self.seat), self.move))
        return hashlib.sha256(asked.encode()).hexdigest()[:16]

    def load(self) -> State:
        """The state of the question."""
        return State.from_json(self.state, load(self.game))

    def view(self) -> View:
        """The view of the seat that asks."""
        return self.load().view(self.seat)

    def to_line(self) -> str:
        """The question as a line of JSON, with its id."""
        return json.dumps({"id": self.id, **asdict(self)}, ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_line(cls, line: str) -> Question:
        """The question that `to_line` wrote; RecordError for any other line."""
        try:
            data = json.loads(line)
            written = data.pop("id")
            question = cls(**data)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise RecordError(f"{line[:60]!r} is not a question for a referee") from None
        if question.id != written:
            raise RecordError(f"question {written!r} was changed after it was written")
        return question


def write_questions(file: Path, questions: Iterable[Question]) -> None:
    """Write a file with one question per line."""
    try:
        file.write_text("".join(f"{question.to_line()}\n" for question in questions), encoding="utf-8")
    except OSError as error:
        raise NaadamError(f"{file} cannot be written: {error.strerror}") from None


def read_questions(file: Path) -> Iterator[Question]:
    """The questions of a file."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise NaadamError(f"{file} cannot be read: {error.strerror}") from None
    return map(Question.from_line, lines)
