"""Yut with all its variants and options: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: stations are names, a horse walks
station by station, every position is a new object, and nothing is kept that can be worked out afresh.

Chance and players take steps in turn. A throw is a number from 1 to 5. A move is a tuple (YU-16):

    (throw, station, choice)

where the station is "new" for a horse that enters, and the choice is "turn" or "straight" on an intersection where
both are open, and "" elsewhere.

Run as a program it prints the perft table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

Station = str
Move = tuple[int, Station, str]
Result = tuple[tuple[int, ...], str]  # the sides that win (several: a draw between them) and the clause

HOME = "home"
NEW = "new"
RIM = tuple(str(number) for number in range(1, 21))  # YU-1, counter-clockwise
CROSS = ("W1", "W2", "S1", "S2", "E1", "E2", "N1", "N2", "X")
STATIONS = (*RIM, *CROSS)
EXTRA_THROWS = 2  # YU-5
STACK_WITH_TWO_POSTS = 2  # YU-32
RETURNS_TO_END = 2  # YU-44

assert len(STATIONS) == 29  # YU-1


class Stack(NamedTuple):
    """Horses of one side on the same station (YU-8).

    `first` is true on a station where the way they came matters (YU-14), if they came along the arm of their side's
    first short cut: on the centre and on the arm beyond. With two posts it is also true at the start of the short cut,
    for horses that entered there with a throw of 5 (YU-31).
    """

    horses: int
    first: bool = False


class State(NamedTuple):
    """All that changes in the course of a game."""

    seat: int  # whose turn it is, also when the game is over: then, whose turn it was
    stacks: tuple[Mapping[Station, Stack], ...]  # for each side, by station
    home: tuple[int, ...]  # for each side
    waiting: tuple[int, ...] = ()  # throws not yet used, in ascending order
    extra: int = 0  # extra throws of this turn (YU-5)
    to_throw: bool = True
    wild: Station | None = None  # YU-40
    returns: int = 0  # how often the Wild Horse has come back to its start (YU-44)


def half_turn(station: Station) -> Station:
    """YU-33: the station on the other side of the centre."""
    if station in RIM:
        return str((int(station) + 9) % 20 + 1)
    return station.translate(str.maketrans("WESN", "EWNS"))


def onward(station: Station, first: bool) -> Station:
    """The next station for a horse of A's side that does not turn; `first` if it came along the arm from 5 (YU-14)."""
    if station in RIM:
        return HOME if station == "20" else str(int(station) + 1)  # YU-11
    if station in ("X", "E1", "E2") and first:
        return {"X": "E2", "E2": "E1", "E1": "15"}[station]  # YU-7: straight on to 15 and the rim
    ways = {"W1": "W2", "W2": "X", "S1": "S2", "S2": "X", "E1": "E2", "E2": "X", "X": "N2", "N2": "N1", "N1": "20"}
    return ways[station]


TURNS = {"5": "W1", "10": "S1", "15": "E1", "X": "N2"}  # YU-7, for A's side


def stations_to_run(station: Station, first: bool, closed: bool) -> int:
    """YU-45, for a horse of A's side; `closed` if it may not turn at 5."""

    def rest(here: Station, along: bool) -> int:
        run = 1
        while here != "20":
            here = onward(here, along)
            run += 1
        return run

    if station == "20":
        return 0
    found = [rest(onward(station, first or station in ("W1", "W2")), first or station in ("W1", "W2"))]
    if station in TURNS and not (station == "5" and closed):
        found.append(rest(TURNS[station], along=station == "5"))
    return min(found)


def throw_weights(flat: Fraction = Fraction(1, 2)) -> dict[int, Fraction]:
    """YU-3: the chance of each throw, if a stick shows its flat side with the given probability."""
    chances = {up: comb(4, up) * flat**up * (1 - flat) ** (4 - up) for up in range(5)}
    return {up or 5: chance for up, chance in chances.items()}


