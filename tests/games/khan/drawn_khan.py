"""Parts of the board drawn as text for the tests of Khan: a picture becomes a state, and `x` marks where a yurt may go.

A picture names its columns in the first line and the row in front of each line; cells that it leaves out are empty:

        g h i j
    4   . 1 1 .
    5   . S n 2
    6   a a . ~

On a picture 1 to 4 are yurts of the players, `n` a neutral yurt, capital letters the rulers, `~` the river, `.` an
empty land cell, `x` one that the test expects to be a destination, and small letters (but n and x) the shapes that lie
there; `laid` names them with their owners, as {"a": "I2 1"}. Rulers that are not drawn stand on their start cells.

How to read an action: `invade S-ice-NE d7` plays the Seljuk card of the ice to put a yurt on d7, `conquer L5 d7 r2`
lays the tile L5, turned by two quarters, with its first cell on d7; `card S-ice-NE` is a card dealt, drawn, turned up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from khan import BOARD, COPIES, NEUTRAL, SPECIALS
from khan_board import cell_of, name_of
from khan_positions import CARDS, FINAL, GAMES, Facts, state_of
from khan_score import Laid
from pictures import Drawing, refusal_of

import naadam

STARTS = {"S": "h5", "R": "f1", "H": "b3", "A": "b8", "D": "f10", "V": "k10", "C": "m6", "K": "l2"}

FIRST, SECOND, THIRD, FOURTH = 0, 1, 2, 3
TWO = GAMES[2]


def read(picture: str) -> dict[str, str]:
    """The sign drawn on each cell."""
    lines = [line.split() for line in picture.strip("\n").splitlines() if line.strip()]
    if not lines:
        return {}
    columns = lines[0]
    found: dict[str, str] = {}
    for row, *signs in lines[1:]:
        assert len(signs) == len(columns), f"row {row} has {len(columns)} cells"
        found.update({f"{column}{row}": sign for column, sign in zip(columns, signs, strict=True)})
    for name, sign in found.items():
        river = cell_of(name) in BOARD.river
        assert sign == "~" if river and not sign.islower() else sign != "~", f"{name} is wrongly river, or not"
    return found


def drawn(
    picture: str = "",
    *,
    players: int = 2,
    seat: int = FIRST,
    step: int | str = 2,
    actions: int = 2,
    hand: str = "",
    laid: Mapping[str, str] | None = None,
    removed: str = "",
    portraits: Mapping[str, int] | None = None,
    pile: str = "",
    specials: Mapping[int, str] | None = None,
    protect: Sequence[int] = (),
    support: Mapping[int, str] | None = None,
    reserved: Mapping[int, str] | None = None,
    before: Mapping[int, str] | None = None,
    yurts: Mapping[str, int] | None = None,
    shapes: Iterable[Laid] = (),
) -> Drawing:
    """The state of a picture, by default in step 2 of the first player, before both actions.

    `hand` are cards that the player to act holds, `pile` the only cards of the pile, `removed` the rulers that are
    gone, `specials` the special cards left to some players, as {FIRST: "morale explore"}, `support` the region of each
    active Support or "all", and `before` the special card used by a player in the turn before. `yurts` and `shapes` are
    added to those of the picture.
    """
    signs = read(picture)
    gone = "SRHADVCK" if step == FINAL else removed
    rulers = {letter: name_of(cell) for letter, cell in BOARD.starts.items() if letter not in gone}
    rulers.update({sign: name for name, sign in signs.items() if sign.isupper()})
    there = {name: int(sign) - 1 for name, sign in signs.items() if sign.isdigit()}
    there.update({name: NEUTRAL for name, sign in signs.items() if sign == "n"})
    there.update(yurts or {})
    all_laid = list(shapes)
    for sign, told in (laid or {}).items():
        shape, owners = told.split()
        cells = frozenset(cell_of(name) for name, other in signs.items() if other == sign)
        all_laid.append(Laid(shape, cells, frozenset(int(owner) - 1 for owner in owners)))
    unknown = {sign for sign in signs.values() if sign.islower()} - {"n", "x", *(laid or {})}
    assert not unknown, f"what are {unknown}?"
    full = dict(zip(SPECIALS, COPIES[players], strict=True))
    used = [
        *((number, "protect") for number in protect),
        *((number, "support") for number in support or {}),
        *((number, "explore") for number in reserved or {}),
        *(before or {}).items(),
    ]
    hands, discards = deal(players, seat, hand.split(), pile.split())
    facts = Facts(
        players=players,
        seat=seat,
        step=step,
        actions=actions,
        rulers=rulers,
        portraits={letter: (portraits or {}).get(letter, 5) for letter in rulers},
        yurts=there,
        laid=all_laid,
        hands=hands,
        discards=discards,
        specials=[
            {card: specials[number].split().count(card) for card in SPECIALS}
            if specials is not None and number in specials
            else {card: copies - used.count((number, card)) for card, copies in full.items()}
            for number in range(players)
        ],
        protect=list(protect),
        support=dict(support or {}),
        reserved=dict(reserved or {}),
        before=dict(before or {}),
    )
    marked = {name for name, sign in signs.items() if sign == "x"}
    return Drawing(state_of(facts), marked)


def deal(players: int, seat: int, hand: list[str], pile: list[str]) -> tuple[list[list[str]], list[str]]:
    """Four cards for each, those of `hand` for the player to act, and the discards if the pile has just these cards."""
    spare = [card for card in CARDS if card not in hand and card not in pile]
    hands = []
    for number in range(players):
        own = hand[:] if number == seat else []
        while len(own) < 4:
            own.append(spare.pop())
        hands.append(own)
    return hands, spare if pile else []


# --- play ---


def begin(players: int = 2, first: int = FIRST, hands: Mapping[int, str] | None = None) -> naadam.State:
    """The start of a game after the deal, with yurts in the north-west; `hands` are cards that some players get."""
    state = GAMES[players].start().apply(f"first {first + 1}")
    cells = iter(["a1", "b1", "c1", "d1", "e1", "a2"])
    while state.turn != naadam.CHANCE:
        state = state.apply(f"yurt {next(cells)}")
    wanted = {number: (hands or {}).get(number, "").split() for number in range(players)}
    kept = {card for cards in wanted.values() for card in cards}
    spare = [card for card in CARDS if card not in kept]
    for place in range(players):
        own = wanted[(first + place) % players]
        for card in own + [spare.pop() for _ in range(4 - len(own))]:
            state = state.apply(f"card {card}")
    return state


def play(state: naadam.State, *actions: str) -> naadam.State:
    """The state after some actions and outcomes of chance; `2: agree` is the second player's."""
    for action in actions:
        assert state.outcome is None, f"the game was over before {action}"
        number, colon, rest = action.partition(": ")
        state = state.apply(rest, int(number) - 1) if colon else state.apply(action)
    return state


