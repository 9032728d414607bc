"""Routes about passkeys: make one for the person of this browser, and come in with one."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.people import passkeys
from naadam.server.people.labels import describe_browser
from naadam.server.protocol.errors import Conflict, Forbidden, NotFound
from naadam.server.protocol.people import Me, PasskeyAnswer, PasskeyOptions
from naadam.server.storage.people.people_store import Person

router = APIRouter(prefix="/api/me/passkeys")


async def relying_party(request: Request) -> str:
    """The configured name to which passkeys are bound; NotFound where the server has none."""
    name: str = request.app.state.relying_party
    if not name:
        raise NotFound("no-passkeys")
    return name


TheName = Annotated[str, Depends(relying_party)]


@router.post("/options")
async def ask_to_register(rooms: TheRooms, address: TheAddress, session: TheSession, name: TheName) -> PasskeyOptions:
    """The options for `navigator.credentials.create`; only for a person who keeps a name."""
    rooms.services.admit_person(address)
    person = _named(session.person)
    rows = await asyncio.to_thread(rooms.services.keys.list_of, person.id)
    known = [row.id for row in rows if row.kind == "passkey"]
    options, challenge = passkeys.ask_to_register(name, person.id, person.name or "", known)
    rooms.services.challenges.note(challenge, person.id)
    return PasskeyOptions(options=options)


@router.post("/made", status_code=204)
async def register(
    request: Request, rooms: TheRooms, session: TheSession, name: TheName, answer: PasskeyAnswer
) -> None:
    """Keep a passkey that the browser has made."""
    person = _named(session.person)
    take = partial(rooms.services.challenges.take, person=person.id)
    made = passkeys.check_registered(name, answer.answer, take)
    label = describe_browser(request.headers.get("user-agent", ""))
    if not await rooms.services.writer.ask(rooms.services.keys.add_passkey, person.id, made, label):
        raise Conflict("bad-passkey")


@router.post("/asked")
async def ask_to_enter(rooms: TheRooms, address: TheAddress, name: TheName) -> PasskeyOptions:
    """The options for `navigator.credentials.get`."""
    rooms.services.admit_person(address)
    options, challenge = passkeys.ask_to_enter(name)
    rooms.services.challenges.note(challenge)
    return PasskeyOptions(options=options)


@router.post("/shown")
async def enter(rooms: TheRooms, address: TheAddress, session: TheSession, name: TheName, answer: PasskeyAnswer) -> Me:
    """Make this browser a device of the person whose passkey it has shown."""
    rooms.services.admit_person(address)
    keys = rooms.services.keys
    found = await asyncio.to_thread(keys.find_passkey, str(answer.answer.get("id", "")))
    if found is None:
        raise NotFound("no-key")
    owner, known = found
    shown = passkeys.check_entered(name, answer.answer, known, rooms.services.challenges.take)
    person = await asyncio.to_thread(rooms.services.people.look_up, owner)
    if person is None or person.closed:
        raise Forbidden("person-closed")
    if session.person is not None and session.person.kept and session.person.id != owner:
        raise Conflict("other-person", name=session.person.name)
    await rooms.services.writer.ask(keys.note_passkey, shown)
    if session.person is None or session.person.id != owner:
        await session.enter_as(person)
    return Me(name=person.name, kept=person.kept, passkeys=name)


def _named(person: Person | None) -> Person:
    if person is None or not person.kept:
        raise Forbidden("passkey-name")
    return person
