"""Routes about e-mail notifications: ask for them, confirm and unsubscribe."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import HTMLResponse

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.mail.confirm_page import Answer, write_answer, write_question
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import NoticesOffered, NoticeWanted

router = APIRouter(prefix="/api")
NoticeKey = Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$")]


@router.get("/notices")
async def notices_offered(rooms: TheRooms) -> NoticesOffered:
    """Whether this server sends e-mail."""
    return NoticesOffered(offered=rooms.services.notifications.offered)


@router.post("/notices", status_code=202)
async def ask_for_notices(
    rooms: TheRooms, address: TheAddress, session: TheSession, wanted: NoticeWanted, language: Language = "en"
) -> NoticesOffered:
    """Ask for e-mail when it is the person's turn, at a table with days per move."""
    table, seat = await rooms.seat_of(wanted.table, session.person.id if session.person else "")
    if not table.time_control.by_calendar or table.over:
        raise NotFound("no-letters")
    await rooms.services.notifications.ask(wanted.table, seat, wanted.address, language, address)
    return NoticesOffered(offered=True)


@router.get("/notices/{key}/{answer}", response_class=HTMLResponse)
async def ask_again(rooms: TheRooms, key: NoticeKey, answer: Answer) -> str:
    """The page that a link in an e-mail opens: a question. Opening it changes nothing."""
    return write_question(answer, await rooms.services.notifications.language_of(key))


@router.post("/notices/{key}/{answer}", response_class=HTMLResponse)
async def answer_notice(rooms: TheRooms, key: NoticeKey, answer: Answer) -> str:
    """Confirm or cancel notifications."""
    return write_answer(answer, await rooms.services.notifications.answer(key, answer == "yes"))
