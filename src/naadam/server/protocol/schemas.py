"""Schemas of HTTP requests and answers. The messages of a WebSocket are in `messages` and `replies`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, model_validator

from naadam.bots.levels import PERFECT
from naadam.drawing.description import Description, Piece
from naadam.server.protocol.kinds import LONGEST_POSITION, TABLE_ID, PlayerKind

API_VERSION = "1.0.0"  # of the HTTP part; the first number rises when a stable part changes (docs/api.md)
TableId = Annotated[str, Path(pattern=f"^{TABLE_ID}$")]
Spec = Annotated[str, Query(max_length=200)]
Scene = Annotated[str, Query(max_length=1_000)]
Position = Annotated[str | None, Query(max_length=LONGEST_POSITION)]


class Body(BaseModel):
    """A body with exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Limit(BaseModel):
    """A rate limit, and the seconds after which the request may succeed; they are in the header Retry-After too."""

    key: str
    seconds: int


class RequestRefused(BaseModel):
    """The answer to every request that is refused."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "error": "too-often",
                    "detail": "Too many requests in a short time. Wait a while and try again.",
                    "limit": {"key": "too-often", "seconds": 3},
                }
            ]
        }
    )

    error: str = Field(description="the key of the reason, the same in all languages")
    detail: str = Field(description="the reason in a sentence")
    limit: Limit | None = Field(default=None, description="only beyond a rate limit")


class Health(BaseModel):
    version: str
    stores: bool = Field(description="whether moves can be stored")
    thinks: bool = Field(description="whether the processes of the computer players answer")


class PlayerWanted(Body):
    kind: PlayerKind
    name: str = Field(default="", max_length=40)
    level: int = Field(default=3, ge=1, le=PERFECT, description="of the computer; 6 plays by solved tables")
    engine: str = Field(default="", max_length=40, description="a registered engine to play in place of a level")
    bot: str = Field(default="", max_length=40, description="a connected bot of GET /api/bots to play in its place")
    coached: bool = Field(default=False, description="whether a person alone among computers is warned of bad moves")


class ClockWanted(Body):
    """Seconds per move, Fischer's (seconds for all moves, and some added after each), days per move, none, or the clock
    of the rules, also against computers only."""

    kind: Literal["none", "rules", "move", "fischer", "days"]
    seconds: int = Field(default=0, ge=0, le=10_000_000, description="a day is 86400")
    added: int = Field(default=0, ge=0, le=3600, description="to Fischer's after each move")

    @model_validator(mode="after")
    def runs(self) -> Self:
        if (self.kind in ("none", "rules")) != (self.seconds == 0):
            raise ValueError("a clock has seconds, and none has not")
        return self


class TableWanted(Body):
    spec: str = Field(max_length=200)
    players: list[PlayerWanted] = Field(min_length=1, max_length=8, description="by seat, unless lots are drawn")
    lots: bool = Field(default=False, description="whether lots decide who sits where")
    several: bool = Field(default=False, description="whether it begins a match of several games, as the rules have it")
    games: int | None = Field(default=None, ge=1, le=99, description="how many, where the rules leave the choice")
    opening: str = Field(default="", description="a record or a position of the game to begin with")
    rated: bool = Field(default=False, description="whether it counts for ratings: no hints, no take-backs, a clock")
    clock: ClockWanted | None = Field(
        default=None, description="by default what the rules say of time, and none against computers only"
    )


class TableMade(BaseModel):
    """A table, and for each player wanted the seat, and for an invited one the token that binds the seat once."""

    table: str
    seats: list[int]
    invitations: list[str | None]


Secret = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{32}$")]


class OfferWanted(Body):
    """The games and time controls that a person would play, in any combination."""

    games: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=8, description="specs")
    clocks: list[ClockWanted] = Field(min_length=1, max_length=6)
    name: str = Field(default="", max_length=40)
    computers: bool = Field(default=False, description="whether computers may take free seats after a while")
    listed: bool = Field(default=True, description="whether the game may be shown to spectators in the lobby")
    rated: bool = Field(
        default=False, description="whether the game is to count: with a clock, no hints, no take-backs"
    )


class SeatWanted(Body):
    """A free seat at an open table; without a game or a clock any that is offered there will do."""

    game: str | None = Field(default=None, max_length=200)
    clock: ClockWanted | None = None
    name: str = Field(default="", max_length=40)
    computers: bool = False
    listed: bool = True


class OfferMade(BaseModel):
    """An offer, and the secret that names it in the lobby."""

    secret: str
    table: str | None = Field(description="the table, if the game begins immediately")


class OwnOffer(BaseModel):
    """An offer of a person that waits, and outlasts its page: it has days per move."""

    id: str
    table: str = Field(description="at which it waits")
    games: list[str] = Field(description="specs")


class OfferHeld(Body):
    secret: Secret


class OpeningBrought(Body):
    text: str = Field(description="a record, or a position on one line")
    spec: str | None = Field(default=None, max_length=200, description="the game of the position, if it is known")


class OpeningRead(BaseModel):
    """The game, the position that is reached, and after how many moves."""

    spec: str
    position: str
    moves: int


class Invitation(Body):
    """An invitation to a seat of a table, by the token that binds the seat once."""

    table: str = Field(pattern=f"^{TABLE_ID}$")
    token: str = Field(max_length=64, pattern="^[A-Za-z0-9_-]*$")


class TokenShown(Body):
    token: str = Field(max_length=64, pattern="^[A-Za-z0-9_-]*$")


class SeatAnswer(BaseModel):
    """The seats of the person at the table after an invitation was shown.

    `again` means that the browser has only now been given its key, and must show the invitation again: so no seat is
    bound to a browser that does not keep its key.
    """

    state: Literal["taken", "own", "used", "again"] = Field(
        description="the seat is taken now; the person had a seat before; the invitation is void; show it again"
    )
    seats: list[int]


class SeatNamed(Body):
    seat: int = Field(ge=0, le=7)


class InvitationMade(BaseModel):
    token: str


class NoticeWanted(Body):
    """A subscription to e-mail when it is the person's turn."""

    table: str = Field(pattern=f"^{TABLE_ID}$")
    address: str = Field(max_length=254)


