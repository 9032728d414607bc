"""Boards drawn as text for the tests of Yut: a picture becomes a state, and `x` marks where a horse may land.

The track is drawn as the square it is often played on, with these stations:

     5    4    3    2    1   20
     6   W1             N1   19
     7       W2     N2       18
                 X
     8       S2     E2       17
     9   S1             E1   16
    10   11   12   13   14   15

On a picture a, b and c are horses of the first, second and third side, `aa` a stack of two; `.` is an empty station,
`#` one with a hurdle, `W` the Wild Horse and `x` an empty station that the test expects to be a destination. A `>`
behind horses says that they came along the arm of their side's first short cut, or, with two posts, that they entered
at its beginning with a throw of 5. The post is the corner at the upper right, and the rim is run counter-clockwise.

A move: `5-3` is the horse on station 5 going straight on with a throw of 3, `5^3` the same turning into the cross, `+3`
a new horse, `T3` a throw of 3.
"""

from __future__ import annotations

import re

from pictures import Drawing, refusal_of

import naadam

ROWS = (
    "5 4 3 2 1 20",
    "6 W1 N1 19",
    "7 W2 N2 18",
    "X",
    "8 S2 E2 17",
    "9 S1 E1 16",
    "10 11 12 13 14 15",
)
STATIONS = [station for row in ROWS for station in row.split()]
HOME = "home"

YUT = naadam.load("yut")
THREE = naadam.load("yut:players=3")
TEAMS = naadam.load("yut:players=4")
TWO_POSTS = naadam.load("yut:posts=two")
TEAMS_TWO_POSTS = naadam.load("yut:players=4,posts=two")
WILD = naadam.load("yut:wild_horse=true")
WILD_TWO_POSTS = naadam.load("yut:posts=two,wild_horse=true")
HURDLES = naadam.load("yut:hurdles=true")


def read(picture: str) -> dict[str, str]:
    """The sign drawn on each station."""
    rows = [line.split() for line in picture.strip().splitlines()]
    assert len(rows) == len(ROWS), "a picture has seven rows"
    found: dict[str, str] = {}
    for words, row in zip(rows, ROWS, strict=True):
        assert len(words) == len(row.split()), f"the row of {row} has other stations"
        found.update(zip(row.split(), words, strict=True))
    assert all(re.fullmatch(r"(a+|b+|c+)>?|[.#Wx]", sign) for sign in found.values()), "a picture has other signs"
    return found


def drawn(
    picture: str,
    throws: str = "",
    *,
    game: naadam.Game = YUT,
    seat: int = 0,
    home: tuple[int, ...] | None = None,
    thrown: int | None = None,
    returns: int = 0,
) -> Drawing:
    """The state of a picture with some throws waiting, or before the next throw.

    `thrown` says how many throws there have been in the turn, if not just those waiting.
    """
    signs = read(picture)
    sides = 3 if game.options["players"] == 3 else 2
    home = home or (0,) * sides
    fields = []
    for side in range(sides):
        stacks = [
            f"{station}{f'*{len(horses)}' if len(horses) > 1 else ''}{'>' if sign.endswith('>') else ''}"
            for station, sign in signs.items()
            if sign[0] == "abc"[side]
            for horses in [sign.rstrip(">")]
        ]
        fields.append(f"{','.join(stacks) or '-'}/{home[side]}")
    wild = [station for station, sign in signs.items() if sign == "W"]
    fields.append(f"{seat}" if throws else f"{seat}?")
    fields.append(throws or "-")
    fields.append(str(len(throws) if thrown is None else thrown))
    fields.append(f"{wild[0]}.{returns}" if wild else "-")
    marked = {station for station, sign in signs.items() if sign == "x"}
    return Drawing(game.position(" ".join(fields)), marked)


def start(game: naadam.Game, first: int = 0) -> naadam.State:
    """The start of a game after the draw of the first player."""
    return game.start().apply(f"F{first}")


# --- the picture of a state ---


def horses_of(state: naadam.State, side: int) -> dict[str, str]:
    """The horses of a side by station, as on a picture."""
    found: dict[str, str] = {}
    for stack in state.position.split()[side].split("/")[0].split(","):
        if stack != "-":
            station, count, way = re.fullmatch(r"(\w+?)(?:\*(\d))?(>?)", stack).groups()  # type: ignore[union-attr]
            found[station] = "abc"[side] * int(count or 1) + way
    return found


def home_of(state: naadam.State) -> tuple[int, ...]:
    """How many horses each side has home."""
    sides = 3 if state.game.options["players"] == 3 else 2
    return tuple(int(field.split("/")[1]) for field in state.position.split()[:sides])


def waiting(state: naadam.State) -> str:
    """The throws that wait, as `42`."""
    sides = 3 if state.game.options["players"] == 3 else 2
    return state.position.split()[sides + 1].replace("-", "")


def wild_horse(state: naadam.State) -> str:
    """The Wild Horse's station and how often it has come back, as `10.0`."""
    return state.position.split()[-1]


def to_throw(state: naadam.State) -> bool:
    return state.turn == naadam.CHANCE


# --- legal actions of a state ---


def moves(state: naadam.State) -> set[str]:
    """The legal moves, as written: `5-3` goes on, `5^3` turns, `+3` enters."""
    return {str(action) for action in state.actions()}


def landing(state: naadam.State, move: str) -> str:
    """Where a move of the side to move ends: its only station with more horses than before, or home."""
    sides = 3 if state.game.options["players"] == 3 else 2
    side = (state.turn or 0) % sides
    after = state.apply(move)
    if home_of(after)[side] > home_of(state)[side]:
        return HOME
    before, now = horses_of(state, side), horses_of(after, side)
    (found,) = (
        station for station, sign in now.items() if len(sign.rstrip(">")) > len(before.get(station, "").rstrip(">"))
    )
    return found


def destinations(state: naadam.State) -> set[str]:
    """Where some move may end."""
    return {landing(state, move) for move in moves(state)}


def clause_against(state: naadam.State, move: str) -> str | None:
    """The clause by which a move is refused, None if it is legal; every part of the program has to agree."""
    refusal = refusal_of(state, move)
    assert refusal is None or move not in moves(state)
    return None if refusal is None else refusal.clause


def play(state: naadam.State, steps: str) -> naadam.State:
    """The state after some throws (`T3`) and moves; the game may end with the last of them, not before."""
    for step in steps.split():
        assert state.outcome is None, f"the game was over before {step}"
        assert to_throw(state) == step.startswith("T"), f"{step} is not what is to be done"
        state = state.apply(step)
    return state


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    """The clause that ended the game and the seats that won (all who share a draw), or None if it goes on."""
    outcome = state.outcome
    if outcome is None:
        assert state.actions(), "who is to act can do something"
        return None
    assert state.turn is None
    assert not state.actions()
    return outcome.clause, outcome.winners


EMPTY = """
     .    .    .    .    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
"""


def alone(game: naadam.Game, stack: str, throw: int, side: int = 0) -> naadam.State:
    """A state with one stack on the track, and one throw waiting."""
    sides = [f"{stack}/0" if number == side else "-/0" for number in range(2)]
    text = f"{' '.join(sides)} {side} {throw} {1 if throw < 4 else 3}"
    return game.position(f"{text} {'5.0' if game is WILD_TWO_POSTS else '-'}")
