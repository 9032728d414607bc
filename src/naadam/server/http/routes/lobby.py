"""Routes of the lobby: the list of open tables, offers, free seats. Its socket is in `websocket`."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Response

from naadam.core.hashing import hash_secret
from naadam.core.registry import load_shipped
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import Session, TheSession
from naadam.server.protocol.errors import Forbidden, NotFound, UserError
from naadam.server.protocol.lobby import encoder
from naadam.server.protocol.schemas import ClockWanted, OfferHeld, OfferMade, OfferWanted, OwnOffer, SeatWanted, TableId
from naadam.server.storage.people.people_store import Person
from naadam.server.table.offers import Offer
from naadam.server.table.players import one_line
from naadam.server.table.time_control import TimeControl

router = APIRouter(prefix="/api")
OfferId = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


@router.get("/lobby")
async def read_lobby(rooms: TheRooms, session: TheSession) -> Response:
    """The open tables, the games to watch, and how many people there are, by game."""
    found = encoder.encode(await rooms.lobby.read_list(session.person.id if session.person else ""))
    return Response(found, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/me/offers")
async def own_offers(rooms: TheRooms, session: TheSession, response: Response) -> list[OwnOffer]:
    """The own offers with days per move, which last without a page."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return []
    waiting, _ = await rooms.services.writer.ask(rooms.lobby.offers.waiting)
    own = [offer for offer in waiting if offer.owner == session.person.id]
    days = [offer for offer in own if any(control.by_calendar for control in offer.time_controls)]
    return [OwnOffer(id=offer.id, table=offer.table_id, games=list(offer.specs)) for offer in days]


@router.delete("/me/offers/{offer_id}", status_code=204)
async def withdraw_own(rooms: TheRooms, session: TheSession, offer_id: OfferId) -> None:
    """Withdraw an own offer, from any device."""
    person = await session.enter("open")
    waiting, _ = await rooms.services.writer.ask(rooms.lobby.offers.waiting)
    if not any(offer.id == offer_id and offer.owner == person.id for offer in waiting):
        raise NotFound("no-offer")
    await rooms.lobby.withdraw(offer_id)


@router.post("/lobby", status_code=201)
async def make_offer(rooms: TheRooms, address: TheAddress, session: TheSession, wanted: OfferWanted) -> OfferMade:
    """Open a table to everybody. If one waits that fits, this takes a seat there."""
    rooms.services.admit(address)
    games = [load_shipped(spec) for spec in dict.fromkeys(wanted.games)]
    seats = {game.seats for game in games}
    if len(seats) > 1 or seats < {2}:
        raise UserError("seats-differ")
    if wanted.rated and any(clock.kind in ("none", "rules") for clock in wanted.clocks):
        raise UserError("rated-needs-clock")
    person, secret = await _enter(session), secrets.token_urlsafe(24)
    offer = Offer(
        hash_secret(secret),
        secrets.token_urlsafe(12),
        person.id,
        person.name or one_line(wanted.name),
        tuple(dict.fromkeys(game.spec for game in games)),
        tuple(dict.fromkeys(map(_read, wanted.clocks))),
        seats.pop(),
        wanted.computers,
        wanted.listed,
        wanted.rated,
        *UNTIMED,
    )
    return OfferMade(secret=secret, table=await rooms.lobby.open(offer, person.kept, address))


@router.post("/lobby/{table_id}", status_code=201)
async def take_seat(
    rooms: TheRooms, address: TheAddress, session: TheSession, table_id: TableId, wanted: SeatWanted
) -> OfferMade:
    """Take a free seat at an open table."""
    rooms.services.admit(address)
    person, secret = await _enter(session), secrets.token_urlsafe(24)
    offer = Offer(
        hash_secret(secret),
        table_id,
        person.id,
        person.name or one_line(wanted.name),
        (load_shipped(wanted.game).spec,) if wanted.game else (),
        (_read(wanted.clock),) if wanted.clock else (),
        0,
        wanted.computers,
        wanted.listed,
        False,  # the table says whether it is rated
        *UNTIMED,
    )
    return OfferMade(secret=secret, table=await rooms.lobby.open(offer, person.kept, address, at_table=True))


@router.post("/lobby/offers/withdrawn", status_code=204)
async def withdraw(rooms: TheRooms, held: OfferHeld) -> None:
    """Withdraw an offer that waits."""
    await rooms.lobby.withdraw(hash_secret(held.secret))


async def _enter(session: Session) -> Person:
    """The person of a session; Forbidden for bots, which are chosen by people and do not wait among them."""
    person = await session.enter("open")
    if person.bot:
        raise Forbidden("bots-are-chosen")
    return person


UNTIMED = (0.0, 0.0, 0.0)  # set when the offer is stored, by the clock of the database


def _read(clock: ClockWanted) -> TimeControl:
    return TimeControl(**clock.model_dump())
