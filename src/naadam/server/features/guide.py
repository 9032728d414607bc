"""How to play: the page of a game's guide in words, and its pictures."""

from __future__ import annotations

import functools

from fastapi import APIRouter, Request, Response

from naadam.core.teaching.guide import find_guide
from naadam.drawing.picture import draw_board
from naadam.server.payloads.cached_response import FOR_A_DAY, CachedResponse
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import GuideInfo, GuidePicture

router = APIRouter(prefix="/api")


@router.get("/games/{name}/guide")
async def get_guide(name: str, language: Language = "en") -> GuideInfo:
    """The guide of a game in words; an empty one if its package has none."""
    found = find_guide(name)
    if found is None:
        return GuideInfo(aim=[], text="", pictures=[])
    pictures = [GuidePicture(text=picture.say(language), clauses=list(picture.clauses)) for picture in found.pictures]
    return GuideInfo(aim=list(found.aim), text=found.say(language), pictures=pictures)


@router.get("/games/{name}/guide/{number}", response_class=Response)
async def get_picture(request: Request, name: str, number: int, language: Language = "en") -> Response:
    """A picture of the guide, counted from 1."""
    return cached_picture(name, number, language).answer(request, FOR_A_DAY)


@functools.lru_cache(64)
def cached_picture(name: str, number: int, language: Language) -> CachedResponse:
    found = find_guide(name)
    if found is None or not 1 <= number <= len(found.pictures):
        raise NotFound("no-picture")
    picture = found.pictures[number - 1]
    shown = picture.state.describe(picture.seat)
    stage = picture.state.game.face.stage(language, shown.scene)
    if stage is None:
        raise NotFound("no-stage", game=picture.state.game.title)
    return CachedResponse.of(
        "image/svg+xml", draw_board(stage, shown, picture.way, picture.taken, picture.around).encode()
    )
