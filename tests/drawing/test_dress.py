"""Boards in other colours and plain pieces: the ground changes, pieces do not, and both are read without colour."""

from __future__ import annotations

import re
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree

import pytest

import naadam
from naadam.drawing.boards.look import WOODEN
from naadam.drawing.dress import SHADES, Board, dress, has_plain_pieces, recolour
from naadam.drawing.stage import PREFIX, Stage

GAMES = ("bagh-chal", "hasami-shogi", "jarmo", "yut", "khan", "conquest", "yuan")
SMALL = GAMES[:4]
OTHERS = tuple(board for board in get_args(Board) if board != "original")
LINES = {"bagh-chal": ("#fdf8e4", "#5a9c5a"), "hasami-shogi": ("#4b2c10", "#e9c280"), "jarmo": ("#fff0d4", "#883824")}
LEAST = 3.0  # contrast of lines with their ground, as WCAG asks of graphics


def stage_of(game: str) -> tuple[Stage, str]:
    """The stage of a game at its start, and its package."""
    loaded = naadam.load(game)
    stage = loaded.face.stage("en", loaded.face.scene(loaded.start().record))
    assert stage is not None
    return stage, type(loaded.face).__module__.rpartition(".")[0]


def parts_of(stage: Stage) -> dict[str, str]:
    """The artwork of a stage by its ids, as text."""
    root = ElementTree.fromstring(f"<svg>{stage.picture}</svg>")
    return {
        part.attrib["id"]: ElementTree.tostring(part, encoding="unicode") for part in root.iter("g") if part.get("id")
    }


def light(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("board", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_recolours_the_ground_and_no_piece(game: str, board: Board) -> None:
    stage, package = stage_of(game)
    dressed = dress(stage, board, "drawn", package)
    assert dressed.picture != stage.picture
    before, after = parts_of(stage), parts_of(dressed)
    symbols = {art.symbol for art in (*stage.pieces.values(), *stage.marks.values(), *stage.items.values())} & set(
        before
    )
    assert symbols
    changed = {symbol for symbol in symbols if before[symbol] != after[symbol]}
    assert changed == set()
    assert (dressed.points, dressed.pieces) == (stage.points, stage.pieces)


def test_the_boards_differ_from_each_other() -> None:
    stage, package = stage_of("bagh-chal")
    assert len({dress(stage, board, "drawn", package).picture for board in get_args(Board)}) == 4


@pytest.mark.parametrize("board", OTHERS)
@pytest.mark.parametrize("game", LINES)
def test_lines_stay_legible_on_every_board(game: str, board: Board) -> None:
    line, ground = (recolour(colour, SHADES[board]) for colour in LINES[game])
    stage, _ = stage_of(game)
    assert all(colour in stage.picture for colour in LINES[game]), "the colours of the board have changed"
    assert contrast(line, ground) >= LEAST


@pytest.mark.parametrize("game", SMALL)
def test_small_games_have_plain_pieces_that_differ_by_shape_or_lightness(game: str) -> None:
    stage, package = stage_of(game)
    dressed = dress(stage, "original", "plain", package)
    plain = {art.symbol for art in dressed.pieces.values() if art.symbol.startswith(f"{PREFIX}plain-")}
    players = {kind for kind, art in dressed.pieces.items() if art.symbol in plain}
    assert len(plain) >= 2
    assert players == {kind for kind in stage.pieces if not re.match(r"wild|hurdle|throw|stick|marker", kind)}
    parts = parts_of(dressed)
    grey = {
        symbol: recolour(parts[symbol].replace(symbol, ""), lambda _, light, __: (0.0, round(light, 1), 0.0))
        for symbol in plain
    }
    same = [pair for pair in combinations(sorted(plain), 2) if grey[pair[0]] == grey[pair[1]]]
    assert same == []


def test_sides_of_plain_pieces_have_discs_of_different_lightness() -> None:
    for game, one, other in (
        ("bagh-chal", "tiger", "goat"),
        ("hasami-shogi", "samurai-0", "samurai-1"),
        ("jarmo", "archer-0", "archer-1"),
        ("yut", "horse-0", "horse-1"),
    ):
        stage, package = stage_of(game)
        parts = parts_of(dress(stage, "original", "plain", package))
        discs = [
            re.search(r"plain-(light|dark|half)", parts[f"{PREFIX}plain-{kind}"].split(">", 1)[1])
            for kind in (one, other)
        ]
        assert [disc and disc[1] for disc in discs] in (["light", "dark"], ["dark", "light"]), game


def test_a_game_without_plain_pieces_keeps_the_drawn_ones() -> None:
    stage, package = stage_of("khan")
    assert not has_plain_pieces(package)
    assert dress(stage, "original", "plain", package) == stage


def test_colours_are_changed_wherever_they_are_written() -> None:
    assert recolour("fill:#fff;stroke:#FF0000 url(#stage-ground)", SHADES["slate"]) == (
        "fill:#ffffff;stroke:#747f8b url(#stage-ground)"
    )
    assert recolour(WOODEN.gold, SHADES["wood"], own=1.0) == WOODEN.gold


@pytest.mark.parametrize("board", get_args(Board))
@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_is_not_gold_and_is_seen_on_every_board(game: str, board: Board) -> None:
    """Its line has a dark edge: one of the two contrasts with any ground."""
    stage, package = stage_of(game)
    dressed = dress(stage, board, "drawn", package)
    last, gold, dark = (dressed.colours[key] for key in ("last", "gold", "last_edge"))
    assert sum(abs(int(last[at : at + 2], 16) - int(gold[at : at + 2], 16)) for at in (1, 3, 5)) > 200
    assert contrast(last, dark) >= LEAST
    for grey in range(0, 256, 5):
        ground = f"#{grey:02x}{grey:02x}{grey:02x}"
        assert max(contrast(last, ground), contrast(dark, ground)) >= LEAST
