"""What the page is made of: its files, its texts, and for each game the pictures, the stage and the rules."""

from __future__ import annotations

import functools
import mimetypes
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field, TypeAdapter

from naadam.core.game import Game
from naadam.core.options import write_value
from naadam.core.registry import load_shipped, variants
from naadam.drawing.picture import draw_board
from naadam.drawing.stage import Stage
from naadam.server import editing
from naadam.server.bodies import Position, Scene, Spec
from naadam.server.failures import TEXTS, NotDone
from naadam.server.kept import Kept
from naadam.server.messages import Language

STATIC = resources.files(__package__) / "static"
FOR_A_DAY = "max-age=86400"
FOR_EVER = "max-age=31536000, immutable"  # the name of a file of the page tells what is in it
ASK_AGAIN = "no-cache"  # it may be kept, if the server says that it is still the same
MOST_KEPT = 64  # stages and pictures
ZIPPED = (".js", ".css", ".svg")


class Clause(BaseModel):
    clause: str
    text: str
    applies: bool = Field(description="whether it has a say in this game, with its board and options")


class RulesText(BaseModel):
    title: str
    clauses: list[Clause]


class Variant(BaseModel):
    """Options that go together."""

    spec: str
    options: dict[str, str]
    roles: list[str]
    several: str | None = Field(description="the clause by which several games make a match, if there is one")
    edited: bool = Field(description="whether its positions can be edited")
    lengths: list[int] = Field(description="how many games such a match can be agreed to have, if players choose")


router = APIRouter(prefix="/api")


@router.get("/texts")
async def page_texts(language: Language = "en") -> dict[str, dict[str, str]]:
    return {section: dict(texts) for section, texts in TEXTS.sections(language).items()}


@router.get("/rules")
async def rules(spec: Spec, language: Language = "en") -> RulesText:
    game = load_shipped(spec)
    numbered = zip(game.rulebook.clauses, game.clauses(language).items(), strict=True)
    clauses = [
        Clause(clause=clause, text=text, applies=game.rulebook.applies(number)) for number, (clause, text) in numbered
    ]
    return RulesText(title=game.title(language), clauses=clauses)


@router.get("/games/{name}/variants")
async def list_variants(name: str, language: Language = "en") -> list[Variant]:
    """Every combination of options that the rules allow."""
    return [
        Variant(
            spec=game.spec,
            options={option: write_value(value) for option, value in game.options.items()},
            roles=[game.seat_name(seat, language) for seat in range(game.seats)],
            several=rule.clause if (rule := game.rulebook.match_rule) else None,
            edited=game.editor is not None,
            lengths=list(rule.lengths) if rule else [],
        )
        for game in _variants(name)
    ]


@router.get("/picture", response_class=Response)
async def picture(request: Request, spec: Spec, position: Position = None) -> Response:
    """The start of a game, or a position, as an SVG of its own, without words where the game has a stage."""
    return keep_picture(load_shipped(spec), position).answer(request, FOR_A_DAY)


@functools.lru_cache(MOST_KEPT)
def keep_picture(game: Game, position: str | None) -> Kept:
    shown = game.position(position).describe() if position else game.start().describe(0)
    stage = game.face.stage(scene=shown.scene)
    drawn = draw_board(stage, shown) if stage else game.draw(shown)
    return Kept.of("image/svg+xml", drawn.encode())


@router.get("/stage", response_model=Stage)
async def stage(request: Request, spec: Spec, language: Language = "en", scene: Scene = "") -> Response:
    """The empty board; where it changes in the game, that of a scene which a description names."""
    return keep_stage(load_shipped(spec), language, scene).answer(request, ASK_AGAIN)


@functools.lru_cache(MOST_KEPT)
def keep_stage(game: Game, language: Language, scene: str = "") -> Kept:
    set_up = game.face.stage(language, scene)
    if set_up is None:
        raise NotDone("no-stage", game=game.title)
    return Kept.of("application/json", TypeAdapter(Stage).dump_json(set_up))


class Assets(StaticFiles):
    """The files of the page, compressed once."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Any, status_code: int = 200) -> Response:
        path = Path(full_path)
        if path.suffix not in ZIPPED:
            found = super().file_response(full_path, stat_result, scope, status_code)
            found.headers["Cache-Control"] = FOR_EVER
            return found
        return _read_asset(path, stat_result.st_mtime).answer(Request(scope), FOR_EVER)


@functools.lru_cache(MOST_KEPT)
def _read_asset(path: Path, _changed: float) -> Kept:
    return Kept.of(mimetypes.guess_type(path.name)[0] or "application/octet-stream", path.read_bytes())


@functools.cache
def _variants(name: str) -> tuple[Game, ...]:
    return tuple(variants(name))


def serve_page(app: FastAPI) -> None:
    """Serve the built page: its files, and for every address of a view its index."""
    folder = str(STATIC)
    app.include_router(router)
    app.include_router(editing.router)

    async def index() -> Response:
        if not (STATIC / "index.html").is_file():
            raise HTTPException(503, "the page is not built; run: npm install && npm run build, in web/")
        return FileResponse(f"{folder}/index.html", headers={"Cache-Control": "no-cache"})

    for path in (
        "/",
        "/play/{game}",
        "/edit/{game}",
        "/table/{table_id}",
        "/match/{table_id}",  # as links of the first versions say
    ):
        app.add_api_route(path, index, methods=["GET"], include_in_schema=False)
    app.mount("/assets", Assets(directory=f"{folder}/assets", check_dir=False), name="assets")
