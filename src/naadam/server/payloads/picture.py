"""Pictures of positions as SVG files, without words where the game has a stage."""

from __future__ import annotations

from naadam.core.game import Game
from naadam.drawing.description import Description
from naadam.drawing.picture import draw_board
from naadam.server.payloads.cached_response import CachedResponse


def draw_picture(game: Game, shown: Description) -> CachedResponse:
    stage = game.face.stage(scene=shown.scene)
    return CachedResponse.of("image/svg+xml", (draw_board(stage, shown) if stage else game.draw(shown)).encode())
