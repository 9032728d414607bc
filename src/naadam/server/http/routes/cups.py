"""Routes of cups: the list, a new cup, entries, groups with standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path

from naadam.core.errors import NaadamError
from naadam.core.registry import load_shipped
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import Session, TheSession
from naadam.server.protocol.cups import Cup, CupEntrant, CupGameShown, CupGroup, CupInfo, CupMade, CupWanted
from naadam.server.protocol.errors import Forbidden, UserError
from naadam.server.protocol.messages import Language
from naadam.server.rooms.cups import LEVEL
from naadam.server.storage import cup_store
from naadam.server.storage.people.people_store import Person
from naadam.server.table.cups import CupGame, is_computer, rank_group, settle
from naadam.server.table.time_control import SECONDS_PER_DAY

router = APIRouter(prefix="/api/cups")
CupId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{12}$")]


@router.get("")
async def list_cups(rooms: TheRooms, session: TheSession, language: Language = "en") -> list[CupInfo]:
    found = await rooms.services.writer.ask(rooms.cups.store.shown)
    viewer = session.person.id if session.person else ""
    return [_info(cup, people, viewer, language) for cup, people in found]


@router.post("", status_code=201)
async def open_cup(rooms: TheRooms, address: TheAddress, session: TheSession, wanted: CupWanted) -> CupMade:
    """Open a cup for a game of two seats, and enter it."""
    rooms.services.admit(address)
    game = load_shipped(wanted.spec)
    if game.seats != 2:
        raise UserError("cup-two-seats")
    person, store = await _enter(session), rooms.cups.store
    seconds = int(wanted.days * SECONDS_PER_DAY)
    times = wanted.begins_in * 3600.0, wanted.lasts * float(SECONDS_PER_DAY)
    cup = await rooms.services.writer.ask(store.open, game.spec, seconds, person.id, *times)
    await rooms.services.writer.ask(store.enter, cup, person.id)
    return CupMade(id=cup)


@router.get("/{cup}")
async def show_cup(rooms: TheRooms, session: TheSession, cup: CupId, language: Language = "en") -> Cup:
    """A cup with its groups, games and standings."""
    ask, store = rooms.services.writer.ask, rooms.cups.store
    found = await ask(store.find, cup)
    entries = await ask(store.entries, cup)
    games = settle(await ask(store.games, found), found.closed is not None)
    viewer = session.person.id if session.person else ""
    people = sorted({entrant for game in games for entrant in game.entrants if not is_computer(entrant)})
    names = {key: name for key, (name, _) in rooms.services.profiles.names(people).items()}
    numbers = dict.fromkeys(game.group for game in games)
    groups = [[game for game in games if game.group == number] for number in numbers]
    groups.sort(key=lambda group: not any(viewer in game.entrants for game in group))
    return Cup(
        info=_info(found, [person for person, _ in entries], viewer, language),
        people=[name for _, name in entries if name],
        groups=[_group(group, names, viewer) for group in groups],
        mine=[game.table for game in games if viewer in game.entrants and game.shares is None],
    )


@router.post("/{cup}/entry", status_code=204)
async def enter_cup(rooms: TheRooms, address: TheAddress, session: TheSession, cup: CupId) -> None:
    """Enter a cup that has not begun."""
    rooms.services.admit(address)
    person = await _enter(session)
    await rooms.services.writer.ask(rooms.cups.store.enter, cup, person.id)


@router.delete("/{cup}/entry", status_code=204)
async def leave_cup(rooms: TheRooms, session: TheSession, cup: CupId) -> None:
    """Take an entry back before the cup begins."""
    if session.person is not None:
        await rooms.services.writer.ask(rooms.cups.store.leave, cup, session.person.id)


async def _enter(session: Session) -> Person:
    """The person of a session, who must keep a name: the standings show it."""
    person = await session.enter("open")
    if person.bot:
        raise Forbidden("bots-are-chosen")
    if not person.kept:
        raise UserError("cup-needs-name")
    return person


def _title(spec: str, language: str) -> str:
    """The title of a variant, or its spec if this version does not know it."""
    try:
        return load_shipped(spec).title(language)
    except NaadamError:
        return spec


def _info(cup: cup_store.Cup, people: Sequence[str], viewer: str, language: str) -> CupInfo:
    return CupInfo(
        id=cup.id,
        game=cup.spec.partition(":")[0],
        title=_title(cup.spec, language),
        days=cup.seconds / SECONDS_PER_DAY,
        begins=cup.begins,
        ends=cup.ends,
        begun=cup.begun is not None,
        closed=cup.closed is not None,
        people=len(people),
        entered=viewer in people,
    )


def _group(games: Sequence[CupGame], names: dict[str, str], viewer: str) -> CupGroup:
    ranked = rank_group(games)
    number = {standing.entrant: place for place, standing in enumerate(ranked)}
    entrants = [
        CupEntrant(
            name=names.get(each.entrant, ""),
            level=LEVEL if is_computer(each.entrant) else None,
            mine=each.entrant == viewer,
            place=each.place,
            points=each.points,
            played=each.played,
        )
        for each in ranked
    ]
    shown = [
        CupGameShown(
            table=game.table,
            entrants=[number[entrant] for entrant in game.entrants],
            share=None if game.shares is None else game.shares[0],
        )
        for game in games
    ]
    return CupGroup(entrants=entrants, games=shown)
