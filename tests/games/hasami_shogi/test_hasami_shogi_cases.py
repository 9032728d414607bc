"""Hasami Shogi by hand: positions with known results, and games that end in each way.

On a picture G is green, R red, `+` before a letter a Shogun, `.` an empty cell, and `x` an empty cell to which the
piece named with the picture may go. Rows that are not drawn are empty, but for the back rows of the game with camps,
which are then full: there a player with few pieces has lost.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

import pytest

import naadam
from naadam.core.history import History
from naadam.games.hasami_shogi.board import NAMES, cells_of

GREEN, RED = 0, 1
FILES = "abcdefghi"
FIVE = naadam.load("hasami-shogi")
FIVE_SHOGUNS = naadam.load("hasami-shogi:shoguns=true")
WAR = naadam.load("hasami-shogi:variant=war")
WAR_SHOGUNS = naadam.load("hasami-shogi:variant=war,shoguns=true")


def read(picture: str, to_move: str = "G", quiet: int = 0, game: naadam.Game = FIVE) -> tuple[naadam.State, set[str]]:
    """The state that a picture shows, and the cells marked `x`."""
    full = game.options["variant"] == "five"
    rows = {rank: ["."] * 9 for rank in range(1, 10)} | ({1: ["G"] * 9, 9: ["R"] * 9} if full else {})
    for line in filter(str.strip, picture.splitlines()):
        cells = re.findall(r"\+?[GRx.]", line)
        assert len(cells) == 9, line
        rows[int(line.split()[0])] = cells
    marked = {
        f"{file}{rank}" for rank, row in rows.items() for file, cell in zip(FILES, row, strict=True) if cell == "x"
    }
    return game.position(f"{board(rows)} {to_move} {quiet}"), marked


def board(rows: Mapping[int, Sequence[str]]) -> str:
    """The rows of a position's line."""
    lines = ("".join(rows[rank]) for rank in range(9, 0, -1))
    return "/".join(re.sub(r"[.x]+", lambda empty: str(len(empty[0])), line) for line in lines)


def state(picture: str, to_move: str = "G", quiet: int = 0, game: naadam.Game = FIVE) -> naadam.State:
    return read(picture, to_move, quiet, game)[0]


def goes(picture: str, source: str, to_move: str = "G", game: naadam.Game = FIVE) -> None:
    """The piece on `source` may go to exactly the cells marked `x`."""
    shown, marked = read(picture, to_move, 0, game)
    assert {str(action)[-2:] for action in shown.actions() if str(action)[:2] == source} == marked


def captures(before: naadam.State, move: str) -> set[str]:
    """The cells that a move empties of enemies; the preview has said so."""
    seat = before.turn
    assert seat is not None
    after = before.apply(move)
    gone = pieces(before, 1 - seat) - pieces(after, 1 - seat)
    number = before.resolve_action(move, seat)[1]
    assert set(before.game.face.preview(before.record, seat, number).get("captures", ())) == gone
    assert {NAMES[cell] for cell in cells_of(after.record.taken_near, after.record.taken_far)} == gone
    return gone


def pieces(shown: naadam.State, seat: int) -> set[str]:
    return {piece.point for piece in shown.view(0).describe().pieces if piece.seat == seat}


def play(shown: naadam.State, moves: str) -> naadam.State:
    for move in moves.split():
        assert shown.outcome is None, f"the game was over before {move}"
        shown = shown.apply(move)
    return shown


