"""Boards drawn as text for the tests of Jarmo: a picture becomes a state, and `x` marks where a soldier may go.

On a picture g is a green archer, G a green guard, b and B are blue's, `.` is an empty point and `x` an empty point that
the test expects to be a destination. A star makes a soldier golden: g* G* b* B*. A stack is written from the top down:
`G/b*` is a green guard on a blue hostage. Each row begins with its number; other lines of a picture are not read.
Soldiers that are neither drawn nor in hand have been captured. Green plays upward.

A turn is written in words: `a1-b3`, `put=c1`, `turn=b5` or `pass`, then `recover=c1` (or `kept`, `none`) where there is
a soldier to recover, then `camps=c1` (or `none`) where the remote camps give a right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pictures import Drawing, refusal_of

import naadam

GREEN, BLUE = 0, 1
FILES = "abcde"
POINTS = [column + row for row in "54321" for column in FILES]

JARMO = naadam.load("jarmo")
LEGENDARY = naadam.load("jarmo:variant=legendary")
JASYR = naadam.load("jarmo:variant=jasyr")
GOLDEN = naadam.load("jarmo:golden=true")
GOLDEN_LEGENDARY = naadam.load("jarmo:variant=legendary,golden=true")
GOLDEN_JASYR = naadam.load("jarmo:variant=jasyr,golden=true")
CAMPS = naadam.load("jarmo:remote_camps=true")
CAMPS_LEGENDARY = naadam.load("jarmo:variant=legendary,remote_camps=true")
CAMPS_JASYR = naadam.load("jarmo:variant=jasyr,remote_camps=true")
GOLDEN_CAMPS = naadam.load("jarmo:golden=true,remote_camps=true")


def read(picture: str) -> tuple[dict[str, str], set[str]]:
    """The stacks by the name of their point, and the points marked `x`."""
    found: dict[str, str] = {}
    for words in map(str.split, picture.splitlines()):
        if words and words[0] in "54321":
            assert len(words) == 6, f"row {words[0]} has five points"
            found.update(zip((column + words[0] for column in FILES), words[1:], strict=True))
    assert sorted(found) == sorted(POINTS), "a row is missing"
    soldiers = {soldier for stack in found.values() for soldier in stack.split("/")}
    assert soldiers <= {"g", "G", "b", "B", "g*", "G*", "b*", "B*", ".", "x"}, "a picture has other signs"
    stacks = {point: stack for point, stack in found.items() if stack not in ".x"}
    return stacks, {point for point, stack in found.items() if stack == "x"}


def drawn(
    picture: str,
    to_move: int = GREEN,
    game: naadam.Game = JARMO,
    hand: tuple[int, int] = (0, 0),
    quiet: int = 0,
    markers: bool = True,
) -> Drawing:
    """The state of a picture; `hand` is green's and blue's, `quiet` counts the turns of both for JA-14."""
    stacks, marked = read(picture)
    return Drawing(game.position(line(game, stacks, to_move, hand, quiet, markers)), marked)


def line(
    game: naadam.Game,
    stacks: Mapping[str, str],
    to_move: int = GREEN,
    hand: tuple[int, int] = (0, 0),
    quiet: int = 0,
    markers: bool = True,
) -> str:
    """A position's line."""
    rows = ("".join(written(stacks.get(column + row, "1")) for column in FILES) for row in "54321")
    board = "/".join(re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows)
    soldiers = [soldier for stack in stacks.values() for soldier in stack.split("/")]
    plain = 4 if game.options["golden"] else 5
    captured = [plain - hand[seat] - sum(soldier in ("gG", "bB")[seat] for soldier in soldiers) for seat in (0, 1)]
    lying = "m" if game.options["remote_camps"] and markers else "-"
    fields = (f"{hand[0]}-{hand[1]}", f"{captured[0]}-{captured[1]}", "-", "-", quiet, lying, "-")
    return " ".join(map(str, (board, "GB"[to_move], *fields)))


def written(stack: str) -> str:
    """A stack of a picture as in a line: capitals are green's, A archers and G guards; below the top all are golden."""
    top, *below = stack.split("/")
    letters = top + "".join(below).replace("*", "")
    letters = "".join({"g": "A", "G": "G", "b": "a", "B": "g"}.get(sign, sign) for sign in letters)
    return f"({letters})" if below else letters


def stacks_of(state: naadam.State) -> dict[str, str]:
    """The stacks of a state by the name of their point, as on a picture."""
    board = re.sub("[0-9]", lambda gap: "." * int(gap[0]), state.position.split()[0])
    stacks = re.findall(r"\([^)]*\)|[AGag]\*?|\.", board)
    found = {}
    for point, stack in zip(POINTS, stacks, strict=True):
        soldiers = ["gGbB"["AGag".index(word[0])] + word[1:] for word in re.findall(r"[AGag]\*?", stack)]
        if soldiers:
            found[point] = "/".join([soldiers[0], *(f"{soldier}*" for soldier in soldiers[1:])])
    return found


