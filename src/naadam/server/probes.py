"""What an operator's tools ask: whether the server lives, whether it is ready, and what it counts."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from naadam.server.failures import NotDone
from naadam.server.limits import is_local
from naadam.server.routes import TheAddress, TheHouse

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(include_in_schema=False, default_response_class=PlainTextResponse)


@router.get("/healthz")
async def healthz() -> str:
    """Whether the server answers at all; one that does not is to be started again."""
    return "ok\n"


@router.get("/readyz")
async def readyz(house: TheHouse) -> PlainTextResponse:
    """Whether moves are stored and computers think; one that is not ready gets no new visitors, and comes back."""
    wrong = [
        *(() if await house.stores() else ("the store cannot be written to",)),
        *(() if house.thinks else ("the processes that think die",)),
        *(("the server is stopping",) if house.stopping else ()),
    ]
    return PlainTextResponse("\n".join(wrong or ["ok"]) + "\n", 503 if wrong else 200)


@router.get("/metrics")
async def metrics(house: TheHouse, address: TheAddress) -> PlainTextResponse:
    """All that is counted, to those on this machine."""
    if not is_local(address):
        raise NotDone("only-local")
    return PlainTextResponse(house.metrics.write(house.standing()), media_type=PROMETHEUS)
