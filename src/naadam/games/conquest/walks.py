"""Spaces that a piece can reach in a turn, with costs, steps, and the obstacles to other spaces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.parts.touches import CAPTURES, Place, Touches
from naadam.core.state import State
from naadam.drawing.description import Saying
from naadam.games.conquest import rules
from naadam.games.conquest.board import KIND_NAMES, Atlas
from naadam.games.conquest.drawing.stage import PARTS
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.state import (
    ABOARD,
    ALLOWANCE,
    JUMP,
    KNIGHT,
    LAND,
    LANDING,
    MOVERS,
    ONE,
    STEP,
    STEPS,
    WHOLE,
    Tables,
)

plain = PlainRules(rules)

ANSWERED = "answered"  # the mark of a capture that an exchange could answer


class Walk(NamedTuple):
    """A way to a space: its price and the actions that make it, of which the last may take something."""

    price: int
    actions: tuple[int, ...]
    captures: bool = False


class Barred(NamedTuple):
    """Why a space cannot be reached: the clause with its wording, the cost of the way, and the points left for it."""

    reason: int
    price: int = 0
    left: int = 0


class Walks:
    """Finds walks on one board."""

    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tables = tables

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        """The places and actions that can follow a player's touches in its own turn."""
        if not touched:
            return Touches(tuple(Place(name) for name in self._movable(state, seat)))
        if list(touched) == ["end"]:
            return Touches(actions=(0,))
        source = self.atlas.number_of.get(touched[0])
        piece = 0 if source is None else int(state.record["pieces"][source])
        if source is None or not piece or piece & 3 != seat:
            return Touches()
        mover, rest = WHOLE, list(touched[1:])
        if plain.soldiers_of(piece) or plain.cargo_of(piece):
            movers = [each for each in range(MOVERS) if plain.has_part(piece, each)]
            if not rest:
                able = [each for each in movers if self.find(state, seat, source, each)]
                return Touches(tuple(Place(PARTS[each]) for each in able))
            named = rest.pop(0)
            if named not in PARTS or PARTS.index(named) not in movers:
                return Touches()
            mover = PARTS.index(named)
        walks = self.find(state, seat, source, mover)
        if not rest:
            return Touches(tuple(self._places(state, seat, walks)), (self._allowance(plain.part_of(piece, mover)),))
        target = self.atlas.number_of.get(rest[0])
        if len(rest) > 1 or target not in walks:
            return Touches()
        return Touches(actions=walks[target].actions)

    def _movable(self, state: State, seat: int) -> Iterator[str]:
        """The spaces of pieces that can move, and the end of the turn."""
        tables, found = self.tables, []
        for action in map(int, state.actions(seat)):
            if action >= tables.jump:
                found.append(int(tables.jump_from[action - tables.jump]))
            elif action >= STEPS:
                found.append(int(tables.path_from[(action - STEPS) // MOVERS]))
        yield from (self.atlas.names[space] for space in sorted(set(found)))
        yield "end"

    def _allowance(self, part: int) -> Saying:
        kind = plain.kind_of(part)
        most = ALLOWANCE[kind]
        return Saying(f"allowance-{KIND_NAMES[kind]}", {"left": most - plain.spent_of(part), "most": most})

    def _places(self, state: State, seat: int, walks: dict[int, Walk]) -> Iterator[Place]:
        for space, walk in walks.items():
            marks: tuple[str, ...] = ()
            if walk.captures:
                after = follow(state, seat, walk.actions)
                asked = bool(after.waiting) and after.waiting != (seat,)
                marks = (CAPTURES, ANSWERED) if asked else (CAPTURES,)
            yield Place(self.atlas.names[space], walk.price, marks)

    def find(self, state: State, seat: int, source: int, mover: int) -> dict[int, Walk]:
        """Every space that a part of a piece can reach, with the cheapest walk there."""

        def may_go(walk: Walk) -> bool:
            return not (walk.captures and refused(state, seat, walk.actions))  # CQ-81

        budget = min(self._budgets(state.record, plain.part_of(int(state.record["pieces"][source]), mover)))
        return self._explore(state.record, seat, source, mover, budget, may_go)

    def bar_piece(self, record: StateRecord, seat: int, mover: int, source: int) -> int:
        """The clause, with its wording, by which a part of a piece cannot go anywhere; 0 if it might."""
        piece = int(record["pieces"][source])
        reason = int(plain.bar_mover(self.tables, seat, piece, mover))
        if reason:
            return reason
        reason = int(plain.bar_spent(self.tables, record, source, plain.part_of(piece, mover)))
        if reason:
            return reason
        if plain.mover_points(self.tables, record) == 0:
            return clauses.NO_POINTS_LEFT
        paths = [self.atlas.paths[path] for path in self.atlas.leaving[source]]
        kept = mover != WHOLE and self.atlas.ground[source] != LAND and all(path.kind != LANDING for path in paths)
        return clauses.LEFT_IN_PORT_ONLY if kept else 0

    def bar(self, record: StateRecord, seat: int, mover: int, source: int, target: int) -> Barred:
        """The clause that bars a part of a piece from a space that it cannot reach."""
        reason = self.bar_piece(record, seat, mover, source)
        if reason:
            return Barred(reason)
        part = plain.part_of(int(record["pieces"][source]), mover)
        walk = self._explore(record, seat, source, mover, len(self.atlas.names), lambda _: True).get(target)
        if walk is None:
            paths = [self.atlas.path_of[self.atlas.paths[path].target, target] for path in self.atlas.leaving[target]]
            reasons = [int(plain.bar_entry(self.tables, record, part, mover >= ONE, path)) for path in paths]
            return Barred(reasons[0] if reasons and all(reasons) else clauses.NO_WAY)
        allowance, points = self._budgets(record, part)
        if walk.price > allowance:
            return Barred(clauses.TOO_FAR, walk.price, allowance)
        return Barred(clauses.TOO_DEAR, walk.price, points) if walk.price > points else Barred(clauses.SECOND_RISK)

    def _budgets(self, record: StateRecord, part: int) -> tuple[int, int]:
        """The allowance that a part has left, and the points that the mover has left."""
        return ALLOWANCE[plain.kind_of(part)] - plain.spent_of(part), int(plain.mover_points(self.tables, record))

    def _explore(
        self,
        record: StateRecord,
        seat: int,
        source: int,
        mover: int,
        budget: int,
        may_go: Callable[[Walk], bool],
    ) -> dict[int, Walk]:
        """Every space that a part of a piece can reach for so much, with the cheapest walk there.

        It passes free spaces and jumps over friends; mounting, taking or seizing ends the walk, and so does a space
        that may end the game.
        """
        part = plain.part_of(int(record["pieces"][source]), mover)
        found: dict[int, Walk] = {}
        queue = deque([(source, mover, Walk(0, ()))])
        waiting: dict[int, list[tuple[int, int, Walk]]] = {}
        for price in range(budget):
            queue.extend(waiting.pop(price, ()))
            while queue:
                space, moving, walk = queue.popleft()
                for target, cost, action in self._next(record, seat, part, space, moving):
                    if target == source or target in found or walk.price + cost > budget:
                        continue
                    there = int(record["pieces"][target])
                    onward = Walk(walk.price + cost, (*walk.actions, action), bool(there) and there & 3 != seat)
                    if not may_go(onward):
                        continue
                    found[target] = onward
                    if not there and not self._may_end(target, seat):
                        waiting.setdefault(onward.price, []).append((target, WHOLE, onward))
        return found

    def _may_end(self, space: int, seat: int) -> bool:
        """True if an entry to the space may pin a player: all spaces that matter but those of the own capital."""
        return bool(self.tables.matters[space]) and space not in self.tables.capital[seat]

    def _next(
        self, record: StateRecord, seat: int, part: int, space: int, mover: int
    ) -> Iterator[tuple[int, int, int]]:
        """The spaces that a part can go to from a space: where, at which cost, by which action."""
        tables = self.tables
        ashore = mover == WHOLE or self.atlas.ground[space] == LAND
        for path in self.atlas.leaving[space]:
            leaves = ashore or self.atlas.paths[path].kind == LANDING
            if leaves and plain.bar_entry(tables, record, part, mover >= ONE, path) == 0:
                yield self.atlas.paths[path].target, STEP, STEPS + MOVERS * path + mover
        if plain.kind_of(part) != KNIGHT or mover not in (WHOLE, ABOARD):
            return
        for jump in range(tables.jump_first[space], tables.jump_first[space + 1]):
            over, target = int(record["pieces"][tables.jump_over[jump]]), int(tables.jump_to[jump])
            there = int(record["pieces"][target])
            if over and (over ^ seat) & 3 & ~tables.friends == 0:
                enters = self.atlas.ground[target] == LAND if not there else (there ^ seat) & 3 & ~tables.friends != 0
                if enters:
                    yield target, JUMP, tables.jump + jump


def follow(state: State, seat: int, actions: Sequence[int]) -> State:
    for action in actions:
        state = state.apply(action, seat)
    return state


def refused(state: State, seat: int, actions: Sequence[int]) -> bool:
    """Whether the last of some actions is not legal."""
    return follow(state, seat, actions[:-1]).refusal(actions[-1], seat) is not None
