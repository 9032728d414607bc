"""Schemas of cups: groups of people who all play each other with days per move."""

from __future__ import annotations

from pydantic import BaseModel, Field

from naadam.server.protocol.schemas import Body


class CupWanted(Body):
    spec: str = Field(max_length=200)
    days: int = Field(ge=1, le=7, description="per move")
    begins_in: int = Field(ge=1, le=14 * 24, description="hours")
    lasts: int = Field(ge=7, le=90, description="days")


class CupMade(BaseModel):
    id: str


class CupInfo(BaseModel):
    """A cup in the list. Times are seconds since 1970."""

    id: str
    game: str
    title: str
    days: float = Field(description="per move")
    begins: float
    ends: float
    begun: bool
    closed: bool
    people: int
    entered: bool = Field(description="whether the reader is entered")


class CupEntrant(BaseModel):
    """An entrant of a group; a computer has a level in place of a name, and no place."""

    name: str
    level: int | None
    mine: bool
    place: int
    points: float
    played: int


class CupGameShown(BaseModel):
    """A game: its table, its entrants by seat as places in the group's list, and the first one's share of the win."""

    table: str
    entrants: list[int]
    share: float | None


class CupGroup(BaseModel):
    entrants: list[CupEntrant]
    games: list[CupGameShown]


class Cup(BaseModel):
    """A cup with its people before it begins, and then with its groups; that of the reader comes first."""

    info: CupInfo
    people: list[str]
    groups: list[CupGroup]
    mine: list[str] = Field(description="tables of the reader's games that go on")
