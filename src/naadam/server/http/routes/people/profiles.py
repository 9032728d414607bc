"""Routes about people and balance: profiles with ratings, finished games page by page, shares of wins by seat."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query, Response

import naadam
from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import Session, TheSession
from naadam.server.people.statistics import Played, Share, outcome_for
from naadam.server.protocol.errors import TEXTS, NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.profiles import (
    Balance,
    BalanceGroup,
    GamePlayed,
    GamesPlayed,
    MistakeShown,
    Opponent,
    Profile,
    RatingShown,
    SeatShare,
    VariantBalance,
    VariantPlayed,
)
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.people_store import Person
from naadam.server.storage.profiles import GameRow, Profiles

router = APIRouter(prefix="/api")
PER_PAGE = 20
MOST_VARIANTS = 12
CURSOR = re.compile(r"(\d{1,12}\.\d{1,9})_(\d{1,6})")  # a moment, and how many games that ended then are left out
Name = Annotated[str, Path(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]  # PostgreSQL raises for a NUL
Page = TypeVar("Page")
Before = Annotated[str | None, Query(max_length=60, description="`next` of the page before")]


@router.get("/me/profile")
async def my_profile(
    rooms: TheRooms, address: TheAddress, session: TheSession, response: Response, language: Language = "en"
) -> Profile:
    """The own statistics, also of a person without a name."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return Profile(name=None, games=0, variants=[], mistakes=[])
    person = session.person
    return await _read(rooms, address, lambda profiles: _profile(profiles, person, language, person.id))


