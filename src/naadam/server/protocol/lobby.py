"""The messages of the lobby's socket: open tables, tables that are being watched, and the numbers of people."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from naadam.server.protocol.messages import Message, Ping, Token
from naadam.server.protocol.replies import Pong


class Hold(Message, tag="hold"):
    """The offers of this page, by their secrets: they last as long as the connection. Without any, it only looks."""

    secrets: Annotated[list[Token], Meta(max_length=16)]


class OfferedClock(Struct, frozen=True):
    """A time control of an offer."""

    kind: str
    seconds: int
    added: int


class TableOffered(Struct, frozen=True):
    """A table that waits for players: the games and clocks they share, and who they are."""

    table: str
    games: list[str]  # specs
    clocks: list[OfferedClock]
    names: list[str]  # empty where a person has given none
    seats: int
    opened: float  # seconds since 1970
    filled: float | None  # when computers take the free seats
    rated: bool


class TableShown(Struct, frozen=True):
    """A game that goes on and may be watched."""

    table: str
    game: str  # its spec
    names: list[str]  # of the people who play


class Crowd(Struct, frozen=True):
    """How many people are at tables of a game or wait for one, and how many of them play."""

    here: int
    playing: int


class Lobby(Message, tag="lobby"):
    """The whole list, by the ids of tables and the names of games."""

    waiting: dict[str, TableOffered]
    playing: dict[str, TableShown]
    crowds: dict[str, Crowd]
    now: float  # seconds since 1970, by the clock of the server


class LobbyChanged(Message, tag="changed"):
    """Changes of the list; null for an entry that is gone."""

    waiting: dict[str, TableOffered | None]
    playing: dict[str, TableShown | None]
    crowds: dict[str, Crowd | None]


class OfferWaits(Message, tag="waits"):
    """The table at which one of the page's offers waits now."""

    secret: str
    table: str


class OfferBegun(Message, tag="begun"):
    """The game of one of the page's offers begins."""

    secret: str
    table: str


class OfferEnded(Message, tag="ended"):
    """One of the page's offers is no longer there."""

    secret: str


FromVisitor = Hold | Ping
ToVisitor = Lobby | LobbyChanged | OfferWaits | OfferBegun | OfferEnded | Pong

decoder = msgspec.json.Decoder(FromVisitor)
encoder = msgspec.json.Encoder()
