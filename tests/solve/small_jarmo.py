"""A small board of Jarmo, and its game solved by the rules alone: slow, and written without the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import naadam
from naadam.core.errors import PositionError
from naadam.core.game import Game
from naadam.core.state import State
from naadam.solve.jarmo.solution import choose_groups
from naadam.solve.jarmo.tables import JarmoTable
from naadam.solve.jarmo.verification import SignatureCheck

BOARD = """
game = "jarmo"
title = "Small"
rows = ["a4 b4", "a3 b3", "a2 b2", "a1 b1"]
lines = ["a1-a2", "b1-b2", "a2-b2", "a2-a3", "b2-b3", "a3-b3", "a3-a4", "b3-b4", "a1-b2", "b3-a4"]
green_camp = "a1 b1"
blue_camp = "a4 b4"
golden = "a1 a4"
remote_camps = "a2 b2"

[points]
a1 = [0, 0]
b1 = [1, 0]
a2 = [0, 1]
b2 = [1, 1]
a3 = [0, 2]
b3 = [1, 2]
a4 = [0, 3]
b4 = [1, 3]
"""
LAST_TURNS = 200  # JA-14

Key = tuple[int, ...]
Move = tuple[Key | None, int, bool]  # where it leads, or the score of a game that is over; whether it makes progress


def small_jarmo(folder: Path) -> Game:
    """Jarmo with two soldiers each on two by four points."""
    file = folder / "small-jarmo.toml"
    file.write_text(BOARD, encoding="utf-8")
    return naadam.load("jarmo", board=str(file))


def random_endings(table: JarmoTable, rng: random.Random, up_to: int) -> Iterator[State]:
    """Positions of the solved endings, each as likely as any other, without an end."""
    members = [
        pair for group in choose_groups(table.game, up_to) for pair in zip(group.members, group.sizes, strict=True)
    ]
    checks: dict[int, SignatureCheck] = {}
    while True:
        number = rng.choices(range(len(members)), [size for _, size in members])[0]
        if number not in checks:
            checks[number] = SignatureCheck(table, members[number][0])
        try:
            state = table.game.position(checks[number].show(rng.randrange(2), rng.randrange(members[number][1])))
        except PositionError:  # the position counts as over
            continue
        if state.outcome is None:
            yield state


def key_of(state: State) -> Key:
    record = state.record
    names = ("tops", "hand", "captured")
    pairs = [int(number) for name in names for number in record[name]]
    return (*pairs, int(record.guards), int(record.phase), int(record.waiting))


def without_past(state: State) -> State:
    """The same position with no turns counted."""
    if state.record.phase != 0:
        return state
    record = state.record.copy()
    record.peace, record.row, record.last = 0, 0, -1
    return state.game.position(state.game.notation.format_position(record))


def for_green(state: State) -> int:
    """1 if green has won a game that is over, -1 if blue has, 0 in a draw."""
    outcome = state.outcome
    assert outcome is not None
    return 0 if outcome.draw else 1 if 0 in outcome.winners else -1


def score_of(state: State) -> int:
    """The sign of green's lead where the game is scored now (JA-10, JA-13)."""
    tops, camps = state.record.tops, state.game.rulebook.tables.camps
    inside = [(int(tops[seat]) & int(camps[1 - seat])).bit_count() for seat in (0, 1)]
    lead = sum(sign * (int(tops[seat]).bit_count() + inside[seat]) for seat, sign in ((0, 1), (1, -1)))
    return (lead > 0) - (lead < 0) or (inside[0] > inside[1]) - (inside[0] < inside[1])


class SlowJarmo:
    """Every position that play comes to from the start, and its value for green.

    `by_peace[n]` has the values of positions before a move with so many turns counted by JA-14: first those with 200,
    in which the game is scored, then by what the moves give. A move that makes progress starts the count again:
    at first it counts as a draw, then as what has been found, until nothing changes.
    """

    def __init__(self, game: Game) -> None:
        self.states: dict[Key, State] = {}
        self.moves: dict[Key, list[Move]] = {}
        waiting = [game.start()]
        self.states[key_of(waiting[0])] = waiting[0]
        while waiting:
            state = waiting.pop()
            row = self.moves[key_of(state)] = []
            for action in state.actions():
                after = state.apply(int(action))
                if after.outcome is not None:
                    row.append((None, for_green(after), True))
                    continue
                key = key_of(after)
                row.append((key, 0, after.record.peace == 0))
                if key not in self.states:
                    self.states[key] = without_past(after)
                    waiting.append(self.states[key])
        self.values = dict.fromkeys(self.states, 0)
        self.rounds = 0
        self.by_peace: dict[int, dict[Key, int]] = {}
        while self._go_over():
            self.rounds += 1

    def _go_over(self) -> bool:
        scored = {key: score_of(state) for key, state in self.states.items() if state.record.phase == 0}
        now = self.by_peace[LAST_TURNS] = scored
        for peace in range(LAST_TURNS - 1, -1, -1):
            before = {}
            for key in scored:
                found = [
                    value if then is None else self.values[then] if out else now[then]
                    for then, value, out in self.moves[key]
                ]
                before[key] = max(found) if self.states[key].turn == 0 else min(found)
            self.by_peace[peace] = before
            if before == now:  # so it is with fewer turns, too
                self.by_peace |= dict.fromkeys(range(peace), before)
                break
            now = before
        changed = any(self.values[key] != value for key, value in self.by_peace[0].items())
        self.values |= self.by_peace[0]
        for key in self.states.keys() - scored.keys():  # a soldier is recovered
            found = [value if then is None else self.values[then] for then, value, _ in self.moves[key]]
            self.values[key] = max(found) if self.states[key].turn == 0 else min(found)
        return changed
