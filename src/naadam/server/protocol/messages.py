"""Messages of clients: a closed set of types with strict decoding. The server's messages are in `replies`.

Unknown types and fields, wrong types, `true` for 1 and numbers out of range are refused by the decoder.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from naadam.core.parts.touches import MOST_TOUCHES
from naadam.core.texts import LANGUAGES

LARGEST_FRAME = 8 * 1024
MOST_LOOKED_AT = 16
LONGEST_TALK = 300
LONGEST_LINE = 60  # moves of a variation
MOST_THEN = 63  # actions after the first that one message names

Seat = Annotated[int, Meta(ge=0, le=7)]
EventNumber = Annotated[int, Meta(ge=0, le=1 << 31)]
MoveNumber = Annotated[int, Meta(ge=0, le=1 << 31)]
Token = Annotated[str, Meta(max_length=256)]  # longer than any of ours: one that opens nothing does no harm
MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Notation = Annotated[str, Meta(min_length=1, max_length=100)]
Called = Annotated[str, Meta(max_length=40)]
Greeting = Literal["hello", "good-luck", "well-played", "one-moment", "thanks", "good-bye"]
Language = Literal["en", "fr", "it"]

assert set(LANGUAGES) == {"en", "fr", "it"}


class Message(Struct, forbid_unknown_fields=True, tag_field="type"):
    """Every message names its type."""


class Hello(Message, tag="hello"):
    """The first message: the last event that the client has seen, its language. Its seats are those of its session.

    With `thinking` it is shown the thoughts of computer players, in games that hide nothing.
    """

    after: EventNumber = 0
    language: Language = "en"
    thinking: bool = False


class Play(Message, tag="play"):
    """Take an action, seen at `at`. The same `id` again changes nothing and is answered the same.

    The actions in `then` follow it one by one, until one is refused or another seat must act.
    """

    id: MessageId
    at: EventNumber
    seat: Seat
    action: Notation
    then: Annotated[list[Notation], Meta(max_length=MOST_THEN)] = []
    sure: bool = False  # whether it is played whatever the coach says


class Touch(Message, tag="touch"):
    """Ask which places may follow those that have been touched, none at first.

    With `rival` it is about another seat, as this one sees it, in a simultaneous decision of both.
    """

    id: MessageId
    at: EventNumber
    seat: Seat
    touched: Annotated[list[Notation], Meta(max_length=MOST_TOUCHES)] = []
    rival: Seat | None = None


class Try(Message, tag="try"):
    """Touch places that make no legal action: it is answered by the reason why not, and never played."""

    id: MessageId
    at: EventNumber
    seat: Seat
    touched: Annotated[list[Notation], Meta(min_length=1, max_length=MOST_TOUCHES)]


class Undo(Message, tag="undo"):
    """Take back the seat's last action: immediately against computers and at one screen, else by consent.

    A sealed action is withdrawn alone and immediately, against any opponent.
    """

    id: MessageId
    at: EventNumber
    seat: Seat


class OfferDraw(Message, tag="offer-draw"):
    id: MessageId
    at: EventNumber
    seat: Seat


class OfferHints(Message, tag="offer-hints"):
    """Ask all people at the table to allow hints."""

    id: MessageId
    at: EventNumber
    seat: Seat


class OfferTalk(Message, tag="offer-talk"):
    """Ask the others whether all may talk, in a game whose rules say nothing of talk."""

    id: MessageId
    at: EventNumber
    seat: Seat


class Answer(Message, tag="answer"):
    """Answer a request for a take-back, a draw, hints or talk: all people must agree; those at one screen together."""

    id: MessageId
    at: EventNumber
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


class Vary(Message, tag="vary"):
    """Show the line that follows the better move in place of a move, by its number in the game."""

    id: MessageId
    number: MoveNumber


class Explore(Message, tag="explore"):
    """Ask for the value of every move in the position after `at` events and then the moves of a line."""

    id: MessageId
    at: EventNumber
    line: Annotated[list[Notation], Meta(max_length=LONGEST_LINE)] = []


class Look(Message, tag="look"):
    """Show the positions after `at` events and on, `count` of them, as the seats of this client know them."""

    id: MessageId
    at: EventNumber
    count: Annotated[int, Meta(ge=1, le=MOST_LOOKED_AT)] = 1


class Recount(Message, tag="recount"):
    """Show the story of an action, by the number of its event."""

    id: MessageId
    at: EventNumber


class Guess(Struct, frozen=True, forbid_unknown_fields=True):
    """A guess: the action of another seat."""

    seat: Seat
    action: Notation


class Suppose(Message, tag="suppose"):
    """Show the story of a simultaneous decision, with this seat's guesses of the others' actions.

    A seat that is left out takes the first of its actions; this one its sealed action, if it has one.
    """

    id: MessageId
    at: EventNumber
    seat: Seat
    guesses: Annotated[list[Guess], Meta(max_length=8)] = []


class Talk(Message, tag="talk"):
    """Say something to all, or to one seat, if the rules or an agreement allow it."""

    id: MessageId
    seat: Seat
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TALK)]
    to: Seat | None = None


class Explain(Message, tag="explain"):
    """Say in words all that a seat can do."""

    id: MessageId
    at: EventNumber
    seat: Seat


class Name(Message, tag="name"):
    """Set the player's name."""

    id: MessageId
    seat: Seat
    name: Called


class Greet(Message, tag="greet"):
    """Send one of a few greetings to all at the table; it is not stored."""

    id: MessageId
    seat: Seat
    greeting: Greeting


class Displayed(Message, tag="displayed"):
    """All events up to `at` have been shown: a clock of this client that waited for that starts."""

    at: EventNumber


class Pause(Message, tag="pause"):
    """The page is hidden or covered by a dialog, or is in sight again: where all others are computers, clocks pause."""

    paused: bool


class Ping(Message, tag="ping"):
    """A heartbeat."""


FromClient = (
    Hello
    | Play
    | Touch
    | Try
    | Undo
    | OfferDraw
    | OfferHints
    | OfferTalk
    | Answer
    | Resign
    | Rematch
    | Hint
    | Analyse
    | Vary
    | Explore
    | Look
    | Recount
    | Suppose
    | Talk
    | Explain
    | Name
    | Greet
    | Displayed
    | Pause
    | Ping
)

decoder = msgspec.json.Decoder(FromClient)