def ending(shown: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    outcome = shown.outcome
    return (outcome.clause, outcome.winners) if outcome else None


# --- five in line ---


@pytest.mark.rule("HS-1")
def test_eighteen_samurai_stand_on_each_players_two_rows() -> None:
    start = FIVE.start()
    assert pieces(start, GREEN) == {f"{file}{rank}" for file in "abcdefghi" for rank in "12"}
    assert pieces(start, RED) == {f"{file}{rank}" for file in "abcdefghi" for rank in "89"}
    stage = FIVE.face.stage()
    assert stage is not None
    assert len(stage.points) == 81


@pytest.mark.rule("HS-2")
def test_green_begins_and_nobody_passes() -> None:
    start = FIVE.start()
    assert start.turn == GREEN
    assert start.apply("a2a3").turn == RED
    assert start.apply("a2a3").apply("a8a7").turn == GREEN
    for cell in range(81):
        refusal = start.refusal(cell * 81 + cell)
        assert refusal is not None
        assert refusal.clause == "HS-2"


@pytest.mark.rule("HS-3")
@pytest.mark.rule("HS-4")
def test_a_samurai_slides_like_a_rook_or_jumps_over_one_piece() -> None:
    goes(
        """
        7  . . . R . . . . .
        6  . . . R . . . . .
        5  R x x G R x . . .
        4  . . . x . . . . .
        3  . . . x . . . . .
        """,
        "d5",
    )


@pytest.mark.rule("HS-4")
def test_a_jump_over_a_friend_or_an_enemy_takes_nothing_of_what_it_jumps_over() -> None:
    shown = state(
        """
        6  . . R . . . . . .
        5  . . G R . G . . .
        4  . . R . . . . . .
        """
    )
    assert captures(shown, "c5e5") == set()
    assert shown.refusal("c5c7") is None
    assert shown.refusal("c5g5") is not None


@pytest.mark.rule("HS-4")
@pytest.mark.rule("HS-6")
def test_a_jump_may_capture_others() -> None:
    shown = state(
        """
        5  . . G R . R G . .
        """
    )
    assert captures(shown, "c5xe5") == {"f5"}


@pytest.mark.rule("HS-5")
def test_camps_are_left_once_and_the_enemy_camp_is_closed() -> None:
    goes(
        """
        7  . . x . . . . . .
        6  . . x . . . . . .
        5  x x G x x x x x x
        4  . . x . . . . . .
        3  . . x . . . . . .
        """,
        "c5",
    )
    goes(
        """
        7  . . x . . . . . .
        6  . . x . . . . . .
        5  . . x . . . . . .
        4  . . x . . . . . .
        3  . . x . . . . . .
        2  x x G x x x x x x
        1  G G x G G G G G G
        """,
        "c2",
    )
    goes(
        """
        7  x R x x x x x x x
        6  . x . . . . . . .
        5  . G . . . . . . .
        """,
        "b7",
        "R",
    )


@pytest.mark.rule("HS-5")
def test_a_piece_in_its_camp_is_the_other_end_of_a_capture() -> None:
    shown = state(
        """
        5  . . . . . . . G .
        4  . . R . . . . . .
        3  . . R . . . . . .
        2  . . G . . . . . .
        """
    )
    assert captures(shown, "h5xc5") == {"c3", "c4"}


@pytest.mark.rule("HS-6")
def test_a_move_captures_in_three_directions_at_once() -> None:
    shown = state(
        """
        7  . . . . G . . . .
        6  . . . . R . . . .
        5  . . G R . R R G .
        3  . . . . G . . . .
        """
    )
    assert captures(shown, "e3xe5") == {"d5", "e6", "f5", "g5"}


@pytest.mark.rule("HS-6")
def test_a_gap_breaks_the_line() -> None:
    shown = state(
        """
        5  G R . R . . . . .
        4  . . . . G . . . .
        """
    )
    assert captures(shown, "e4e5") == set()


@pytest.mark.rule("HS-7")
def test_moving_in_between_is_safe_until_an_end_moves_anew() -> None:
    shown = state(
        """
        6  . . . R . . . . .
        5  . . G . G . . . .
        """,
        "R",
    )
    inside = shown.apply("d6d5")
    assert captures(inside, "e5e4") == set()
    assert captures(inside.apply("e5e4").apply("i9i8"), "e4xe5") == {"d5"}


@pytest.mark.rule("HS-8")
@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("row a3 b3 c3 d3", "e2e3"),
        ("row a5 b5 d5 e5", "c2c5"),
        ("row a5 b5 c5 e5 f5", "d2d5"),
        ("column c3 c4 c5 c7", "a6c6"),
        ("rising a3 b4 d6 e7", "c2c5"),
        ("falling i3 h4 f6 e7", "g2g5"),
    ],
)
def test_five_in_line_on_the_battlefield_win(line: str, move: str) -> None:
    cells = {*line.split()[1:], move[:2]}
    rows = {rank: ["G" if f"{file}{rank}" in cells else "." for file in FILES] for rank in range(1, 10)} | {
        9: ["R"] * 9
    }
    won = FIVE.position(f"{board(rows)} G").apply(move)
    assert ending(won) == ("HS-8", (GREEN,))
    assert set(won.view(0).describe().decisive) == (cells - {move[:2]}) | {move[2:]}


@pytest.mark.rule("HS-8")
def test_pieces_in_the_camp_are_not_part_of_a_line() -> None:
    shown = state(
        """
        6  . . . . G . . . .
        5  . . . . G . . . .
        4  . . . . G . . G .
        3  . . . . . . . . .
        2  . . . . G . . . .
        1  . . . . G . . . .
        """
    )
    assert ending(shown.apply("h4h3").apply("a9a8").apply("h3e3")) is None


