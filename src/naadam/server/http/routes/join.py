"""Routes about join codes: issue one, take a seat with one."""

from __future__ import annotations

from fastapi import APIRouter

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.protocol.schemas import CodeGiven, CodeIssued, SeatHeld
from naadam.server.rooms.join_codes import MINUTES

router = APIRouter(prefix="/api")


@router.post("/codes", status_code=201)
async def issue_code(rooms: TheRooms, address: TheAddress, held: SeatHeld) -> CodeIssued:
    """Issue a join code for a seat, in place of an older one."""
    return CodeIssued(code=await rooms.invite(held.table, held.token, address), minutes=MINUTES)


@router.post("/joined")
async def join(rooms: TheRooms, address: TheAddress, given: CodeGiven) -> SeatHeld:
    """The seat that a code opens, once."""
    found = rooms.services.join_codes.take(given.code, address)
    return SeatHeld(table=found.table, token=found.token)
