"""Routes for operators: health, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

import naadam
from naadam.server.cluster.ownership import process_of
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.limits.rate_limits import is_local
from naadam.server.ops.metrics import merge
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
async def metrics(rooms: TheRooms, address: TheAddress, request: Request) -> PlainTextResponse:
    """Metrics of all processes for Prometheus: on this machine only, or with the token of the host."""
    if not is_local(address) and not request.app.state.metrics_token.opens(request.scope):
        raise Forbidden("only-local")
    text, services = rooms.services.metrics.write(rooms.gauges()), rooms.services
    others = {} if request.scope.get("naadam.relayed") else await services.ownership.ask_siblings(request.scope)
    if others:
        own = process_of(services.ownership.server_id or "")
        text = merge({own: text} | {process: answer.decode() for process, answer in others.items()})
    return PlainTextResponse(text, media_type=PROMETHEUS)
