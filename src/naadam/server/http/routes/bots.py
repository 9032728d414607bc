"""Routes about bots: those that are connected and can be chosen. Their socket is in `bot_socket`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from naadam.server.http.dependencies import TheRooms
from naadam.server.protocol.bots import BotClock, BotListed

router = APIRouter(prefix="/api/bots", tags=["bots"])


@router.get("")
async def list_bots(
    rooms: TheRooms,
    response: Response,
    spec: Annotated[str | None, Query(max_length=200, description="only bots that play this variant")] = None,
) -> list[BotListed]:
    """The connected bots that can be chosen as opponents, by name."""
    response.headers["Cache-Control"] = "no-store"
    return [
        BotListed(
            name=bot.name,
            owner=bot.owner,
            specs=list(bot.accepts.specs),
            clocks=[BotClock(kind=clock.kind, least=clock.least) for clock in bot.accepts.clocks],
            free=bot.games < bot.accepts.at_once,
        )
        for bot in sorted(await rooms.lobby.read_bots(), key=lambda bot: bot.name)
        if spec is None or bot.accepts.plays(spec)
    ]
