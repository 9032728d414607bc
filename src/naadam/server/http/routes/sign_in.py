"""Routes about ways in by e-mail: an address is added to a person, and brings them back on another browser."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import Session, TheSession
from naadam.server.mail.confirm_page import write_page
from naadam.server.mail.mailer import is_address
from naadam.server.mail.sign_in import CODES_AT_ONCE, CODES_PER_MINUTE, Pending, Purpose, key_of, write_letter
from naadam.server.protocol.errors import TEXTS, Conflict, Forbidden, NotFound, UserError
from naadam.server.protocol.messages import Language
from naadam.server.protocol.people import AddressNamed
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.people_store import Person

router = APIRouter(prefix="/api/me/mail")
Token = Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$")]


@router.post("", status_code=202)
async def add_address(
    rooms: TheRooms,
    address: TheAddress,
    session: TheSession,
    named: AddressNamed,
    language: Language = "en",
) -> None:
    """Send an e-mail to an address, by which it becomes a way in to this person."""
    _check(rooms, named.address)
    person = await session.enter()
    rooms.services.mail_codes.admit(address)
    await _write(rooms, "add", person.id, named.address, language)


@router.post("/asked", status_code=202)
async def ask_to_enter(rooms: TheRooms, address: TheAddress, named: AddressNamed, language: Language = "en") -> None:
    """Send an e-mail by which the person of an address comes in; the answer does not say whether there is one."""
    _check(rooms, named.address)
    rooms.services.mail_codes.admit(address)
    person = await asyncio.to_thread(rooms.services.keys.find_mailbox, key_of(named.address))
    if person is not None:
        await _write(rooms, "enter", person, named.address, language)


@router.get("/links/{token}", response_class=HTMLResponse)
async def ask_again(rooms: TheRooms, token: Token) -> str:
    """The page that the link opens: a question. Opening it changes nothing."""
    pending = rooms.services.mail_codes.of_link(token)
    person = await asyncio.to_thread(rooms.services.people.look_up, pending.person)
    name = (person.name if person is not None else None) or TEXTS.get("email", "nameless", pending.language)
    title = TEXTS.get("email", f"{pending.purpose}-title", pending.language, name=name, address=pending.label)
    return write_page(title, TEXTS.get("email", f"{pending.purpose}-button", pending.language), pending.language)


@router.post("/links/{token}")
async def follow_link(
    request: Request, response: Response, rooms: TheRooms, session: TheSession, token: Token
) -> Response:
    """The button on that page: add the address, or come in on this browser."""
    pending = rooms.services.mail_codes.of_link(token)
    await redeem(rooms, session, pending)
    answer = RedirectResponse(request.app.state.prefix + "/me", 303, {"Cache-Control": "no-store"})
    answer.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return answer


async def redeem(rooms: Rooms, session: Session, pending: Pending) -> Person:
    """Do what an e-mail is for, once."""
    services = rooms.services
    person: Person | None = await asyncio.to_thread(services.people.look_up, pending.person)
    if person is None:
        raise NotFound("no-such-code")
    if person.closed:
        raise Forbidden("person-closed")
    if pending.purpose == "add":
        services.mail_codes.void(pending)
        if not await services.writer.ask(services.keys.add_mailbox, person.id, pending.mailbox, pending.label):
            raise Conflict("address-taken")
        return person
    if session.person is not None and session.person.kept and session.person.id != person.id:
        raise Conflict("other-person", name=session.person.name)
    services.mail_codes.void(pending)
    if session.person is None or session.person.id != person.id:
        await session.enter_as(person)
    return person


def _check(rooms: Rooms, address: str) -> None:
    if not rooms.services.notifications.offered:
        raise NotFound("no-letters")
    if not is_address(address):
        raise UserError("bad-address")


async def _write(rooms: Rooms, purpose: Purpose, person: str, address: str, language: Language) -> None:
    """Send an e-mail, unless the mailbox has had enough of them; the client is not told."""
    services = rooms.services
    if await services.notifications.may_write("code", address, CODES_AT_ONCE, CODES_PER_MINUTE):
        token, code = services.mail_codes.issue(purpose, person, address, language)
        link = f"/api/me/mail/links/{token}"
        services.notifications.post(
            lambda mail: write_letter(purpose, mail.sender, address, mail.page + link, code, language)
        )
