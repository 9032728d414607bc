"""Games of Jarmo played to each of its ends, and the notation of moves, positions and boards."""

from __future__ import annotations

from pathlib import Path

import pytest

import naadam
from naadam.core.history import History
from naadam.core.records import Record

JARMO = naadam.load("jarmo")
GAMES = [
    tuple(block.strip().splitlines())
    for block in (Path(__file__).parent / "games.txt").read_text(encoding="utf-8").split("\n\n")[1:]
]
BOARD = (Path(naadam.__file__).parent / "games/jarmo/boards/jarmo.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("spec", "moves", "end"), GAMES)
def test_a_game_goes_to_its_end(spec: str, moves: str, end: str) -> None:
    history = History(naadam.load(spec).start())
    for move in moves.split():
        assert history.state.outcome is None
        assert move in map(str, history.state.actions())
        history.play(move)
    assert history.state.position == end
    assert history.state.outcome is not None
    assert end.split()[1].startswith(f"{history.state.outcome.clause}:")
    assert Record.from_text(history.record().to_text()).replay()[-1] == history.state


def test_there_is_a_game_for_every_end_but_that_of_two_hundred_turns() -> None:
    ends = {end.split()[1].split(":")[0] for _, _, end in GAMES}
    assert ends == {"JA-9", "JA-10", "JA-11", "JA-12", "JA-30"}


@pytest.mark.rule("JA-14")
def test_two_hundred_turns_of_walking_in_circles_end_the_game() -> None:
    state = JARMO.start()
    circle = ("c1e2 e2c1", "c5e4 e4c5"), ("e1d3 d3e1", "d5e3 e3d5")
    lines = [pair for green, blue in circle for pair in zip(green.split(), blue.split(), strict=True)]
    turns = [move for pair in lines for move in pair]
    for number in range(200):
        assert state.outcome is None
        state = state.apply(turns[number % len(turns)])
    assert state.outcome is not None
    assert (state.outcome.clause, state.outcome.scores) == ("JA-14", (5.0, 5.0))


# --- notation ---


@pytest.mark.parametrize("text", ["a1b3", "a1-b3", " a1b3 "])
def test_a_move_is_read_with_a_hyphen_and_without(text: str) -> None:
    assert JARMO.start().apply(text) == JARMO.start().apply("a1b3")


def test_a_capture_is_written_with_an_x_and_read_without() -> None:
    state = JARMO.position("1a3/1a3/1A1a1/5/1A3 G")
    assert "b3xb4" in map(str, state.actions())
    assert state.apply("b3b4") == state.apply("b3xb4") == state.apply("b3-b4")


def test_a_point_alone_puts_a_soldier_down_or_turns_a_guard_over() -> None:
    state = naadam.load("jarmo:variant=legendary").position("3G1/1a3/3a1/5/1A3 G 1-0")
    assert state.apply("c1") == state.apply("+c1")
    assert state.apply("d5") == state.apply("Td5")


@pytest.mark.parametrize("text", ["", "a1", "a1a1", "z9b3", "+z9", "Tf1", "a1b3c4", "a1=b3", "PASS", "+", "a1 b3", "x"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(naadam.NaadamError):
        JARMO.start().apply(text)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("aaaaa/5/5/5 G", "5 rows, not 4"),
        ("aaaaa/5/5/5/AAAA G", "has 4 points, not 5"),
        ("aaaaa/5/5/5/AAAAX G", "is not a soldier"),
        ("aaaaa/5/5/5/AAAAA R", "side to move must be G or B"),
        ("aaaaa/5/5/5/AAAAA", "A position must have rows and the side to move"),
        ("aaaaa/5/5/5/AAAAA G 1-0", "together"),
        ("aaaaa/5/5/5/AAAAA G 0", "two numbers like 0-1"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 a1a2", "must follow a line"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 a1", "A last step must be written like"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 201", "a number from 0 to 200"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 m", "no remote camps"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - r", "No soldier is being recovered"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - c", "remote camps cannot be used"),
        ("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - x", "The last two fields"),
        ("aaaaa/5/5/5/AAAAA JA-10:G", "not over by JA-10"),
        ("aaaaa/5/5/5/AAAAA* G", "no golden soldiers"),
        ("2G2/5/a4/5/A4 G", "becomes an archer"),
        ("3A1/5/1a3/5/5 JA-10:B", "another winner"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(position: str, reason: str) -> None:
    with pytest.raises(naadam.PositionError, match=reason):
        JARMO.position(position)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("a*aaaa/5/5/5/AAAA*A* G", "only one golden soldier"),
        ("aaaaa/5/5/5/(aA)AAAA G", "together"),
        ("1aaaa/5/1(aAA)3/5/AAAA1 G", "only one golden soldier"),
    ],
)
def test_stacks_that_cannot_be_are_refused(position: str, reason: str) -> None:
    with pytest.raises(naadam.PositionError, match=reason):
        naadam.load("jarmo:golden=true").position(position)


# --- evaluation for the search ---


@pytest.mark.parametrize(
    ("variant", "better", "worse"),
    [
        ("jarmo", "aaaa1/5/5/5/AAAAA G", "aaaaa/5/5/5/AAAAA G"),
        ("jarmo", "1aaaa/4A/5/5/AAA1A G", "1aaaa/5/5/4A/AAA1A G"),
        ("jarmo", "1aaaa/4G/5/5/AAA1A G", "1aaaa/4A/5/5/AAA1A G"),
        ("jarmo", "3A1/5/5/1a3/5 B", "3A1/5/1aaa1/1a3/5 B"),
        ("legendary", "1aaaa/4A/5/5/AAA1A G", "1aaaa/5/5/4A/AAA1A G"),
        ("legendary", "1aaaa/4G/5/5/AAA1A G", "1aaaa/4A/5/5/AAA1A G"),
        ("legendary", "A4/4A/5/1a3/4a G", "AA3/5/5/1a3/4a G"),
        ("jasyr", "1aaaa/4A/5/5/AAA1A G", "1aaaa/5/5/4A/AAA1A G"),
        ("jasyr", "AA3/4A/5/5/aaa2 G", "A4/4A/5/3A1/aaa2 G"),
    ],
)
def test_what_is_better_is_worth_more(variant: str, better: str, worse: str) -> None:
    game = naadam.load("jarmo", variant=variant)
    assert game.position(better).value(0) > game.position(worse).value(0)
    assert game.position(better).value(1) == -game.position(better).value(0)


def test_a_search_looks_behind_captures_arrivals_and_recoveries() -> None:
    state = JARMO.position("1a3/1a3/1A1G1/5/1A3 G")
    noisy = {str(a) for a in state.actions() if JARMO.bound.noisy(state.record, 0, int(a))}
    assert noisy == {"b3xb4", "d3xb4", "b3a5", "b3c5", "d3e5"}
    entered = state.apply("d3e5")
    assert all(JARMO.bound.noisy(entered.record, 0, int(action)) for action in entered.actions())


# --- boards ---


def load_board(tmp_path: Path, old: str, new: str) -> naadam.Game:
    assert old in BOARD
    file = tmp_path / "board.toml"
    file.write_text(BOARD.replace(old, new), encoding="utf-8")
    return naadam.load("jarmo", board=str(file), remote_camps=True)


@pytest.mark.rule("JA-60")
def test_a_board_file_can_name_other_points_for_the_remote_camps(tmp_path: Path) -> None:
    game = load_board(tmp_path, 'remote_camps = "b3 d3"', 'remote_camps = "c2 c4"')
    pieces = game.start().view(0).describe().pieces
    assert [piece.point for piece in pieces if piece.kind == "marker"] == ["c2", "c4"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('remote_camps = "b3 d3"', 'remote_camps = "b3 e1"', "remote_camps: lie outside the camps"),
        ('remote_camps = "b3 d3"', 'remote_camps = "b3"', "remote_camps: must name 2 points, not 1"),
        ('remote_camps = "b3 d3"', 'remote_camps = "b3 b3"', "remote_camps: names a point twice"),
        ('golden = "e1 a5"', 'golden = "a5 e1"', "golden: names a point of green's camp"),
        ('"a1-b3", ', '"a1-b3", "b3-a1", ', "a1 and b3 are joined twice"),
        ('"a1-b3", ', '"a1-f3", ', "there is no point f3"),
        ('dotted = ["b3-c3"]', 'dotted = ["b3-b2"]', "b2 and b3 are joined twice"),
        ('blue_camp = "a5 b5', 'blue_camp = "a1 b5', "a point belongs to one camp only"),
        ('blue_camp = "a5 b5 ', 'blue_camp = "a5 ', "both camps have the same number"),
        ('green_camp = "a1', 'green_camp = "a6', "there is no point a6"),
        ("e5 = [4, 4]", "e5 = [4, 3]", "two points have the same place"),
        ("e5 = [4, 4]", "e5 = [4, -1]", "lies above green's camp"),
        ('"a5 b5 c5 d5 e5",\n', '"a5 b5 c5 d5",\n', "must name every point once"),
        ('game = "jarmo"', 'game = "chess"', 'game: this is a board of chess; must be "jarmo"'),
    ],
)
def test_a_board_that_does_not_fit_is_refused_with_key_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    with pytest.raises(naadam.NaadamError, match=reason):
        load_board(tmp_path, old, new)
