"""What routes ask of the application: the server's state, the client's address, a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from naadam.server.protocol.errors import NotFound
from naadam.server.rooms.rooms import House
from naadam.server.table.table import Table


async def the_house(request: Request) -> House:
    return request.app.state.house  # type: ignore[no-any-return]


TheHouse = Annotated[House, Depends(the_house)]


async def the_address(request: Request) -> str:
    return request.client.host if request.client else ""


TheAddress = Annotated[str, Depends(the_address)]


async def table_of(house: House, table_id: str) -> Table:
    room = await house.room(table_id)
    if room is None:
        raise NotFound("no-table")
    return room.table