class Reference:
    """A position. It never changes; `throw` and `apply` return a new one."""

    def __init__(
        self,
        players: int = 2,
        two_posts: bool = False,
        wild_horse: Station | None = None,
        hurdles: Iterable[Station] = (),
        horses: int | None = None,
        first: int = 0,
    ) -> None:
        """Make the start position: `wild_horse` and `hurdles` are stations, `first` the seat that begins (YU-2)."""
        if players not in (2, 3, 4) or (two_posts and players == 3):
            raise ValueError("two to four players, with two posts two or four (YU-2, YU-20, YU-21, YU-30)")
        self.players = players
        self.sides = 3 if players == 3 else 2  # YU-21: seats 0 and 2 against 1 and 3
        self.two_posts = two_posts
        self.wild_start = wild_horse
        self.hurdles = frozenset(hurdles)
        if wild_horse is not None and (wild_horse not in RIM or wild_horse in self.hurdles):
            raise ValueError("the Wild Horse keeps to the rim, and no hurdle stands on its start (YU-41, YU-50)")
        self.horses = horses or (3 if players == 3 else 4)  # YU-2, YU-20, YU-21
        self.state = State(
            seat=first, stacks=tuple({} for _ in range(self.sides)), home=(0,) * self.sides, wild=wild_horse
        )
        self.result: Result | None = None

    # Queries of a position, for the tests.

    @property
    def seat(self) -> int | None:
        """The seat to act, or None when the game is over."""
        return None if self.result is not None else self.state.seat

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        return self.state.seat % self.sides

    @property
    def to_throw(self) -> bool:
        return self.result is None and self.state.to_throw

    def off_board(self, side: int) -> int:
        on_track = sum(stack.horses for stack in self.state.stacks[side].values())
        return self.horses - on_track - self.state.home[side]

    def to_run(self, side: int) -> list[int]:
        """YU-45: of each horse of a side that is on the track, the hindmost first."""
        left: list[int] = []
        for station, stack in self.state.stacks[side].items():
            closed = self.two_posts and not stack.first
            left += [stations_to_run(self._as_a(side, station), stack.first, closed=closed)] * stack.horses
        return sorted(left, reverse=True)

    def _as_a(self, side: int, station: Station) -> Station:
        """A station as A's side sees it: C's courses are A's turned by half a circle (YU-33). Its own inverse."""
        return half_turn(station) if self.two_posts and side == 1 and station != HOME else station

    # Throws.

    def throw(self, number: int) -> Reference:
        """YU-3 to YU-5: the position after a throw."""
        if not self.to_throw or number not in (1, 2, 3, 4, 5):
            raise ValueError("no throw is due, or no such throw")
        state = self.state._replace(waiting=tuple(sorted((*self.state.waiting, number))), to_throw=False)
        if number >= 4 and state.extra < EXTRA_THROWS:
            return self._with(state._replace(extra=state.extra + 1, to_throw=True))  # YU-4
        return self._with(state)._go_on()

    # Moves.

    def moves(self) -> set[Move]:
        """All legal moves; none before a throw and when the game is over."""
        if self.result is not None or self.state.to_throw:
            return set()
        stations = list(self.state.stacks[self.side])
        if self.off_board(self.side) > 0:
            stations.append(NEW)  # YU-6
        return {
            (throw, station, choice)
            for throw in self.state.waiting
            for station in stations
            for choice in self._choices(station)
            if self._may_land((throw, station, choice))
        }

    def _choices(self, station: Station) -> tuple[str, ...]:
        """YU-7, YU-16: where a horse may turn or go straight on."""
        seen = self._as_a(self.side, station) if station != NEW else NEW
        first = station != NEW and self.state.stacks[self.side][station].first
        both = ("turn", "straight")
        if seen == "5":
            return both if first or not self.two_posts else ("",)  # YU-31
        if seen == "X":
            return both if first else ("",)  # a horse that came along another arm turns to the post
        return both if seen in ("10", "15") else ("",)

    def _landing(self, move: Move) -> tuple[Station, bool]:
        """The end of a move, and the horse's way from there (see Stack): station by station, then any hurdles."""
        throw, station, choice = move
        side = self.side
        if station == NEW:
            here, first = "1", False  # YU-6: a throw of n enters on station n (YU-30: 10 + n)
        else:
            here = self._as_a(side, station)
            first = here in ("W1", "W2") or (here != "5" and self.state.stacks[side][station].first)
            if choice == "turn" or (here == "X" and choice == ""):
                first = here == "5"
                here = TURNS[here]
            else:
                here = onward(here, first)
        for _ in range(throw - 1):
            here = HOME if here == HOME else onward(here, first)  # YU-11: the rest of a throw is lost
        by_five = station == NEW and throw == 5
        while self._as_a(side, here) in self.hurdles:  # YU-51, YU-52
            by_five = False  # YU-55
            best_rival = max(home for rival, home in enumerate(self.state.home) if rival != side)
            for _ in range(1 + max(0, best_rival - self.state.home[side])):
                here = HOME if here == HOME else onward(here, first)  # YU-54
        if here == "5":
            first = by_five and self.two_posts  # YU-31
        elif here not in ("X", "E1", "E2"):
            first = False  # YU-14: elsewhere the station tells all
        return self._as_a(side, here), first

    def _moved(self, move: Move) -> int:
        """How many horses a move moves."""
        return 1 if move[1] == NEW else self.state.stacks[self.side][move[1]].horses  # YU-8

    def _may_land(self, move: Move) -> bool:
        target, _ = self._landing(move)
        if target == HOME:
            return True
        if target == self.state.wild:
            return False  # YU-42, YU-52
        there = self.state.stacks[self.side].get(target)
        if self.two_posts and there is not None:
            return there.horses + self._moved(move) <= STACK_WITH_TWO_POSTS  # YU-32
        return True

    def apply(self, move: Move) -> Reference:
        """The position after a legal move."""
        if move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        throw, station, _ = move
        target, first = self._landing(move)
        moved = self._moved(move)
        stacks = [dict(of_side) for of_side in self.state.stacks]
        home = list(self.state.home)
        own = stacks[self.side]
        if station != NEW:
            del own[station]
        caught = False
        if target == HOME:
            home[self.side] += moved
        else:
            there = own[target].horses if target in own else 0
            own[target] = Stack(there + moved, first)  # YU-8; YU-14: the way of those that joined last
            for rival, of_rival in enumerate(stacks):
                if rival != self.side and of_rival.pop(target, None) is not None:
                    caught = True  # YU-9, YU-34
        waiting = list(self.state.waiting)
        waiting.remove(throw)
        following = self._with(self.state._replace(stacks=tuple(stacks), home=tuple(home), waiting=tuple(waiting)))
        if home[self.side] == self.horses:
            following.result = (self.side,), "YU-13"
            return following
        if caught and self.state.extra < EXTRA_THROWS:
            return self._with(following.state._replace(extra=self.state.extra + 1, to_throw=True))  # YU-10
        return following._go_on()

    # The end of a turn.

    def _with(self, state: State) -> Reference:
        following = Reference(
            self.players, self.two_posts, self.wild_start, self.hurdles, self.horses, first=state.seat
        )
        following.state = state
        return following

    def _go_on(self) -> Reference:
        """YU-12: the turn goes on as long as a throw that waits can be used."""
        return self if self.moves() else self._after_turn()

    def _after_turn(self) -> Reference:
        state = self.state
        if state.wild is not None:
            wild = self._wild_horse_goes(state.wild)
            stacks = tuple(
                {station: stack for station, stack in of_side.items() if station != wild} for of_side in state.stacks
            )  # YU-43
            state = state._replace(wild=wild, stacks=stacks, returns=state.returns + (wild == self.wild_start))
        following = self._with(state._replace(seat=(state.seat + 1) % self.players, waiting=(), extra=0, to_throw=True))
        if following.state.returns >= RETURNS_TO_END:
            following.result = following._by_standing(), "YU-44"
        return following

    def _wild_horse_goes(self, wild: Station) -> Station:
        """YU-41, YU-53."""
        while True:
            wild = "20" if wild == "1" else str(int(wild) - 1)
            if wild not in self.hurdles:
                return wild

    def _by_standing(self) -> tuple[int, ...]:
        """YU-44: most horses home, then most on the track; then, horse by horse, who is behind is out; who is left."""
        left = set(range(self.sides))
        home = self.state.home
        left = {side for side in left if home[side] == max(home[other] for other in left)}
        off = {side: self.off_board(side) for side in left}
        left = {
            side for side in left if off[side] == min(off.values())
        }  # as many home: fewest off is most on the track
        for horse in range(min(len(self.to_run(side)) for side in left)):
            nearest = min(self.to_run(side)[horse] for side in left)
            left = {side for side in left if self.to_run(side)[horse] == nearest}
        return tuple(sorted(left))


