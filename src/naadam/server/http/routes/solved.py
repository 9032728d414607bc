"""Routes about solved tables: those that exist of a variant, and solving its movement phase from the page."""

from __future__ import annotations

from fastapi import APIRouter, Request

from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.middleware import is_of_the_page
from naadam.server.limits.rate_limits import is_local
from naadam.server.protocol.errors import Forbidden, UserError
from naadam.server.protocol.schemas import PhaseSolved, SolvedInfo, SolvingWanted, Spec
from naadam.server.rooms.rooms import Rooms
from naadam.server.workers.solver import coverage_of, may_build
from naadam.solve.solvable import Effort

router = APIRouter(prefix="/api")


@router.get("/solved")
async def look_up(rooms: TheRooms, address: TheAddress, spec: Spec) -> SolvedInfo:
    """The solved tables of a variant on this server, the cost of the rest, and the progress."""
    return await describe(rooms, load_shipped(spec), address)


@router.post("/solved", status_code=202)
async def solve(rooms: TheRooms, address: TheAddress, request: Request, wanted: SolvingWanted) -> SolvedInfo:
    """Solve the movement phase of a variant; only for a client on the server's machine."""
    if not is_local(address) or not is_of_the_page(request.scope):
        raise Forbidden("solve-local")
    game = load_shipped(wanted.spec)
    found = await coverage_of(game)
    if found is None or not (found.movement or may_build(found)):
        raise UserError("not-solved-here", game=game.title)
    if not found.movement:
        rooms.services.solver.begin(game)
    return await describe(rooms, game, address)


async def describe(rooms: Rooms, game: Game, address: str) -> SolvedInfo:
    found, solving = await coverage_of(game), rooms.services.solver
    under_way = solving.spec == game.spec
    return SolvedInfo(
        solvable=found is not None,
        movement=None if found is None else _phase(found.movement, found.movement_effort),
        placement=None if found is None else _phase(found.placement, found.placement_effort),
        command=f"naadam solve {game.spec}",
        offered=found is not None and may_build(found) and is_local(address),
        building=solving.done if under_way else None,
        waits=bool(solving.spec) and not under_way,
        failed=solving.failed == game.spec,
    )


def _phase(there: bool, effort: Effort) -> PhaseSolved:
    return PhaseSolved(there=there, seconds=effort.seconds, megabytes=effort.bytes / 1e6)
