"""Schemas of the person who asks: name, devices and other keys."""

from __future__ import annotations

from pydantic import BaseModel, Field

from naadam.server.protocol.schemas import Body


class NameWanted(Body):
    name: str = Field(max_length=200, description="empty to keep no name")


class Me(BaseModel):
    """The person of this browser."""

    name: str | None
    kept: bool = Field(description="whether nobody else may have this name")