class NoticesOffered(BaseModel):
    offered: bool


class FormerSeats(Body):
    """Tokens of seats by table, as the page of a former version kept them."""

    tables: dict[Annotated[str, Field(pattern=f"^{TABLE_ID}$")], Annotated[list[Secret], Field(max_length=8)]] = Field(
        default={}, max_length=200
    )


class TableHeld(BaseModel):
    table: str
    opened: float = Field(description="when the person took the seats, in seconds since 1970")
    seats: list[int]


class PlayerSeen(BaseModel):
    kind: PlayerKind
    name: str
    level: int | None
    engine: str | None
    role: str


class ClockLeft(BaseModel):
    """The time left of a seat to act."""

    seat: int
    seconds: float
    running: bool = Field(description="false while the clock pauses, because no player is connected")


class Standing(BaseModel):
    """The public state of a table."""

    game: str
    title: str
    players: list[PlayerSeen]
    waiting: list[int]
    clocks: list[ClockLeft] = Field(description="of the seats to act that have a clock")
    moves: int
    over: bool
    winners: list[int]
    end: str = Field(description="how it ended, in words")
    score: list[int] | None = Field(description="by seat the numbers that decided the game, if any did")
    next: str | None


class Whereabouts(BaseModel):
    shared: list[str] = Field(description="the addresses of the server in the local network")


class CodeIssued(BaseModel):
    code: str
    minutes: int


class CodeGiven(Body):
    code: str = Field(max_length=40)


class OptionInfo(BaseModel):
    name: str
    title: str
    default: str
    values: dict[str, str] = Field(description="each value with its name in words; none where others can be given")
    lowest: float | None = Field(description="of a number that can be given")
    highest: float | None
    first: bool = Field(description="whether it is asked before all others, which then fit")


class GameInfo(BaseModel):
    name: str
    title: str
    summary: str
    players: str
    minutes: str
    length: Literal["quick", "medium", "long"]
    options: list[OptionInfo]
    engines: list[str] = Field(description="registered engines that play it")
    drawn: bool = Field(description="whether a page can draw it; what it cannot draw is played from elsewhere")
    lessons: int = Field(description="how many first steps it has")
    puzzles: int = Field(description="how many puzzles it has")
    first_minutes: int | None = Field(description="how long its first game takes; none if it has none")
    watched: bool = Field(description="whether it has a game to watch")


class IntroductionInfo(BaseModel):
    """A rule in a sentence, and the moment at which it begins to matter."""

    clause: str
    text: str
    rule: str = Field(description="the clause itself")
    choice: str | None = Field(description="a pattern: it matters as soon as such an action can be taken")
    move: str | None = Field(description="a pattern: it matters as soon as such an action has been taken")
    turn: int | None = Field(description="the newcomer's turn from which on it matters")
    told: Literal["", "refusal", "story"] = Field(description="what must name its clause first, if anything must")
    picture: int | None = Field(description="the picture of the guide that shows it")


