"""Yut solved: against an independent value iteration of the race of one horse, and against the rules themselves."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import platformdirs
import pytest

import naadam
from naadam.bots import Budget
from naadam.bots.by_name import named
from naadam.bots.solved import SolvedUct
from naadam.core.compiling.compiled import COMPILING
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.solve import Table, load_table, solve_game

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")

THROW = {1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16, 5: 1 / 16}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = tmp_path_factory.mktemp("data")
    patch = pytest.MonkeyPatch()
    patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(folder))
    game = naadam.load("yut:horses=1")
    assert load_table(game) is None
    told: list[float] = []
    solved = solve_game(game, told.append)
    assert told == sorted(told)
    loaded = load_table(game)
    assert loaded is not None
    assert isinstance(loaded._waits, np.memmap)
    assert (loaded._waits == solved._waits).all()
    patch.undo()
    return loaded


# --- the race of one horse, written again: a place is (station, came from 5), None off the board, "home" ---

RIM = [str(number) for number in range(1, 21)]
AFTER = dict(zip(RIM, [*RIM[1:], "home"], strict=True))
AFTER |= {"W1": "W2", "W2": "X", "S1": "S2", "S2": "X", "N2": "N1", "N1": "20", "E1": "E2", "E2": "X", "X": "N2"}
FROM_FIVE = {"X": "E2", "E2": "E1", "E1": "15"}
INWARD = {"5": "W1", "10": "S1", "15": "E1"}
Place = tuple[str, bool] | None
HOME = ("home", False)


def step(place: Place, turn: bool = False) -> Place:
    if place is None:
        return ("1", False)
    station, five = place
    if station == "home":
        return HOME
    if turn:
        return ("N2", False) if station == "X" else (INWARD[station], station == "5")
    then = FROM_FIVE[station] if five and station in FROM_FIVE else AFTER[station]
    return (then, five and then in ("W1", "W2", "X", "E1", "E2"))


def runs(place: Place, throw: int) -> list[Place]:
    ends = []
    for turn in (False, True):
        if turn and not (place and (place[0] in INWARD or place == ("X", True))):
            continue
        then = step(place, turn)
        for _ in range(throw - 1):
            then = step(then)
        ends.append(then)
    return ends


def all_places() -> list[Place]:
    found: list[Place] = [None]
    for place in found:
        found += [then for throw in THROW for then in runs(place, throw) if then not in found and then != HOME]
    return list(dict.fromkeys(found))


def iterate() -> dict[tuple[Place, Place], float]:
    """The chance to win of the one who throws, by place and the rival's place."""
    places = all_places()
    values = {(own, rival): 0.5 for own in places for rival in places}

    def moving(own: Place, rival: Place, waiting: tuple[int, ...], thrown: int) -> float:
        if own == HOME:
            return 1.0
        if not waiting:
            return 1.0 - values[rival, own]
        best = 0.0
        for throw in set(waiting):
            rest = list(waiting)
            rest.remove(throw)
            for then in runs(own, throw):
                if then is not None and rival is not None and then[0] == rival[0] and then != HOME:
                    act = throwing if thrown < 3 else moving
                    best = max(best, act(then, None, tuple(rest), thrown))
                else:
                    best = max(best, moving(then, rival, tuple(rest), thrown))
        return best

    def throwing(own: Place, rival: Place, waiting: tuple[int, ...], thrown: int) -> float:
        total = 0.0
        for throw, chance in THROW.items():
            act = throwing if throw >= 4 and thrown < 2 else moving
            total += chance * act(own, rival, (*waiting, throw), thrown + 1)
        return total

    change = 1.0
    while change > 1e-7:
        change = 0.0
        for own, rival in values:
            new = throwing(own, rival, (), 0)
            change = max(change, abs(new - values[own, rival]))
            values[own, rival] = new
    return values


def test_the_race_of_one_horse(table: Table) -> None:
    values = iterate()
    assert len(all_places()) == 33

    def written(place: Place) -> str:
        if place is None:
            return "-/0"
        return f"{place[0]}{'>' if place[1] and place[0] in FROM_FIVE else ''}/0"

    compared = 0
    for (own, rival), chance in values.items():
        if own is not None and rival is not None and own[0] == rival[0]:
            continue
        state = table.game.position(f"{written(own)} {written(rival)} 0?")
        assert table.value(state, 0) == pytest.approx(2 * chance - 1, abs=3e-5)
        compared += 1
    assert compared == 33 * 33 - 32 - 6  # two horses cannot share a station, whatever their ways


