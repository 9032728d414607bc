"""Schemas of blocks and reports."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from naadam.server.protocol.schemas import Body

OtherSeat = Annotated[int, Field(ge=0, le=7)]


class SeatsBlocked(BaseModel):
    """Seats of other people at a table, and those of them whom the person has blocked."""

    people: list[int]
    blocked: list[int]


class BlockWanted(Body):
    seat: OtherSeat
    blocked: bool = Field(default=True, description="false ends the block")


class ReportWanted(Body):
    seat: OtherSeat
    text: str = Field(default="", max_length=500, description="what happened, in the person's own words")
