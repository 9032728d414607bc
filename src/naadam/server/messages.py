"""The messages between page and server: closed, typed, and checked to the letter.

What a client sends is one of `FromClient`; what it gets is one of `ToClient`. Unknown types and fields, wrong types,
`true` for 1 and numbers out of range are refused by the decoder.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from naadam.core.texts import LANGUAGES
from naadam.core.touching import MOST_TOUCHES, Place
from naadam.drawing.description import Saying

LARGEST_FRAME = 8 * 1024
MOST_LOOKED_AT = 16
MOST_THEN = 63  # actions after the first that one message names

Seat = Annotated[int, Meta(ge=0, le=7)]
Sequence = Annotated[int, Meta(ge=0, le=1 << 31)]
Token = Annotated[str, Meta(max_length=256)]  # longer than any of ours: one that opens nothing does no harm
MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Notation = Annotated[str, Meta(min_length=1, max_length=100)]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[int, Meta(ge=1, le=5)]
Language = Literal["en", "fr", "it"]

EventKind = Literal["action", "undone", "ask", "agreed", "declined", "draw", "resign", "left", "replaced", "next"]
"""All that can happen at a table."""

assert set(LANGUAGES) == {"en", "fr", "it"}


class Message(Struct, forbid_unknown_fields=True, tag_field="type"):
    """Every message names its type."""


# --- from a client ---


class Hello(Message, tag="hello"):
    """The first message: which seats this client holds, what it has seen, in which language it reads.

    With `thinking` it is told what computer players think, in games that hide nothing.
    """

    tokens: Annotated[list[Token], Meta(max_length=64)] = []
    after: Sequence = 0
    language: Language = "en"
    thinking: bool = False


class Play(Message, tag="play"):
    """Take an action, seen at `at`. The same `id` again changes nothing and is answered the same.

    What is named in `then` is taken after it, one by one, until one is refused or another seat is to act.
    """

    id: MessageId
    at: Sequence
    seat: Seat
    action: Notation
    then: Annotated[list[Notation], Meta(max_length=MOST_THEN)] = []


class Touch(Message, tag="touch"):
    """Ask what may follow the places that have been touched, none at first."""

    id: MessageId
    at: Sequence
    seat: Seat
    touched: Annotated[list[Notation], Meta(max_length=MOST_TOUCHES)] = []


class Try(Message, tag="try"):
    """Touch places that make no legal action: it is answered by the reason why not, and never played."""

    id: MessageId
    at: Sequence
    seat: Seat
    touched: Annotated[list[Notation], Meta(min_length=1, max_length=MOST_TOUCHES)]


class Undo(Message, tag="undo"):
    """Take back one's last action: at once against computers and at one screen, else by consent."""

    id: MessageId
    at: Sequence
    seat: Seat


class OfferDraw(Message, tag="offer-draw"):
    id: MessageId
    at: Sequence
    seat: Seat


class Answer(Message, tag="answer"):
    """Answer what is asked, a take-back or a draw: all people must agree, and those at one screen do together."""

    id: MessageId
    at: Sequence
    seat: Seat
    accept: bool


class Resign(Message, tag="resign"):
    """Give up: where more than two play, the computer takes the seat and play goes on."""

    id: MessageId
    seat: Seat


class Rematch(Message, tag="rematch"):
    """A new table for the same people, sides changed; or the next game of a match."""

    id: MessageId
    seat: Seat


class Hint(Message, tag="hint"):
    id: MessageId
    seat: Seat


class Analyse(Message, tag="analyse"):
    """Think about every move of a game that is over."""

    id: MessageId


class Look(Message, tag="look"):
    """Show the positions after `at` events and on, `count` of them, as the seats of this client know them."""

    id: MessageId
    at: Sequence
    count: Annotated[int, Meta(ge=1, le=MOST_LOOKED_AT)] = 1


class Explain(Message, tag="explain"):
    """Say in words all that a seat can do."""

    id: MessageId
    at: Sequence
    seat: Seat


class Ping(Message, tag="ping"):
    """Are you there?"""


FromClient = (
    Hello | Play | Touch | Try | Undo | OfferDraw | Answer | Resign | Rematch | Hint | Analyse | Look | Explain | Ping
)


# --- to a client ---


# A position, or the way to it from another, and what a seat can do there: encoded once for all
Described = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Description"})]
Changed = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Changes"})]


class Said(Struct, frozen=True):
    """An action in notation and in words; hidden from this reader if both are empty."""

    action: str
    words: str


class Event(Struct, frozen=True):
    """Something that happened, as its reader may know it."""

    seq: int
    kind: EventKind
    seat: int | None = None
    said: Said | None = None
    by: Literal["clock"] | None = None  # who did it, if not the seat itself