class FirstGameInfo(BaseModel):
    """A short real game for newcomers."""

    spec: str
    position: str
    seat: int
    seats: int
    minutes: int
    text: str
    rules: list[IntroductionInfo]


class CaptionInfo(BaseModel):
    move: int = Field(description="how many moves were made by then, chance included")
    text: str


class WatchedGameInfo(BaseModel):
    spec: str
    captions: list[CaptionInfo]


class SolvingWanted(Body):
    spec: str = Field(max_length=200)


class PhaseSolved(BaseModel):
    """A phase of a game that can be solved."""

    there: bool = Field(description="whether it is solved here")
    seconds: float = Field(description="how long solving takes on one core, about")
    megabytes: float = Field(description="how large the files are, about")


class SolvedInfo(BaseModel):
    """The solved tables of a variant, and the cost of the missing ones."""

    solvable: bool
    movement: PhaseSolved | None
    placement: PhaseSolved | None
    command: str = Field(description="what solves all of it")
    offered: bool = Field(description="whether whoever asks may have the movement phase solved from the page")
    building: float | None = Field(description="how far that is, from 0 to 1, while it goes on")
    waits: bool = Field(description="whether another variant is being solved just now")
    failed: bool = Field(description="whether it was tried and failed")


Short = Annotated[str, Field(max_length=40)]


class CounterInfo(BaseModel):
    name: str
    title: str
    lowest: int
    highest: int
    kind: Literal["number", "point"] = Field("number", description="a point: 0 for none, n for the nth of the points")


class EditedPosition(Body):
    """A position in the editor: the kind of the piece on each point, the seat to act, and the counters."""

    spec: str = Field(max_length=200)
    pieces: dict[Short, Short] = Field(max_length=500)
    turn: int = Field(ge=0, le=7)
    numbers: dict[Short, int] = Field(max_length=50)


class EditorInfo(BaseModel):
    """The editor of a variant: the choices, and the position to begin with."""

    kinds: list[str]
    points: list[str] = Field(description="where they can be put")
    fixed: list[Piece] = Field(description="pieces that are not to be chosen")
    counters: list[CounterInfo]
    roles: list[str]
    edited: EditedPosition


class PositionEdited(BaseModel):
    position: str
    drawing: Description


class GuidePicture(BaseModel):
    text: str
    clauses: list[str]


class GuideInfo(BaseModel):
    aim: list[str] = Field(description="the clauses that say how a game is won; none if there is no guide")
    text: str
    pictures: list[GuidePicture]


class LessonClause(BaseModel):
    clause: str
    text: str


class LessonInfo(BaseModel):
    """A lesson in words; its position comes over the socket, as that of a table does."""

    spec: str
    task: str
    found: str = Field(description="what is said once it is done")
    clauses: list[LessonClause]
    around: list[str] = Field(description="the places that it is about, for a window on a large board")


class PuzzleInfo(BaseModel):
    """A puzzle in words; its position comes over the socket."""

    spec: str
    task: str
    found: str = Field(description="what is said once it is solved")
    grade: int = Field(description="how hard it is, from 1 to 3")
    distance: int | None = Field(description="of one from solved tables: moves to the next capture or the end")
    clauses: list[str] = Field(description="behind what its solution is good for")


class Clause(BaseModel):
    clause: str
    text: str
    applies: bool = Field(description="whether it has a say in this game, with its board and options")
    aim: bool = Field(description="whether it says how a game is won")


class RulesText(BaseModel):
    title: str
    clauses: list[Clause]


class Variant(BaseModel):
    """Options that go together."""

    spec: str
    options: dict[str, str]
    roles: list[str]
    several: str | None = Field(description="the clause by which several games make a match, if there is one")
    edited: bool = Field(description="whether its positions can be edited")
    coached: bool = Field(description="whether a coach can warn of bad moves")
    lengths: list[int] = Field(description="how many games such a match can be agreed to have, if players choose")


class Fitting(BaseModel):
    """A variant, and the values that clash with it."""

    variant: Variant
    clashes: dict[str, dict[str, str]] = Field(
        description="by option and value: why it does not go with what is chosen; what is asked first goes with all"
    )
