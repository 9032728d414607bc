"""The HTTP and WebSocket face of the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.middleware.trustedhost import TrustedHostMiddleware

import naadam
from naadam.bots.uni import registered
from naadam.core.engine import compile_elsewhere
from naadam.core.errors import NaadamError
from naadam.core.options import write_value
from naadam.core.registry import load_shipped, rulebook
from naadam.core.texts import LANGUAGES
from naadam.server import messages
from naadam.server.codes import MINUTES
from naadam.server.conversation import converse
from naadam.server.door import drawing_for
from naadam.server.failures import NotDone
from naadam.server.house import House
from naadam.server.opening import Opening, read_opening
from naadam.server.page import serve_page
from naadam.server.room import Room
from naadam.server.store import Store
from naadam.server.table import Player

LARGEST_BODY = 64 * 1024  # a record of a long game
STATUS = {
    "record-later": 403,
    "no-editor": 404,
    "no-match": 404,
    "no-stage": 404,
    "no-such-code": 404,
    "not-yet": 404,
    "body-size": 413,
    "too-many-tries": 429,
    "no-more-codes": 503,
}

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",  # the address of a table is a secret of those who sit at it
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

MatchId = Annotated[str, Path(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]


class Closed(BaseModel):
    """A body with exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Health(BaseModel):
    version: str
    thinks: bool = Field(description="whether the processes of the computer players answer")


class PlayerWanted(Closed):
    kind: Literal["here", "invited", "computer"]
    name: str = Field(default="", max_length=40)
    level: int = Field(default=3, ge=1, le=5, description="of the computer")
    engine: str = Field(default="", max_length=40, description="a registered engine to play in place of a level")


class MatchWanted(Closed):
    spec: str = Field(max_length=200)
    players: list[PlayerWanted] = Field(min_length=1, max_length=8, description="by seat, unless lots are drawn")
    lots: bool = Field(default=False, description="whether lots decide who sits where")
    several: bool = Field(default=False, description="whether it is a match of several games, as the rules have it")
    games: int | None = Field(default=None, ge=1, le=99, description="how many, where the rules leave the choice")
    opening: str = Field(default="", description="a record or a position of the game to begin with")


class MatchMade(BaseModel):
    """A match, and for each player wanted the seat, and the secret of who plays it; none for the computer."""

    match: str
    seats: list[int]
    tokens: list[str | None]


class OpeningBrought(Closed):
    text: str = Field(description="a record, or a position on one line")
    spec: str | None = Field(default=None, max_length=200, description="the game of the position, if it is known")


class OpeningRead(BaseModel):
    """The game, the position that is reached, and after how many moves."""

    spec: str
    position: str
    moves: int


class SeatHeld(Closed):
    match: str = Field(max_length=32)
    token: str = Field(max_length=64)


class CodeIssued(BaseModel):
    code: str
    minutes: int


class CodeTold(Closed):
    code: str = Field(max_length=40)


class OptionInfo(BaseModel):
    name: str
    title: str
    default: str
    values: dict[str, str] = Field(description="each value with its name in words")


class GameInfo(BaseModel):
    name: str
    title: str
    summary: str
    players: str
    minutes: str
    options: list[OptionInfo]
    engines: list[str] = Field(description="registered engines that play it")


