"""Jarmo with all its variants and options: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: points are names, a point holds a
tuple of soldiers from the lowest to the top one, every position is a new object, and nothing is kept that can be
worked out afresh.

A turn is a sequence of steps, each a tuple of words (JA-16):

    ("move", origin, target)   a soldier moves (JA-3)
    ("put", point)             a soldier in hand is put into the own camp (JA-8)
    ("turn", point)            a guard in the enemy camp is turned over (JA-32)
    ("pass",)                  there is nothing else to do (JA-9)

followed, where there is something to decide, by the use of the right of JA-7 or JA-32, and then of JA-61:

    ("recover", point)  ("recover", "kept")  ("recover", "none")
    ("camps", point)    ("camps", "none")

Run as a program it prints the perft table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Point = str
Step = tuple[str, ...]
Result = tuple[str, str]  # winner ("green", "blue" or "draw") and the clause that ended the game

GREEN, BLUE, DRAW = "green", "blue", "draw"
JARMO, LEGENDARY, JASYR = "jarmo", "legendary", "jasyr"
PLAYERS = (GREEN, BLUE)

POINTS = tuple(column + row for row in "12345" for column in "abcde")  # JA-1
LINES = (
    "a1-b3 a1-c2 a2-c1 a2-c3 a3-b1 a3-b5 a4-c3 a4-c5 a5-b3 a5-c4 b1-d2 b2-b3 b2-c2 b2-c4 b2-d1 b3-b4 b3-c5 b3-d2 b4-c4 "
    "b4-d3 b4-d5 b5-d4 c1-d3 c1-e2 c2-d2 c2-e1 c2-e3 c3-d1 c3-e4 c4-d4 c4-e5 c5-e4 d2-d3 d3-d4 d3-e1 d3-e5 d4-e2 d5-e3"
)
SOLID = tuple(LINES.split())
DOTTED = ("b3-c3",)  # JA-41
CAMPS = {GREEN: ("a1", "b1", "c1", "d1", "e1"), BLUE: ("a5", "b5", "c5", "d5", "e5")}  # JA-1
GOLDEN_START = {GREEN: "e1", BLUE: "a5"}  # JA-50
REMOTE_CAMPS = ("b3", "d3")  # JA-60
QUIET_TURNS_TO_END = 200  # JA-14: 100 turns by each player, and the players alternate

assert len(SOLID) == 38  # JA-1


class Soldier(NamedTuple):
    owner: str
    guard: bool  # or else an archer (JA-2)
    golden: bool = False  # JA-50


class Turn(NamedTuple):
    """A turn as JA-12 remembers it: the way of the move, or None if it was no move or captured or deployed."""

    player: str
    way: tuple[Point, Point] | None


class State(NamedTuple):
    """All that changes in the course of a game."""

    turn: str  # whose turn it is, also when the game is over: then, whose turn it was
    stacks: Mapping[Point, tuple[Soldier, ...]]  # points with soldiers, the top one last (JA-55)
    hand: Mapping[str, int]  # soldiers kept, to be put down later (JA-8, JA-43)
    captured: Mapping[str, int]  # soldiers of a player that JA-7, JA-32 or JA-61 may bring back: no golden ones
    markers: frozenset[Point]  # JA-60; empty once used
    quiet: int  # turns without anything that JA-14 names
    recent: tuple[Turn, ...]  # the last eight turns, the latest last (JA-12)
    pending: str | None = None  # in the middle of a turn: "recover" or "camps"
    must_recover: bool = False  # the guard was turned over for it (JA-32)
    # Events of this turn so far:
    way: tuple[Point, Point] | None = None  # of the move, without capture or deployment (JA-12)
    moved: bool = False  # JA-30: wins come by a move
    stirred: bool = False  # something that JA-14 names


def enemy(player: str) -> str:
    return BLUE if player == GREEN else GREEN


class Reference:
    """A position with the part of its past that still matters. It never changes; `apply` returns a new one."""

    def __init__(self, variant: str = JARMO, golden: bool = False, remote_camps: Iterable[Point] | None = None) -> None:
        """Make the start position (JA-1 to JA-3, JA-50, JA-60). `remote_camps` are the markers' points, if any."""
        if variant not in (JARMO, LEGENDARY, JASYR):
            raise ValueError(f"unknown variant: {variant}")
        self.variant = variant
        self.golden = golden
        self.markers_at_start = frozenset(remote_camps or ())
        if self.markers_at_start and (
            len(self.markers_at_start) != 2 or not all(point[1] in "234" for point in self.markers_at_start)
        ):
            raise ValueError("remote camps are two different points of ranks 2 to 4 (JA-60)")
        stacks = {
            point: (
                Soldier(player, golden and point == GOLDEN_START[player], golden and point == GOLDEN_START[player]),
            )
            for player in PLAYERS
            for point in CAMPS[player]
        }
        nothing = dict.fromkeys(PLAYERS, 0)
        self.state = State(GREEN, stacks, nothing, nothing, self.markers_at_start, 0, ())
        self.result: Result | None = None

    @classmethod
    def setup(
        cls,
        variant: str = JARMO,
        golden: bool = False,
        remote_camps: Iterable[Point] | None = None,
        *,
        stacks: Mapping[Point, Iterable[Soldier]],
        player: str = GREEN,
        hand: tuple[int, int] = (0, 0),
        captured: tuple[int, int] = (0, 0),
        markers: Iterable[Point] | None = None,
        quiet: int = 0,
    ) -> Reference:
        """Make any position at the start of a turn, with no turns before it; the game is taken to go on.

        `hand` and `captured` are green's and blue's; `markers` those still lying (all, if not said).
        """
        reference = cls(variant, golden, remote_camps)
        reference.state = State(
            player,
            {point: tuple(soldiers) for point, soldiers in stacks.items()},
            dict(zip(PLAYERS, hand, strict=True)),
            dict(zip(PLAYERS, captured, strict=True)),
            reference.markers_at_start if markers is None else frozenset(markers),
            quiet,
            (),
        )
        return reference

    # Queries of a position, for the tests.

    @property
    def player(self) -> str | None:
        """The player to act, or None when the game is over."""
        return None if self.result is not None else self.state.turn

    def top(self, point: Point) -> Soldier | None:
        """JA-55: the soldier that moves, captures, is captured, occupies the point and blocks."""
        stack = self.state.stacks.get(point)
        return stack[-1] if stack else None

    def points_of(self, player: str) -> list[Point]:
        """The points of a player's soldiers on the board: the top ones and the rescued, not hostages (JA-55, JA-57)."""
        return [
            point
            for point, stack in self.state.stacks.items()
            for soldier in stack
            if soldier.owner == player and stack[-1].owner == player
        ]

    def inside(self, player: str) -> int:
        """How many of a player's soldiers are in the enemy camp."""
        return sum(point in CAMPS[enemy(player)] for point in self.points_of(player))

    def score(self, player: str) -> int:
        """JA-10: 2 for each soldier in the enemy camp, 1 for every other on the board; JA-52: none for hostages."""
        return len(self.points_of(player)) + self.inside(player)

    def free_points(self, player: str) -> list[Point]:
        """JA-8: points of the own camp without a soldier of either side."""
        return [point for point in CAMPS[player] if point not in self.state.stacks]

    def neighbours(self, point: Point) -> set[Point]:
        """JA-1, JA-41."""
        pairs = [line.split("-") for line in SOLID + (DOTTED if self.variant == JASYR else ())]
        return {one if two == point else two for one, two in pairs if point in (one, two)}

    # Steps.

    def moves(self) -> set[Step]:
        """All legal steps; none when the game is over."""
        if self.result is not None:
            return set()
        player = self.state.turn
        if self.state.pending == "recover":
            # JA-7, JA-8: recover now, keep the soldier for later, or do neither.
            # JA-32: a guard is turned over only in order to recover.
            found: set[Step] = {("recover", point) for point in self.free_points(player)} | {("recover", "kept")}
            return found if self.state.must_recover else found | {("recover", "none")}
        if self.state.pending == "camps":
            return {("camps", point) for point in self.free_points(player)} | {("camps", "none")}  # JA-61
        return self._ways_to_act(player) or {("pass",)}  # JA-3, JA-9

    def _ways_to_act(self, player: str) -> set[Step]:
        """The steps of a player at the start of a turn, without a pass."""
        found: set[Step] = set()
        for origin in POINTS:
            soldier = self.top(origin)
            if soldier is None or soldier.owner != player:
                continue
            if origin in CAMPS[enemy(player)]:
                # JA-6: no longer moves. JA-32: a guard may be turned over, if there is a soldier to recover.
                if self.variant == LEGENDARY and soldier.guard and self.state.captured[player] > 0:
                    found.add(("turn", origin))
                continue
            for target in self.neighbours(origin):
                if self._may_move(player, origin, target):
                    found.add(("move", origin, target))
        if self.state.hand[player] > 0:
            found |= {("put", point) for point in self.free_points(player)}  # JA-8, JA-43
        return found

    def _may_move(self, player: str, origin: Point, target: Point) -> bool:
        there = self.top(target)
        if there is not None and there.owner == player:
            return False  # JA-3
        if there is not None and self.variant == LEGENDARY and target in CAMPS[player]:
            return False  # JA-31: an enemy soldier there is in its enemy's camp
        if self.variant == JASYR:
            forward = 1 if player == GREEN else -1
            return (int(target[1]) - int(origin[1])) * forward >= 0  # JA-42
        return True

    def apply(self, step: Step) -> Reference:
        """The position after a legal step."""
        if step not in self.moves():
            raise ValueError(f"illegal step: {step}")
        kind = step[0]
        if kind == "move":
            return self._after_move(step[1], step[2])
        if kind == "put":
            return self._with(self._put(self.state, step[1], "hand"))._after_recovery()
        if kind == "turn":
            stack = self.state.stacks[step[1]]
            turned = {**self.state.stacks, step[1]: (*stack[:-1], stack[-1]._replace(guard=False))}
            return self._with(self.state._replace(stacks=turned, pending="recover", must_recover=True))
        if kind == "recover":
            return self._with(self._recovered(step[1]))._after_recovery()
        if kind == "camps":
            state = self.state
            if step[1] != "none":
                state = self._put(state, step[1], "captured")._replace(markers=frozenset())  # JA-61
            return self._with(state)._after_turn()
        return self._after_recovery()  # a pass (JA-9) is a turn like others for JA-61

    def _with(self, state: State) -> Reference:
        following = Reference(self.variant, self.golden, self.markers_at_start)
        following.state = state
        return following

    def _put(self, state: State, point: Point, source: str) -> State:
        """JA-8, JA-61: a soldier in hand or captured comes to a point of the own camp as an archer."""
        player = state.turn
        state = state._replace(stacks={**state.stacks, point: (Soldier(player, guard=False),)}, way=None, stirred=True)
        if source == "hand":
            return state._replace(hand=add(state.hand, player, -1))
        return state._replace(captured=add(state.captured, player, -1))

    def _recovered(self, choice: str) -> State:
        """JA-7, JA-8."""
        state = self.state
        if choice == "none":
            return state
        if choice == "kept":
            return state._replace(
                hand=add(state.hand, state.turn, 1), captured=add(state.captured, state.turn, -1), stirred=True
            )
        return self._put(state, choice, "captured")

    def _after_move(self, origin: Point, target: Point) -> Reference:
        """JA-15: move and capture; promotion or entry; then whatever there is to recover."""
        state, player = self.state, self.state.turn
        stacks = dict(state.stacks)
        soldier = stacks[origin][-1]
        below = stacks.pop(origin)[:-1]
        if below:
            stacks[origin] = below  # JA-53, JA-54: soldiers below stay, free if its enemy has left
        victim = self.top(target)
        enters = target in CAMPS[enemy(player)]
        stack_there = stacks.get(target, ())
        if victim is not None:
            state, stack_there = self._captured(state, victim, stack_there)
            # JA-5: not in the captured soldier's camp; JA-51: never a golden one.
            if not enters and not soldier.golden:
                soldier = soldier._replace(guard=True)
        recovers = False
        if enters and soldier.guard and self.variant != LEGENDARY:
            soldier = soldier._replace(guard=False)  # JA-7
            recovers = self.variant == JARMO and state.captured[player] > 0  # JA-44
        stacks[target] = (*stack_there, soldier)
        following = self._with(
            state._replace(
                stacks=stacks,
                moved=True,
                way=(origin, target) if victim is None else None,
                stirred=victim is not None or enters,
                pending="recover" if recovers else None,
            )
        )
        return following if recovers else following._after_recovery()

    def _captured(self, state: State, victim: Soldier, stack: tuple[Soldier, ...]) -> tuple[State, tuple[Soldier, ...]]:
        """The state after a capture, and the stack that is left on the point, below the soldier that captured."""
        below = stack[:-1]
        if victim.golden:
            if victim.guard:
                return state, (*below, victim._replace(guard=False))  # JA-52, JA-56, JA-59
            return state, below  # JA-51: out of the game for good
        if self.variant == JASYR and victim.guard:
            return state._replace(hand=add(state.hand, victim.owner, 1)), below  # JA-43
        return state._replace(captured=add(state.captured, victim.owner, 1)), below  # JA-4; for JA-43 see JA-63

    def _after_recovery(self) -> Reference:
        """JA-61: both remote camps occupied at the end of the own turn, a captured soldier, and a free point for it."""
        state = self.state._replace(pending=None, must_recover=False)
        player = state.turn
        occupied = len(state.markers) == 2 and all(
            (soldier := self.top(point)) is not None and soldier.owner == player for point in state.markers
        )
        if occupied and state.captured[player] > 0 and self.free_points(player):
            return self._with(state._replace(pending="camps"))
        return self._with(state)._after_turn()

    # The end of a turn.

    def _after_turn(self) -> Reference:
        state, mover = self.state, self.state.turn
        following = self._with(
            state._replace(
                turn=enemy(mover),
                quiet=0 if state.stirred else state.quiet + 1,
                recent=(*state.recent, Turn(mover, state.way))[-8:],
                pending=None,
                way=None,
                moved=False,
                stirred=False,
            )
        )
        following.result = following._end(mover, moved=state.moved)
        return following

    def _end(self, mover: str, moved: bool) -> Result | None:
        """JA-15: the first of JA-11, JA-10 (JA-30), JA-12, JA-9, JA-14 that applies."""
        loser = enemy(mover)
        if not self.points_of(loser) and self.state.hand[loser] == 0:
            return mover, "JA-11"  # JA-33, JA-57
        if self.variant == JARMO:
            if any(self._all_inside(player) for player in PLAYERS):
                return self._scored("JA-10")
        elif moved and self._all_inside(mover):
            return mover, "JA-30"  # JA-40
        if self._back_and_forth():
            return self._scored("JA-12")
        if not any(self._ways_to_act(player) for player in PLAYERS):
            return self._scored("JA-9")
        if self.state.quiet >= QUIET_TURNS_TO_END:
            return self._scored("JA-14")
        return None

    def _all_inside(self, player: str) -> bool:
        """JA-10, JA-30: all of a player's soldiers on the board, at least one, are in the enemy camp."""
        return self.inside(player) == len(self.points_of(player)) > 0

    def _back_and_forth(self) -> bool:
        """JA-12."""
        if len(self.state.recent) < 8:
            return False
        for player in PLAYERS:
            ways = [turn.way for turn in self.state.recent if turn.player == player]
            if len(ways) != 4 or ways[0] is None:
                return False
            there, back = ways[0], (ways[0][1], ways[0][0])
            if ways != [there, back, there, back]:
                return False
        return True

    def _scored(self, clause: str) -> Result:
        """JA-13: more points, then more soldiers in the enemy camp, then a draw; JA-33: no points, a draw."""
        if self.variant != JARMO:
            return DRAW, clause
        green, blue = ((self.score(player), self.inside(player)) for player in PLAYERS)
        if green == blue:
            return DRAW, clause
        return (GREEN if green > blue else BLUE), clause


