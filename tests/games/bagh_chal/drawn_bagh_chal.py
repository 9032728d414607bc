"""Boards drawn as text for the tests of Bagh Chal: a picture becomes a state, and `x` marks where a piece may go.

On a picture B is a tiger, A the Alpha Tiger, G a goat, K the Buck, `.` an empty point and `x` an empty point that
the test expects to be a destination. Each row begins with its name; other lines of a picture are not read.

How to read a move: `Gc3` puts a goat down, `Gc3c4` moves one, `Ba1b1` moves a tiger, `Bxa1c3` is a capture, `Kc3`
brings the Buck in on c3, `--` declines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pictures import Drawing, refusal_of

import naadam

GOATS, TIGERS = 0, 1
GOATS_WIN, TIGERS_WIN, DRAW = (GOATS,), (TIGERS,), (GOATS, TIGERS)

BAGH_CHAL = naadam.load("bagh-chal")
CLASSIC = naadam.load("bagh-chal:rules=classic")
HEROES = naadam.load("bagh-chal:heroes=true")
CLASSIC_HEROES = naadam.load("bagh-chal:rules=classic,heroes=true")
PULIJUDAM = naadam.load("bagh-chal:board=pulijudam")
CLASSIC_PULIJUDAM = naadam.load("bagh-chal:board=pulijudam,rules=classic")

SQUARE_ROWS = {row: [f"{column}{row}" for column in "abcde"] for row in "54321"}
TRIANGLE_ROWS = {
    row: [f"{row}{number}" for number in range(1, width + 1)]
    for row, width in zip("abcde", (1, 6, 6, 6, 4), strict=True)
}

# Pictures that several chapters start from.

A_GOAT_CAME_FROM_C3_TO_C2 = """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G x G x G
        1  B G G G B
           a b c d e
"""

ROOM_FOR_EVERYBODY = """
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
"""

TWO_GOATS_ON_THE_BOARD = """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  . . . G .
        1  A . . . B
           a b c d e
"""


def rows_of(game: naadam.Game) -> Mapping[str, list[str]]:
    """The names of the points, row by row from the top."""
    return TRIANGLE_ROWS if game.options["board"] == "pulijudam" else SQUARE_ROWS


def points_of(game: naadam.Game) -> list[str]:
    return [point for row in rows_of(game).values() for point in row]


def phase_one(picture: str, to_move: int = GOATS, captured: int = 0, game: naadam.Game = BAGH_CHAL) -> Drawing:
    """A picture of Phase I: the goats that are neither drawn nor captured are in hand."""
    pieces, marked = read(picture, game)
    hand = herd(game) - goats_among(pieces) - captured
    assert hand > 0, "in Phase I there are goats in hand"
    return Drawing(game.position(line(game, pieces, to_move, hand, captured)), marked)


def phase_two(
    picture: str,
    to_move: int = GOATS,
    goats_came: str = "-",
    tigers_came: str = "-",
    quiet: int = 0,
    game: naadam.Game = BAGH_CHAL,
) -> Drawing:
    """A picture of Phase II: the goats that are not drawn have been captured.

    `goats_came` and `tigers_came` are the memory of a player's last turn (BC-17); `quiet` counts the turns of
    both players without a capture (BC-14).
    """
    pieces, marked = read(picture, game)
    captured = herd(game) - goats_among(pieces)
    assert 0 <= captured <= 4, f"{captured} goats would have been captured, with the game still going on"
    text = f"{line(game, pieces, to_move, 0, captured)} {goats_came} {tigers_came} {quiet} -"
    return Drawing(game.position(text), marked)


def read(picture: str, game: naadam.Game) -> tuple[dict[str, str], set[str]]:
    """The pieces by the name of their point, and the points marked `x`."""
    rows = rows_of(game)
    found: dict[str, str] = {}
    for words in map(str.split, picture.splitlines()):
        if words and words[0] in rows:
            row = rows[words[0]]
            assert len(words) == len(row) + 1, f"row {words[0]} has {len(row)} points"
            found.update(zip(row, words[1:], strict=True))
    assert sorted(found) == sorted(points_of(game)), "a row is missing"
    assert set(found.values()) <= set("BAGK.x"), "a picture has B, A, G, K, . and x only"
    pieces = {point: piece for point, piece in found.items() if piece not in ".x"}
    return pieces, {point for point, piece in found.items() if piece == "x"}


def line(game: naadam.Game, pieces: Mapping[str, str], to_move: int, hand: int, captured: int) -> str:
    """The first four fields of a position's line."""
    rows = ("".join(pieces.get(point, "1") for point in row) for row in rows_of(game).values())
    board = "/".join(re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows)
    return f"{board} {'GB'[to_move]} {hand} {captured}"


