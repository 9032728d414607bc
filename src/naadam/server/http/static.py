"""The static page: its index for every address, with title and picture for link previews; its files and manifest."""

from __future__ import annotations

import asyncio
import functools
from html import escape
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

import naadam
from naadam.core.registry import load_shipped
from naadam.core.texts import LANGUAGES
from naadam.server.http.routes.assets import STATIC, Assets
from naadam.server.http.routes.variants import cached_picture
from naadam.server.payloads.cached_response import FOR_A_DAY
from naadam.server.payloads.table import standing_of
from naadam.server.protocol.errors import TEXTS, UserError
from naadam.server.rooms.rooms import Rooms

PICTURE_HEIGHT = 630  # pixels, as link previews need it
THEME = "#b4441f"
OF_A_GAME = ("play", "edit", "learn", "puzzles", "rules", "watch", "balance")  # addresses that name a game
OF_A_TABLE = ("table", "match")  # links of the first versions say match
STUDY = "study"  # its record is in the fragment, which the server is not sent
FILES = ("worker.js", "offline.html")  # at the root
REVALIDATE = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}


class Preview(NamedTuple):
    """The link preview of an address; `game` names the game that gives the picture."""

    title: str
    text: str
    game: str | None = None
    status: int = 200


def language_of(request: Request) -> str:
    """The first of our languages that a request prefers."""
    wanted = [part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((language for language in wanted if language in LANGUAGES), "en")


async def preview(rooms: Rooms, path: str, language: str) -> Preview:
    """Return the link preview of an address; status 404 if the page has no such address."""
    kind, _, name = path.strip("/").partition("/")
    if not kind:
        return Preview(say("page", "name", language), say("page", "motto", language))
    if kind == "me" and not name:
        return Preview(say("person", "you", language), say("page", "motto", language))
    if kind == "people" and name and "/" not in name:
        return await _of_person(rooms, name, language)
    if kind == "cups" and "/" not in name:
        return Preview(say("cups", "title", language), say("cups", "intro", language))
    if kind == STUDY and not name:
        return Preview(say("study", "title", language), say("preview", "study", language))
    if kind in OF_A_GAME and name in naadam.game_names():
        return _of_game(name, language)
    if kind in OF_A_TABLE and name and "/" not in name:
        return await _of_table(rooms, name, language)
    return Preview(say("page", "name", language), say("page", "not-found", language), status=404)


def _of_game(name: str, language: str) -> Preview:
    texts = load_shipped(name).rulebook.texts
    return Preview(texts.get("game", "title", language), texts.get("game", "summary", language), name)


async def _of_person(rooms: Rooms, name: str, language: str) -> Preview:
    person = await asyncio.to_thread(rooms.services.profiles.find, name)
    if person is None or person.name is None:
        return Preview(say("page", "name", language), say("failures", "no-person", language), status=404)
    return Preview(person.name, say("preview", "person", language, name=person.name))


async def _of_table(rooms: Rooms, table_id: str, language: str) -> Preview:
    try:
        table = await rooms.look_at(table_id)
    except UserError as error:
        return Preview(say("page", "name", language), error.text(language), status=410)
    if table is None:
        return Preview(say("page", "name", language), say("connection", "no-table", language), status=404)
    standing = standing_of(table, language)
    names = [player.name or player.role for player in standing.players]
    text = standing.end or say("preview", "table", language, names=", ".join(names))
    return Preview(standing.title, text, table.game.name)


def say(section: str, key: str, language: str, **values: object) -> str:
    return TEXTS.get(section, key, language, **values)


def index_for(request: Request, preview: Preview, language: str) -> Response:
    """The index of the page with the link preview in its head."""
    file = STATIC / "index.html"
    if not file.is_file():
        return JSONResponse({"detail": "the page is not built; run: npm ci && npm run build, in web/"}, 503)
    prefix: str = request.app.state.prefix
    origin = str(request.base_url).rstrip("/") + prefix
    meta = {"og:site_name": "Naadam", "og:type": "website", "og:title": preview.title, "og:description": preview.text}
    if preview.game is not None:
        meta["og:image"] = f"{origin}/api/games/{preview.game}/picture.png"
    head = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in meta.items())
    head += f'<meta name="description" content="{escape(preview.text)}" /><meta name="theme-color" content="{THEME}" />'
    head += f'<link rel="manifest" href="{prefix}/manifest.webmanifest" />'
    head += f'<link rel="apple-touch-icon" href="{prefix}/icons/192.png" />'
    html = _read(Path(str(file)), Path(str(file)).stat().st_mtime)
    html = html.replace("<title>Naadam</title>", f"<title>{escape(preview.title)}</title>{head}", 1)
    attribute = f' data-prefix="{prefix}"' if prefix else ""
    attribute += " data-docs" if request.app.state.documented else ""
    html = html.replace('<html lang="en">', f'<html lang="{language}"{attribute}>', 1)
    html = html.replace('"./assets/', f'"{prefix}/assets/')
    return HTMLResponse(html, preview.status, REVALIDATE)


