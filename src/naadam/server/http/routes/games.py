"""Routes about games: the list of games."""

from __future__ import annotations

import asyncio
import functools
import logging

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

import naadam
from naadam.core.errors import PackageError
from naadam.core.options import Number, comes_first, write_value
from naadam.core.registry import is_shipped, load_shipped, rulebook
from naadam.core.teaching.first_games import minutes_of_first_game
from naadam.core.teaching.lessons import count_lessons
from naadam.core.teaching.puzzles import count_puzzles
from naadam.core.teaching.watched_games import has_watched_game
from naadam.core.texts import LANGUAGES
from naadam.server.http.dependencies import TheRooms
from naadam.server.http.routes.variants import cached_picture
from naadam.server.payloads.cached_response import REVALIDATE, CachedResponse
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import GameInfo, OptionInfo
from naadam.server.rooms.rooms import Rooms

GAMES = TypeAdapter(list[GameInfo])
MOST_CACHED = 64  # games in words
Engines = tuple[tuple[str, tuple[str, ...]], ...]

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api")


@router.get("/games", response_model=list[GameInfo])
async def list_games(request: Request, rooms: TheRooms, language: Language = "en") -> Response:
    engines = engines_in(rooms)
    for name, playing in engines:  # at first each takes a while
        cached_game(name, language, playing)
        await asyncio.sleep(0)
    return cached_games(language, engines).answer(request, REVALIDATE)


async def get_ready(rooms: Rooms) -> None:
    """Fill the caches after the start: the texts of the home page, then its pictures; then compile all games.

    Players who reconnect after a restart come first: while tables are loaded, no picture is drawn ahead of a request.
    """
    for name, playing in engines_in(rooms):
        await asyncio.to_thread(cached_game, name, "en", playing)
    for name in filter(is_shipped, naadam.game_names()):
        if not rooms.opening:
            await asyncio.to_thread(draw_start, name)
    rooms.services.warm()


def draw_start(name: str) -> None:
    cached_picture(load_shipped(name), None)


def engines_in(rooms: Rooms) -> Engines:
    """The names of all games with the engines that play each."""
    return tuple((name, tuple(rooms.services.engines_for(name))) for name in naadam.game_names())


@functools.lru_cache(2 * len(LANGUAGES))
def cached_games(language: Language, engines: Engines) -> CachedResponse:
    """All games in words."""
    games = (cached_game(name, language, playing) for name, playing in engines)
    return CachedResponse.of("application/json", GAMES.dump_json([game for game in games if game is not None]))


@functools.lru_cache(MOST_CACHED)
def cached_game(name: str, language: Language, engines: tuple[str, ...]) -> GameInfo | None:
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
        length=book.length,
        engines=engines,
        drawn=is_shipped(name) or naadam.load(name).face.stage(language) is not None,
        lessons=count_lessons(name),
        puzzles=count_puzzles(name),
        first_minutes=minutes_of_first_game(name),
        watched=has_watched_game(name),
    )
