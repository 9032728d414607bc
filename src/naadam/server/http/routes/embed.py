"""Pages that other sites may frame: the replay of a game or of a study, without cookies, and only its player as script.

The middleware gives everything below /embed/ its own policy (`EMBEDDED` in middleware.py).
"""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from naadam.core.texts import LANGUAGES
from naadam.drawing.replay.page import PLAYER, STYLE, read_part
from naadam.server.features.study import replay_of, unpack_study
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.routes.tables import record_text
from naadam.server.payloads.cached_response import REVALIDATE, CachedResponse
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.schemas import TableId

MOST_CACHED = 64
LONGEST_PACKED = 16_000  # characters of a compressed record in an address
TYPES = {PLAYER: "text/javascript; charset=utf-8", STYLE: "text/css; charset=utf-8"}

router = APIRouter(prefix="/embed", include_in_schema=False)


@router.get("/table/{table_id}", response_class=Response)
async def table(rooms: TheRooms, address: TheAddress, request: Request, table_id: TableId) -> Response:
    """The replay of a game, if its record is public."""
    rooms.services.admit_study(address)
    found = await rooms.look_at(table_id)
    if found is None:
        raise NotFound("no-table")
    return await _answer(request, record_text(found))


@router.get("/study", response_class=Response)
async def study(
    rooms: TheRooms,
    address: TheAddress,
    request: Request,
    record: Annotated[str, Query(max_length=LONGEST_PACKED)],
) -> Response:
    """The replay of a study, whose compressed record is in the address."""
    rooms.services.admit_study(address)
    return await _answer(request, unpack_study(record))


@router.get("/{name}", response_class=Response)
async def part(request: Request, name: Literal["player.js", "player.css"]) -> Response:
    """The script or the style of the player."""
    return cached_part(name).answer(request, REVALIDATE)


async def _answer(request: Request, text: str) -> Response:
    wanted = request.query_params.get("language", "en")
    language = wanted if wanted in LANGUAGES else "en"
    page = await asyncio.to_thread(cached_replay, text, language, f"{request.app.state.prefix}/embed/")
    return page.answer(request, REVALIDATE)


@functools.lru_cache(MOST_CACHED)
def cached_replay(text: str, language: str, parts: str) -> CachedResponse:
    return CachedResponse.of("text/html; charset=utf-8", replay_of(text, language, parts).encode())


@functools.cache
def cached_part(name: str) -> CachedResponse:
    return CachedResponse.of(TYPES[name], read_part(name).encode())