@pytest.mark.rule("HS-9")
def test_fourteen_captures_win_also_when_the_last_move_takes_two() -> None:
    shown = state(
        """
        9  R R R . . . . . .
        5  . G R R . . . . .
        4  . . . . G . . . .
        """
    )
    assert shown.view(0).describe().number("captured", GREEN) == 13
    won = shown.apply("e4xe5")
    assert ending(won) == ("HS-9", (GREEN,))
    assert won.view(0).describe().number("captured", GREEN) == 15


BOXED_IN = """
    9  . . . . . . . . .
    6  G G . . . . . . .
    5  G G G G . . . . .
    4  R R G . . . . . .
    3  R R R G G . . . .
    """


@pytest.mark.rule("HS-10")
def test_a_player_without_a_move_loses() -> None:
    won = state(BOXED_IN).apply("d5d4")
    assert ending(won) == ("HS-10", (GREEN,))
    assert won.outcome is not None
    assert won.outcome.text() == "A player without a legal move has lost the game."
    assert won.position == "9/9/9/GG7/GGG6/RRGG5/RRRGG4/9/GGGGGGGGG R 1 HS-10"


@pytest.mark.rule("HS-10")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    once = play(FIVE.start(), "a2a3 a8a7")
    twice = play(once, "a3a4 a7a6 a4a3 a6a7")
    thrice = play(twice, "a3a4 a7a6 a4a3 a6a7")
    assert ending(twice) is None
    assert ending(thrice) == ("HS-10", (GREEN, RED))
    assert thrice.outcome is not None
    assert "third time" in thrice.outcome.text()
    assert naadam.read_state(thrice.to_bytes()) == thrice
    assert FIVE.position(thrice.position).outcome == thrice.outcome


@pytest.mark.rule("HS-10")
def test_the_same_picture_with_the_other_player_to_move_is_another_position() -> None:
    walk = play(FIVE.start(), "a2a3 a8a7 a3a5 a7a6 a5a4 a6a7 a4a3")
    assert walk.position.split()[0] == play(FIVE.start(), "a2a3 a8a7").position.split()[0]
    assert walk.key != play(FIVE.start(), "a2a3 a8a7").key


@pytest.mark.rule("HS-11")
def test_a_hundred_turns_each_without_a_capture_are_a_draw() -> None:
    picture = """
        5  . . G R . . . . .
        4  . . . . G . . . .
        """
    assert ending(state(picture, quiet=198).apply("e4e3")) is None
    assert ending(state(picture, quiet=198).apply("e4e3").apply("a9a8")) == ("HS-11", (GREEN, RED))
    assert ending(state(picture, quiet=199).apply("e4e3")) == ("HS-11", (GREEN, RED))
    assert ending(state(picture, quiet=199).apply("e4xe5")) is None


@pytest.mark.rule("HS-12")
def test_a_line_comes_before_a_draw_and_before_a_blocked_enemy() -> None:
    shown = state(
        """
        5  G G G G . . . . .
        4  . . . . G . . . .
        """,
        quiet=199,
    )
    assert ending(shown.apply("e4e5")) == ("HS-8", (GREEN,))
    assert ending(state(BOXED_IN, quiet=199).apply("d5d4")) == ("HS-10", (GREEN,))


@pytest.mark.rule("HS-12")
def test_a_line_is_named_before_the_fourteenth_capture_of_the_same_move() -> None:
    shown = state(
        """
        9  R R R R . . . . .
        5  G G G G . R G . .
        4  . . . . G . . . .
        """
    )
    won = shown.apply("e4xe5")
    assert ending(won) == ("HS-8", (GREEN,))
    assert won.view(0).describe().number("captured", GREEN) == 14


# --- the war game ---


@pytest.mark.rule("HS-20")
@pytest.mark.rule("HS-21")
@pytest.mark.rule("HS-24")
def test_in_the_war_game_nine_samurai_go_everywhere() -> None:
    start = WAR.start()
    assert pieces(start, GREEN) == {f"{file}1" for file in "abcdefghi"}
    assert pieces(start, RED) == {f"{file}9" for file in "abcdefghi"}
    goes(
        """
        9  . . x . . . . . .
        8  . . R . . . . . .
        7  x x G x x x x x x
        6  . . x . . . . . .
        5  . . x . . . . . .
        4  . . x . . . . . .
        3  . . x . . . . . .
        2  . . x . . . . . .
        1  . . x . . G . . R
        """,
        "c7",
        game=WAR,
    )


@pytest.mark.rule("HS-21")
def test_in_the_war_game_a_row_of_the_edge_is_captured_too() -> None:
    shown = state(
        """
        9  . . . R R R . . .
        8  . . . . . . G . .
        7  . . G . . . . . .
        1  R . . . . . . . R
        """,
        game=WAR,
    )
    assert captures(shown.apply("c7c9").apply("a1a2"), "g8xg9") == {"d9", "e9", "f9"}


