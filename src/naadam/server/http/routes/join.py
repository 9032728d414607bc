"""Routes about join codes: issue one, exchange one for its invitation; and the addresses at which a guest finds us."""

from __future__ import annotations

from fastapi import APIRouter

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.protocol.schemas import CodeGiven, CodeIssued, Invitation, Whereabouts
from naadam.server.rooms.join_codes import MINUTES

router = APIRouter(prefix="/api")


@router.post("/codes", status_code=201)
async def issue_code(rooms: TheRooms, address: TheAddress, shown: Invitation) -> CodeIssued:
    """Issue a join code for an invitation, in place of an older code."""
    return CodeIssued(code=await rooms.issue_code(shown.table, shown.token, address), minutes=MINUTES)


@router.post("/joined")
async def join(rooms: TheRooms, address: TheAddress, given: CodeGiven) -> Invitation:
    """The invitation that a code stands for, once; `/api/tables/{table}/seat` accepts it."""
    found = rooms.services.join_codes.take(given.code, address)
    return Invitation(table=found.table, token=found.token)


@router.get("/whereabouts")
async def whereabouts(rooms: TheRooms) -> Whereabouts:
    """The addresses of this server in the local network, if it accepts connections from there."""
    return Whereabouts(shared=rooms.services.addresses)
