"""A piece's load and the rest of its range, drawn small on its rim."""

from __future__ import annotations

import re

from naadam.drawing.description import Description, Piece
from naadam.drawing.picture import draw_board, list_pieces
from naadam.drawing.stage import PieceArt, Stage

STAGE = Stage(
    picture="",
    box=(0.0, 0.0, 100.0, 100.0),
    points={"a": (20.0, 50.0), "b": (80.0, 50.0)},
    radius=10.0,
    symbol_radius=50.0,
    colours={"gold": "#fc0", "edge": "#000"},
    pieces={"cart-0": PieceArt("red cart", "stage-cart"), "rider-0": PieceArt("red rider", "stage-rider")},
    marks={},
)


def drawn(piece: Piece) -> list[tuple[str, float, float, float]]:
    """The symbols that draw a position with this piece alone: symbol, x, y, scale."""
    text = draw_board(STAGE, Description((piece,), None))
    uses = re.findall(r'href="#([^"]+)" transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)', text)
    return [(symbol, float(x), float(y), float(scale)) for symbol, x, y, scale in uses]


def test_a_load_is_drawn_small_and_apart_on_the_rim_of_its_carrier() -> None:
    cart, *riders = drawn(Piece("cart", "a", 0, load=("rider", "rider")))
    assert cart == ("stage-cart", 20.0, 50.0, 0.2)
    assert [symbol for symbol, *_ in riders] == ["stage-rider", "stage-rider"]
    assert all(scale < 0.5 * cart[3] for *_, scale in riders)
    (_, x0, y0, _), (_, x1, y1, _) = riders
    assert x0 < 20 < x1 or x1 < 20 < x0
    assert y0 == y1 > 50


def test_a_piece_without_a_load_is_drawn_alone() -> None:
    assert len(drawn(Piece("cart", "a", 0))) == 1


def test_the_words_of_a_picture_name_the_load() -> None:
    position = Description((Piece("cart", "a", 0, load=("rider",)), Piece("cart", "b", 0)), None)
    assert list(list_pieces(STAGE, position)) == ["red cart + red rider: a", "red cart: b"]


def test_what_is_left_to_a_piece_stands_on_it_as_a_number() -> None:
    text = draw_board(STAGE, Description((Piece("cart", "a", 0, left=0), Piece("cart", "b", 0)), None))
    assert re.findall(r"<text[^>]*>(\d+)</text>", text) == ["0"]


def test_a_description_is_sent_without_load_and_steps_where_there_are_none() -> None:
    plain = Description((Piece("cart", "a", 0), Piece("cart", "b", 0, load=("rider",), left=2)), None).to_plain()
    assert plain["pieces"] == [
        {"kind": "cart", "point": "a", "seat": 0},
        {"kind": "cart", "point": "b", "seat": 0, "load": ["rider"], "left": 2},
    ]