def herd(game: naadam.Game) -> int:
    """How many goats a game begins with (BC-2, BC-30)."""
    return 15 if game.options["board"] == "pulijudam" else 20


def goats_among(pieces: Mapping[str, str]) -> int:
    """The goats on the board; the Buck stands for the goat that left the game for it (BC-43)."""
    return sum(piece in "GK" for piece in pieces.values())


# --- legal actions of a state ---


def moves(state: naadam.State) -> set[str]:
    """The legal actions of the player to move, as written."""
    return {str(action) for action in state.actions()}


def puts(state: naadam.State) -> set[str]:
    """The points on which a goat may be put."""
    return {move[1:] for move in moves(state) if len(move) == 3 and move[0] == "G"}


def exchanges(state: naadam.State) -> set[str]:
    """The points on which the Buck may enter."""
    return {move[1:] for move in moves(state) if len(move) == 3 and move[0] == "K"}


def destinations(state: naadam.State, source: str) -> set[str]:
    """Where the piece on `source` may go, with a capture or without."""
    return {move[-2:] for move in moves(state) if move[-4:-2] == source}


def clause_against(state: naadam.State, move: str) -> str | None:
    """The clause by which a move is refused, None if it is legal; every part of the program has to agree."""
    refusal = refusal_of(state, move)
    assert refusal is None or move not in moves(state)
    return None if refusal is None else refusal.clause


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    """The clause that ended the game and the winners (both players in a draw), or None if it goes on."""
    outcome = state.outcome
    if outcome is None:
        assert state.waiting == (state.turn,)
        assert state.actions(), "a player to move has a move"
        return None
    assert state.turn is None
    assert state.waiting == ()
    assert not state.actions()
    assert outcome.draw == (len(outcome.winners) == 2)
    assert clause_against(state, "Ga1") == clause_against(state, "Bb1b2") == outcome.clause  # nothing more is played
    return outcome.clause, outcome.winners


def count(state: naadam.State, field: str) -> int:
    """A number of the state: `hand`, `captured` or `peace`."""
    return int(state.record[field])


def remembered(state: naadam.State) -> tuple[str, str]:
    """The last step of the goats and of the tigers, which BC-17 counts as part of the position."""
    fields = state.position.split()
    return fields[4], fields[5]


def lines_walked(game: naadam.Game) -> set[frozenset[str]]:
    """The pairs of points between which a tiger walks on a board that is empty but for the tigers."""
    points = points_of(game)
    tigers = 3 if game.options["board"] == "pulijudam" else 4
    hand = 14 if game.options["board"] == "pulijudam" else 19
    found = set()
    for source in points:
        for target in points:
            if source != target:
                others = [point for point in points if point not in (source, target)][: tigers - 1]
                pieces = dict.fromkeys([source, *others], "B")
                state = game.position(line(game, pieces, TIGERS, hand, 1))
                if state.refusal(f"B{source}{target}") is None:
                    found.add((source, target))
    assert found == {(target, source) for source, target in found}, "lines are walked in both directions"
    return {frozenset(pair) for pair in found}


def lines_drawn() -> set[frozenset[str]]:
    """The lines of the Bagh Chal board, read from this picture."""
    picture = r"""
        o-o-o-o-o
        |\|/|\|/|
        o-o-o-o-o
        |/|\|/|\|
        o-o-o-o-o
        |\|/|\|/|
        o-o-o-o-o
        |/|\|/|\|
        o-o-o-o-o
    """
    found = set()
    for height, signs in enumerate(picture.split()):
        for width, sign in enumerate(signs):
            if sign != "o":
                down, across = {"-": (0, 1), "|": (1, 0), "\\": (1, 1), "/": (1, -1)}[sign]
                ends = ((height - down, width - across), (height + down, width + across))
                found.add(frozenset("abcde"[column // 2] + "54321"[row // 2] for row, column in ends))
    return found