@pytest.mark.rule("HS-22")
@pytest.mark.parametrize("cells", ["a1 b1 a2", "i1 h1 i2", "a9 b9 a8", "i9 h9 i8"])
def test_a_corner_is_captured_from_both_sides(cells: str) -> None:
    corner, one, other = cells.split()
    for last, first in ((one, other), (other, one)):
        away = f"{last[0]}5" if last[1] == corner[1] else f"e{last[1]}"
        placed = {corner: "R", "e5": "R", "d4": "R", first: "G", away: "G"}
        rows = {rank: [placed.get(f"{file}{rank}", ".") for file in FILES] for rank in range(1, 10)}
        assert captures(WAR.position(f"{board(rows)} G"), f"{away}x{last}") == {corner}


@pytest.mark.rule("HS-22")
@pytest.mark.rule("HS-7")
def test_moving_into_a_corner_is_safe_and_five_in_line_has_no_corners() -> None:
    shown = state(
        """
        9  . . . . . . . . R
        2  G . . . . . . . R
        1  . G R . . . . . .
        """,
        "R",
        game=WAR,
    )
    inside = shown.apply("c1a1")
    assert inside.outcome is None
    assert "a1" in pieces(inside, RED)
    assert captures(inside, "b1b2") == set()
    assert captures(inside.apply("b1b2").apply("i9i8"), "b2xb1") == {"a1"}


@pytest.mark.rule("HS-23")
@pytest.mark.rule("HS-24")
def test_a_single_piece_left_has_lost_and_a_line_wins_nothing() -> None:
    shown = state(
        """
        9  R . . . . . . . .
        5  G G G G . . . . .
        4  . . . . G . . . .
        2  . . . . R . . . .
        """,
        game=WAR,
    )
    lined = shown.apply("e4e5")
    assert lined.outcome is None
    beaten = play(shown, "e4e3 a9b9 d5d2 b9a9 e3e4 a9b9 e4f4 b9a9 f4f2")
    assert ending(beaten) == ("HS-23", (GREEN,))
    assert pieces(beaten, RED) == {"a9"}


@pytest.mark.rule("HS-23")
def test_capturing_all_at_once_wins_too() -> None:
    shown = state(
        """
        5  G R R . . . . . .
        4  . . . G . . . . .
        """,
        game=WAR,
    )
    beaten = shown.apply("d4xd5")
    assert ending(beaten) == ("HS-23", (GREEN,))
    assert pieces(beaten, RED) == set()


@pytest.mark.rule("HS-10")
@pytest.mark.rule("HS-24")
def test_the_war_game_is_lost_without_a_move_too() -> None:
    shown = state(
        """
        9  R R G . . . . . .
        8  G G . G . . . . .
        7  G G . . . . . . .
        """,
        game=WAR,
    )
    assert ending(shown.apply("d8d9")) == ("HS-10", (GREEN,))


# --- Shoguns ---


@pytest.mark.rule("HS-30")
def test_shoguns_start_in_the_middle_of_the_first_line() -> None:
    for game, cells in ((FIVE_SHOGUNS, {"e2", "e8"}), (WAR_SHOGUNS, {"e1", "e9"})):
        described = game.start().view(0).describe()
        assert {piece.point for piece in described.pieces if piece.kind == "shogun"} == cells
    assert not any(piece.kind == "shogun" for piece in FIVE.start().view(0).describe().pieces)


@pytest.mark.rule("HS-31")
def test_a_shogun_slides_and_jumps_along_diagonals_as_well() -> None:
    goes(
        """
        9  x . . . x . . . x
        8  . x . . x . . x .
        7  . . x . x . x . .
        6  . . . x x x . . .
        5  . . x R+G R x . .
        4  . . . x R G . . .
        3  . . x . R . x . .
        2  . x . . . . . . .
        1  x . . . . . . . .
        """,
        "e5",
        game=WAR_SHOGUNS,
    )


@pytest.mark.rule("HS-31")
def test_a_diagonal_move_captures_along_rows_and_columns_only() -> None:
    shown = state(
        """
        6  . . . . . . G . .
        5  . . . . . R . . .
        4  . . . . . R G . .
        3  . . .+G . . . . .
        """,
        game=FIVE_SHOGUNS,
    )
    assert captures(shown, "d3xe4") == {"f4"}