def perft(reference: Reference, depth: int) -> int:
    """Count the sequences of exactly `depth` steps, throws included. Sequences that end earlier do not count."""
    if depth == 0:
        return 1
    if reference.result is not None:
        return 0
    if reference.to_throw:
        return sum(perft(reference.throw(number), depth - 1) for number in range(1, 6))
    return sum(perft(reference.apply(move), depth - 1) for move in reference.moves())


# ---------------------------------------------------------------------------------------------------------------------
# Games as text
#
# A spec is a game with its options, and then, after a semicolon, its steps after the draw of the first seat, which is 0
# if not said, without spaces:
#
#     yut:players=3,posts=one,wild_horse=true,hurdles=true,hurdle_1=8,hurdle_2=18;first=1,T5,T2,5:new,2:5/turn


def write_move(move: Move) -> str:
    """Write a move as in a spec."""
    throw, station, choice = move
    return f"{throw}:{station}/{choice}" if choice else f"{throw}:{station}"


def read_move(text: str) -> Move:
    """Read a move of a spec."""
    throw, place = text.split(":")
    station, _, choice = place.partition("/")
    return int(throw), station, choice


def read_spec(spec: str) -> Reference:
    """Make the position that a spec describes."""
    game, _, steps_text = spec.partition(";")
    name, _, options_text = game.partition(":")
    if name != "yut":
        raise ValueError(f"unknown game: {name}")
    options = dict(option.split("=") for option in options_text.split(",") if option)
    steps = [step for step in steps_text.split(",") if step]
    first = int(steps.pop(0).removeprefix("first=")) if steps and steps[0].startswith("first=") else 0
    two_posts = options.pop("posts", "one") == "two"
    hurdles = (options.pop("hurdle_1", "8"), options.pop("hurdle_2", "18"))  # YU-50
    beginner = int(options.pop("second_game", "0"))  # YU-40: in the second game, the number of who begins it
    first = beginner - 1 if beginner else first
    wild_start = ("15" if beginner else "5") if two_posts else "10"  # YU-40
    reference = Reference(
        int(options.pop("players", "2")),
        two_posts,
        wild_start if options.pop("wild_horse", "false") == "true" else None,
        hurdles if options.pop("hurdles", "false") == "true" else (),
        int(options.pop("horses", "0")) or None,
        first,
    )
    if options:
        raise ValueError(f"unknown options: {options}")
    for step in steps:
        reference = reference.throw(int(step[1:])) if step[0] == "T" else reference.apply(read_move(step))
    return reference


