"""Routes of the host's page, behind a key that the host has chosen: reports, and people to mute or to close."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Cookie, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from naadam.core.errors import NaadamError
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.host_page import COOKIE, DAYS_OF_MUTE, SECONDS_OPEN, Act, HostKey, HostPage
from naadam.server.http.middleware import is_of_the_page
from naadam.server.http.static import language_of
from naadam.server.protocol.errors import Forbidden, NotFound, TooOften
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.moderation import DAY, Moderation
from naadam.server.storage.people.personal_data import list_people

STYLE = (Path(__file__).parent.parent / "host_page.css").read_text(encoding="utf-8")
PRIVATE = {"Cache-Control": "no-store"}

router = APIRouter(include_in_schema=False)
HostCookie = Annotated[str, Cookie(alias=COOKIE)]
Change = Callable[[Moderation, str], object]

CHANGES: dict[Act, Change] = {
    "mute": lambda moderation, person: moderation.mute(person, time.time() + DAY * DAYS_OF_MUTE),
    "unmute": lambda moderation, person: moderation.mute(person, None),
    "close": Moderation.close,
    "open": Moderation.open,
    "done": Moderation.finish,
}


@router.get("/host/style.css")
async def style() -> Response:
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@router.get("/host")
async def show(
    request: Request, rooms: TheRooms, cookie: HostCookie = "", search: Annotated[str, Query(max_length=60)] = ""
) -> HTMLResponse:
    """The page, or the question for the key."""
    key = _key_of(request)
    page = _page_of(request, key.form_token(cookie))
    if not key.opens(cookie, time.time()):
        return HTMLResponse(page.closed(), headers=PRIVATE)
    return HTMLResponse(await _write(page, rooms, search.strip()), headers=PRIVATE)


@router.post("/host/open")
async def enter(request: Request, rooms: TheRooms, address: TheAddress) -> Response:
    """Open the page in this browser, for the key."""
    key, shown = _key_of(request), await _read_form(request)
    if not rooms.services.admit_host(address):
        raise TooOften("too-often")
    if not key.fits(shown.get("key", "")):
        return HTMLResponse(_page_of(request).closed(wrong=True), 403, PRIVATE)
    answer = _back(request)
    secure = request.url.scheme == "https"
    path = request.app.state.prefix + "/host"
    answer.set_cookie(
        COOKIE, key.issue(time.time()), SECONDS_OPEN, path=path, httponly=True, samesite="strict", secure=secure
    )
    return answer


@router.post("/host/leave")
async def leave(request: Request) -> Response:
    """Close the page in this browser."""
    await _read_form(request)
    answer = _back(request)
    answer.delete_cookie(COOKIE, path=request.app.state.prefix + "/host", httponly=True, samesite="strict")
    return answer


@router.post("/host/act")
async def act(request: Request, rooms: TheRooms, cookie: HostCookie = "") -> Response:
    """Do what a button says."""
    key, form = _key_of(request), await _read_form(request)
    if not key.opens(cookie, time.time()) or not key.allows(cookie, form.get("token", "")):
        raise Forbidden("host-only")
    change = next((change for name, change in CHANGES.items() if name == form.get("act")), None)
    if change is None:
        raise NotFound("no-page")
    try:
        await rooms.services.writer.ask(change, rooms.services.moderation, form.get("which", ""))
    except NaadamError as error:
        raise NotFound("no-person") from error
    return _back(request)


async def _write(page: HostPage, rooms: Rooms, search: str) -> str:
    services = rooms.services
    reports = await services.writer.ask(services.moderation.reports)
    found = await services.writer.ask(list_people, services.store.engine, search, False, 50, not search)
    return page.open(reports, found, search)


async def _read_form(request: Request) -> dict[str, str]:
    """The fields of a form of our own page."""
    if not is_of_the_page(request.scope) or "origin" not in request.headers:
        raise Forbidden("host-only")
    return dict(parse_qsl((await request.body()).decode("latin-1"), encoding="utf-8", max_num_fields=8))


def _key_of(request: Request) -> HostKey:
    key: HostKey = request.app.state.host_key
    if not key.given:
        raise NotFound("no-page")
    return key


def _page_of(request: Request, token: str = "") -> HostPage:
    return HostPage(language_of(request), request.app.state.prefix, token)


def _back(request: Request) -> RedirectResponse:
    return RedirectResponse(request.app.state.prefix + "/host", 303, PRIVATE)