def add(counts: Mapping[str, int], player: str, number: int) -> dict[str, int]:
    return {**counts, player: counts[player] + number}


def perft(reference: Reference, depth: int) -> int:
    """Count the sequences of exactly `depth` steps. Sequences that end earlier do not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(reference.moves())
    return sum(perft(reference.apply(step), depth - 1) for step in reference.moves())


# ---------------------------------------------------------------------------------------------------------------------
# Games as text
#
# A spec is a game with its options, and then, after a semicolon, its steps from the start, without spaces:
#
#     jarmo:variant=legendary,golden=true,remote_camps=true;a1-b3,e5-d3,put=c1,turn=b5,recover=kept,camps=none,pass


def write_step(step: Step) -> str:
    """Write a step as in a spec."""
    return f"{step[1]}-{step[2]}" if step[0] == "move" else "=".join(step)


def read_step(text: str) -> Step:
    """Read a step of a spec."""
    return ("move", *text.split("-")) if "-" in text else tuple(text.split("="))


def read_spec(spec: str) -> Reference:
    """Make the position that a spec describes."""
    game, _, steps = spec.partition(";")
    name, _, options_text = game.partition(":")
    if name != "jarmo":
        raise ValueError(f"unknown game: {name}")
    options = dict(option.split("=") for option in options_text.split(",") if option)
    reference = Reference(
        options.pop("variant", JARMO),
        options.pop("golden", "false") == "true",
        REMOTE_CAMPS if options.pop("remote_camps", "false") == "true" else None,
    )
    if options:
        raise ValueError(f"unknown options: {options}")
    for step in filter(None, steps.split(",")):
        reference = reference.apply(read_step(step))
    return reference


# ---------------------------------------------------------------------------------------------------------------------
# Cases: specs and how deep to count

Case = tuple[str, int]

GAMES = [
    f"jarmo:variant={variant},golden={golden},remote_camps={remote_camps}"
    for variant in (JARMO, LEGENDARY, JASYR)
    for golden in ("false", "true")
    for remote_camps in ("false", "true")
]


def later_cases() -> Iterator[Case]:
    """Positions met in random games: some by the way, and all in the middle of a turn, in stacks or about to end."""
    for spec in GAMES:
        for seed in range(3):
            rng = random.Random(seed)
            reference = read_spec(spec)
            steps: list[str] = []
            found: list[str] = []
            while reference.result is None and len(steps) < 80:
                if len(steps) % 20 == 19 or reference.state.pending:
                    found.append(f"{spec};{','.join(steps)}")
                if sum(len(stack) > 1 for stack in reference.state.stacks.values()) and rng.random() < 0.2:
                    found.append(f"{spec};{','.join(steps)}")
                step = rng.choice(sorted(reference.moves()))
                steps.append(write_step(step))
                reference = reference.apply(step)
            found.append(f"{spec};{','.join(steps[:-3])}")
            for case in sorted(rng.sample(found, min(4, len(found)))):
                yield case, 3


# Back and forth, a step or two before the end (JA-12).
THERE_AND_BACK = "a1-c2,e5-c4,c2-a1,c4-e5"
SPECIAL_CASES: tuple[Case, ...] = tuple(
    (f"jarmo:variant={variant},golden=false,remote_camps=false;{THERE_AND_BACK},{THERE_AND_BACK[:11]}", 4)
    for variant in (JARMO, LEGENDARY)
)


def main() -> None:
    """Print the perft table: spec, depth, leaves."""
    for spec, deepest in (*((game, 4) for game in GAMES), *SPECIAL_CASES, *later_cases()):
        for depth in range(1, deepest + 1):
            print(spec, depth, perft(read_spec(spec), depth), flush=True)


if __name__ == "__main__":
    main()
