"""Schemas of studies: a record with variations and comments, played again by the server and never stored."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from naadam.drawing.changes import Changes
from naadam.drawing.description import Description
from naadam.server.protocol.kinds import LONGEST_POSITION
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import Body

LONGEST_RECORD = 60_000  # characters
MOST_POSITIONS = 2_000
LONGEST_STEP = 200


class StudyBrought(Body):
    record: str = Field(min_length=1, max_length=LONGEST_RECORD, description="as text or JSON")
    language: Language = "en"


class StudyMove(BaseModel):
    """A position of a study, by the number of the one before it, and the move that led to it; first the start."""

    parent: int | None
    step: str = Field(description="the action as in a record; empty for the start")
    who: str
    words: str
    way: list[str] = Field(description="the places that the move led along, where its ends do not show it")
    comment: str
    turn: str = Field(description="the player to move, or the result, in words")
    changes: Changes = Field(description="of the drawing of the position before, or of an empty one")


class Study(BaseModel):
    """The record in its text form, and all its positions, each after the one before it."""

    spec: str
    title: str
    record: str
    parts: dict[str, Any] = Field(description="the record as JSON, without its moves, comments and variations")
    names: list[str]
    roles: list[str]
    drawing: Description = Field(description="the start")
    moves: list[StudyMove]


class StudyAsked(Body):
    """A position by the steps that lead to it, and the places that are touched."""

    spec: str = Field(max_length=200)
    start: str | None = Field(default=None, max_length=LONGEST_POSITION)
    line: list[Annotated[str, Field(max_length=LONGEST_STEP)]] = Field(max_length=MOST_POSITIONS)
    seat: int | None = Field(default=None, ge=0, le=7, description="one of several that may act; else the next one")
    touched: list[Annotated[str, Field(max_length=LONGEST_STEP)]] = Field(default=[], max_length=40)
    language: Language = "en"


class StudyChoice(BaseModel):
    """A legal action as a step of a record, with its gesture, words where no gesture shows it, and its effects."""

    action: str
    gesture: list[str]
    words: str
    preview: dict[str, list[str]]


class StudyChoices(BaseModel):
    """The legal actions in a position; none are listed if there are very many."""

    seat: int | None
    waiting: list[int]
    chance: bool
    position: str | None = Field(description="as one line, for pictures; null where something is hidden")
    choices: list[StudyChoice]