@pytest.mark.rule("HS-32")
@pytest.mark.rule("HS-5")
def test_camps_hold_for_a_shogun_on_the_diagonal() -> None:
    goes(
        """
        7  . . x . . . x . .
        6  . . x . . x . . .
        5  x . x . x . . . .
        4  . x x x . . . . .
        3  x x+G x x x x x x
        """,
        "c3",
        game=FIVE_SHOGUNS,
    )


@pytest.mark.rule("HS-32")
def test_a_shogun_is_captured_and_counted_like_any_piece() -> None:
    shown = state(
        """
        9  R R R R . . . . .
        5  . G+R . . . . . .
        4  . . . G . . . . .
        """,
        game=FIVE_SHOGUNS,
    )
    won = shown.apply("d4xd5")
    assert ending(won) == ("HS-9", (GREEN,))
    assert won.record.shogun.tolist() == [-1, -1]


# --- whole games ---

GAMES = {
    "five in line": (
        FIVE,
        "a2a5 i8i7 b2b5 i7i6 c2c5 i6i7 d2d5 i7i6 e2e5",
        ("HS-8", (GREEN,)),
        "RRRRRRRRR/RRRRRRRR1/9/8R/GGGGG4/9/9/5GGGG/GGGGGGGGG R 9 HS-8",
    ),
    "fourteen captures": (
        FIVE,
        """
        i1i3 h8h4 i3g3 h4i4 b2b5 i4g4 b5xg5 h9h4 g3i3 d8d6 i3c3 a8a5 h1i1 i8i3 b1b2 c8c4 g5xc5 f9f7 c5c4 i9i6 a1b1
        c9c6 f2f5 d6f6 e2e5 h4h5 c4xi4 a5c5 c1a1 c5d5 c3xc5 g8g7 b2b7 h5i5 b7xc7 d9d7 e5xe7 g7i7 g2xg7 g9h9 g7xf7
        i5g5 h2xh5 a9a8 h5i5 i6xf6 e7xf7 h9g9 d2b2 g9h9 f7e7 b9d9 i2i3 d9d5 e7xe5 a8a9 b2b7 f8d8 e5e6 a9c9 c7h7
        h9g9 i3b3 b8b6 c5xb5 g9xg7 b3g3 d8d4 g3e3 c9c7 b7b6 e9d9 e3g3 d4f4 g3xf3 d9i9 i4i6 c7d7 g1g2 i9f9 g2g5 e8e9
        f5c5 f9f6 g5xg6
        """,
        ("HS-9", (GREEN,)),
        "4R4/9/3R2R1R/1G2G1G1G/1GG5G/9/5G3/G1G6/GG1GGG2G R 0 HS-9",
    ),
    "three times the same": (
        FIVE,
        "a2a3 a8a7 a3a4 a7a6 a4a3 a6a7 a3a4 a7a6 a4a3 a6a7",
        ("HS-10", (GREEN, RED)),
        "RRRRRRRRR/1RRRRRRRR/R8/9/9/9/G8/1GGGGGGGG/GGGGGGGGG G 10 HS-10.1",
    ),
    "a war": (
        WAR_SHOGUNS,
        """
        e1e2 f9f7 h1h6 a9a3 f1e1 a3f3 b1b4 f7b7 g1g3 h9f9 e1xe3 d9d6 b4c4 d6d5 e3e8 f9f3 e8xe3 b7e7 e3c3 d5d6 g3f3
        b9b4 a1xa4 g9g3 h6xh3 c9b9 f3f5 b9b3 a4xa3 i9i4 i1f1 e9i5 e2e6 i4g4 c4xc6 i5g5 h3xh5 g4a4 f5xa5
        """,
        ("HS-23", (GREEN,)),
        "9/9/4R4/2G1+G4/G6G1/9/G1G6/9/2GG1G3 R 0 HS-23",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_ends_as_it_should(name: str) -> None:
    game, moves, end, position = GAMES[name]
    history = History(game.start())
    for move in moves.split():
        history.play(move)
    assert ending(history.state) == end
    assert history.state.position == position
    assert naadam.Record.read(history.record().to_text()).replay()[-1] == history.state


@pytest.mark.rule("HS-11")
def test_a_whole_game_without_a_capture_is_drawn_after_two_hundred_turns() -> None:
    rng = random.Random(1)
    shown = FIVE.start()
    for turn in range(199):
        assert shown.record.peace == turn
        quiet = [action for action in shown.actions() if "x" not in str(action)]
        rng.shuffle(quiet)
        shown = next(after for after in map(shown.apply, quiet) if after.outcome is None)
    last = next(action for action in shown.actions() if "x" not in str(action))
    assert ending(shown.apply(last)) == ("HS-11", (GREEN, RED))
