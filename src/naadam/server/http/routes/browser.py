"""Routes about browsers: the seats that a browser holds, by its cookie, and the state of their tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Cookie, Request, Response

from naadam.core.hashing import hash_secret
from naadam.server.http.dependencies import TheAddress, TheRooms, table_of
from naadam.server.payloads.cached_response import REVALIDATE
from naadam.server.payloads.table import picture_of, standing_of
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import PlaceHeld, SeatsHeld, Standing, TableHeld, TableId, Whereabouts
from naadam.server.storage.browser_seats import Held, is_key
from naadam.server.table.time_control import SECONDS_PER_DAY

COOKIE = "naadam-browser"
COOKIE_PATH = "/api/browser"  # it is sent to nothing else
COOKIE_SECONDS = 400 * SECONDS_PER_DAY  # as long as browsers keep one

router = APIRouter(prefix="/api")
BrowserKey = Annotated[str, Cookie(alias=COOKIE)]


@router.get("/browser")
async def recall(rooms: TheRooms, response: Response, key: BrowserKey = "") -> list[TableHeld]:
    """The tables at which this browser holds seats, or has invited others, the newest first."""
    response.headers["Cache-Control"] = "no-store"
    found: dict[str, list[Held]] = {}
    if is_key(key):
        for held in await rooms.services.writer.ask(rooms.services.browser_seats.recall, key):
            found.setdefault(held.table, []).append(held)
    return [
        TableHeld(
            table=table,
            opened=max(held.at for held in seats),
            seats=[PlaceHeld(seat=held.seat, token=held.token, own=held.own) for held in seats],
        )
        for table, seats in found.items()
    ]


@router.post("/browser/tables", status_code=204)
async def remember(
    request: Request, rooms: TheRooms, address: TheAddress, response: Response, held: SeatsHeld, key: BrowserKey = ""
) -> None:
    """Remember the seats of a table whose tokens this browser sends."""
    rooms.services.admit_holder(address)
    table = await rooms.look_at(held.table)
    if table is None:
        raise NotFound("no-table")
    secrets = {hash_secret(token): token for token in (*held.own, *held.invited)}
    seats = [
        (seat, secrets[player.token], secrets[player.token] in held.own)
        for seat, player in enumerate(table.players)
        if player.token in secrets
    ]
    if not seats:
        return
    key = await rooms.services.writer.ask(rooms.services.browser_seats.issue, key)
    await rooms.services.writer.ask(rooms.services.browser_seats.remember, key, held.table, seats)
    secure = request.url.scheme == "https"
    path = request.app.state.prefix + COOKIE_PATH
    response.set_cookie(COOKIE, key, COOKIE_SECONDS, path=path, httponly=True, samesite="strict", secure=secure)


@router.delete("/browser/tables/{table_id}", status_code=204)
async def forget(rooms: TheRooms, table_id: TableId, key: BrowserKey = "") -> None:
    """Forget the seats that this browser holds at a table."""
    if is_key(key):
        await rooms.services.writer.ask(rooms.services.browser_seats.forget, key, table_id)


@router.get("/tables/{table_id}/standing")
async def standing(rooms: TheRooms, table_id: TableId, language: Language = "en") -> Standing:
    """The public state of a table: its players, whose turn it is, how it ended."""
    return standing_of(await table_of(rooms, table_id), language)


@router.get("/tables/{table_id}/picture")
async def picture(request: Request, rooms: TheRooms, table_id: TableId) -> Response:
    """The board of a table as spectators see it, as an SVG."""
    table = await table_of(rooms, table_id)
    return picture_of(table).answer(request, REVALIDATE)


@router.get("/whereabouts")
async def whereabouts(rooms: TheRooms) -> Whereabouts:
    """The addresses of this server in the local network, if it accepts connections from there."""
    return Whereabouts(shared=rooms.services.addresses)
