"""Routes about seats: those of a person, accepting an invitation, making a new one, seats of former versions."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Cookie, Request, Response

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.protocol.errors import Forbidden, NotFound, UserError
from naadam.server.protocol.schemas import (
    FormerSeats,
    InvitationMade,
    SeatAnswer,
    SeatNamed,
    TableHeld,
    TableId,
    TokenShown,
)
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.table import Table

FORMER_COOKIE = "naadam-browser"
FORMER_PATH = "/api/browser"  # it is sent to nothing else

router = APIRouter(prefix="/api")


@router.get("/me/tables")
async def own_tables(rooms: TheRooms, session: TheSession, response: Response) -> list[TableHeld]:
    """The tables at which this person has seats, the newest first."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return []
    found: dict[str, TableHeld] = {}
    for own in await rooms.services.writer.ask(rooms.services.seats.list_of, session.person.id):
        found.setdefault(own.table, TableHeld(table=own.table, opened=own.at, seats=[])).seats.append(own.seat)
    return list(found.values())


@router.delete("/me/tables/{table_id}", status_code=204)
async def hide_table(rooms: TheRooms, session: TheSession, table_id: TableId) -> None:
    """Leave a table out of the list; its seats stay."""
    if session.person is not None:
        await rooms.services.writer.ask(rooms.services.seats.hide, session.person.id, table_id)


@router.post("/tables/{table_id}/seat")
async def accept(
    rooms: TheRooms, address: TheAddress, session: TheSession, table_id: TableId, shown: TokenShown
) -> SeatAnswer:
    """Take the seat of an invitation, once."""
    rooms.services.admit_holder(address)
    room = await _room(rooms, table_id)
    person = (await session.enter("play")).id
    if session.fresh:
        return SeatAnswer(state="again", seats=[])
    seat = await rooms.services.writer.ask(rooms.services.seats.accept, table_id, shown.token, person)
    if seat is not None:
        await room.refresh()
    own = list(room.table.seats_of(person))
    return SeatAnswer(state="taken" if seat is not None else "own" if own else "used", seats=own)


@router.post("/tables/{table_id}/invitation", status_code=201)
async def renew(
    rooms: TheRooms, address: TheAddress, session: TheSession, table_id: TableId, wanted: SeatNamed
) -> InvitationMade:
    """Make a new invitation to a seat in place of the one before; only for the person who set the table."""
    rooms.services.admit_holder(address)
    room = await _room(rooms, table_id)
    table = room.table
    if session.person is None or session.person.id not in hosts_of(table):
        raise Forbidden("not-host")
    player = table.players[wanted.seat] if wanted.seat < table.game.seats else None
    if player is None or player.kind != "invited" or player.stranger or table.over or (table.rated and player.person):
        raise UserError("no-invitation")
    token = secrets.token_urlsafe(24)
    await rooms.services.writer.ask(rooms.services.seats.renew, table_id, wanted.seat, token)
    await room.refresh()
    return InvitationMade(token=token)


@router.post("/browser/seats", status_code=204)
async def bind_former(
    request: Request,
    response: Response,
    rooms: TheRooms,
    address: TheAddress,
    session: TheSession,
    former: FormerSeats,
    key: Annotated[str, Cookie(alias=FORMER_COOKIE, max_length=64)] = "",
) -> None:
    """Bind the seats to this person that the browser held by the tokens of former versions."""
    rooms.services.admit_holder(address)
    found = await rooms.services.writer.ask(rooms.services.seats.former, key, former.tables)
    if found:
        person = (await session.enter()).id
        await rooms.services.writer.ask(rooms.services.seats.bind, person, key, found)
        for table_id in found:
            if (room := rooms.open.get(table_id)) is not None:
                await room.refresh()
    if key:
        response.delete_cookie(FORMER_COOKIE, path=request.app.state.prefix + FORMER_PATH)


def hosts_of(table: Table) -> set[str]:
    """The people who may renew invitations: the one who set the table, and those at the screen where it was set."""
    return {table.host, *(player.person for player in table.players if player.kind == "here")} - {""}


async def _room(rooms: Rooms, table_id: str) -> Room:
    room = await rooms.room(table_id)
    if room is None:
        raise NotFound("no-table")
    return room
