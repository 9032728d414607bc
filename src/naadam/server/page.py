"""What the page is made of: its files, its texts, and for each game the pictures, the stage and the rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Any, Protocol, runtime_checkable

from fastapi import APIRouter, FastAPI, HTTPException, Query, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field

from naadam.core.contract import Description
from naadam.core.game import Game
from naadam.core.options import write_value
from naadam.core.registry import load_shipped, variants
from naadam.core.texts import Texts
from naadam.server.messages import Language

STATIC = resources.files(__package__) / "static"
TEXTS = Texts(__package__)
FOR_A_DAY = {"Cache-Control": "max-age=86400"}

Spec = Annotated[str, Query(max_length=200)]


class Symbol(BaseModel):
    """Artwork by the id of its symbol, with its name in words."""

    name: str
    symbol: str


class PieceArt(Symbol):
    over: str | None = Field(description="a symbol that lies above all marks of the piece")
    size: float = Field(description="in radii of the stage")


class Tray(BaseModel):
    """Pieces beside the board, counted in the description of the position under the names given here."""

    seat: int
    kind: str
    count: str
    of: str | None
    name: str


class Stage(BaseModel):
    """The empty board as the content of an SVG, its measures, and the artwork of all that is put on it."""

    picture: str
    box: tuple[float, float, float, float]
    points: dict[str, tuple[float, float]]
    radius: float
    symbol_radius: float
    colours: dict[str, str]
    pieces: dict[str, PieceArt]
    marks: dict[str, Symbol]
    trays: list[Tray]


class Clause(BaseModel):
    clause: str
    text: str


class RulesText(BaseModel):
    title: str
    clauses: list[Clause]


class Variant(BaseModel):
    """Options that go together."""

    spec: str
    options: dict[str, str]
    roles: list[str]


@runtime_checkable
class Staged(Protocol):
    """A rulebook whose pieces a page can move itself."""

    def stage(self, description: Description, language: str) -> dict[str, Any]: ...


router = APIRouter(prefix="/api")


@router.get("/texts")
async def page_texts(language: Language = "en") -> dict[str, dict[str, str]]:
    return {section: dict(texts) for section, texts in TEXTS.sections(language).items()}


@router.get("/rules")
async def rules(spec: Spec, language: Language = "en") -> RulesText:
    game = load_shipped(spec)
    clauses = [Clause(clause=clause, text=text) for clause, text in game.clauses(language).items()]
    return RulesText(title=game.title(language), clauses=clauses)


@router.get("/games/{name}/variants")
async def list_variants(name: str, language: Language = "en") -> list[Variant]:
    """Every combination of options that the rules allow."""
    return [
        Variant(
            spec=game.spec,
            options={option: write_value(value) for option, value in game.options.items()},
            roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        )
        for game in _variants(name)
    ]


@router.get("/picture", response_class=Response)
async def picture(spec: Spec) -> Response:
    """The start of a game as an SVG of its own, without words where the game has a stage."""
    game = load_shipped(spec)
    drawn = draw_start(game) if isinstance(game.rulebook, Staged) else game.rulebook.draw(_first(game))
    return Response(drawn, media_type="image/svg+xml", headers=FOR_A_DAY)


@router.get("/stage")
async def stage(spec: Spec, language: Language = "en") -> Stage:
    game = load_shipped(spec)
    if not isinstance(game.rulebook, Staged):
        raise HTTPException(404, "this game has no stage")
    return Stage.model_validate(game.rulebook.stage(_first(game), language))


def draw_start(game: Game) -> str:
    """The stage with the pieces of the start on it."""
    assert isinstance(game.rulebook, Staged)
    first = _first(game)
    stage = Stage.model_validate(game.rulebook.stage(first, "en"))
    scale = stage.radius / stage.symbol_radius
    pieces = "".join(
        f'<use href="#{symbol}" transform="translate({x} {y}) scale({art.size * scale:.3f})"/>'
        for art, (x, y) in ((stage.pieces[piece["kind"]], stage.points[piece["point"]]) for piece in first["pieces"])
        for symbol in (art.symbol, art.over)
        if symbol
    )
    left, top, width, height = stage.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">{stage.picture}{pieces}</svg>'
    )


def _first(game: Game) -> Mapping[str, Any]:
    return game.start().view(0).describe()


@functools.cache
def _variants(name: str) -> tuple[Game, ...]:
    return tuple(variants(name))


def serve_page(app: FastAPI) -> None:
    """Serve the built page: its files, and for every address of a view its index."""
    folder = str(STATIC)
    app.include_router(router)

    async def index() -> Response:
        if not (STATIC / "index.html").is_file():
            raise HTTPException(503, "the page is not built; run: npm install && npm run build, in web/")
        return FileResponse(f"{folder}/index.html", headers={"Cache-Control": "no-cache"})

    for path in ("/", "/play/{game}", "/match/{match}"):
        app.add_api_route(path, index, methods=["GET"], include_in_schema=False)
    app.mount("/assets", StaticFiles(directory=f"{folder}/assets", check_dir=False), name="assets")
