"""The table of solved positions of Yut: built once, kept in the user's data folder, read by memory map."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from naadam.core.compiling.cache_key import rules_sources, source_stamp
from naadam.core.errors import NaadamError, SpecError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.view import View
from naadam.games.yut.rules.state import THROWS
from naadam.solve.yut.moves import list_all_catches, list_all_moves
from naadam.solve.yut.standings import Standings, key_of, list_standings
from naadam.solve.yut.value_iteration import renew_pairs

MOST_HORSES = 3
SMALL_ENOUGH = 2e-7  # the largest change of a sweep with which it is done
USUAL_SHARE = 0.05  # of the first sweep in the work
PAIRS = THROWS * (THROWS + 1) // 2

Progress = Callable[[float], None]


class Moves(NamedTuple):
    """The standings' data for compiled sweeps."""

    firsts: Any
    targets: Any
    stations: Any
    caught: Any
    chances: Any
    pairs: Any
    levels: Any
    starts: Any
    masks: Any  # of the stations that a standing holds
    done: int


class Table:
    """The value of every position of a game, exact to about six digits."""

    def __init__(self, game: Game, waits: Any) -> None:
        self.game = game
        self._waits = waits  # [own, rival]: the chance to win of `own`, the rival being to throw
        self._standings = list_standings(game)

    def covers(self, state: State) -> bool:
        """Whether the value of a state is known: also one of a game with more horses, when enough of them are home."""
        horses = self.game.rulebook.tables.horses
        if with_horses(state.game, horses) != with_horses(self.game, horses):
            return False
        return bool(0 <= self._spare(state) <= min(state.record.home[:2]))

    def value(self, state: State, seat: int) -> float:
        """The value for a seat, from -1 (lost) to 1 (won)."""
        seat = self.game.check_seat(seat)
        if not self.covers(state):
            raise SpecError(f"the table of {self.game.spec!r} does not know this position of {state.game.spec!r}")
        return 2.0 * self._chance(state, seat) - 1.0

    def rate(self, view: View) -> dict[Action, float]:
        """The value of every action of the view's seat."""
        state = view.complete(0)
        return {action: self.value(state.apply(int(action), view.seat), view.seat) for action in view.actions()}

    def best(self, view: View) -> Action:
        """The best action of the view's seat."""
        rated = self.rate(view)
        return max(rated, key=rated.__getitem__)

    def _spare(self, state: State) -> int:
        """How many more horses a side has in the game of a state."""
        return int(state.game.rulebook.tables.horses - self.game.rulebook.tables.horses)

    def _chance(self, state: State, seat: int) -> float:
        """The chance of a seat to win; inside a turn by looking at all that can happen in it."""
        outcome = state.outcome
        if outcome is not None:
            return float(seat in outcome.winners)
        if state.turn == CHANCE:
            mover = int(state.record.mover)
            if mover >= 0 and state.record.throws == 0:
                return self._look_up(state, mover) if mover != seat else 1.0 - self._look_up(state, mover)
            return sum(chance * self._chance(state.apply(action), seat) for action, chance in state.chance())
        chances = (self._chance(state.apply(action), seat) for action in state.actions())
        return max(chances) if state.turn == seat else min(chances)

    def _look_up(self, state: State, mover: int) -> float:
        """The chance of the one who is not to throw."""
        own, rival = (self._find(state, side) for side in (1 - mover, mover))
        return float(self._waits[own, rival])

    def _find(self, state: State, side: int) -> int:
        record, size = state.record, self.game.rulebook.tables.stations
        nodes = [2 * size] * int(record.off[side]) + [2 * size + 1] * (int(record.home[side]) - self._spare(state))
        for station in range(size):
            if record.held[side] >> station & 1:
                nodes += [station + size * int(record.ways >> station & 1)] * int(record.stack[station])
        return int(self._standings.index[key_of(tuple(sorted(nodes)), 2 * size + 2)])


@functools.lru_cache
def with_horses(game: Game, horses: int) -> Game:
    """The same game with another number of horses."""
    return load(game.name, **{**game.options, "horses": horses})


def load_endgame(game: Game) -> Table | None:
    """The largest table solved on this machine that covers the end of a game of Yut, or None."""
    most = min(MOST_HORSES, int(game.rulebook.tables.horses))
    for horses in range(most, 0, -1):
        try:
            table = load_table(with_horses(game, horses))
        except SpecError:
            return None
        if table is not None:
            return table
    return None