@functools.lru_cache(1)
def _read(file: Path, _changed: float) -> str:
    return file.read_text(encoding="utf-8")


def manifest(language: str, prefix: str) -> Response:
    """The web app manifest, by which a phone installs the page."""
    icons = [
        {"src": f"{prefix}/icons/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"{prefix}/icons/512.png", "sizes": "512x512", "type": "image/png"},
        {"src": f"{prefix}/icons/whole.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    contents = {
        "id": f"{prefix}/",
        "name": "Naadam",
        "short_name": "Naadam",
        "description": say("page", "motto", language),
        "lang": language,
        "start_url": f"{prefix}/",
        "scope": f"{prefix}/",
        "display": "standalone",
        "background_color": "#f5f2ea",
        "theme_color": THEME,
        "icons": icons,
    }
    return JSONResponse(contents, headers=REVALIDATE, media_type="application/manifest+json")


@functools.cache
def picture_in_points(game: str) -> bytes:
    """The start of a game as a PNG; there are as many as games."""
    import resvg_py  # three megabytes, needed seldom

    svg = cached_picture(load_shipped(game), None).plain.decode()
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, height=PICTURE_HEIGHT, skip_system_fonts=True))


def serve_page(app: FastAPI) -> None:
    """Serve the built page: its files, and its index for every address without a route."""
    folder = str(STATIC)

    async def file(request: Request) -> Response:
        return FileResponse(f"{folder}{request.url.path}", headers={"Cache-Control": "no-cache"})

    async def installed(request: Request) -> Response:
        return manifest(language_of(request), request.app.state.prefix)

    async def drawn(name: str) -> Response:
        if name not in naadam.game_names():
            return JSONResponse({"detail": "there is no such game"}, 404)
        picture = await asyncio.to_thread(picture_in_points, name)
        return Response(picture, media_type="image/png", headers={"Cache-Control": FOR_A_DAY})

    async def index(request: Request, path: str = "") -> Response:
        language = language_of(request)
        accepted = request.headers.get("accept", "*/*")
        if path.startswith("api/") or not ("text/html" in accepted or "*/*" in accepted):
            return JSONResponse({"detail": say("page", "not-found", language)}, 404)
        return index_for(request, await preview(request.app.state.rooms, path, language), language)

    for name in FILES:
        app.add_api_route(f"/{name}", file, methods=["GET"], include_in_schema=False)
    app.add_api_route("/manifest.webmanifest", installed, methods=["GET"], include_in_schema=False)
    app.add_api_route("/api/games/{name}/picture.png", drawn, methods=["GET"], include_in_schema=False)
    app.mount("/assets", Assets(directory=f"{folder}/assets", check_dir=False), name="assets")
    app.mount("/icons", Assets(directory=f"{folder}/icons", check_dir=False), name="icons")
    app.add_api_route("/{path:path}", index, methods=["GET"], include_in_schema=False)
