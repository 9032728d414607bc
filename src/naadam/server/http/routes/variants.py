"""Routes about a variant of a game: its rules, its options, its picture and its stage."""

from __future__ import annotations

import functools

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from naadam.bots.advice.coach import can_coach
from naadam.core.game import Game
from naadam.core.options import Option, Options, choose, comes_first, read_spec, write_spec, write_value
from naadam.core.registry import clash, give_way, load_shipped, rulebook
from naadam.core.teaching.guide import find_guide
from naadam.drawing.dress import Board, Pieces, dress
from naadam.drawing.stage import Stage
from naadam.server.payloads.cached_response import FOR_A_DAY, REVALIDATE, CachedResponse
from naadam.server.payloads.picture import draw_picture
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import Clause, Fitting, Position, RulesText, Scene, Spec, Variant

MOST_CACHED = 64  # stages and pictures


router = APIRouter(prefix="/api")


@router.get("/rules", response_model=RulesText)
async def rules(request: Request, spec: Spec, language: Language = "en") -> Response:
    return cached_rules(load_shipped(spec), language).answer(request, REVALIDATE)


@functools.lru_cache(MOST_CACHED)
def cached_rules(game: Game, language: Language) -> CachedResponse:
    numbered = zip(game.rulebook.clauses, game.clauses(language).items(), strict=True)
    found = find_guide(game.name)
    aim = found.aim if found else ()
    clauses = [
        Clause(clause=clause, text=text, applies=game.rulebook.applies(number), aim=clause in aim)
        for number, (clause, text) in numbered
    ]
    text = RulesText(title=game.title(language), clauses=clauses)
    return CachedResponse.of("application/json", text.model_dump_json().encode())


@router.get("/fitting")
async def fitting(spec: Spec, kept: str = "", language: Language = "en") -> Fitting:
    """The options that fit those of a spec. If these clash, all but the one named `kept` give way."""
    name, texts = read_spec(spec)
    declared = rulebook(name).declared
    options = choose(declared, texts, {})
    if options.board_file() is None:  # else it is refused below
        options = choose(declared, {}, give_way(name, options, kept))
    game = load_shipped(write_spec(name, options))
    rule = game.rulebook.match_rule
    return Fitting(
        variant=Variant(
            spec=game.spec,
            options={option: write_value(value) for option, value in game.options.items()},
            roles=[game.seat_name(seat, language) for seat in range(game.seats)],
            several=rule.clause if rule else None,
            edited=game.editor is not None,
            coached=can_coach(game),
            lengths=list(rule.lengths) if rule else [],
        ),
        clashes={
            option.name: _clashes(name, options, option, language) for option in declared if not comes_first(option)
        },
    )


def _clashes(name: str, options: Options, option: Option, language: str) -> dict[str, str]:
    tried = ((value, clash(name, {**options, option.name: value})) for value in option.values)
    return {write_value(value): problem.text(language) for value, problem in tried if problem is not None}


@router.get("/picture", response_class=Response)
async def picture(request: Request, spec: Spec, position: Position = None) -> Response:
    """The start of a game, or a position, as an SVG; without words if the game has a stage."""
    return cached_picture(load_shipped(spec), position).answer(request, FOR_A_DAY)


@functools.lru_cache(MOST_CACHED)
def cached_picture(game: Game, position: str | None) -> CachedResponse:
    return draw_picture(game, game.position(position).describe() if position else game.start().describe(0))


@router.get("/stage", response_model=Stage)
async def stage(
    request: Request,
    spec: Spec,
    language: Language = "en",
    scene: Scene = "",
    board: Board = "original",
    pieces: Pieces = "drawn",
) -> Response:
    """The empty board; where it changes in the game, that of a scene which a description names."""
    return cached_stage(load_shipped(spec), language, scene, board, pieces).answer(request, REVALIDATE)


@functools.lru_cache(MOST_CACHED)
def cached_stage(
    game: Game, language: Language, scene: str = "", board: Board = "original", pieces: Pieces = "drawn"
) -> CachedResponse:
    set_up = game.face.stage(language, scene)
    if set_up is None:
        raise NotFound("no-stage", game=game.title)
    package = type(game.face).__module__.rpartition(".")[0]
    dressed = dress(set_up, board, pieces, package)
    return CachedResponse.of("application/json", TypeAdapter(Stage).dump_json(dressed))
