"""Parts of the board drawn as text for the tests of Conquest: a picture becomes a state, and `x` marks destinations.

A picture shows some spaces by their names, the pieces there, and paths between them; nothing else is near:

    n27=x -- n29=1E(S) -- n30=x
               |
             n28=2K

Here an elephant of the first player with a soldier stands on n29 and a knight of the second on n28; n27 and n30 are
spaces to which the test expects a piece to go. A name alone is an empty space. Pieces are written as in positions:
S soldier, E elephant, C chariot, K knight, H ship, G galleon, then what they have spent of their allowance in this
turn, then their load in brackets. Each `--`, `|`, `/` and `\\` is a path of the board, and the reader checks it.

Players who are not vulnerable need more pieces than a picture has: each gets three soldiers far away from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from conquest import BOARD
from conquest_pieces import FIGURES, Piece, read_piece
from conquest_positions import around, spec_of
from pictures import Drawing, refusal_of

import naadam

FIRST, SECOND, THIRD, FOURTH = 0, 1, 2, 3
TOKEN = re.compile(r"([a-z]+\d+)(?:=(\S+))?")
ISLANDS = {2: "ns", 3: "nes", 4: "nesw"}
FAR = 4  # steps between a picture and the pieces that it does not show


def read(picture: str) -> dict[str, str]:
    """The piece or sign drawn on each space; asserts that the drawn paths are paths of the board."""
    lines = picture.splitlines()
    spans = [[(match.start(), match.end(), match[1]) for match in TOKEN.finditer(line)] for line in lines]
    for line, tokens in zip(lines, spans, strict=True):
        for (_, end, left), (start, _, right) in pairwise(tokens):
            if "--" in line[end:start]:
                _assert_path(left, right)
    for number, line in enumerate(lines):
        for match in re.finditer(r"[|/\\]", line):
            lean = {"|": 0, "/": 1, "\\": -1}[match[0]]
            above = _token_at(spans, number, -1, match.start() + lean)
            below = _token_at(spans, number, 1, match.start() - lean)
            _assert_path(above, below)
    found = {}
    for line in lines:
        for name, sign in TOKEN.findall(line):
            assert name in BOARD.spaces, f"there is no space {name}"
            assert name not in found, f"{name} is drawn twice"
            found[name] = sign
    return found


def _assert_path(one: str, other: str) -> None:
    assert any(path.end == other for path in BOARD.paths[one]), f"no path joins {one} and {other}"


def _token_at(spans: Sequence[list[tuple[int, int, str]]], line: int, direction: int, column: int) -> str:
    """The space drawn in this column of the next line with spaces, up or down."""
    line += direction
    while not spans[line]:
        line += direction
    (name,) = (name for start, end, name in spans[line] if start <= column < end)
    return name


def drawn(
    picture: str = "",
    *,
    players: int = 2,
    alliances: bool = False,
    mover: int = FIRST,
    turn: int | None = None,
    spent: int = 0,
    first: int | None = None,
    quiet: str = "",
    eliminated: Sequence[int] | None = None,
    taken: Sequence[int] | None = None,
    risked: bool = False,
    window: str = "-",
    reserves: Iterable[int] | None = None,
) -> Drawing:
    """The state of a picture, by default at the beginning of a late turn of the first player.

    `reserves` are the players who get soldiers far away, all unless told. `quiet` and `window` are written as in a
    position. Unless told, every piece that is missing was eliminated by the next player who is no ally.
    """
    signs = read(picture)
    pieces: dict[str, tuple[int, Piece]] = {
        name: (int(sign[0]) - 1, read_piece(sign[1:])) for name, sign in signs.items() if sign[:1].isdigit()
    }
    near = {space for name in signs for space in around(name, FAR)}
    for seat in range(players) if reserves is None else reserves:
        island = ISLANDS[players][seat]
        ends = [f"{island}{number:02}" for number in range(48, 5, -1)]
        free = [space for space in ends if space not in near]
        pieces |= {space: (seat, Piece("S")) for space in free[:3]}
    turn = 30 * players + 1 + mover if turn is None else turn
    first = (mover + 1 - turn) % players if first is None else first
    missing = missing_of(pieces, players)
    if eliminated is None:
        eliminated = [missing[seat - 1] for seat in range(players)]
    lost = next((seat for seat in range(players) if missing[seat] and seat != mover), mover)
    fields = [
        position_of(pieces, players),
        str(mover + 1),
        str(turn),
        str(spent),
        str(first + 1),
        quiet or f"{lost + 1}:0",
        ",".join(map(str, eliminated)),
        ",".join(map(str, taken or [0] * players)),
        str(int(risked)),
        window,
        "-",
    ]
    marked = {name for name, sign in signs.items() if sign == "x"}
    return Drawing(naadam.load(spec_of(players, alliances)).position(" ".join(fields)), marked)


def missing_of(pieces: dict[str, tuple[int, Piece]], players: int) -> list[int]:
    """How many figures of each player are no longer there; a seized vessel is still there."""
    kinds = [
        "".join("".join(piece.all_kinds()) for owner, piece in pieces.values() if owner == seat)
        for seat in range(players)
    ]
    missing = [sum(max(0, FIGURES[kind] - own.count(kind)) for kind in FIGURES) for own in kinds]
    for own in kinds:
        for kind in "HG":
            for _ in range(FIGURES[kind], own.count(kind)):
                missing[next(seat for seat in range(players) if missing[seat])] -= 1
    return missing


def position_of(pieces: dict[str, tuple[int, Piece]], players: int) -> str:
    """The first field of a position."""
    spaces = sorted(pieces, key=BOARD.order.__getitem__)
    return "/".join(
        ",".join(f"{space}:{pieces[space][1]}" for space in spaces if pieces[space][0] == seat) or "-"
        for seat in range(players)
    )


# --- play ---


def play(state: naadam.State, *actions: str) -> naadam.State:
    """The state after some actions."""
    for action in actions:
        assert state.outcome is None, f"the game was over before {action}"
        state = state.apply(action)
    return state


def actions(state: naadam.State) -> set[str]:
    """The legal actions of the seat to act, in notation."""
    return {str(action) for action in state.actions()}


def goes_to(state: naadam.State, mover: str) -> set[str]:
    """The ends of the steps and jumps of a piece, or of a part of it: `n14`, `a.np1`, `s.n14`, `t.n14`."""
    found = set()
    for action in actions(state):
        start, dash, end = action.partition("-")
        if dash and start.partition("^")[0] == mover:
            found.add(end)
    return found


def jumps(state: naadam.State) -> set[str]:
    return {action for action in actions(state) if "^" in action}


def clause_against(state: naadam.State, action: str) -> str | None:
    """The clause by which an action is refused, None if it is legal; every part of the program has to agree."""
    refusal = refusal_of(state, action)
    assert (refusal is None) == (action in actions(state))
    return None if refusal is None else refusal.clause


def no_action(state: naadam.State, text: str) -> bool:
    """Whether a text is no action at all, as a step between spaces that no path joins."""
    try:
        state.refusal(text)
    except naadam.NotationError:
        return True
    return False


# --- the picture of a state ---


def fields_of(state: naadam.State) -> list[str]:
    return state.position.split(" ")


def piece_on(state: naadam.State, space: str) -> str:
    """The owner and piece on a space, written as on a picture; "" for an empty space."""
    for player, own in enumerate(fields_of(state)[0].split("/"), start=1):
        for one in own.split(","):
            if one.startswith(f"{space}:"):
                return f"{player}{one.partition(':')[2]}"
    return ""


def pieces_of(state: naadam.State, seat: int) -> dict[str, str]:
    own = fields_of(state)[0].split("/")[seat]
    return dict(one.split(":") for one in own.split(",")) if own != "-" else {}


def player_of(state: naadam.State) -> int:
    """The player whose turn it is."""
    return int(fields_of(state)[1])


def spent_of(state: naadam.State) -> int:
    return int(fields_of(state)[3])


def quiet_of(state: naadam.State) -> str:
    return fields_of(state)[5]


def eliminated_by(state: naadam.State, seat: int) -> int:
    return int(fields_of(state)[6].split(",")[seat])


def window_of(state: naadam.State) -> str:
    return fields_of(state)[9]


def points_left(state: naadam.State) -> int:
    """The movement points left to the player to move: spends more and more, until `end` is the only action.

    Any of the player's pieces must be able to step somewhere and back.
    """
    fields = fields_of(state)
    for more in range(21):
        fields[3] = str(spent_of(state) + more)
        if actions(state.game.position(" ".join(fields))) == {"end"}:
            return more
    raise AssertionError("more than 20 points")


def lines_of(state: naadam.State, seat: int) -> list[int]:
    """The score of a seat line by line, without lines that are worth nothing, then the total."""
    score = state.public().describe().sheet[seat]
    return [*(line.worth for line in score.lines if line.worth), score.total]


def result_of(state: naadam.State) -> tuple[tuple[int, ...], str]:
    """The winners, and the clause by which they won."""
    assert state.outcome is not None
    assert state.waiting == ()
    winners = state.outcome.winners
    assert state.outcome.scores == tuple(float(seat in winners) for seat in range(state.game.seats))
    return winners, state.outcome.clause
