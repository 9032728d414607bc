"""Replies: the messages of the server, one of `ToClient`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct, field

from naadam.bots.advice.analysis import Verdict
from naadam.core.parts.touches import Place
from naadam.drawing.description import Foreseen, Saying
from naadam.server.protocol.kinds import EventKind, PlayerKind, Question
from naadam.server.protocol.messages import Greeting, Message

# A position, or the way to it from another, and the choices of a seat there: encoded once for all
Described = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Description"})]
Worth = Literal["win", "draw", "loss"]
Changed = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Changes"})]


class Said(Struct, frozen=True):
    """An action in notation and in words; hidden from this client if both are empty.

    `told` is the report of it, in the past tense and without the seat's name. `way` are the places that it led along,
    where it is not plain from its two ends.
    """

    action: str
    words: str
    told: str
    way: list[str]


class Seal(Struct, frozen=True):
    """The commitment of a seat to an action: the SHA-256 of `nonce:seat:notation`, and the nonce once it is opened."""

    digest: str
    nonce: str | None


class TableEvent(Struct, frozen=True):
    """Something that happened, as its client may see it. One that is sent again has been opened since."""

    seq: int
    kind: EventKind
    seat: int | None = None
    said: Said | None = None
    by: Literal["clock", "full"] | None = None  # the cause, if not the seat itself
    seal: Seal | None = None
    story: bool = False  # whether `Recount` shows its small steps


class Sitting(Struct, frozen=True):
    """The player of a seat: a person, the computer at a `level`, or a registered `engine`."""

    kind: PlayerKind
    name: str
    level: int | None
    engine: str | None
    coached: bool  # whether a coach warns of bad moves, once the game is compiled
    free: bool  # whether an invited person has not come yet
    bot: bool  # whether the person is a program


class PackedChoice(Struct, frozen=True, array_like=True, gc=False):
    """A legal action: its notation, the gesture that makes it (points in order), words, and its effects.

    There are words only where nothing on the board shows its effect; `Explain` asks for those of all.
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
    """A glass on the table, with the time left in it when this was sent; it lies on its side if it is not running.

    If it began with less than it can hold, that is by the clause. It starts after `wait_ms`, or before if the client
    of its seat sends `Displayed`. On vacation there are `vacation_ms` until the vacation of its person is used up.
    """

    seat: int
    name: str
    left_ms: int
    full_ms: int
    begun_ms: int
    clause: str
    running: bool
    wait_ms: int
    vacation_ms: int | None


class TableFrame(Struct, frozen=True):
    """The parts of a table that change seldom: players, agreements, the end."""

    players: list[Sitting]
    asked: Question | None  # the question that all other people must answer
    asking: int | None  # the seat that asks it
    agreed: list[int]  # seats that have agreed to it
    end: End | None
    seed: str | None  # shown when the game is over
    next: str | None  # the table that follows this one
    series: Series | None  # of several games, if it is one
    talks: list[int]  # by seat: the mask of those that it may talk to now
    chat: Literal["possible", "agreed"] | None  # talk by agreement: whether people may ask for it, or have it
    hints: bool  # whether there are hints: alone, at one screen, or where all have agreed


class Table(TableFrame, frozen=True, kw_only=True, tag_field="type", tag="table"):
    """All that a client may see of a table now, and the events since the client's `after`."""

    seq: int
    answers: str | None  # the message of this client that led to it
    game: str
    title: str
    language: str
    mine: list[int]
    roles: list[str]
    aims: list[str]  # by seat, in a few words; empty if the game's texts have none
    hides: bool  # whether seats know different things
    rated: bool  # whether it is to count for ratings: then there are no hints and no take-backs
    waiting: list[int]
    undoes: list[int]  # seats that can take something back now; the client's own where something is hidden
    drawing: Described
    choices: dict[str, list[PackedChoice]]  # by seat held that is to act; empty if too many: ask by `Touch`
    events: list[TableEvent]
    seed_hash: str
    ready: bool  # whether the rules have been compiled on this machine
    begun_by: int | None  # the version of the rules by which it was begun, if that is not the one of today
    glasses: list[Hourglass]


class Moved(Message, tag="moved"):
    """The changes of a table after its first `since` events, which the client has seen."""

    answers: str | None
    glasses: list[Hourglass]
    since: int
    seq: int
    waiting: list[int]
    undoes: list[int]  # seats that can take something back now
    changes: Changed  # of the drawing
    choices: dict[str, list[PackedChoice]]
    events: list[TableEvent]
    frame: TableFrame | None  # if it has changed


class Clocks(Message, tag="glasses"):
    """The glasses on the table, sent when one of them starts between two events."""

    glasses: list[Hourglass]


class Past(Message, tag="past"):
    """Past events that the client has not seen, in pages. The table comes after the last."""

    events: list[TableEvent]


class Refused(Message, tag="refused"):
    """An action that a clause forbids."""

    id: str
    clause: str
    text: str
    rule: str


class Warned(Message, tag="warned"):
    """An action that was not taken yet, since it loses much: why, by which clause, and where that is seen."""

    id: str
    action: str
    text: str
    clause: str | None
    points: list[str]  # of a move: the answer that punishes the action, or the better one
    answer: bool = False  # whether it is that answer