@router.get("/me/games")
async def my_games(
    rooms: TheRooms,
    address: TheAddress,
    session: TheSession,
    response: Response,
    before: Before = None,
    language: Language = "en",
) -> GamesPlayed:
    """The own finished games, the newest first."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return GamesPlayed(games=[], next=None)
    person = session.person
    return await _read(rooms, address, lambda profiles: _games(profiles, person, before, language, person.id))


@router.get("/people/{name}")
async def profile(
    rooms: TheRooms, address: TheAddress, session: TheSession, name: Name, language: Language = "en"
) -> Profile:
    """The statistics of a person who keeps a name: ratings, scores by side, streaks, mistakes."""
    reader = _reader(session)
    return await _read(rooms, address, lambda profiles: _profile(profiles, _find(profiles, name), language, reader))


@router.get("/people/{name}/games")
async def games(
    rooms: TheRooms,
    address: TheAddress,
    session: TheSession,
    name: Name,
    before: Before = None,
    language: Language = "en",
) -> GamesPlayed:
    """The finished games of a person who keeps a name, the newest first."""
    reader = _reader(session)
    return await _read(
        rooms, address, lambda profiles: _games(profiles, _find(profiles, name), before, language, reader)
    )


@router.get("/balance/{game}")
async def balance(
    rooms: TheRooms, address: TheAddress, game: Annotated[str, Path(max_length=40)], language: Language = "en"
) -> Balance:
    """The share of wins of each seat in the games that were played here, by variant and level."""
    if game not in naadam.game_names():
        raise NotFound("no-page")
    return await _read(rooms, address, lambda profiles: _balance(profiles, game, language))


async def _read(rooms: Rooms, address: str, build: Callable[[Profiles], Page]) -> Page:
    """A page, built in a thread. One is built at a time, because several would take the time of moves."""
    rooms.services.admit_reader(address)
    async with rooms.services.reading:
        return await asyncio.to_thread(build, rooms.services.profiles)


def _find(profiles: Profiles, name: str) -> Person:
    person = profiles.find(name)
    if person is None:
        raise NotFound("no-person")
    return person


def _reader(session: Session) -> str:
    return session.person.id if session.person is not None else ""


def _profile(profiles: Profiles, person: Person, language: str, reader: str) -> Profile:
    played = profiles.games_of(person.id)
    variants = [found for one in played if (found := _variant(profiles, person.id, one, language)) is not None]
    mistakes = [
        MistakeShown(
            table=profiles.address_for(reader, one.table),
            title=_title(one.spec, language),
            number=one.move.number,
            action=one.move.action,
            best=one.move.best,
            loss=round(one.move.loss, 3),
        )
        for one in profiles.mistakes(person.id)
    ]
    return Profile(name=person.name, games=sum(one.games for one in played), variants=variants, mistakes=mistakes)


def _variant(profiles: Profiles, person: str, played: Played, language: str) -> VariantPlayed | None:
    game = _game(played.spec)
    if game is None:
        return None
    ladder = profiles.ladder(played.spec)
    rating = None
    if count := ladder.games.get(person, 0):
        found = ladder.rating(person)
        low, high = found.interval
        rating = RatingShown(
            points=round(found.points), low=round(low), high=round(high), provisional=found.provisional, games=count
        )
    return VariantPlayed(
        spec=played.spec,
        title=game.title(language),
        games=played.games,
        won=played.won,
        drawn=played.drawn,
        lost=played.lost,
        streak=played.streak,
        rating=rating,
        seats=[_share(game, seat, share, language) for seat, share in sorted(played.by_seat.items())],
    )


def _share(game: Game, seat: int, share: Share, language: str) -> SeatShare:
    low, high = share.interval
    return SeatShare(
        seat=seat,
        name=game.seat_name(seat, language),
        games=len(share.shares),
        share=round(share.mean, 4),
        low=round(low, 4),
        high=round(high, 4),
    )


def _games(profiles: Profiles, person: Person, before: str | None, language: str, reader: str) -> GamesPlayed:
    found = CURSOR.fullmatch(before) if before else None
    if before and found is None:
        raise NotFound("no-page")
    begin = (float(found[1]), int(found[2])) if found else None
    rows = profiles.page(person.id, begin, PER_PAGE + 1)
    shown, more = rows[:PER_PAGE], len(rows) > PER_PAGE
    ids = {row.person for game in shown for row in game.rows if row.person}
    names = profiles.names(sorted(ids))
    last = shown[-1].rows[0].ended if more else 0.0
    same = sum(game.rows[0].ended == last for game in shown) + (begin[1] if begin and begin[0] == last else 0)
    return GamesPlayed(
        games=[_played(game, person.id, names, language, reader) for game in shown],
        next=f"{last:.9f}_{same}" if more else None,
    )


def _played(game: GameRow, person: str, names: dict[str, tuple[str, bool]], language: str, reader: str) -> GamePlayed:
    sat = bool(reader) and any(row.person == reader for row in game.rows)
    own = next(row for row in game.rows if row.person == person)
    loaded = _game(own.spec)
    opponents = []
    for row in game.rows:
        if row is not own:
            seated = game.seated.get(row.seat, {})
            typed = TEXTS.get("seats", "erased", language) if seated.get("erased") else seated.get("name", "")
            name, known = names.get(row.person or "", (typed, False))
            opponents.append(Opponent(name=name, player=row.player, known=known))
    return GamePlayed(
        table=own.table_id if game.listed or sat else None,
        spec=own.spec,
        title=_title(own.spec, language),
        ended=own.ended,
        seat=loaded.seat_name(own.seat, language) if loaded else "",
        result=outcome_for(game.rows, own),
        place=own.place,
        left=own.left,
        rated=own.rated,
        opponents=opponents,
    )


def _balance(profiles: Profiles, name: str, language: str) -> Balance:
    variants = []
    for spec, count, groups in profiles.balance(name, MOST_VARIANTS):
        if (game := _game(spec)) is None:
            continue
        shown = [
            BalanceGroup(
                group=group,
                seats=[_share(game, seat, share, language) for seat, share in seats.items()],
                command=f"naadam arena {spec} --seats {' '.join([group] * game.seats)}" if group != "people" else "",
            )
            for group, seats in groups.items()
        ]
        variants.append(VariantBalance(spec=spec, title=game.title(language), games=count, groups=shown))
    return Balance(game=name, title=load_shipped(name).title(language), variants=variants)


def _game(spec: str) -> Game | None:
    """The game of a variant; None if its options have changed since it was played."""
    try:
        return load_shipped(spec)
    except naadam.NaadamError:
        return None


def _title(spec: str, language: str) -> str:
    game = _game(spec)
    return spec if game is None else game.title(language)