# --- against the rules ---


def positions(game: naadam.Game, count: int) -> list[State]:
    """Starts of turns along random games."""
    rng = random.Random(5)
    found: list[State] = []
    while len(found) < count:
        state = game.start()
        while state.waiting:
            if state.turn == CHANCE and state.record.mover >= 0 and state.record.throws == 0 and rng.random() < 0.1:
                found.append(state)
            actions = state.actions()
            state = state.apply(rng.choice(list(actions)))
    return found[:count]


def check_against_rules(table: Table, count: int) -> None:
    """Every value is the expectation over one turn by the rules, from which it follows that it is the right one."""
    for state in positions(table.game, count):
        for seat in (0, 1):
            expected = sum(chance * table.value(state.apply(action), seat) for action, chance in state.chance())
            assert table.value(state, seat) == pytest.approx(expected, abs=1e-5), state


def test_every_value_follows_from_the_rules(table: Table) -> None:
    check_against_rules(table, 12)


def test_so_do_those_of_two_horses_and_a_smaller_table_covers_the_end(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    game = naadam.load("yut:horses=2")
    larger = solve_game(game)
    check_against_rules(larger, 4)
    check_smaller_table(table, larger)
    check_player(game)
    check_player(naadam.load("yut"))
    check_guesses(larger)
    check_search(larger)


def check_smaller_table(smaller: Table, larger: Table) -> None:
    """With a horse home on both sides, a race of two horses each is one of one horse each."""
    rng, covered = random.Random(5), 0
    while covered < 40:
        state = larger.game.start().resolve(rng)
        while state.waiting:
            both = min(state.record.home[:2]) >= 1
            assert smaller.covers(state) == both
            if both:
                covered += 1
                assert smaller.value(state, 0) == pytest.approx(larger.value(state, 0), abs=2e-5)
            state = state.apply(rng.choice(state.actions())).resolve(rng)


def check_player(game: Game) -> None:
    """Level 5 plays by the largest table there is, where it covers the position."""
    player = SolvedUct(Budget(nodes=40))
    found = player.table(game)
    assert found is not None
    rng, covered = random.Random(6), 0
    while not covered:
        state = game.start().resolve(rng)
        while state.waiting:
            assert state.turn is not None
            if found.covers(state) and len(state.actions()) > 1:
                covered += 1
                rated = found.rate(state.view(state.turn))
                assert rated[player.choose(state.view(state.turn))] == max(rated.values())
            state = state.apply(rng.choice(state.actions())).resolve(rng)


def check_guesses(table: Table) -> None:
    """The value that searches guess by is near the exact one, from -1 to 1, on the whole."""
    errors = [state.value(0) - table.value(state, 0) for state in positions(table.game, 200)]
    assert np.mean(np.abs(errors)) < 0.15
    assert abs(np.mean(errors)) < 0.05


def check_search(table: Table) -> None:
    """UCT's choices cost little by the exact values: less than greed, far less than chance."""
    rng = random.Random(7)
    bots = [named(name, table.game) for name in ("uct:nodes=3000,cutoff=0", "greedy", "random")]
    lost = [0.0, 0.0, 0.0]
    for start in positions(table.game, 60):
        state = start.resolve(rng)
        if state.turn is None:
            continue
        rated = table.rate(state.view(state.turn))
        for index, bot in enumerate(bots):
            lost[index] += max(rated.values()) - rated[bot.choose(state.view(state.turn))]
    assert lost[0] < lost[1] < lost[2]
    assert lost[0] < lost[2] / 4


def test_who_wins_at_once_does(table: Table) -> None:
    state = table.game.position("19/0 3/0 0 2")
    assert table.value(state, 0) == 1.0
    assert str(table.best(state.view(0))) == "19-2"


def test_only_small_plain_games_are_solved() -> None:
    for spec in ("yut", "yut:players=3", "yut:posts=two,horses=1", "yut:wild_horse=true,horses=1", "bagh-chal"):
        with pytest.raises(naadam.SpecError):
            load_table(naadam.load(spec))


def test_a_table_is_for_its_own_game(table: Table) -> None:
    with pytest.raises(naadam.SpecError, match="does not know this position"):
        table.value(naadam.load("yut:horses=2").start(), 0)


def test_another_probability_is_another_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from naadam.solve.yut.table import table_file

    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    assert table_file(naadam.load("yut:horses=1")) != table_file(naadam.load("yut:horses=1,flat=0.6"))
