"""The HTTP routes of the house: games, tables, openings and codes."""

from __future__ import annotations

import asyncio
import functools
import logging
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import TypeAdapter

import naadam
from naadam.core.errors import PackageError
from naadam.core.options import Number, comes_first, write_value
from naadam.core.registry import is_shipped, load_shipped, rulebook
from naadam.core.teaching.lessons import count_lessons
from naadam.core.teaching.puzzles import count_puzzles
from naadam.core.texts import LANGUAGES
from naadam.server.bodies import (
    CodeGiven,
    CodeIssued,
    GameInfo,
    Health,
    NoticesOffered,
    NoticeWanted,
    OpeningBrought,
    OpeningRead,
    OptionInfo,
    PlayerWanted,
    SeatHeld,
    TableId,
    TableMade,
    TableWanted,
)
from naadam.server.codes import MINUTES
from naadam.server.confirming import Answer, write_answer, write_question
from naadam.server.door import drawing_for
from naadam.server.failures import NotDone
from naadam.server.house import House
from naadam.server.kept import ASK_AGAIN, Kept
from naadam.server.messages import Language
from naadam.server.opening import Opening, read_opening
from naadam.server.pace import Pace, read_pace
from naadam.server.page import keep_picture
from naadam.server.players import Player
from naadam.server.table import Table

GAMES = TypeAdapter(list[GameInfo])
MOST_KEPT = 64  # games in words
Engines = tuple[tuple[str, tuple[str, ...]], ...]

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api")


async def the_house(request: Request) -> House:
    return request.app.state.house  # type: ignore[no-any-return]


TheHouse = Annotated[House, Depends(the_house)]


async def the_address(request: Request) -> str:
    return request.client.host if request.client else ""


TheAddress = Annotated[str, Depends(the_address)]
NoticeKey = Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$")]


@router.get("/health")
async def health(house: TheHouse, response: Response) -> Health:
    """Whether moves are stored and computers think; the status is 503 if not."""
    found = Health(version=naadam.__version__, stores=await house.stores(), thinks=house.thinks)
    response.status_code = 200 if found.stores and found.thinks else 503
    return found


@router.get("/games", response_model=list[GameInfo])
async def list_games(request: Request, house: TheHouse, language: Language = "en") -> Response:
    engines = engines_in(house)
    for name, playing in engines:  # at first each takes a while
        keep_game(name, language, playing)
        await asyncio.sleep(0)
    return keep_games(language, engines).answer(request, ASK_AGAIN)


async def get_ready(house: House) -> None:
    """Before somebody asks: what home says of all games, then its pictures, and last what a table needs.

    After a restart many come back to their tables at once: they go first, and pictures are drawn when they are wanted.
    """
    for name, playing in engines_in(house):
        await asyncio.to_thread(keep_game, name, "en", playing)
    for name in filter(is_shipped, naadam.game_names()):
        if not house.opens:
            await asyncio.to_thread(draw_start, name)
    house.warm()


def draw_start(name: str) -> None:
    keep_picture(load_shipped(name), None)


def engines_in(house: House) -> Engines:
    """The names of all games with the engines that play each."""
    return tuple((name, tuple(house.engines_for(name))) for name in naadam.game_names())


@functools.lru_cache(2 * len(LANGUAGES))
def keep_games(language: Language, engines: Engines) -> Kept:
    """All games in words."""
    games = (keep_game(name, language, playing) for name, playing in engines)
    return Kept.of("application/json", GAMES.dump_json([game for game in games if game is not None]))


@router.post("/tables", status_code=201)
async def create_table(house: TheHouse, address: TheAddress, wanted: TableWanted) -> TableMade:
    house.admit(address)
    opening = Opening(load_shipped(wanted.spec))
    if wanted.opening:
        opening = await asyncio.to_thread(read_opening, wanted.opening, wanted.spec)
    players = [read_player(player) for player in wanted.players]
    pace = read_pace(wanted.clock.model_dump() if wanted.clock else None)
    table_id, seats, tokens = await house.create(opening, players, wanted.lots, wanted.several, wanted.games, pace)
    return TableMade(table=table_id, seats=seats, tokens=tokens)


@router.post("/read")
async def read(house: TheHouse, address: TheAddress, brought: OpeningBrought) -> OpeningRead:
    """What a record or a position holds, before a table is set for it."""
    house.admit(address)
    opening = await asyncio.to_thread(read_opening, brought.text, brought.spec)
    return OpeningRead(spec=opening.game.spec, position=opening.state().position, moves=len(opening.steps))


@router.post("/opened", status_code=201)
async def open_game(house: TheHouse, address: TheAddress, brought: OpeningBrought) -> TableMade:
    """A table for a record or a position that somebody brings: to look at it, and to play on at one screen."""
    house.admit(address)
    opening = await asyncio.to_thread(read_opening, brought.text, brought.spec)
    names = opening.names or ("",) * opening.game.seats
    players = [Player("here", name) for name in names]
    table_id, seats, tokens = await house.create(opening, players, pace=Pace("none"))  # who looks is not hurried
    return TableMade(table=table_id, seats=seats, tokens=tokens)


