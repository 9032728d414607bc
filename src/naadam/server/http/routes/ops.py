"""Routes for operators: health, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

import naadam
from naadam.server.http.dependencies import TheAddress, TheHouse
from naadam.server.limits.rate_limits import is_local
from naadam.server.protocol.errors import Forbidden
from naadam.server.protocol.schemas import Health

router = APIRouter()


@router.get("/api/health")
async def health(house: TheHouse, response: Response) -> Health:
    """Whether moves are stored and computers think; the status is 503 if not."""
    found = Health(version=naadam.__version__, stores=await house.stores(), thinks=house.thinks)
    response.status_code = 200 if found.stores and found.thinks else 503
    return found


PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/healthz", include_in_schema=False, response_class=PlainTextResponse)
async def healthz() -> str:
    """Whether the server answers at all; one that does not is to be started again."""
    return "ok\n"


@router.get("/readyz", include_in_schema=False, response_class=PlainTextResponse)
async def readyz(house: TheHouse) -> PlainTextResponse:
    """Whether moves are stored and computers think; one that is not ready gets no new visitors, and comes back."""
    wrong = [
        *(() if await house.stores() else ("the store cannot be written to",)),
        *(() if house.thinks else ("the processes that think die",)),
        *(("the server is stopping",) if house.stopping else ()),
    ]
    return PlainTextResponse("\n".join(wrong or ["ok"]) + "\n", 503 if wrong else 200)


@router.get("/metrics", include_in_schema=False, response_class=PlainTextResponse)
async def metrics(house: TheHouse, address: TheAddress) -> PlainTextResponse:
    """All that is counted, to those on this machine."""
    if not is_local(address):
        raise Forbidden("only-local")
    return PlainTextResponse(house.metrics.write(house.standing()), media_type=PROMETHEUS)