def draw_cards(state: naadam.State) -> naadam.State:
    """Let chance deal any cards until a seat is to act; the first listed is taken."""
    while state.turn == naadam.CHANCE:
        state = state.apply(state.actions(naadam.CHANCE)[0])
    return state


# --- legal actions of a state ---


def actions(state: naadam.State, seat: int | None = None) -> set[str]:
    return {str(action) for action in state.actions(seat)}


def kinds(state: naadam.State, seat: int | None = None) -> set[str]:
    """The first words of the legal actions."""
    return {action.split()[0] for action in actions(state, seat)}


def targets(state: naadam.State, begun: str) -> set[str]:
    """The last words of the legal actions that begin so: where a card may put a yurt, who may be chased."""
    return {action.split()[-1] for action in actions(state) if action.rsplit(" ", 1)[0] == begun}


def conquests(state: naadam.State) -> set[str]:
    """The legal conquests, as `I2 d7 r0`."""
    return {action.removeprefix("conquer ") for action in actions(state) if action.startswith("conquer ")}


def outcomes(state: naadam.State) -> dict[str, float]:
    return {str(action): probability for action, probability in state.chance()}


def clause_against(state: naadam.State, action: str, seat: int | None = None) -> str | None:
    """The clause by which an action is refused, None if it is legal; every part of the program has to agree."""
    refusal = state.refusal(action, seat)
    if seat is None or seat == state.turn:
        assert refusal_of(state, action) == refusal
    assert (refusal is None) == (action in actions(state, seat))
    return None if refusal is None else refusal.clause


# --- the picture of a state ---


def fields_of(state: naadam.State) -> dict[str, str]:
    """The fields of the one-line position."""
    return dict(field.split("=") for field in state.position.split() if "=" in field)


def yurts_of(state: naadam.State) -> dict[str, str]:
    """The owner of the yurt on each cell, written as on a picture."""
    fields = fields_of(state)
    return {cell: owner for owner in "1234n" if owner in fields for cell in fields[owner].split(",")}


def rulers_of(state: naadam.State) -> dict[str, str]:
    """The cells of the rulers on the board."""
    told = (ruler.split("/")[0] for ruler in fields_of(state).get("rulers", "").split(","))
    return {ruler[0]: ruler[1:] for ruler in told if ruler and ruler[1:] != "-"}


def portraits_of(state: naadam.State) -> dict[str, int]:
    """The number of neutral yurts next to each ruler's portrait."""
    return {ruler[0]: int(ruler.split("/")[1]) for ruler in fields_of(state)["rulers"].split(",")}


def laid_of(state: naadam.State) -> list[Laid]:
    """The shapes on the board in the order they were laid."""
    cells = {way.notation: way.cells for way in BOARD.placements}
    found = []
    for told in filter(None, fields_of(state).get("laid", "").split(",")):
        way, owners = told.split(":")
        seats = frozenset(int(owner) - 1 for owner in owners)
        found.append(Laid(way.split(".")[0], cells[f"conquer {way.replace('.', ' ')}"], seats))
    return found


def discards_of(state: naadam.State) -> set[str]:
    return set(filter(None, fields_of(state).get("discards", "").split(",")))


def hand_of(state: naadam.State, seat: int) -> set[str]:
    return set(filter(None, fields_of(state)["hands"].split("/")[seat].split(",")))


def specials_of(state: naadam.State, seat: int) -> dict[str, int]:
    """The special cards left to a player."""
    return dict(zip(SPECIALS, map(int, fields_of(state)["special"].split("/")[seat]), strict=True))


def active_of(state: naadam.State) -> tuple[set[int], dict[int, str], dict[int, str]]:
    """Whose Protection is active, the regions of active Supports, and the shapes reserved."""
    told = list(filter(None, fields_of(state).get("active", "").split(",")))
    by_kind = {kind: {int(card[1]) - 1: card[3:] or "all" for card in told if card[0] == kind} for kind in "psx"}
    return set(by_kind["p"]), by_kind["s"], by_kind["x"]


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    """The clause that ended the game and the seats that won, or None if it goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    assert state.turn is None
    assert not state.actions()
    return outcome.clause, outcome.winners
