"""Routes about the vacation of a person: its balance, and whether it is taken."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from naadam.server.http.dependencies import TheRooms
from naadam.server.http.session import TheSession
from naadam.server.protocol.people import VacationInfo, VacationWanted

router = APIRouter(prefix="/api/me/vacation", tags=["people"])


@router.get("")
async def read_vacation(rooms: TheRooms, session: TheSession, response: Response) -> VacationInfo:
    """The vacation that this person has left in this year."""
    response.headers["Cache-Control"] = "no-store"
    person = session.person.id if session.person else ""
    return VacationInfo(**(await asyncio.to_thread(rooms.services.vacations.read, person))._asdict())


@router.post("")
async def turn_vacation(rooms: TheRooms, session: TheSession, wanted: VacationWanted) -> VacationInfo:
    """Turn the vacation of this person on or off. Hours that have begun stay."""
    person = (await session.enter()).id
    await rooms.services.writer.ask(rooms.services.vacations.turn, person, wanted.on)
    return VacationInfo(**(await asyncio.to_thread(rooms.services.vacations.read, person))._asdict())