class Failed(Message, tag="failed"):
    """Any other error, in the language of the client."""

    id: str | None
    key: str
    text: str


class Suggestion(Struct, frozen=True):
    """A sensible move: the action, the places to touch, and the reason with its clause; empty if there is none."""

    action: str
    words: str
    gesture: list[str]
    reason: str
    clause: str | None


class Hinted(Message, tag="hinted"):
    """A hint: the action, the places to touch, the reason with its clause, and other moves that are nearly as good."""

    id: str
    action: str
    words: str
    gesture: list[str]
    reason: str
    clause: str | None
    others: list[Suggestion] = field(default_factory=list)


class Seen(Message, tag="seen"):
    """Positions that were asked for: after `at` events, and on."""

    id: str
    at: int
    drawings: list[Described]


class Shot(Struct, frozen=True):
    """A step of a story: its sayings, and how the drawing changes."""

    saying: Saying
    clause: str
    chapter: Saying | None
    changes: Changed


class Recounted(Message, tag="recounted"):
    """A story: the drawing before it, and its steps."""

    id: str
    drawing: Described
    shots: list[Shot]


class Spoken(Struct, frozen=True):
    """Something that a seat has said, to all or to one other."""

    number: int
    seat: int
    to: int | None
    text: str


class Talked(Message, tag="talked"):
    """New chat lines that this client may read; `id` names the client's message that caused it."""

    id: str | None
    lines: list[Spoken]


class Explained(Message, tag="explained"):
    """The words of all choices of a seat, in the order of the table."""

    id: str
    words: list[str]


class Touched(Message, tag="touched"):
    """The places that may follow the touched ones, each with its price and marks, with remarks on them. A complete
    gesture has the actions that it means, in order. `touched` are the places that still count. `ways` are all the ways
    to lay the touched item on the board, `foreseen` the effects of the touches."""

    id: str
    places: list[Place]
    sayings: list[Saying]
    actions: list[str]
    touched: list[str]
    ways: list[PackedChoice]
    foreseen: Foreseen | None = None


class Thinking(Message, tag="thinking"):
    """The search of a computer player so far: the depth (0 if it has none), the number of positions, the value for the
    player from -1 to 1, and the principal variation in notation."""

    seat: int
    depth: int
    nodes: int
    value: float
    line: list[str]


class Judged(Struct, frozen=True):
    """The analysis of a move: the values of the seats after it, the best move, the loss."""

    number: int
    seat: int
    value: float  # for the seat before it, with the best play, -1 lost to 1 won
    values: list[float | None]  # after it, by seat
    verdict: Verdict
    mark: str
    loss: float
    best: str
    words: str  # of the best move
    reason: str  # why it is a mistake; empty without a simple reason
    line: list[str]  # that was expected, the best action first
    better: list[str]  # the places of the best action, in order
    played: list[str]  # and those of the move played
    proven: bool  # whether the value before the move is certain
    wins_in: int | None
    settled: bool  # whether the value after it is certain
    threw: Literal["win", "draw"] | None  # the certain result that it has lost


class Analysed(Message, tag="analysed"):
    """The moves that have been judged since the last message of this type."""

    moves: list[Judged]
    done: bool


class RatedMove(Struct, frozen=True):
    """A move by solved tables: its value for who makes it, moves to the next capture or the end where they are counted,
    and of the replies to it how many give it away."""

    action: str
    words: str
    gesture: list[str]
    value: Worth
    distance: int | None
    errors: int
    replies: int


class PlayedMove(Struct, frozen=True):
    """A move of finished games in a position: in how many it was played, and its mean share of the win."""

    action: str
    words: str
    games: int
    share: float


class Explored(Message, tag="explored"):
    """The value of every move in a position, the best first; `seat` is the player to move, or null at the end.

    `known` is false and there are no moves if no solved table covers the position.
    """

    id: str
    at: int
    line: list[str]
    drawing: Described
    seat: int | None
    known: bool
    moves: list[RatedMove]
    played: list[PlayedMove]  # in games that are over, the most frequent first


class Present(Message, tag="present"):
    """The seats of people whose page is at the table now, sent when that changes."""

    seats: list[int]
    watching: int  # pages of others


class Greeted(Message, tag="greeted"):
    """A greeting of a seat to all at the table."""

    seat: int
    greeting: Greeting


class Busy(Message, tag="busy"):
    """The server has many thoughts to make: a level of the computer thinks for less time than usual."""

    level: int
    seconds: float
    usual: float


class Preparing(Message, tag="preparing"):
    """How far the compiling of the rules is."""

    done: int
    total: int


class Pong(Message, tag="pong"):
    """The answer to a heartbeat."""


ToClient = (
    Table
    | Moved
    | Clocks
    | Past
    | Refused
    | Warned
    | Failed
    | Hinted
    | Seen
    | Recounted
    | Talked
    | Explained
    | Touched
    | Thinking
    | Analysed
    | Explored
    | Busy
    | Preparing
    | Present
    | Greeted
    | Pong
)

encoder = msgspec.json.Encoder()