def check_solvable(game: Game) -> None:
    """SpecError unless the game is one that is small enough to be solved."""
    options = game.options
    plain = game.name == "yut" and options["players"] == 2 and options["posts"] == "one"
    if not plain or options["wild_horse"] or options["hurdles"]:
        raise SpecError(f"{game.spec} cannot be solved: only Yut of two players, one post, nothing added")
    if game.rulebook.tables.horses > MOST_HORSES:
        raise SpecError(f"{game.spec} is too large to be solved; yut:horses={MOST_HORSES} is not")


def table_file(game: Game) -> Path:
    """Where the table of a game is kept; another state of rules, board or solver has another file."""
    stamp = source_stamp(rules_sources(game.rulebook.rules), Path(__file__).parent)
    digest = hashlib.sha256(f"{game.spec} {stamp}".encode())
    for field in game.rulebook.tables:
        digest.update(np.asarray(field).tobytes())
    folder = Path(platformdirs.user_data_dir("naadam", appauthor=False)) / "solved"
    return folder / f"{game.name}-{digest.hexdigest()[:16]}.npy"


def load_table(game: Game) -> Table | None:
    """The table of a game if it has been solved on this machine, else None."""
    check_solvable(game)
    file = table_file(game)
    return Table(game, np.load(file, mmap_mode="r")) if file.is_file() else None


def solve_game(game: Game, progress: Progress = lambda _done: None, threads: int = 2) -> Table:
    """Solve a game and keep its table; `progress` is called from time to time with how far it is."""
    check_solvable(game)
    if not game.bound.compiled:
        raise SpecError("solving wants compiled rules")
    waits = iterate(game, progress, threads)
    file = table_file(game)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        with part.open("wb") as stream:
            np.save(stream, waits)
        part.replace(file)
    except OSError as error:
        raise NaadamError(f"the table cannot be kept in {file.parent}: {error.strerror}") from None
    return Table(game, waits)


def iterate(game: Game, progress: Progress, threads: int) -> Any:
    """Sweep until no value changes."""
    standings = list_standings(game)
    moves = make_moves(game, standings)
    size, number = len(standings), np.float64 if game.rulebook.tables.horses < MOST_HORSES else np.float32
    waits = np.full((size, size), 0.5, number)
    ones = np.full((THROWS, size, size), 0.5, number)
    twos = np.full((PAIRS, size, size), 0.5, number)
    for table in (waits, *ones, *twos):
        table[standings.done, :] = 1.0
    waits[1:, standings.done] = 0.0
    renew = game.bound.bind(renew_pairs, moves, 0, 0, 1, waits, ones, twos)
    last = 2 * int(standings.levels.max())
    change, sweeps, done = 1.0, 0, 0.0
    with ThreadPoolExecutor(threads) as pool:
        while change > SMALL_ENOUGH:
            gone = log(change) / log(SMALL_ENOUGH)  # a sweep makes changes smaller by about the same factor
            change = 0.0
            for level in range(2, last + 1):
                parts = [pool.submit(renew, moves, level, p, threads, waits, ones, twos) for p in range(threads)]
                change = max(change, *(part.result() for part in parts))
                done = max(done, min(1.0, gone + (gone / sweeps if sweeps else USUAL_SHARE) * level / last))
                progress(done)
            sweeps += 1
    progress(1.0)
    return waits


@functools.cache
def _pairs() -> Any:
    pairs = np.zeros((THROWS, THROWS), np.int64)
    number = 0
    for one in range(THROWS):
        for other in range(one, THROWS):
            pairs[one, other] = pairs[other, one] = number
            number += 1
    return pairs


def make_moves(game: Game, standings: Standings) -> Moves:
    """Moves and catches of all standings, taken from the rules."""
    tables = game.rulebook.tables
    size = len(standings)
    states = np.zeros(3, game.state_type)
    firsts = np.zeros(size * THROWS + 1, np.int64)
    room = size * THROWS * (2 * tables.horses + 1)
    targets, stations = np.zeros((2, room), np.int64)
    actions, nodes = np.zeros(game.sizes.choices, np.int64), np.zeros(tables.horses, np.int64)
    caught = np.zeros((tables.stations, size), np.int64)
    shared = (states, standings.nodes, standings.index)
    listed = (*shared, firsts, targets, stations, actions, nodes)
    count = game.bound.bind(list_all_moves, *listed)(*listed)
    game.bound.bind(list_all_catches, *shared, caught, nodes)(*shared, caught, nodes)
    chances = tables.weights[1:] / tables.weights.sum()
    return Moves(
        firsts,
        targets[:count].copy(),
        stations[:count].copy(),
        caught,
        chances,
        _pairs(),
        standings.levels,
        standings.starts,
        standings.masks(tables.stations),
        standings.done,
    )
