"""The plain stage of the kit: whose pieces are dark, and the tinted points."""

from __future__ import annotations

import re

from naadam.core.game import Game
from naadam.drawing.chips import DARK, LIGHT
from naadam.kit.pieces import Kinds
from naadam.kit.rulebook import BoardGame
from naadam.kit.stage import MARKED, plain_stage


def faces(game: Game, dark: int) -> dict[str, str]:
    """The colour of each kind of piece, if this seat has the dark ones."""
    book = game.rulebook
    assert isinstance(book, BoardGame)
    texts = book.texts.sections("en")
    picture = plain_stage(book.ground, Kinds(book.kinds), texts, (3, 3), dark, ()).picture
    return dict(re.findall(r'<g id="stage-(\w+)".*?<circle r="48" fill="(#\w+)"', picture))


def test_the_second_seat_has_the_dark_pieces_unless_the_game_says_otherwise(tablut: Game) -> None:
    light, dark = LIGHT[0], DARK[0]
    assert faces(tablut, 1) == {"attacker": light, "defender": dark, "king": dark}
    assert faces(tablut, 0) == {"attacker": dark, "defender": light, "king": light}


def test_the_throne_has_a_tint(tablut: Game, crossing: Game) -> None:
    for game, tinted in ((tablut, 1), (crossing, 0)):
        stage = game.face.stage()
        assert stage is not None
        assert stage.picture.count(f'fill="{MARKED}"') == tinted
