"""Khan for two to four players: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: cells lie in sets and dictionaries,
conquests are found by trying every way to lay every shape, territories and banks by flood fill.

A game is one generator, `_story`, which yields wherever a seat or chance has to decide and resumes with the decision.
The actions of a seat, and the outcomes of chance with their weights, are written in the game's notation:

    yurt d7, invade S-ice-NE d7, chase S, conquer L5 d7 r2, anywhere d7, discard S-ice-NE, done,
    morale, protect, support, support ice, explore L5, none, agree, refuse; ruler S d7, first 2, card S-ice-NE
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import NamedTuple

from khan_board import COMPASS, REGIONS, Board, Card, Cell, Placement, cell_of, name_of
from khan_score import Laid, Sheet, score, winners

CHANCE = 8
NEUTRAL = -1  # the owner of a black yurt
SPECIALS = ("morale", "protect", "support", "explore")
COPIES = {2: (2, 2, 2, 2), 3: (2, 1, 1, 1), 4: (1, 1, 1, 1)}  # KH-11, of each special card
ROUNDS = {2: 3, 3: 2, 4: 1}  # KH-14
HAND = 4
PORTRAIT = 5  # KH-10
REMOVED_FOR_FINAL = 5  # KH-60
WIDE = 3  # KH-12: king's steps between rulers put at random

BOARD = Board()

Question = dict[int, set[str]]  # the possible answers of each waiting seat, or of chance
Told = Generator[Question, tuple[int, str], None]


class Result(NamedTuple):
    """The end of a game."""

    sheets: list[Sheet]
    winners: tuple[int, ...]
    clause: str


class Khan:
    """A game in progress. `take` carries it on."""

    def __init__(self, players: int = 2, rulers: str = "printed", board: Board = BOARD) -> None:
        self.board = board
        self.players = players
        self.seats = range(players)
        self.put = rulers  # how the rulers come to their cells: printed, spread or hand
        self.rulers: dict[str, Cell] = {}  # those on the board
        self.portrait = dict.fromkeys(board.starts, PORTRAIT)  # neutral yurts next to the portrait
        self.removed: set[str] = set()
        self.yurts: dict[Cell, int] = {}
        self.laid: list[Laid] = []
        self.left = {name: shape.copies for name, shape in board.shapes.items()}
        self.hands: list[set[Card]] = [set() for _ in self.seats]
        self.pile: set[Card] = set(board.cards)
        self.discards: set[Card] = set()
        self.specials = [dict(zip(SPECIALS, COPIES[players], strict=True)) for _ in self.seats]
        self.protecting: set[int] = set()  # whose Protection is active
        self.supporting: dict[int, set[str]] = {}  # whose Support is active, and in which regions
        self.reserved: dict[int, str] = {}  # by Exploration
        self.used_before: list[str | None] = [None for _ in self.seats]  # the special card of the turn before
        self.turn = 0
        self.final = False
        self.result: Result | None = None
        self.happened: set[str] = set()  # clauses of which a test wants to know that they were met
        self._story_so_far = self._story()
        self.question: Question = next(self._story_so_far)

    # --- questions and answers ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, or CHANCE; empty when the game is over."""
        return tuple(sorted(self.question))

    def legal(self, seat: int) -> set[str]:
        return self.question.get(seat, set())

    def take(self, text: str, seat: int) -> None:
        """Carry the game on by a legal action of a waiting seat, or an outcome of chance."""
        if text not in self.legal(seat):
            raise ValueError(f"{text} is illegal for {seat}")
        try:
            self.question = self._story_so_far.send((seat, text))
        except StopIteration:
            self.question = {}

    # --- the story: set-up ---

    def _story(self) -> Told:
        yield from self._put_rulers()
        _, drawn = yield {CHANCE: {f"first {seat + 1}" for seat in self.seats}}  # KH-13
        first = int(drawn.split()[1]) - 1
        order = [(first + place) % self.players for place in self.seats]
        if self.put == "hand":
            yield from self._put_rulers_by_hand(order)
        for seat in order * ROUNDS[self.players]:
            self.turn = seat
            _, text = yield {seat: {f"yurt {name_of(cell)}" for cell in self.free_cells()}}  # KH-14
            self.yurts[cell_of(text.split()[1])] = seat
        for seat in order:
            self.turn = seat
            yield from self._draw_up(seat)  # KH-15
        self.turn = first
        yield from self._turns()

    def resume(self, seat: int, step: int | None, actions: int = 2) -> None:
        """Run the game from a step of a turn on: 1, 2 with so many actions left, 4, or None in the final phase.

        The caller has already set up the board and the hands.
        """
        self.turn = seat
        self.final = step is None
        self.removed = set(self.board.starts) - self.rulers.keys()
        self._story_so_far = self._turns(step or 1, actions)
        self.question = next(self._story_so_far, {})

    def _turns(self, step: int = 1, actions: int = 2) -> Told:
        while not self.final:
            yield from self._turn(step, actions)
            step, actions = 1, 2
        while self.result is None:
            yield from self._final_turn(actions)
            actions = 2

    def _put_rulers(self) -> Told:
        """KH-12."""
        if self.put == "printed":
            self.rulers = dict(self.board.starts)
        while self.put == "spread" and len(self.rulers) < len(self.board.starts):
            letter = list(self.board.starts)[len(self.rulers)]
            cells = {
                cell
                for cell in self.board.land
                if all(max(abs(cell[0] - x), abs(cell[1] - y)) >= WIDE for x, y in self.rulers.values())
            }
            if not cells:
                self.happened.add("KH-12 again")
                self.rulers = {}
                continue
            _, text = yield {CHANCE: {f"ruler {letter} {name_of(cell)}" for cell in cells}}
            self.rulers[letter] = cell_of(text.split()[2])

    def _put_rulers_by_hand(self, order: list[int]) -> Told:
        """KH-12: in turn, on any free land cell."""
        for place, letter in enumerate(self.board.starts):
            self.turn = order[place % self.players]
            _, text = yield {self.turn: {f"ruler {letter} {name_of(cell)}" for cell in self.free_cells()}}
            self.rulers[letter] = cell_of(text.split()[2])

    # --- the story: a turn ---

    def _turn(self, step: int, actions: int) -> Told:
        """KH-20, from a step on."""
        seat = self.turn
        if step == 1:
            self.reserved.pop(seat, None)  # KH-56
            yield from self._step_1()
            if self.final:
                self.happened.add("KH-61")
                return  # KH-61: the same player begins the final phase
        if step <= 2:
            while actions:
                actions -= yield from self._action(seat, "ABCD" if actions == 2 else "ABC")
        self._take_back(seat)  # step 3, KH-45
        yield from self._step_4(seat)
        yield from self._draw_up(seat)  # step 5, KH-57
        self.turn = (seat + 1) % self.players

    def _step_1(self) -> Told:
        while True:
            card = yield from self._turn_up()
            if card.ruler in self.rulers:
                break
            self.happened.add("KH-28")
        if self.portrait[card.ruler] == 1:
            self.happened.add("KH-26")
            self._remove(card.ruler)
        elif self._flee(card.ruler, card.direction):
            self.portrait[card.ruler] -= 1  # KH-25
        else:
            self.happened.add("KH-27")
            self._remove(card.ruler)

    def _action(self, seat: int, kinds: str) -> Generator[Question, tuple[int, str], int]:
        """KH-30: one action of these kinds; how many it counts for."""
        refused: set[int] = set()
        while True:
            allowed = self.actions(seat, kinds, refused)
            if not allowed:
                self.happened.add("KH-30 skipped")
                return 1
            _, text = yield {seat: allowed}
            word, *rest = text.split()
            if word == "invade":
                card = Card(*rest[0].split("-"))
                self.hands[seat].remove(card)
                self.discards.add(card)
                self.yurts[cell_of(rest[1])] = seat
                self.happened.add(f"KH-31 {card.landscape}")
            elif word == "chase":
                self.happened.add("KH-33")
                card = yield from self._turn_up()
                if self.portrait[rest[0]] == 1:
                    self.happened.add("KH-34 last")
                    self._remove(rest[0])
                elif not self._flee(rest[0], card.direction):
                    self.happened.add("KH-34 stuck")
                    self._remove(rest[0])
                if self.final:
                    self.happened.add("KH-62")
            elif word == "anywhere":
                self.yurts[cell_of(rest[0])] = seat
                yield from self._discard(seat)
                return 2
            else:
                laid = yield from self._conquer(seat, text, refused)
                if not laid:
                    continue
            return 1

    def _discard(self, seat: int) -> Told:
        """KH-41: any number of cards."""
        while self.hands[seat]:
            _, text = yield {seat: {"done", *(f"discard {card}" for card in self.hands[seat])}}
            if text == "done":
                return
            self.happened.add("KH-41 discard")
            card = Card(*text.split()[1].split("-"))
            self.hands[seat].remove(card)
            self.discards.add(card)

    def _conquer(self, seat: int, text: str, refused: set[int]) -> Generator[Question, tuple[int, str], bool]:
        """KH-39, KH-40, KH-42: lay a shape, if all players who must agree do so; adds the others to `refused`."""
        (placement,) = (placement for placement in self.board.placements if placement.notation == text)
        silent = set(self.whom_to_ask(placement, seat))
        if silent:
            self.happened.add(f"KH-42 asked {len(silent)}")
        answers = set()
        while silent:
            answering, answer = yield {asked: {"agree", "refuse"} for asked in silent}
            silent.remove(answering)
            answers.add(answer)
            if answer == "refuse":
                refused.add(answering)
        if "refuse" in answers:
            self.happened.add("KH-42 refused")
            return False
        if answers:
            self.happened.add("KH-42 agreed")
        owners = self.majority(placement)
        for cell in placement.land:
            del self.yurts[cell]
        self.laid.append(Laid(placement.shape, placement.cells, frozenset(owners)))
        self.left[placement.shape] -= 1
        kind = "bridge" if self.board.shapes[placement.shape].bridge else "tile"
        self.happened |= {f"KH-35 {kind}", f"KH-39 {len(owners)}", f"size {len(placement.cells)}"}
        if len(placement.cells - placement.land) > 1:
            self.happened.add("KH-37 bend")
        return True

    def _step_4(self, seat: int) -> Told:
        """KH-46."""
        self.used_before[seat], before = None, self.used_before[seat]
        usable = self.usable(seat, before)
        if not usable:
            return
        _, text = yield {seat: {"none", *usable}}
        self.happened.add(text.split()[0])
        if text == "none":
            return
        word, *rest = text.split()
        self.used_before[seat] = word
        self.specials[seat][word] -= 1
        if word == "morale":
            yield from self._action(seat, "ABC")  # KH-47
        elif word == "protect":
            self.protecting.add(seat)
        elif word == "support":
            self.supporting[seat] = {rest[0]} if rest else set(REGIONS)
        else:
            if rest[0] in self.reserved.values():
                self.happened.add("KH-55")
            self.reserved[seat] = rest[0]

    def _take_back(self, seat: int) -> None:
        """KH-45, KH-64."""
        self.protecting.discard(seat)
        self.supporting.pop(seat, None)

    # --- the story: the final phase ---

    def _final_turn(self, conquests: int) -> Told:
        """KH-63."""
        seat = self.turn
        self._take_back(seat)  # KH-64
        self.reserved.pop(seat, None)
        for _ in range(conquests):
            done = yield from self._final_conquest(seat)
            if not done:
                break
        self.turn = (seat + 1) % self.players

    def _final_conquest(self, seat: int) -> Generator[Question, tuple[int, str], bool]:
        """One conquest, if one is possible and agreed to; the game ends if no player can make a conquest."""
        refused: set[int] = set()
        while True:
            if not any(self.could_conquer(anyone) for anyone in self.seats):
                sheets = self.sheets()
                self.result = Result(sheets, winners(sheets), "KH-65")
                return False
            allowed = self.actions(seat, "C", refused)
            if not allowed:
                self.happened.add("KH-63 passed")
                return False
            for clause, met in (("48", self.protecting), ("51", self.supporting), ("54", self.reserved)):
                if met:
                    self.happened.add(f"KH-64 {clause}")
            self.happened.add("KH-63")
            _, text = yield {seat: allowed}
            laid = yield from self._conquer(seat, text, refused)
            if laid:
                return True
            self.happened.add("KH-63 refused")

    # --- cards ---

    def _draw(self) -> Generator[Question, tuple[int, str], Card]:
        """A card from the pile, which the discards become when it is empty (KH-15)."""
        if not self.pile:
            self.happened.add("KH-15 shuffled")
            self.pile, self.discards = self.discards, set()
        _, text = yield {CHANCE: {f"card {card}" for card in self.pile}}
        card = Card(*text.split()[1].split("-"))
        self.pile.remove(card)
        return card

    def _draw_up(self, seat: int) -> Told:
        while len(self.hands[seat]) < HAND:
            card = yield from self._draw()
            self.hands[seat].add(card)

    def _turn_up(self) -> Generator[Question, tuple[int, str], Card]:
        """KH-21."""
        card = yield from self._draw()
        self.discards.add(card)
        return card

    # --- rulers ---

    def refuge(self, letter: str, direction: str) -> Cell | None:
        """KH-22 to KH-24: where a ruler flees to, if anywhere."""
        x, y = self.rulers[letter]
        free = self.free_cells()
        names = list(COMPASS)
        first = names.index(direction)
        for name in names[first:] + names[:first]:
            dx, dy = COMPASS[name]
            for distance in (1, 2, 3):
                cell = x + distance * dx, y + distance * dy
                if cell in free:
                    return cell
        return None

    def _flee(self, letter: str, direction: str) -> bool:
        """Whether a ruler could flee; then it has, and left a neutral yurt."""
        refuge = self.refuge(letter, direction)
        if refuge is None:
            return False
        self.yurts[self.rulers[letter]] = NEUTRAL
        self.rulers[letter] = refuge
        return True

    def _remove(self, letter: str) -> None:
        """KH-26, KH-27, KH-60: a ruler goes and a neutral yurt stands in its place."""
        self.yurts[self.rulers.pop(letter)] = NEUTRAL
        self.portrait[letter] = 0
        self.removed.add(letter)
        if len(self.removed) >= REMOVED_FOR_FINAL and not self.final:
            self.final = True
            for other in list(self.rulers):
                self.yurts[self.rulers.pop(other)] = NEUTRAL

    # --- legal actions ---

    def free_cells(self) -> set[Cell]:
        """KH-23."""
        covered = {cell for piece in self.laid for cell in piece.cells}
        return self.board.land - self.yurts.keys() - set(self.rulers.values()) - covered

    def actions(self, seat: int, kinds: str, refused: Collection[int]) -> set[str]:
        """The actions of these kinds (KH-30) that a seat may take, if some have refused it their agreement."""
        allowed: set[str] = set()
        free = self.free_cells()
        if "A" in kinds:
            for card in self.hands[seat]:
                allowed |= {f"invade {card} {name_of(cell)}" for cell in free if self.board.fits(card.landscape, cell)}
        if "B" in kinds and not self.final:
            allowed |= {f"chase {letter}" for letter in self.rulers}
        if "C" in kinds:
            allowed |= self.conquests(seat, refused)
        if "D" in kinds:
            allowed |= {f"anywhere {name_of(cell)}" for cell in free}
        return allowed

    def copies(self, shape: str, seat: int) -> int:
        """How many copies of a form a seat may use or reserve (KH-35, KH-54, KH-55)."""
        others = [taken for other, taken in self.reserved.items() if other != seat and taken == shape]
        if self.players == 4:
            return self.left[shape] - len(others)
        return 0 if others else self.left[shape]

    def fitting(self) -> list[Placement]:
        """Every way to lay a shape that is left: on yurts, and over river that is not yet bridged (KH-36, KH-37)."""
        covered = {cell for piece in self.laid for cell in piece.cells}
        return [
            placement
            for placement in self.board.placements
            if placement.land <= self.yurts.keys() and not placement.cells & covered and self.left[placement.shape]
        ]

    def majority(self, placement: Placement) -> set[int]:
        """KH-38: the players with most of the coloured yurts under a placement; empty if all yurts are neutral."""
        owners = [self.yurts[cell] for cell in placement.land]
        counts = {seat: owners.count(seat) for seat in self.seats if seat in owners}
        return {seat for seat, count in counts.items() if count == max(counts.values())}

    def whom_to_ask(self, placement: Placement, seat: int) -> set[int]:
        """KH-48, KH-51, KH-53: the others whose yurts, or neutral yurts, are protected and would be covered."""
        owners = {self.yurts[cell] for cell in placement.land}
        neutral = {self.board.landscape[cell] for cell in placement.land if self.yurts[cell] == NEUTRAL}
        by_protection = {other for other in self.protecting if other in owners}
        by_support = {other for other, regions in self.supporting.items() if regions & neutral}
        return (by_protection | by_support) - {seat}

    def conquests(self, seat: int, refused: Collection[int] = ()) -> set[str]:
        """C: all conquests that a seat may make or propose."""
        found = set()
        for placement in self.fitting():
            majority = self.majority(placement)
            asked = self.whom_to_ask(placement, seat)
            if seat not in majority:
                continue  # KH-38
            if self.copies(placement.shape, seat) <= 0:
                self.happened.add("KH-54 barred")
            elif not asked <= majority:  # KH-42, KH-49
                self.happened |= {"KH-48 barred" for other in asked & self.protecting - majority}
                self.happened |= {"KH-51 barred" for other in asked & self.supporting.keys() - majority}
            elif asked & set(refused):
                self.happened.add("KH-42 barred")
            else:
                found.add(placement.notation)
        return found

    def could_conquer(self, seat: int) -> bool:
        """KH-65: special cards do not count."""
        return any(seat in self.majority(placement) for placement in self.fitting())

    def usable(self, seat: int, before: str | None) -> set[str]:
        """The special cards that a seat may use in step 4, if it used the one named in its turn before."""
        own = self.specials[seat]
        found = set()
        if own["morale"] and self.actions(seat, "ABC", ()):
            found.add("morale")  # KH-47
        if own["protect"] and not self.protecting - {seat} and not (self.players == 2 and before == "protect"):
            found.add("protect")  # KH-50
        if own["support"] and self.players == 4:
            taken = {region for other, regions in self.supporting.items() if other != seat for region in regions}
            found |= {f"support {region}" for region in REGIONS if region not in taken}  # KH-53
        elif own["support"] and not self.supporting.keys() - {seat} and not (self.players == 2 and before == "support"):
            found.add("support")  # KH-52
        if own["explore"]:
            found |= {f"explore {shape}" for shape in self.left if self.copies(shape, seat) > 0}
        return found

    def sheets(self) -> list[Sheet]:
        """The score as it stands."""
        return score(self.board.shapes, self.laid, self.players)
