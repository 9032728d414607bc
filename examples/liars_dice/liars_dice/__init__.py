"""Liar's Dice for three players with two dice each."""

from typing import ClassVar

import numpy as np

from liars_dice import rules
from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import PositionError
from naadam.core.options import Option, Options
from naadam.core.parts import checks
from naadam.core.parts.face import winners_of
from naadam.core.parts.rulebook import Rulebook
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.drawing.description import Description, Saying, piece_of, thing_of
from naadam.drawing.stage import Shelf, Stage, Tally
from naadam.kit.table import Tile, spot, table_stage
from naadam.kit.words import WordFace, WordNotation

BIDS = [f"bid {count}x{value}" for count in range(1, rules.MOST + 1) for value in range(1, rules.VALUES + 1)]
NAMES = (*(f"roll {value}" for value in range(1, rules.VALUES + 1)), *BIDS, "liar")


class LiarsDice(Rulebook):
    name = "liars-dice"
    version = 1
    prefix = "LD"
    clauses = (1, 2, 3, 4, 5, 6)
    declared: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar = rules
    texts = Texts("liars_dice")
    planes = ("own dice, dice left by seat, bid",)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.tables = rules.Tables(rules.SEATS)
        self.sizes = Sizes(
            seats=rules.SEATS,
            actions=rules.ACTIONS,
            choices=rules.BIDS + 1,
            length=(rules.MOST - 1) * (rules.MOST + rules.BIDS + 1),
            words=1,
            outcomes=rules.VALUES,
            scores=(-1.0, 2.0),
            total=0.0,
            tensor=(1, rules.DICE + rules.SEATS + 1),
        )
        self.notation = WordNotation(NAMES, rules.STATE)
        self.checks = Checks()
        self.face = Face(self.notation, self.texts)


class Face(WordFace):
    """A row of dice for every seat; bids lie on a shelf, where they are touched, the challenge is a button."""

    def __init__(self, notation: WordNotation, texts: Texts) -> None:
        super().__init__(notation)
        self.texts = texts

    def set_stage(self, language: str) -> Stage:
        items = (words := self.texts.sections(language))["items"]
        tiles = {f"die-{value}": Tile(items["die"].format(value=value), str(value), "die") for value in range(1, 7)}
        tiles |= {"hidden": Tile(items["hidden"], "", "die")}
        tiles |= {bid: Tile(items["bid"].format(bid=bid[4:]), bid[4:].replace("x", "×"), "bid") for bid in BIDS}
        rows = [words["seats"][str(seat)] for seat in range(rules.SEATS)]
        shelves = [Shelf("bids", words["shelves"]["bids"], "row")]
        tallies = [Tally("dice", words["tallies"]["dice"], of=rules.DICE, decides=True)]
        return table_stage(tiles, rows, rules.DICE, shelves, words["sayings"], tallies)

    def describe(self, view: StateRecord) -> Description:
        acting, bid, most = int(view.waiting) & ~(1 << CHANCE), int(view.bid), int(view.left.sum()) * rules.VALUES
        return Description(
            pieces=tuple(
                piece_of("hidden" if value == rules.HIDDEN else f"die-{value}", spot(seat, place))
                for (seat, place), value in np.ndenumerate(view.dice)
                if value
            ),
            turn=(acting & -acting).bit_length() - 1 if acting else None,
            winners=winners_of(rules, rules.Tables(rules.SEATS), view, rules.SEATS),
            counts={"dice": tuple(view.left.tolist())},
            shelves={"bids": (tuple(thing_of(name) for name in BIDS[bid:most]) if acting else (),)},
            notes=(Saying("bid", {"bid": BIDS[bid - 1][4:]}),) if bid else (),
            secret=bool((view.dice > 0).any()),
        )

    def sketch(self, view: StateRecord) -> str:
        hands = [" ".join("?" if die < 0 else str(die) for die in row if die) for row in view.dice.tolist()]
        return "\n".join([*hands, BIDS[view.bid - 1] if view.bid else "no bid"])

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        return {"what": self.notation.names[action].partition(" ")[2]}


class Checks(checks.Checks):
    """Which states can be: dice where dice are left, and a bid that they can carry."""

    def check(self, state: StateRecord) -> None:
        if not self.is_possible(state):
            raise PositionError("no game can have this state")

    def is_possible(self, state: StateRecord) -> bool:
        left, dice, rolled = state.left.tolist(), state.dice.tolist(), int(state.rolled)
        players = sum(each > 0 for each in left)
        if state.quiet or not all(0 <= each <= rules.DICE for each in left) or not 0 <= state.turn < rules.SEATS:
            return False
        order = [dice[seat][place] for seat in range(rules.SEATS) for place in range(left[seat])]
        gone = [die for seat in range(rules.SEATS) for die in dice[seat][left[seat] :]]
        wrong = any((die != 0) != (number < rolled) or not 0 <= die <= rules.VALUES for number, die in enumerate(order))
        if wrong or any(gone) or left[int(state.turn)] == 0 or not 0 <= rolled <= sum(left):
            return False
        if players == 1:
            return bool(state.waiting == 0 and state.ended == rules.LAST_CUP and state.bid == 0 and rolled == 0)
        rolling = rolled < sum(left)
        waiting = 1 << (CHANCE if rolling else int(state.turn))
        most = 0 if rolling else sum(left) * rules.VALUES
        return bool(state.waiting == waiting and state.ended == 0 and 0 <= state.bid <= most)


RULEBOOK = LiarsDice
