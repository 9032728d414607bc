"""Schemas of webhooks and of browsers that get push messages."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import Body


class ChannelInfo(BaseModel):
    """A way in which a person is notified."""

    id: str
    kind: Literal["webhook", "push"]
    label: str = Field(description="the host of the URL, or the browser")
    created: float = Field(description="in seconds since 1970")
    paused: bool = Field(description="whether nothing is sent any more, because too much was not accepted")


class Channels(BaseModel):
    key: str = Field(description="public key with which browsers subscribe; empty without push messages")
    channels: list[ChannelInfo]


class WebhookWanted(Body):
    url: str = Field(max_length=1000)
    language: Language = "en"


class WebhookMade(BaseModel):
    channel: ChannelInfo
    secret: str = Field(description="key of the signatures, shown once")


class PushWanted(Body):
    """A subscription as `PushSubscription.toJSON` writes it."""

    endpoint: str = Field(max_length=1000)
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=40)
    language: Language = "en"
