"""Schemas of the pages about people and balance."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Result = Literal["won", "drawn", "lost"]


class RatingShown(BaseModel):
    """A rating on the scale on which level 2 has 1000, with its 95 % interval."""

    points: int
    low: int
    high: int
    provisional: bool = Field(description="whether too few games support it yet")
    games: int = Field(description="that count for it")


class SeatShare(BaseModel):
    """The share of the win of a seat, from 0 to 1, with its 95 % interval."""

    seat: int
    name: str
    games: int
    share: float
    low: float
    high: float


class VariantPlayed(BaseModel):
    """The games of a person in one variant."""

    spec: str
    title: str
    games: int
    won: int
    drawn: int
    lost: int
    streak: int = Field(description="the most games won in a row")
    rating: RatingShown | None
    seats: list[SeatShare]


class MistakeShown(BaseModel):
    """A mistake of a person in an analysed game, which can be tried again."""

    table: str | None = Field(description="null where only those who sat there may know it")
    title: str
    number: int = Field(description="of the action in the record, from 1")
    action: str
    best: str
    loss: float = Field(description="in the value of the position, of which 2 lie between lost and won")


class Profile(BaseModel):
    name: str | None
    games: int
    variants: list[VariantPlayed] = Field(description="the most played first")
    mistakes: list[MistakeShown] = Field(description="the greatest of the last analysed games")


class Opponent(BaseModel):
    """A player in another seat of a game: a person by name, or a computer."""

    name: str
    player: str | None = Field(description="`level3`, `perfect` or `engine:NAME`, for a computer")
    known: bool = Field(description="whether the name leads to a page")


class GamePlayed(BaseModel):
    table: str | None = Field(description="null where only those who sat there may know it")
    spec: str
    title: str
    ended: float = Field(description="in seconds since 1970")
    seat: str = Field(description="the name of the person's side")
    result: Result
    place: int
    left: bool
    rated: bool
    opponents: list[Opponent]


class GamesPlayed(BaseModel):
    """Finished games, the newest first."""

    games: list[GamePlayed]
    next: str | None = Field(description="`before` of the next page, if there is one")


class BalanceGroup(BaseModel):
    """Shares of the win by seat: of people among themselves, or of computers of one level against people."""

    group: str = Field(description="`people`, or `level3` and the like")
    seats: list[SeatShare]
    command: str = Field(description="plays the same level against itself; empty for people")


class VariantBalance(BaseModel):
    spec: str
    title: str
    games: int
    groups: list[BalanceGroup]


class Balance(BaseModel):
    game: str
    title: str
    variants: list[VariantBalance] = Field(description="the most played first")