# ---------------------------------------------------------------------------------------------------------------------
# Cases: specs and how deep to count

Case = tuple[str, int]

GAMES = [
    f"yut:players={players},posts={posts},wild_horse={wild_horse},hurdles={hurdles}"
    for players, posts in ((2, "one"), (3, "one"), (4, "one"), (2, "two"), (4, "two"))
    for wild_horse in ("false", "true")
    for hurdles in ("false", "true", "true,hurdle_1=X,hurdle_2=20", "true,hurdle_1=4,hurdle_2=14")
] + [
    "yut:horses=1",
    "yut:posts=two,horses=2,wild_horse=true",
    "yut:posts=two,wild_horse=true,second_game=1",
    "yut:players=4,posts=two,wild_horse=true,second_game=2,hurdles=true",
]


def step_at_random(reference: Reference, rng: random.Random) -> str:
    """A throw, the great ones more often than in the game, or a move."""
    if reference.to_throw:
        return f"T{rng.choice('1123455')}"
    return write_move(rng.choice(sorted(reference.moves())))


def after_step(reference: Reference, step: str) -> Reference:
    return reference.throw(int(step[1:])) if step[0] == "T" else reference.apply(read_move(step))


def later_cases() -> Iterator[Case]:
    """Positions met in random games: one by the way, and one a few steps before the end."""
    for game in GAMES:
        for seed in range(2):
            rng = random.Random(seed)
            reference = read_spec(game)
            steps: list[str] = []
            while reference.result is None:
                steps.append(step_at_random(reference, rng))
                reference = after_step(reference, steps[-1])
            yield f"{game};{','.join(steps[: rng.randrange(len(steps) // 2)])}", 4
            yield f"{game};{','.join(steps[:-4])}", 4


def main() -> None:
    """Print the perft table: spec, depth, leaves."""
    for spec, deepest in (*((game, 5) for game in GAMES), *later_cases()):
        for depth in range(1, deepest + 1):
            print(spec, depth, perft(read_spec(spec), depth), flush=True)


if __name__ == "__main__":
    main()
