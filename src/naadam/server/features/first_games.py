"""A newcomer's first game and a game to watch: their HTTP routes, and the room in which a game is watched."""

from __future__ import annotations

import asyncio
import functools
import re
from collections import ChainMap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from naadam.core.errors import SpecError
from naadam.core.teaching.first_games import find_first_game
from naadam.core.teaching.watched_games import WatchedGame, find_watched_game
from naadam.server.features import lessons
from naadam.server.payloads.cached_response import REVALIDATE, CachedResponse
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import CaptionInfo, FirstGameInfo, IntroductionInfo, WatchedGameInfo
from naadam.server.rooms.handlers import Handler
from naadam.server.rooms.room import Room
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.table import Table
from naadam.server.table.time_control import TimeControl

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

ADDRESS = re.compile(r"/api/games/([a-z0-9-]{1,40})/watch/socket")
HANDLERS: ChainMap[type, Handler] = ChainMap({}, lessons.HANDLERS)  # a watcher may look, and nothing else
MOST_CACHED = 64

router = APIRouter(prefix="/api")


@router.get("/games/{name}/first", response_model=FirstGameInfo)
async def get_first_game(request: Request, name: str, language: Language = "en") -> Response:
    """The first game of a long game, and its rules with the moment at which each begins to matter."""
    return (await asyncio.to_thread(cached_first_game, name, language)).answer(request, REVALIDATE)


@functools.lru_cache(MOST_CACHED)
def cached_first_game(name: str, language: Language) -> CachedResponse:
    first = find_first_game(name)
    if first is None:
        raise NotFound("no-first-game")
    texts = first.start.game.rulebook.texts
    rules = [
        IntroductionInfo(
            clause=rule.clause,
            text=rule.say(language),
            rule=texts.clause(rule.clause, language),
            choice=rule.choice,
            move=rule.move,
            turn=rule.turn,
            told=rule.told,
            picture=rule.picture,
        )
        for rule in first.rules
    ]
    info = FirstGameInfo(
        spec=first.start.game.spec,
        position=first.start.position,
        seat=first.seat,
        seats=first.start.game.seats,
        minutes=first.minutes,
        text=first.say(language),
        rules=rules,
    )
    return CachedResponse.of("application/json", info.model_dump_json().encode())


@router.get("/games/{name}/watch")
async def get_watched_game(name: str, language: Language = "en") -> WatchedGameInfo:
    """The captions of a game to watch; its positions come over the socket."""
    watched = find(name)
    captions = [CaptionInfo(move=caption.move, text=caption.say(language)) for caption in watched.captions]
    return WatchedGameInfo(spec=watched.record.game, captions=captions)


@router.get("/games/{name}/watch/record", response_class=PlainTextResponse)
async def get_watched_record(name: str, moves: int) -> str:
    """The record of the first moves of a game to watch."""
    return find(name).until(max(0, moves)).to_text()


def find(name: str) -> WatchedGame:
    watched = find_watched_game(name)
    if watched is None:
        raise NotFound("no-watched-game")
    return watched


@functools.lru_cache(MOST_CACHED)
def table_of(name: str) -> Table:
    """The table of a game to watch, which is over: nothing can change it, so that all watchers share it."""
    record = find(name).record
    game = record.load()
    players = tuple(Player("computer", "", level=4) for _ in range(game.seats))
    table = Table("watch", game, players, record.seed or "", record.start, time_control=TimeControl("none"))
    state = table.state
    for number, step in enumerate(record.steps, 1):
        seat, action = state.resolve_action(step.text, step.seat)
        state = state.apply(action, seat)
        table.take(StoredEvent(number, "action", {"seat": seat, "action": action}))
    return table


class WatchRoom(Room):
    """The room of one watcher; nothing of it is stored."""

    handlers = HANDLERS

    async def record(self, news: Sequence[StoredEvent]) -> None:
        raise AssertionError("a game that is over does not change")


async def find_watch(rooms: Rooms, path: str) -> WatchRoom | None:
    """The room in which the game that the address of a socket names is watched; None if it names none."""
    found = ADDRESS.fullmatch(path)
    if found is None:
        return None
    try:
        table = await asyncio.to_thread(table_of, found[1])
    except (SpecError, NotFound):
        return None
    return WatchRoom(rooms, table)
