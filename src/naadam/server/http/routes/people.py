"""Routes about the person of this browser: the name that they keep."""

from __future__ import annotations

from fastapi import APIRouter, Response

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.people.names import read_name
from naadam.server.protocol.errors import Conflict
from naadam.server.protocol.people import Me, NameWanted
from naadam.server.storage.people_store import Person

router = APIRouter(prefix="/api/me")


@router.get("")
async def who_am_i(session: TheSession, response: Response) -> Me:
    """The person of this browser, as the server knows them."""
    response.headers["Cache-Control"] = "no-store"
    return _describe(session.person)


@router.post("/name")
async def keep_name(rooms: TheRooms, address: TheAddress, session: TheSession, wanted: NameWanted) -> Me:
    """Keep games under a name that is unique here, change it, or free it."""
    name = read_name(wanted.name) if wanted.name else None
    if name is None and session.person is None:
        return _describe(None)
    person = await session.enter()
    if name != (person.name if person.kept else None):
        rooms.services.admit_person(address)
        if not await rooms.services.writer.ask(rooms.services.people.keep_name, person.id, name):
            raise Conflict("name-taken", name=name)
    return _describe(person._replace(name=name, kept=name is not None))


def _describe(person: Person | None) -> Me:
    return Me(name=person.name if person else None, kept=person is not None and person.kept)
