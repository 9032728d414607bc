"""Routes about the person of this browser: the name that they keep, their devices and other keys."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from naadam.core.hashing import hash_secret
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.routes.sign_in import redeem
from naadam.server.http.session import Session, TheSession
from naadam.server.mail.sign_in import read_code
from naadam.server.people.keys import read_sheet
from naadam.server.people.names import read_name
from naadam.server.protocol.errors import Conflict, Forbidden, NotFound
from naadam.server.protocol.people import CodeEntered, KeyInfo, Me, NameWanted, SheetPrinted
from naadam.server.protocol.schemas import CodeIssued
from naadam.server.rooms.join_codes import MINUTES
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.people_store import Person
from naadam.server.storage.people.personal_data import erase
from naadam.server.storage.store import Store

router = APIRouter(prefix="/api/me")
KeyId = Annotated[str, Path(max_length=400)]


@router.get("")
async def who_am_i(request: Request, session: TheSession, response: Response) -> Me:
    """The person of this browser, as the server knows them."""
    response.headers["Cache-Control"] = "no-store"
    return _describe(request, session.person)


@router.post("/name")
async def keep_name(
    request: Request, rooms: TheRooms, address: TheAddress, session: TheSession, wanted: NameWanted
) -> Me:
    """Keep games under a name that is unique here, change it, or free it."""
    name = read_name(wanted.name) if wanted.name else None
    if name is None and session.person is None:
        return _describe(request, None)
    person = await session.enter()
    if name != (person.name if person.kept else None):
        rooms.services.admit_person(address)
        if not await rooms.services.writer.ask(rooms.services.people.keep_name, person.id, name):
            raise Conflict("name-taken", name=name)
        await rooms.refresh(person.id)
    return _describe(request, person._replace(name=name, kept=name is not None))


@router.post("/codes", status_code=201)
async def issue_device_code(rooms: TheRooms, address: TheAddress, session: TheSession) -> CodeIssued:
    """Issue a code that makes another browser a device of this person, in place of an older one."""
    person = await session.enter()
    return CodeIssued(code=rooms.services.join_codes.issue_for(person.id, address), minutes=MINUTES)


@router.post("/entered")
async def enter_code(
    request: Request, rooms: TheRooms, address: TheAddress, session: TheSession, entered: CodeEntered
) -> Me:
    """Make this browser a device of the person whose code it shows.

    All that the browser has played without a name comes along. A browser whose person keeps a name must leave first.
    """
    codes = rooms.services.join_codes
    if read_code(entered.code) is not None:
        return _describe(request, await _enter_by_letter(rooms, address, session, entered.code))
    sheet = read_sheet(entered.code)
    if sheet is None:
        person = await asyncio.to_thread(rooms.services.people.look_up, codes.look_for_device(entered.code, address))
    else:
        codes.count_try(address)
        found = await rooms.services.writer.ask(rooms.services.people.find, [sheet], "sheet")
        person = found.person if found else None
    if person is None:
        raise NotFound("no-such-code")
    if person.closed:
        raise Forbidden("person-closed")
    if session.person is not None and session.person.kept and session.person.id != person.id:
        raise Conflict("other-person", name=session.person.name)
    if sheet is None:
        codes.void(entered.code)
    else:
        codes.forgive_try(address)
    if session.person is None or session.person.id != person.id:
        await session.enter_as(person)
    return _describe(request, person)


async def _enter_by_letter(rooms: Rooms, address: str, session: Session, code: str) -> Person:
    """Come in by the code of an e-mail, or add the address that it went to, in the browser that asked for it."""
    rooms.services.join_codes.count_try(address)
    pending = rooms.services.mail_codes.of_code(code)
    if pending.purpose == "add" and (session.person is None or session.person.id != pending.person):
        raise NotFound("no-such-code")
    person = await redeem(rooms, session, pending)
    rooms.services.join_codes.forgive_try(address)
    return person


@router.post("/sheet", status_code=201)
async def print_sheet(rooms: TheRooms, address: TheAddress, session: TheSession) -> SheetPrinted:
    """Make a recovery code to be printed, in place of the last one."""
    rooms.services.admit_person(address)
    person = await session.enter()
    return SheetPrinted(code=await rooms.services.writer.ask(rooms.services.keys.print_sheet, person.id))


@router.get("/keys")
async def list_keys(rooms: TheRooms, session: TheSession, response: Response) -> list[KeyInfo]:
    """The ways in that this person has, the latest used first."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return []
    own = hash_secret(session.key or "")
    rows = await asyncio.to_thread(rooms.services.keys.list_of, session.person.id)
    return [KeyInfo(**row._asdict(), here=row.id == own) for row in rows]


@router.delete("/keys/{key_id}", status_code=204)
async def revoke_key(rooms: TheRooms, session: TheSession, key_id: KeyId) -> None:
    """Revoke a key. A browser is logged out immediately, and its connections are closed."""
    person = session.person.id if session.person else ""
    if not await rooms.services.writer.ask(rooms.services.keys.revoke, person, key_id):
        raise NotFound("no-key")
    rooms.log_out(key_id)


@router.get("/export")
async def export_data(rooms: TheRooms, session: TheSession, response: Response) -> dict[str, Any]:
    """All that is stored of this person, and the records of their games; not for programs, whatever their token."""
    session.forbid_programs()
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return {}
    response.headers["Content-Disposition"] = 'attachment; filename="naadam.json"'
    return await rooms.services.exports.make(session.person.id)


@router.delete("", status_code=204)
async def erase_person(rooms: TheRooms, session: TheSession) -> None:
    """Erase this person for ever. Their games stay, without a name; those that go on are given up."""
    if session.person is None:
        return
    for key in await rooms.services.writer.ask(_erase, rooms.services.store, session.person.id):
        rooms.log_out(key)
    await rooms.refresh(session.person.id)
    rooms.services.erasures.want()


def _erase(store: Store, person: str) -> list[str]:
    with store.engine.begin() as connection:
        return erase(connection, person)


def _describe(request: Request, person: Person | None) -> Me:
    kept = person is not None and person.kept
    return Me(name=person.name if person else None, kept=kept, passkeys=request.app.state.relying_party)
