"""The messages of the bots' socket, and the bots that people can choose. docs/api.md describes the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from pydantic import BaseModel, Field

from naadam.server.protocol.messages import EventNumber, Language, Message, Notation
from naadam.server.protocol.replies import Hourglass, Pong

PROTOCOL = 1  # the version of these messages
MOST_GAMES = 32  # of a bot, at the same time

Table = Annotated[str, Meta(max_length=32)]
ClockKind = Literal["none", "rules", "move", "fischer", "days"]
Reason = Literal["later", "variant", "clock", "other"]


class ClockAccepted(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of time control that a bot accepts, with at least so many seconds."""

    kind: ClockKind
    least: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class Accepts(Struct, frozen=True, forbid_unknown_fields=True):
    """The games and time controls that a bot plays, so that it is offered nothing else.

    A spec is a pattern: `bagh-chal` for this variant only, `bagh-chal:*` for all of the game, `*` for everything.
    """

    specs: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(min_length=1, max_length=40)] = ("*",)
    clocks: Annotated[tuple[ClockAccepted, ...], Meta(min_length=1, max_length=5)] = (
        ClockAccepted("none"),
        ClockAccepted("rules"),
        ClockAccepted("move"),
        ClockAccepted("fischer"),
        ClockAccepted("days"),
    )
    at_once: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1  # games
    listed: bool = True  # whether people can choose it in the page

    def plays(self, spec: str) -> bool:
        return fits_spec(self.specs, spec)

    def keeps_time(self, kind: str, seconds: int) -> bool:
        return any(clock.kind == kind and seconds >= clock.least for clock in self.clocks)


def fits_spec(patterns: Sequence[str], spec: str) -> bool:
    """Whether one of these patterns is for a spec."""
    name = spec.partition(":")[0]
    return any(fnmatchcase(spec, pattern) or pattern == f"{name}:*" for pattern in patterns)


# --- from a bot ---


class Connect(Message, tag="hello"):
    """The first message: the token, with the scope `bot`, and what the bot plays."""

    token: Annotated[str, Meta(max_length=64)]
    accepts: Accepts = Accepts()
    language: Language = "en"  # of refusals and errors


class Accept(Message, tag="accept"):
    table: Table


class Decline(Message, tag="decline"):
    """Leave a table: the computer takes the seat, or the bot resigns if it has played there."""

    table: Table
    reason: Reason = "other"


class BotPlay(Message, tag="play"):
    """The action for a turn, by the version of that. The same version again changes nothing."""

    table: Table
    version: EventNumber
    action: Notation


class BotPing(Message, tag="ping"):
    """A heartbeat."""


# --- to a bot ---


class Welcome(Message, tag="welcome"):
    name: str  # of the bot
    protocol: int


class Offered(Message, tag="offered"):
    """A table at which the bot sits: a new one, or one of before, after each connection."""

    table: str
    spec: str
    seat: int
    names: list[str]  # of the players, by seat
    clock: ClockKind
    seconds: int
    added: int


class Turn(Message, tag="turn"):
    """The bot must act. `view` is an object with seat, view, trail and actions, as docs/uni.md has it."""

    table: str
    version: int
    spec: str
    seat: int
    view: msgspec.Raw
    clocks: list[Hourglass]


class Taken(Message, tag="taken"):
    """The action of a version is stored."""

    table: str
    version: int


class PlayRefused(Message, tag="refused"):
    """A clause forbids the action; the turn is sent again."""

    table: str
    version: int
    clause: str
    text: str  # the reason, in a sentence


class BotFailed(Message, tag="failed"):
    """Any other error."""

    table: str | None
    key: str
    text: str


class Over(Message, tag="over"):
    """The game has ended, or the bot has left it: then there are no winners."""

    table: str
    seat: int
    winners: list[int]
    clause: str | None
    text: str


FromBot = Connect | Accept | Decline | BotPlay | BotPing
ToBot = Welcome | Offered | Turn | Taken | PlayRefused | BotFailed | Over | Pong

decoder = msgspec.json.Decoder(FromBot)
encoder = msgspec.json.Encoder()


# --- over HTTP ---


class BotShown(Struct, frozen=True):
    """A connected bot that can be chosen, as servers tell each other."""

    id: str  # of the person
    name: str
    owner: str | None
    accepts: Accepts
    games: int  # under way
    server: str | None  # that it is connected to, where several share a database


class BotClock(BaseModel):
    """A kind of time control that a bot accepts, with at least so many seconds."""

    kind: ClockKind
    least: int


class BotListed(BaseModel):
    """A connected bot that can be chosen as an opponent."""

    name: str
    owner: str | None = Field(description="the name of its owner, if that is known")
    specs: list[str] = Field(description="patterns of the games that it plays, such as bagh-chal:*")
    clocks: list[BotClock]
    free: bool = Field(description="whether it takes another game now")
