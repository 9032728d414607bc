"""Schemas of tokens, by which programs use the API for a person or a bot."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from naadam.server.protocol.schemas import Body

TokenScope = Literal["read", "play", "open", "bot"]
"""Permissions of a token: to read what the person may, to play at their tables, to open tables, to connect a bot."""


class TokenWanted(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"label": "my engine", "scopes": ["read", "bot"], "bot": "Dice"}]}
    )

    label: str = Field(min_length=1, max_length=80, description="for the list of tokens")
    scopes: Annotated[list[TokenScope], Field(min_length=1, max_length=4)]
    until: float | None = Field(default=None, gt=0, lt=4e10, description="in seconds since 1970; by default it lasts")
    bot: str | None = Field(
        default=None,
        max_length=200,
        description="the name of a bot, which is made if this person has none of the name; required by the scope `bot`",
    )


class TokenInfo(BaseModel):
    """A token as its owner sees it."""

    id: str
    label: str
    scopes: list[TokenScope]
    bot: str | None = Field(description="the name of the bot that it plays for; null if it acts for the person")
    created: float = Field(description="in seconds since 1970")
    used: float = Field(description="to the hour")
    until: float | None


class TokenIssued(TokenInfo):
    token: str = Field(description="`nd_` and 43 characters; it is shown once")
