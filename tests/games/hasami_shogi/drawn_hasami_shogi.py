"""Boards drawn as text for the tests of Hasami Shogi: a picture becomes a state, and `x` marks where a piece may go.

On a picture g is a green samurai, r a red one, G and R are the Shoguns, `.` is an empty cell and `x` an empty cell
that the test expects to be a destination. Each row begins with its number; other lines of a picture are not read.
Pieces that are not drawn have been captured. Green moves first and plays upward. A move is its two cells: `e2e5`.
"""

from __future__ import annotations

import re

from pictures import Drawing, refusal_of

import naadam

GREEN, RED = 0, 1

FIVE = naadam.load("hasami-shogi")
WAR = naadam.load("hasami-shogi:variant=war")
SHOGUNS = naadam.load("hasami-shogi:shoguns=true")
WAR_SHOGUNS = naadam.load("hasami-shogi:variant=war,shoguns=true")

COLUMNS = "abcdefghi"
CELLS = [column + row for row in "987654321" for column in COLUMNS]


def read(picture: str) -> tuple[dict[str, str], set[str]]:
    """The pieces by the name of their cell, and the cells marked `x`."""
    found: dict[str, str] = {}
    for words in map(str.split, picture.splitlines()):
        if words and words[0] in "987654321":
            assert len(words) == 10, f"row {words[0]} has nine cells"
            found.update(zip((column + words[0] for column in COLUMNS), words[1:], strict=True))
    assert sorted(found) == sorted(CELLS), "a row is missing"
    assert set(found.values()) <= set("grGR.x"), "a picture has g, r, G, R, . and x only"
    pieces = {cell: piece for cell, piece in found.items() if piece not in ".x"}
    return pieces, {cell for cell, piece in found.items() if piece == "x"}


def drawn(picture: str, to_move: int = GREEN, game: naadam.Game = FIVE, quiet: int = 0) -> Drawing:
    """The state of a picture; `quiet` counts the turns of both players without a capture (HS-11)."""
    pieces, marked = read(picture)
    return Drawing(game.position(line(pieces, to_move, quiet)), marked)


def line(pieces: dict[str, str], to_move: int = GREEN, quiet: int = 0) -> str:
    """A position's line."""
    letters = {cell: f"+{piece}" if piece in "GR" else piece.upper() for cell, piece in pieces.items()}
    rows = ("".join(letters.get(column + row, "1") for column in COLUMNS) for row in "987654321")
    board = "/".join(re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows)
    return f"{board} {'GR'[to_move]} {quiet}"


def pieces_of(state: naadam.State) -> dict[str, str]:
    """The pieces of a state by the name of their cell, as on a picture."""
    board = re.sub("[0-9]", lambda gap: "." * int(gap[0]), state.position.split()[0])
    letters = [word[-1] if "+" in word else word.lower() for word in re.findall(r"\+?[GR.]", board)]
    return {cell: piece for cell, piece in zip(CELLS, letters, strict=True) if piece != "."}


# --- legal actions of a state ---


def moves(state: naadam.State) -> set[tuple[str, str]]:
    """The legal moves of the player to move: origin and target."""
    return {both(str(action)) for action in state.actions()}


def both(move: str) -> tuple[str, str]:
    """The two cells of a move, without the mark of a capture."""
    origin, target = re.findall("[a-i][1-9]", move)
    return origin, target


def destinations(state: naadam.State, source: str) -> set[str]:
    """Where the piece on `source` may go, with a capture or without."""
    return {target for origin, target in moves(state) if origin == source}


def clause_against(state: naadam.State, move: str) -> str | None:
    """The clause by which a move is refused, None if it is legal; every part of the program has to agree."""
    refusal = refusal_of(state, move)
    assert refusal is None or both(move) not in moves(state)
    return None if refusal is None else refusal.clause


def taken(state: naadam.State, move: str) -> set[str]:
    """The cells of the enemy pieces that a move captures."""
    before, after = pieces_of(state), pieces_of(state.apply(move))
    origin, target = both(move)
    assert after[target] == before[origin]
    gone = set(before) - set(after) - {origin}
    assert {cell: before[cell] for cell in set(after) - {target}} == {
        cell: after[cell] for cell in set(after) - {target}
    }
    return gone


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    """The clause that ended the game and the winners (both players in a draw), or None if it goes on."""
    outcome = state.outcome
    if outcome is None:
        assert state.waiting == (state.turn,)
        assert state.actions(), "a player to move has a move"
        return None
    assert state.turn is None
    assert not state.actions()
    assert outcome.draw == (len(outcome.winners) == 2)
    assert clause_against(state, "e2e3") == clause_against(state, "e8e7") == outcome.clause  # nothing more is played
    return outcome.clause, outcome.winners


GREEN_WINS, RED_WINS, DRAW = (GREEN,), (RED,), (GREEN, RED)


FOUR_AND_ONE = {
    "a row": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . g g . g g . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        "d2d5",
    ),
    "a column": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . g . . .
        6  . . . . . g . . .
        5  g . . . . . . . .
        4  . . . . . g . . .
        3  . . . . . g . . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "a5f5",
    ),
    "a rising diagonal": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . g . .
        6  . . . . . g . . .
        5  g . . . . . . . .
        4  . . . g . . . . .
        3  . . g . . . . . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "a5e5",
    ),
    "a falling diagonal": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  g . . . . . . . .
        6  . g . . . . . . .
        5  . . g . . . . . .
        4  . . . g . . . . .
        3  . . . . . . g . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "g3e3",
    ),
    "six": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . g g . g g g . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        "d2d5",
    ),
}