def make_app(database: str, hosts: list[str], workers: int | None = None, seconds: float = 1.0) -> FastAPI:
    """The application on a database, for requests that name one of these hosts."""
    engines = registered.engines()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        compile_elsewhere()
        app.state.house = House(Store(database), workers, seconds, engines)
        yield
        await app.state.house.close()

    app = FastAPI(title="Naadam", version=naadam.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts)

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        length = request.headers.get("content-length", "0")
        if request.method == "POST" and not (length.isdigit() and 0 < int(length) <= LARGEST_BODY):
            response: Response = refusal(request, NotDone("body-size", most=LARGEST_BODY // 1024))
        else:
            response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    @app.exception_handler(NaadamError)
    async def refuse(request: Request, error: NaadamError) -> JSONResponse:
        return refusal(request, error)

    @app.exception_handler(RequestValidationError)
    async def refuse_form(request: Request, error: RequestValidationError) -> JSONResponse:
        places = {".".join(map(str, found["loc"])) for found in error.errors()}
        return refusal(request, NotDone("bad-request", places=", ".join(sorted(places))))

    add_routes(app)
    serve_page(app)
    return app


def refusal(request: Request, error: NaadamError) -> JSONResponse:
    """The answer that something is not done, and why, in the language that the request names."""
    language = request.query_params.get("language", "en")
    status = STATUS.get(error.key, 422) if isinstance(error, NotDone) else 422
    return JSONResponse({"detail": error.text(language if language in LANGUAGES else "en")}, status)


def add_routes(app: FastAPI) -> None:
    def house() -> House:
        return app.state.house  # type: ignore[no-any-return]

    async def room_of(match: str) -> Room:
        room = await house().room(match)
        if room is None:
            raise NotDone("no-match")
        return room

    @app.get("/api/health")
    async def health(response: Response) -> Health:
        """Whether moves are stored and computers think; the status is 503 if not."""
        found = Health(version=naadam.__version__, thinks=house().thinks)
        response.status_code = 200 if found.thinks else 503
        return found

    @app.get("/api/games")
    async def list_games(language: messages.Language = "en") -> list[GameInfo]:
        return [describe_game(name, language, house().engines_for(name)) for name in naadam.game_names()]

    @app.post("/api/matches", status_code=201)
    async def create_match(wanted: MatchWanted) -> MatchMade:
        opening = Opening(load_shipped(wanted.spec))
        if wanted.opening:
            opening = await asyncio.to_thread(read_opening, wanted.opening, wanted.spec)
        players = [read_player(player) for player in wanted.players]
        match, seats, tokens = await house().create(opening, players, wanted.lots, wanted.several, wanted.games)
        return MatchMade(match=match, seats=seats, tokens=tokens)

    @app.post("/api/read")
    async def read(brought: OpeningBrought) -> OpeningRead:
        """What a record or a position tells, before a table is set for it."""
        opening = await asyncio.to_thread(read_opening, brought.text, brought.spec)
        return OpeningRead(spec=opening.game.spec, position=opening.state().position, moves=len(opening.steps))

    @app.post("/api/opened", status_code=201)
    async def open_game(brought: OpeningBrought) -> MatchMade:
        """A table for a record or a position that somebody brings: to look at it, and to play on at one screen."""
        opening = await asyncio.to_thread(read_opening, brought.text, brought.spec)
        names = opening.names or ("",) * opening.game.seats
        match, seats, tokens = await house().create(opening, [Player("here", name) for name in names])
        return MatchMade(match=match, seats=seats, tokens=tokens)

    @app.post("/api/codes", status_code=201)
    async def issue_code(held: SeatHeld) -> CodeIssued:
        """A code by which somebody else takes a seat; the one it had before is void."""
        return CodeIssued(code=await house().invite(held.match, held.token), minutes=MINUTES)

    @app.post("/api/joined")
    async def join(request: Request, told: CodeTold) -> SeatHeld:
        """The seat that a code opens, once."""
        address = request.client.host if request.client else ""
        found = house().codes.take(told.code, address)
        return SeatHeld(match=found.match, token=found.token)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: MatchId, moves: Annotated[int | None, Query(ge=0)] = None) -> str:
        """The record of a match, or of its first moves."""
        table = (await room_of(match)).table
        if table.game.hides and not table.over:
            raise NotDone("record-later")
        whole = table.history.record(table.over)
        if moves is not None and moves < len(whole.steps):
            whole = replace(whole, steps=whole.steps[:moves], result=None)
        return whole.to_text()

    @app.get("/api/matches/{match}/drawing")
    async def drawing(match: MatchId, at: Annotated[int, Query(ge=0)]) -> dict[str, Any]:
        """The position after so many events of the match, as those who watch know it."""
        table = (await room_of(match)).table
        if at > table.seq:
            raise NotDone("not-yet")
        return drawing_for(table, (), at)

    @app.websocket("/api/matches/{match}/socket")
    async def socket(websocket: WebSocket, match: MatchId) -> None:
        origin, host = websocket.headers.get("origin"), websocket.headers.get("host")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            await websocket.close(1008)
            return
        room = await house().room(match)
        if room is None:
            await websocket.close(1008, "there is no such match")
            return
        await websocket.accept()
        await converse(websocket, room)


def read_player(wanted: PlayerWanted) -> Player:
    engine = wanted.engine if wanted.kind == "computer" else ""
    return Player(wanted.kind, wanted.name, level=wanted.level, engine=engine)


def describe_game(name: str, language: str, engines: list[str]) -> GameInfo:
    book = rulebook(name)
    texts = book.texts
    return GameInfo(
        name=name,
        **{key: texts.get("game", key, language) for key in ("title", "summary", "players", "minutes")},
        options=[
            OptionInfo(
                name=option.name,
                title=texts.get(f"options.{option.name}", "title", language),
                default=write_value(option.default),
                values={
                    write_value(value): texts.get(f"options.{option.name}", write_value(value), language)
                    for value in option.values
                },
            )
            for option in book.declared
        ],
        engines=engines,
    )