@router.post("/codes", status_code=201)
async def issue_code(house: TheHouse, address: TheAddress, held: SeatHeld) -> CodeIssued:
    """A code by which somebody else takes a seat; the one it had before is void."""
    return CodeIssued(code=await house.invite(held.table, held.token, address), minutes=MINUTES)


@router.post("/joined")
async def join(house: TheHouse, address: TheAddress, given: CodeGiven) -> SeatHeld:
    """The seat that a code opens, once."""
    found = house.codes.take(given.code, address)
    return SeatHeld(table=found.table, token=found.token)


@router.get("/notices")
async def notices_offered(house: TheHouse) -> NoticesOffered:
    """Whether letters are sent here."""
    return NoticesOffered(offered=house.notices.offered)


@router.post("/notices", status_code=202)
async def ask_for_notices(
    house: TheHouse, address: TheAddress, wanted: NoticeWanted, language: Language = "en"
) -> NoticesOffered:
    """A letter for whoever holds a seat, when it is their turn, at a table where a move may take days."""
    table, seat = await house.table_held(wanted.table, wanted.token)
    if not table.pace.by_calendar or table.over:
        raise NotDone("no-letters")
    await house.notices.ask(wanted.table, seat, wanted.address, language, address)
    return NoticesOffered(offered=True)


@router.get("/notices/{key}/{answer}", response_class=HTMLResponse)
async def ask_again(house: TheHouse, key: NoticeKey, answer: Answer) -> str:
    """What the links in a letter lead to: a question. Nothing changes by it."""
    return write_question(answer, await house.notices.language_of(key))


@router.post("/notices/{key}/{answer}", response_class=HTMLResponse)
async def answer_notice(house: TheHouse, key: NoticeKey, answer: Answer) -> str:
    """Letters are wanted, or none any more."""
    return write_answer(answer, await house.notices.answer(key, answer == "yes"))


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(house: TheHouse, table_id: TableId, moves: Annotated[int | None, Query(ge=0)] = None) -> str:
    """The record of a game, or of its first moves."""
    table = await table_of(house, table_id)
    if table.game.hides and not table.over:
        raise NotDone("record-later")
    whole = table.history.record(table.over)
    if moves is not None and moves < len(whole.steps):
        whole = replace(whole, steps=whole.steps[:moves], result=None)
    return whole.to_text()


@router.get("/tables/{table_id}/position", response_class=PlainTextResponse)
async def position(house: TheHouse, table_id: TableId) -> str:
    """The position on one line, where nothing is hidden."""
    table = await table_of(house, table_id)
    if table.game.hides:
        raise NotDone("position-hidden")
    return table.state.position


@router.get("/tables/{table_id}/drawing")
async def drawing(house: TheHouse, table_id: TableId, at: Annotated[int, Query(ge=0)]) -> Response:
    """The position after so many events of the table, as those who watch know it."""
    table = await table_of(house, table_id)
    if at > table.seq:
        raise NotDone("not-yet")
    return Response(bytes(drawing_for(table, (), at)), media_type="application/json")


async def table_of(house: House, table_id: str) -> Table:
    room = await house.room(table_id)
    if room is None:
        raise NotDone("no-table")
    return room.table


def read_player(wanted: PlayerWanted) -> Player:
    engine = wanted.engine if wanted.kind == "computer" else ""
    return Player(wanted.kind, wanted.name, level=wanted.level, engine=engine, coached=wanted.coached)


@functools.lru_cache(MOST_KEPT)
def keep_game(name: str, language: Language, engines: tuple[str, ...]) -> GameInfo | None:
    return describe_game(name, language, list(engines))


def describe_game(name: str, language: str, engines: list[str]) -> GameInfo | None:
    """A game in words, in English where its texts lack the language; None, and a word in the log, if it is broken."""
    try:
        try:
            return _describe_game(name, language, engines)
        except PackageError as error:
            log.warning("%s lacks a text: %s", name, error)
            return _describe_game(name, "en", engines)
    except Exception as error:  # a package of others may fail in any way
        log.error("%s cannot be played: %s", name, error)
        return None


def _describe_game(name: str, language: str, engines: list[str]) -> GameInfo:
    """No game of Naadam is loaded for it: all have a stage. One of others is, and shows whether it can be played."""
    book = rulebook(name)
    texts = book.texts
    return GameInfo(
        name=name,
        **{key: texts.get("game", key, language) for key in ("title", "summary", "players", "minutes")},
        options=[
            OptionInfo(
                name=option.name,
                title=texts.get(f"options.{option.name}", "title", language),
                default=write_value(option.default),
                values={
                    write_value(value): texts.get(f"options.{option.name}", write_value(value), language)
                    for value in option.values
                },
                lowest=option.lowest if isinstance(option, Number) else None,
                highest=option.highest if isinstance(option, Number) else None,
                first=comes_first(option),
            )
            for option in book.declared
        ],
        engines=engines,
        drawn=is_shipped(name) or naadam.load(name).face.stage(language) is not None,
        lessons=count_lessons(name),
        puzzles=count_puzzles(name),
    )
