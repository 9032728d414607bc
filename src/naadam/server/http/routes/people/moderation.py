"""Routes by which people at a table block and report one another."""

from __future__ import annotations

from fastapi import APIRouter

from naadam.server.http.dependencies import TheRooms
from naadam.server.http.session import TheSession
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.moderation import BlockWanted, ReportWanted, SeatsBlocked
from naadam.server.protocol.schemas import TableId
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.upkeep import moderation

router = APIRouter(prefix="/api")


@router.get("/tables/{table_id}/blocks")
async def blocked_seats(rooms: TheRooms, session: TheSession, table_id: TableId) -> SeatsBlocked:
    """The other seats whose people this person can block and report, and those that are blocked."""
    room = await _room(rooms, table_id)
    sat = [player.person for player in room.table.sat]
    own = session.person.id if session.person else ""
    if not own or own not in sat:
        return SeatsBlocked(people=[], blocked=[])
    services = rooms.services
    blocked = await services.writer.ask(services.moderation.blocked, own)
    people = [seat for seat, person in enumerate(sat) if person and person != own]
    return SeatsBlocked(people=people, blocked=[seat for seat in people if sat[seat] in blocked])


@router.post("/tables/{table_id}/blocks", status_code=204)
async def block(rooms: TheRooms, session: TheSession, table_id: TableId, wanted: BlockWanted) -> None:
    """Block the person of a seat, or no longer: the two see neither each other's open tables nor chat."""
    room = await _room(rooms, table_id)
    await moderation.set_block(room, (await session.enter("play")).id, wanted.seat, wanted.blocked)


@router.post("/tables/{table_id}/reports", status_code=204)
async def report(rooms: TheRooms, session: TheSession, table_id: TableId, wanted: ReportWanted) -> None:
    """Report the person of a seat to the host, with the chat of this table."""
    room = await _room(rooms, table_id)
    await moderation.report(room, (await session.enter("play")).id, wanted.seat, wanted.text.strip())


async def _room(rooms: Rooms, table_id: str) -> Room:
    room = await rooms.room(table_id)
    if room is None:
        raise NotFound("no-table")
    return room
