"""Dependencies of routes: the registry of rooms, the client's address, a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from naadam.server.protocol.errors import NotFound
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.table import Table


async def the_rooms(request: Request) -> Rooms:
    return request.app.state.rooms  # type: ignore[no-any-return]


TheRooms = Annotated[Rooms, Depends(the_rooms)]


async def the_address(request: Request) -> str:
    return request.client.host if request.client else ""


TheAddress = Annotated[str, Depends(the_address)]


async def table_of(rooms: Rooms, table_id: str) -> Table:
    room = await rooms.room(table_id)
    if room is None:
        raise NotFound("no-table")
    return room.table