def hands_of(state: naadam.State) -> tuple[int, int]:
    """The soldiers in hand, green's and blue's."""
    green, blue = state.position.split()[2].split("-")
    return int(green), int(blue)


def captured_of(state: naadam.State) -> tuple[int, int]:
    """The soldiers captured that may come back, green's and blue's."""
    green, blue = state.position.split()[3].split("-")
    return int(green), int(blue)


def markers_of(state: naadam.State) -> bool:
    """Whether the remote camps still lie on the field."""
    return state.position.split()[7] == "m"


# --- legal actions of a state ---


def notation(step: str) -> str:
    """A step of a turn, given in words, as the program writes it."""
    kind, _, choice = step.partition("=")
    if kind in ("recover", "camps"):
        return {"kept": "keep", "none": "none"}.get(choice, f"+{choice}")
    return {"put": f"+{choice}", "turn": f"T{choice}"}.get(kind, step)


def in_words(state: naadam.State, text: str) -> str:
    """A step of a turn, as the program writes it, in words."""
    pending = {"r": "recover=", "c": "camps="}.get(state.position.split()[8], "")
    if pending:
        return pending + {"keep": "kept"}.get(text, text.removeprefix("+"))
    if text.startswith("+"):
        return f"put={text[1:]}"
    if text.startswith("T"):
        return f"turn={text[1:]}"
    return text if text == "pass" else f"{text[:2]}-{text[-2:]}"


def turns(state: naadam.State) -> dict[str, naadam.State]:
    """Every whole turn of the player to move, in words, with the state after it."""
    found: dict[str, naadam.State] = {}

    def go_on(words: str, here: naadam.State) -> None:
        if words and here.turn != state.turn:
            found[words] = here
            return
        for action in here.actions():
            go_on(f"{words} {in_words(here, str(action))}".strip(), here.apply(action))

    go_on("", state)
    return found


def play(state: naadam.State, *words: str) -> naadam.State:
    """The state after some turns; the game may end with the last of them, not before."""
    for turn in words:
        assert state.outcome is None, f"the game was over before {turn}"
        mover = state.turn
        for step in turn.split():
            assert state.turn == mover, f"{turn} has a step too many"
            state = state.apply(notation(step))
        assert state.turn != mover, f"{turn} is no whole turn"
    return state


def destinations(state: naadam.State, source: str) -> set[str]:
    """Where the soldier on `source` may go."""
    return {words.split()[0][3:] for words in turns(state) if words.startswith(f"{source}-")}


def clause_against(state: naadam.State, step: str) -> str | None:
    """The clause by which a step is refused, None if it is legal; every part of the program has to agree."""
    refusal = refusal_of(state, notation(step))
    return None if refusal is None else refusal.clause


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    """The clause that ended the game and the winners (both players in a draw), or None if it goes on."""
    outcome = state.outcome
    if outcome is None:
        assert state.waiting == (state.turn,)
        assert state.actions(), "a player to move has something to do"
        return None
    assert state.turn is None
    assert not state.actions()
    assert outcome.draw == (len(outcome.winners) == 2)
    return outcome.clause, outcome.winners


LINES = {
    "a1": "b3 c2",
    "b1": "a3 d2",
    "c1": "a2 d3 e2",
    "d1": "b2 c3",
    "e1": "c2 d3",
    "a2": "c1 c3",
    "b2": "b3 c2 c4 d1",
    "c2": "a1 b2 d2 e1 e3",
    "d2": "b1 b3 c2 d3",
    "e2": "c1 d4",
    "a3": "b1 b5",
    "b3": "a1 a5 b2 b4 c5 d2",
    "c3": "a2 a4 d1 e4",
    "d3": "b4 c1 d2 d4 e1 e5",
    "e3": "c2 d5",
    "a4": "c3 c5",
    "b4": "b3 c4 d3 d5",
    "c4": "a5 b2 b4 d4 e5",
    "d4": "b5 c4 d3 e2",
    "e4": "c3 c5",
    "a5": "b3 c4",
    "b5": "a3 d4",
    "c5": "a4 b3 e4",
    "d5": "b4 e3",
    "e5": "c4 d3",
}


GREEN_WINS, BLUE_WINS, DRAW = (GREEN,), (BLUE,), (GREEN, BLUE)


ENTERING = """
        5  b . . b .
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  g . g . .
           a b c d e
"""


THERE_AND_BACK = ("a1-c2", "e5-c4", "c2-a1", "c4-e5")


def points(state: naadam.State) -> tuple[int, ...]:
    """The points of both players at the end of a game (JA-10)."""
    assert state.outcome is not None
    return tuple(int(score) for score in state.outcome.scores)
