"""What the page is made of: its files, its texts, and for each game the pictures, the stage and the rules."""

from __future__ import annotations

import functools
from importlib import resources

from fastapi import APIRouter, FastAPI, HTTPException, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field

from naadam.core.game import Game
from naadam.core.options import write_value
from naadam.core.registry import load_shipped, variants
from naadam.drawing.picture import draw_board
from naadam.drawing.stage import Stage
from naadam.server import editing
from naadam.server.bodies import Position, Spec
from naadam.server.failures import TEXTS, NotDone
from naadam.server.messages import Language

STATIC = resources.files(__package__) / "static"
FOR_A_DAY = {"Cache-Control": "max-age=86400"}


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
async def picture(spec: Spec, position: Position = None) -> Response:
    """The start of a game, or a position, as an SVG of its own, without words where the game has a stage."""
    game = load_shipped(spec)
    shown = game.position(position).public().describe() if position else game.start().view(0).describe()
    stage = game.face.stage()
    drawn = draw_board(stage, shown) if stage else game.draw(shown)
    return Response(drawn, media_type="image/svg+xml", headers=FOR_A_DAY)


@router.get("/stage")
async def stage(spec: Spec, language: Language = "en") -> Stage:
    game = load_shipped(spec)
    set_up = game.face.stage(language)
    if set_up is None:
        raise NotDone("no-stage", game=game.title)
    return set_up


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

    for path in ("/", "/play/{game}", "/edit/{game}", "/match/{match}"):
        app.add_api_route(path, index, methods=["GET"], include_in_schema=False)
    app.mount("/assets", StaticFiles(directory=f"{folder}/assets", check_dir=False), name="assets")
