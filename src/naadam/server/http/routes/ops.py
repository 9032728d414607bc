"""Routes for operators: health, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

import naadam
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.limits.rate_limits import is_local
from naadam.server.protocol.errors import Forbidden
from naadam.server.protocol.schemas import Health

router = APIRouter()


@router.get("/api/health")
async def health(rooms: TheRooms, response: Response) -> Health:
    """Whether moves are stored and computers think; the status is 503 if not."""
    found = Health(version=naadam.__version__, stores=await rooms.services.stores(), thinks=rooms.services.thinks)
    response.status_code = 200 if found.stores and found.thinks else 503
    return found


PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/healthz", include_in_schema=False, response_class=PlainTextResponse)
async def healthz() -> str:
    """Liveness probe: a server that does not answer must be restarted."""
    return "ok\n"


@router.get("/readyz", include_in_schema=False, response_class=PlainTextResponse)
async def readyz(rooms: TheRooms) -> PlainTextResponse:
    """Readiness probe: whether moves are stored and computers think."""
    wrong = [
        *(() if await rooms.services.stores() else ("the store cannot be written to",)),
        *(() if rooms.services.thinks else ("the processes that think die",)),
        *(("the server is stopping",) if rooms.services.stopping else ()),
    ]
    return PlainTextResponse("\n".join(wrong or ["ok"]) + "\n", 503 if wrong else 200)


@router.get("/metrics", include_in_schema=False, response_class=PlainTextResponse)
async def metrics(rooms: TheRooms, address: TheAddress) -> PlainTextResponse:
    """Metrics for Prometheus, on this machine only."""
    if not is_local(address):
        raise Forbidden("only-local")
    return PlainTextResponse(rooms.services.metrics.write(rooms.gauges()), media_type=PROMETHEUS)
