"""Routes about tables: create one, import a game, read the record and positions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.server.http.dependencies import TheAddress, TheRooms, table_of
from naadam.server.http.session import TheSession
from naadam.server.payloads.cached_response import REVALIDATE
from naadam.server.payloads.table import drawing_for, picture_of, standing_of
from naadam.server.protocol.errors import Conflict, Forbidden, NotFound, UserError
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import (
    OpeningBrought,
    OpeningRead,
    PlayerWanted,
    Standing,
    TableId,
    TableMade,
    TableWanted,
)
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.import_game import ImportedGame, import_game
from naadam.server.table.players import Player
from naadam.server.table.table import Table
from naadam.server.table.time_control import TimeControl

router = APIRouter(prefix="/api")


@router.post("/tables", status_code=201)
async def create_table(rooms: TheRooms, address: TheAddress, session: TheSession, wanted: TableWanted) -> TableMade:
    rooms.services.admit(address)
    opening = ImportedGame(load_shipped(wanted.spec))
    if wanted.opening:
        opening = await asyncio.to_thread(import_game, wanted.opening, wanted.spec)
    players = [read_player(player) for player in wanted.players]
    clock = wanted.clock
    if wanted.rated:
        if wanted.opening or clock is None or clock.kind == "none":
            raise UserError("rated-start")
        players = [replace(player, coached=False) for player in players]
    time_control = TimeControl() if clock is None else TimeControl(**clock.model_dump(), asked=clock.kind == "rules")
    person = await session.enter("open")
    if wanted.rated and not (person.kept or person.bot):
        raise UserError("rated-needs-name")
    host = person.id
    players = await seat_bots(rooms, wanted, players, opening.game, time_control)
    table_id, seats, invitations = await rooms.create(
        opening, players, wanted.lots, wanted.several, wanted.games, time_control, host, wanted.rated
    )
    return TableMade(table=table_id, seats=seats, invitations=invitations)


@router.post("/read")
async def read(rooms: TheRooms, address: TheAddress, brought: OpeningBrought) -> OpeningRead:
    """Read a record or a position, without creating a table."""
    rooms.services.admit(address)
    opening = await asyncio.to_thread(import_game, brought.text, brought.spec)
    return OpeningRead(spec=opening.game.spec, position=opening.state().position, moves=len(opening.steps))


@router.post("/opened", status_code=201)
async def open_game(rooms: TheRooms, address: TheAddress, session: TheSession, brought: OpeningBrought) -> TableMade:
    """Create a table from a record or a position, to look at it and to play on at one screen."""
    rooms.services.admit(address)
    opening = await asyncio.to_thread(import_game, brought.text, brought.spec)
    names = opening.names or ("",) * opening.game.seats
    players = [Player("here", name) for name in names]
    # without clocks, because it is for looking at
    table_id, seats, invitations = await rooms.create(
        opening, players, time_control=TimeControl("none"), host=(await session.enter("open")).id
    )
    return TableMade(table=table_id, seats=seats, invitations=invitations)


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(rooms: TheRooms, table_id: TableId, moves: Annotated[int | None, Query(ge=0)] = None) -> str:
    """The record of a game, or of its first moves."""
    return record_text(await table_of(rooms, table_id), moves)


@router.get("/tables/{table_id}/position", response_class=PlainTextResponse)
async def position(rooms: TheRooms, table_id: TableId) -> str:
    """The position on one line, where nothing is hidden."""
    table = await table_of(rooms, table_id)
    if table.game.hides:
        raise Forbidden("position-hidden")
    return table.state.position


@router.get("/tables/{table_id}/drawing")
async def drawing(rooms: TheRooms, table_id: TableId, at: Annotated[int, Query(ge=0)]) -> Response:
    """The position after so many events of the table, as spectators see it."""
    table = await table_of(rooms, table_id)
    if at > table.seq:
        raise NotFound("not-yet")
    return Response(bytes(drawing_for(table, (), at)), media_type="application/json")


def record_text(table: Table, moves: int | None = None) -> str:
    """The record of a table's game, or of its first moves; Forbidden while it would show secrets."""
    if table.game.hides and not table.over:
        raise Forbidden("record-later")
    whole = table.history.record(table.over)
    if moves is not None and moves < len(whole.steps):
        whole = replace(whole, steps=whole.steps[:moves], result=None)
    return whole.to_text()


@router.get("/tables/{table_id}/standing")
async def standing(rooms: TheRooms, table_id: TableId, language: Language = "en") -> Standing:
    """The public state of a table: its players, whose turn it is, the time left, how it ended."""
    room = await rooms.room(table_id)
    if room is None:
        raise NotFound("no-table")
    return standing_of(room.table, language, room.timekeeper.shown())


@router.get("/tables/{table_id}/picture")
async def picture(request: Request, rooms: TheRooms, table_id: TableId) -> Response:
    """The board of a table as spectators see it, as an SVG."""
    table = await table_of(rooms, table_id)
    return picture_of(table).answer(request, REVALIDATE)


async def seat_bots(
    rooms: Rooms, wanted: TableWanted, players: list[Player], game: Game, control: TimeControl
) -> list[Player]:
    """The players, with connected bots in the seats that name one; UserError if one does not play this."""
    names = [player.bot for player in wanted.players]
    if not any(names):
        return players
    if wanted.rated and not rooms.services.rated_bots and any(player.kind != "computer" for player in players):
        raise UserError("bots-not-rated")
    shown = {bot.name: bot for bot in await rooms.lobby.read_bots()}
    seated, servers = [], set[str | None]()
    for name, player in zip(names, players, strict=True):
        bot = shown.get(name)
        if name and (
            bot is None
            or names.count(name) > 1
            or bot.games >= bot.accepts.at_once
            or (servers - {None, bot.server})  # two bots meet where they are connected to one server
            or not bot.accepts.plays(game.spec)
            or not bot.accepts.keeps_time(control.kind, control.seconds)
        ):
            raise Conflict("no-bot", bot=name, game=game.title)
        servers.add(bot.server if bot is not None else None)
        seated.append(player if bot is None else Player("invited", bot.name, person=bot.id, bot=True))
    return seated


def read_player(wanted: PlayerWanted) -> Player:
    engine = wanted.engine if wanted.kind == "computer" else ""
    return Player(wanted.kind, wanted.name, level=wanted.level, engine=engine, coached=wanted.coached)
