"""The table of cards, dice and bids, and positions of games without a board."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import naadam
from naadam.core.compiling import record
from naadam.core.contract import state_type
from naadam.drawing.description import Description, piece_of
from naadam.drawing.picture import draw_picture
from naadam.drawing.stage import COLOURS, Shelf, Stage
from naadam.kit.table import Tile, spot, table_stage
from naadam.kit.words import WordNotation

TILES = {
    "ace": Tile("Ace", "A"),
    "bid 3x4": Tile("Bid 3x4", "3×4", "bid"),
    "back": Tile("A hidden card", "", "back"),
    "cup": Tile("A hidden die", "", "die"),
    **{f"die-{number}": Tile(str(number), str(number), "die") for number in range(1, 9)},
}


def test_a_table_draws_every_tile() -> None:
    stage = table_stage(TILES, ["Red", "Blue & <Green>"], 6, [Shelf("hand", "Your hand", "cards")])
    pieces = tuple(piece_of(kind, spot(index // 6, index % 6)) for index, kind in enumerate(TILES))
    drawn = draw_picture(stage, Description(pieces, 0), "Table", ["Red", "Blue"], "")
    tree = ElementTree.fromstring(drawn)
    assert len(tree.findall(".//{*}use")) >= len(pieces)
    assert "Blue &amp; &lt;Green&gt;" in drawn
    assert all(item.symbol and " " not in item.symbol for item in stage.items.values())


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(number: int) -> None:
    stage = table_stage({"die": Tile("", str(number), "die")})
    assert stage.picture.count('r="8"') == number


def test_a_stage_has_colours_by_default() -> None:
    stage = Stage("", (0, 0, 9, 9), {}, 1.0, 50.0, {"gold": "#fff"}, {}, {})
    assert stage.colours == {**COLOURS, "gold": "#fff"}


def test_a_game_of_words_is_drawn_on_an_empty_table() -> None:
    assert naadam.load("caravan").face.stage() is not None


def test_a_position_with_a_field_of_two_dimensions_reads_back() -> None:
    kind = state_type(("hands", "i1", (3, 6)), ("turn", "i8"))
    notation, state = WordNotation(["pass"], kind), record(kind)
    state.hands[:] = np.arange(18).reshape(3, 6)
    state.turn = 2
    again = notation.parse_position(notation.format_position(state))
    assert again.tobytes() == state.tobytes()
    with pytest.raises(naadam.PositionError, match="a position must be 22 numbers, not 21"):
        notation.parse_position(notation.format_position(state).rpartition(" ")[0])
    with pytest.raises(naadam.PositionError, match="a position must be whole numbers"):
        notation.parse_position(notation.format_position(state).replace(" 17 ", " x "))
