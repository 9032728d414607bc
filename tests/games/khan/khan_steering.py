"""Random play of Khan that looks for trouble: situations that are rare in uniform play come up in a few games.

It chooses for the seats and for chance, by the reference's knowledge of the position. A style is a preference:

    plain     every kind of action as often as any other
    conquest  yurts side by side, conquests, large ones rather
    consent   Protection and Support, yurts next to those of others, and conquests that need agreement
    siege     yurts around one ruler until it cannot flee; few conquests
    final     rulers removed quickly, and special cards kept until then
"""

from __future__ import annotations

import random

from khan import CHANCE, NEUTRAL, Khan
from khan_board import COMPASS, Cell, Placement, cell_of, edges

STYLES = ("plain", "conquest", "consent", "siege", "final")
LATE = 3  # rulers removed
CAREFREE = 0.15  # how often any kind of action is taken, whatever the style


class Steering:
    """Chooses the steps of one game."""

    def __init__(self, style: str, rng: random.Random) -> None:
        self.style = style
        self.rng = rng

    def choose(self, game: Khan) -> tuple[int, str]:
        """A waiting seat and its action."""
        seat = self.rng.choice(game.waiting)
        actions = sorted(game.legal(seat))
        if seat == CHANCE:
            return seat, self._chance(game, actions)
        by_kind: dict[str, list[str]] = {}
        for action in actions:
            by_kind.setdefault(action.split()[0], []).append(action)
        kinds = sorted(by_kind)
        if self.rng.random() < CAREFREE or self.style == "plain":
            return seat, self.rng.choice(by_kind[self.rng.choice(kinds)])
        weights = [self._liking(game, kind) for kind in kinds]
        kind = self.rng.choices(kinds, weights)[0]
        some = self.rng.sample(by_kind[kind], min(40, len(by_kind[kind])))
        return seat, max(some, key=lambda action: self._worth(game, seat, action) + self.rng.random())

    def _chance(self, game: Khan, outcomes: list[str]) -> str:
        """Mostly as chance has it; a siege is left alone, and the final phase hastened."""
        if not game.rulers or not outcomes[0].startswith("card") or self.rng.random() < CAREFREE:
            return self.rng.choice(outcomes)
        some = self.rng.sample(outcomes, min(8, len(outcomes)))
        if self.style == "siege":
            besieged = self._besieged(game)
            return next((card for card in some if card.split()[1][0] != besieged), some[0])
        if self.style == "final":
            return min(some, key=lambda card: game.portrait[card.split()[1][0]] or 9)
        return some[0]

    def _liking(self, game: Khan, kind: str) -> float:
        if kind == "conquer":
            return {"siege": 0.5, "final": 3.0}.get(self.style, 6.0)
        if kind == "chase":
            if self.style == "siege":
                return 30.0 if not all(self._ways_out(game, letter) for letter in game.rulers) else 0.2
            return 1.0
        if kind == "anywhere":
            return 0.7
        if self.style == "final" and kind in ("none", "protect", "support", "explore"):
            late = len(game.removed) >= LATE
            return 4.0 if late != (kind == "none") else 0.4  # cards are kept for the end
        if kind in ("protect", "support"):
            return 6.0 if self.style == "consent" else 2.0
        if kind in ("morale", "explore"):
            return 2.0 if self.style != "consent" else 0.5
        return {"none": 1.0, "refuse": 0.8}.get(kind, 2.0)

    def _worth(self, game: Khan, seat: int, action: str) -> float:
        word, *rest = action.split()
        if word == "chase" and self.style == "siege":
            return -float(self._ways_out(game, rest[0]))
        if word == "conquer":
            placement = next(placement for placement in game.board.placements if placement.notation == action)
            return self._worth_of_conquest(game, seat, placement)
        if word in ("yurt", "invade", "anywhere"):
            return self._worth_of_yurt(game, seat, cell_of(rest[-1]))
        return 0.0

    def _worth_of_conquest(self, game: Khan, seat: int, placement: Placement) -> float:
        if self.style in ("consent", "final"):
            shared = len(game.majority(placement)) > 1
            return 5.0 * len(game.whom_to_ask(placement, seat)) + shared
        return len(placement.cells) / 2 + 2 * (len(placement.cells) > len(placement.land))

    def _worth_of_yurt(self, game: Khan, seat: int, cell: Cell) -> float:
        if self.style == "siege" and game.rulers:
            return 3.0 * (cell in lines(game.rulers[self._besieged(game)]))
        near = [game.yurts[beside] for beside in edges(cell) if beside in game.yurts]
        if self.style == "consent" or (self.style == "final" and len(game.removed) >= LATE):
            return sum(owner not in (seat, NEUTRAL) for owner in near) + 0.6 * (NEUTRAL in near)
        shore = bool(edges(cell) & game.board.river)
        return len(near) + 0.4 * near.count(seat) + 0.5 * shore

    def _besieged(self, game: Khan) -> str:
        """The ruler with the fewest ways out."""
        return min(sorted(game.rulers), key=lambda letter: self._ways_out(game, letter))

    def _ways_out(self, game: Khan, letter: str) -> int:
        return len(lines(game.rulers[letter]) & game.free_cells())


def lines(cell: Cell) -> set[Cell]:
    """All cells to which a ruler could flee if they were free."""
    return {(cell[0] + distance * dx, cell[1] + distance * dy) for dx, dy in COMPASS.values() for distance in (1, 2, 3)}