class Sitting(Struct, frozen=True):
    """Who sits on a seat: a person, the computer at a `level`, or a registered `engine`."""

    kind: Literal["here", "invited", "computer"]
    name: str
    level: int | None
    engine: str | None


class PackedChoice(Struct, frozen=True, array_like=True):
    """A legal action: its notation, the gesture that makes it (points in order), words, and what it would do.

    There are words only where nothing on the board shows what it does; `Explain` asks for those of all.
    """

    action: str
    gesture: list[str]
    words: str
    preview: dict[str, list[str]]


class End(Struct, frozen=True):
    winners: list[int]
    scores: list[float]
    clause: str | None
    text: str


class Series(Struct, frozen=True):
    """A match: which this is, the score by the seats of this game, and how it ended."""

    clause: str
    number: int
    won: list[int]
    drawn: int
    end: End | None


class Hourglass(Struct, frozen=True):
    """A glass on the table, with what was left in it when this was sent; it lies on its side if it is not running."""

    seat: int
    name: str
    left_ms: int
    full_ms: int
    running: bool


class Frame(Struct, frozen=True):
    """What of a table changes seldom: who sits there, what is asked, how it ended."""

    players: list[Sitting]
    asked: str | None  # "undo" or "draw": what the seats below must answer
    asking: int | None
    agreed: list[int]  # seats that have agreed to it
    end: End | None
    seed: str | None  # told when the game is over
    next: str | None  # the table that follows this one
    series: Series | None  # of several games, if it is one


class Table(Frame, frozen=True, kw_only=True, tag_field="type", tag="table"):
    """All that a reader may know of a table now, and what happened since the reader's `after`."""

    seq: int
    answers: str | None  # the message of this reader that led to it
    game: str
    title: str
    language: str
    mine: list[int]
    roles: list[str]
    hides: bool  # whether seats know different things
    waiting: list[int]
    drawing: Described
    choices: dict[
        str, list[PackedChoice]
    ]  # by seat held that is to act; empty lists where they are too many: ask by `Touch`
    events: list[Event]
    seed_hash: str
    ready: bool  # whether the rules have been compiled on this machine
    glasses: list[Hourglass]


class Moved(Message, tag="moved"):
    """What changed at a table since the reader was told of its first `since` events."""

    answers: str | None
    glasses: list[Hourglass]
    since: int
    seq: int
    waiting: list[int]
    changes: Changed  # of the drawing
    choices: dict[str, list[PackedChoice]]
    events: list[Event]
    frame: Frame | None  # if it has changed


class Past(Message, tag="past"):
    """What happened before: the events after those that the reader has, in pages. The table comes after the last."""

    events: list[Event]


class Refused(Message, tag="refused"):
    """An action that a clause forbids."""

    id: str
    clause: str
    text: str
    rule: str


class Failed(Message, tag="failed"):
    """Anything else that was not done, and why, in the reader's language."""

    id: str | None
    key: str
    text: str


class Hinted(Message, tag="hinted"):
    id: str
    action: str
    words: str


class Seen(Message, tag="seen"):
    """Positions that were asked for: after `at` events, and on."""

    id: str
    at: int
    drawings: list[Described]


class Explained(Message, tag="explained"):
    """The words of all choices of a seat, in the order of the table."""

    id: str
    words: list[str]


class Touched(Message, tag="touched"):
    """What may follow what was touched: places, each with its price and marks, what is to be said about it, and, once
    it is whole, the actions that it means, in order. `touched` is what of it still counts, if that is not all."""

    id: str
    places: list[Place]
    sayings: list[Saying]
    actions: list[str]
    touched: list[str]


class Thinking(Message, tag="thinking"):
    """What a computer player thinks so far: how deep (0 if it does not count so), how many positions it has looked at,
    how good it is for it from -1 to 1, and the best line in notation."""

    seat: int
    depth: int
    nodes: int
    value: float
    line: list[str]


class Judged(Struct, frozen=True):
    """What the analysis says of a move: the values of the seats after it, what was best, how bad it was."""

    number: int
    seat: int
    values: list[float | None]  # by seat, -1 lost to 1 won
    best: str
    line: list[str]
    loss: float
    mark: str
    wins_in: int | None


class Analysed(Message, tag="analysed"):
    """The moves that have been thought about since the last such message."""

    moves: list[Judged]
    done: bool


class Preparing(Message, tag="preparing"):
    """How far the compiling of the rules is."""

    done: int
    total: int


class Pong(Message, tag="pong"):
    """I am."""


ToClient = (
    Table
    | Moved
    | Past
    | Refused
    | Failed
    | Hinted
    | Seen
    | Explained
    | Touched
    | Thinking
    | Analysed
    | Preparing
    | Pong
)

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()
