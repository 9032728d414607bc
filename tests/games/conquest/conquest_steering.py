"""Random play of Conquest that looks for trouble: situations that are rare in uniform play come up in a few games.

It chooses for the seats and for chance, by the reference's knowledge of the position. A style is a preference:

    plain    any action
    hunt     the way to the nearest enemy, and every elimination
    grail    the way to the Grail
    capital  the way to the capitals of enemies
    sea      vessels, loading and landing, and the way to the vessels of enemies
"""

from __future__ import annotations

import functools
import random
from collections import deque
from collections.abc import Iterable

from conquest import CHANCE, Conquest
from conquest_board import Board

STYLES = ("plain", "hunt", "grail", "capital", "sea")
CAREFREE = 0.25  # how often any action is taken, whatever the style
FAR = 99


class Steering:
    """Chooses the steps of one game."""

    def __init__(self, style: str, rng: random.Random, patience: float = 0.97) -> None:
        self.style = style
        self.rng = rng
        self.patience = patience  # how probably a turn goes on

    def choose(self, game: Conquest) -> tuple[int, str]:
        """The waiting seat and its action."""
        (seat,) = game.waiting
        actions = sorted(game.legal(seat))
        if seat == CHANCE:
            return seat, self.rng.choice(actions)
        if game.window is not None:
            return seat, self._answer(actions)
        actions.remove("end")
        if not actions or self.rng.random() > self.patience:
            return seat, "end"
        if self.style == "plain" or self.rng.random() < CAREFREE:
            return seat, self._any(actions)
        near = distances(game.board, tuple(sorted(self._goals(game, seat))))
        some = self.rng.sample(actions, min(25, len(actions)))
        return seat, max(some, key=lambda action: self._worth(game, seat, action, near) + self.rng.random())

    def _answer(self, actions: list[str]) -> str:
        """Every form of exchange as often as any other."""
        if self.rng.random() < CAREFREE:
            return "let"
        return self._any(actions)

    def _any(self, actions: list[str]) -> str:
        """Every form of action as often as any other."""
        forms: dict[tuple[object, ...], list[str]] = {}
        for action in actions:
            prefix = action.rsplit(".", 1)[0] if "." in action else ""
            forms.setdefault((prefix, action.count("/"), action.count(","), "^" in action), []).append(action)
        return self.rng.choice(forms[self.rng.choice(sorted(forms))])

    def _goals(self, game: Conquest, seat: int) -> Iterable[str]:
        enemies = {
            space: piece for space, (owner, piece) in game.field.standing.items() if not game.field.friends(seat, owner)
        }
        if self.style == "grail":
            return [space for space in game.board.grail if space not in game.field.standing or space in enemies]
        if self.style == "capital":
            own = game.islands[seat]
            spaces = [space for player in game.islands if player != own for space in game.board.capitals[player]]
            return [space for space in spaces if space not in game.field.standing or space in enemies]
        if self.style == "sea":
            return [space for space, piece in enemies.items() if piece.vessel] or enemies
        return enemies

    def _worth(self, game: Conquest, seat: int, action: str, near: dict[str, int]) -> float:
        start, end = action.split(".")[-1].replace("^", "-").split("-")[0], action.split("-")[-1]
        there = game.field.standing.get(end)
        worth = near.get(start, FAR) - near.get(end, FAR) - 0.05 * near.get(end, FAR)
        if near.get(start) == 0 and self.style in ("grail", "capital"):
            worth -= 5.0
        if there is not None and not game.field.friends(seat, there[0]):
            worth += 3.0
        elif there is not None:
            worth += 0.8  # mounting and boarding
        if self.style == "sea" and action[:2] in ("a.", "s.", "t."):
            worth += 0.5
        return worth


@functools.lru_cache(maxsize=1000)  # goals stay while only pieces on their way there move
def distances(board: Board, goals: tuple[str, ...]) -> dict[str, int]:
    """How far each space is from a goal, by any paths."""
    found = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        space = queue.popleft()
        for path in board.paths[space]:
            if path.end not in found:
                found[path.end] = found[space] + 1
                queue.append(path.end)
    return found
