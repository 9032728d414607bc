"""The HTTP and WebSocket face of the house."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

import msgspec
from fastapi import FastAPI, HTTPException, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.middleware.trustedhost import TrustedHostMiddleware

import naadam
from naadam.core.errors import NaadamError
from naadam.core.options import write_value
from naadam.core.registry import rulebook
from naadam.server import messages
from naadam.server.house import House, Reader, Room
from naadam.server.page import serve_page
from naadam.server.store import Store
from naadam.server.table import NotDone

LARGEST_BODY = 8 * 1024
MESSAGES_A_SECOND = 20
MESSAGES_AT_ONCE = 60
SECONDS_TO_SAY_HELLO = 10

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


class PlayerWanted(Closed):
    kind: Literal["here", "invited", "computer"]
    name: str = Field(default="", max_length=40)


class MatchWanted(Closed):
    spec: str = Field(max_length=200)
    players: list[PlayerWanted] = Field(min_length=1, max_length=8)


class MatchMade(BaseModel):
    match: str
    tokens: list[str | None] = Field(description="for each seat the secret of who plays it; none for the computer")


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


def make_app(database: str, hosts: list[str], workers: int = 1, seconds: float = 0.5) -> FastAPI:
    """The application on a database, for requests that name one of these hosts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = House(Store(database), workers, seconds)
        yield
        await app.state.house.close()

    app = FastAPI(title="Naadam", version=naadam.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts)

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        length = request.headers.get("content-length", "0")
        if request.method == "POST" and not (length.isdigit() and 0 < int(length) <= LARGEST_BODY):
            response: Response = JSONResponse({"detail": "the body is missing or too large"}, 413)
        else:
            response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    @app.exception_handler(NaadamError)
    async def refuse(_request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 422)

    add_routes(app)
    serve_page(app)
    return app


def add_routes(app: FastAPI) -> None:
    def house() -> House:
        return app.state.house  # type: ignore[no-any-return]

    async def room_of(match: str) -> Room:
        room = await house().room(match)
        if room is None:
            raise HTTPException(404, "there is no such match")
        return room

    @app.get("/api/health")
    async def health() -> dict[str, str]:
        return {"version": naadam.__version__}

    @app.get("/api/games")
    async def list_games(language: messages.Language = "en") -> list[GameInfo]:
        return [describe_game(name, language) for name in naadam.game_names()]

    @app.post("/api/matches", status_code=201)
    async def create_match(wanted: MatchWanted) -> MatchMade:
        match, tokens = await house().create(wanted.spec, [(player.kind, player.name) for player in wanted.players])
        return MatchMade(match=match, tokens=tokens)

    @app.get("/api/matches/{match}/record", response_class=PlainTextResponse)
    async def record(match: MatchId) -> str:
        room = await room_of(match)
        if room.table.game.hides and not room.table.over:
            raise HTTPException(403, "the record is told when the game is over")
        return room.table.history.record().to_text()

    @app.get("/api/matches/{match}/drawing")
    async def drawing(match: MatchId, at: Annotated[int, Query(ge=0)]) -> dict[str, Any]:
        """The description of the position after so many events of the match."""
        table = (await room_of(match)).table
        if table.game.hides and not table.over:
            raise HTTPException(403, "earlier positions are told when the game is over")
        if at > table.seq:
            raise HTTPException(404, "the match has not come so far")
        state = table.before[at] if at < table.seq else table.state
        return dict(state.view(0).describe())

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


def describe_game(name: str, language: str) -> GameInfo:
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
    )


class Budget:
    """A connection's messages: so many at once, and so many more each second."""

    def __init__(self) -> None:
        self.left = float(MESSAGES_AT_ONCE)
        self.at = time.monotonic()

    def spend(self) -> bool:
        now = time.monotonic()
        self.left = min(MESSAGES_AT_ONCE, self.left + (now - self.at) * MESSAGES_A_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


async def converse(websocket: WebSocket, room: Room) -> None:
    """Listen to one connection, and write to it, until it ends, misbehaves, or reads too slowly."""
    listening = asyncio.current_task()
    assert listening is not None
    reader = Reader(drop=listening.cancel)
    writing = asyncio.create_task(write(websocket, reader))
    try:
        await listen(websocket, room, reader)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:
        await close(websocket, 1013, "too slow")
    finally:
        room.leave(reader)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def listen(websocket: WebSocket, room: Room, reader: Reader) -> None:
    budget = Budget()
    greeted = False
    while True:
        frame = await asyncio.wait_for(websocket.receive(), None if greeted else SECONDS_TO_SAY_HELLO)
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        if text is None or len(text.encode()) > messages.LARGEST_FRAME:
            await close(websocket, 1003 if text is None else 1009, "a message is a text of at most 8 KiB")
            return
        if not budget.spend():
            await close(websocket, 1008, "too many messages")
            return
        try:
            message = messages.decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            reader.send(messages.Failed(None, f"not a message: {error}"))
            continue
        if not greeted and not isinstance(message, messages.Hello):
            reader.send(messages.Failed(None, "the first message is hello"))
            continue
        greeted = True
        try:
            await room.follow(reader, message)
        except NotDone as error:
            reader.send(messages.Failed(None, str(error)))


async def write(websocket: WebSocket, reader: Reader) -> None:
    while True:
        await websocket.send_text((await reader.queue.get()).decode())


async def close(websocket: WebSocket, code: int, reason: str) -> None:
    try:
        await websocket.close(code, reason)
    except RuntimeError:  # it is closed already
        return
