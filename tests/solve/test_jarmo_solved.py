"""Jarmo solved: against the rules gone over slowly on a small board, and endings of the real one against the rules."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from small_jarmo import LAST_TURNS, SlowJarmo, key_of, random_endings, small_jarmo

import naadam
from naadam.bots import Budget, level
from naadam.bots.puzzles import from_tables
from naadam.bots.puzzles.from_tables import look_up, mine_table
from naadam.bots.solved import count_replies, explore_tables
from naadam.core.compiling import plain
from naadam.core.compiling.compiled import COMPILING
from naadam.core.game import Game
from naadam.core.state import State
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.checks import Check, add_up
from naadam.solve.coverage import find_coverage, find_tablebase
from naadam.solve.jarmo import memory
from naadam.solve.jarmo.numbering import make_numbers, make_shapes, place_of, position_at
from naadam.solve.jarmo.signatures import Side, Signature, following, list_groups
from naadam.solve.jarmo.solution import choose_groups, solve_groups
from naadam.solve.jarmo.tables import JarmoTable, check_solvable, group_file, groups_of, signature_of
from naadam.solve.jarmo.verification import GROUPS, check_sample, list_samples
from naadam.solve.probe import SCORES, Value
from naadam.solve.retrograde import rounds
from naadam.solve.table_files import read_header

# Values for green of states of the small board in which a row of steps can end the game soon (JA-12): of a slow search
# over all states with their rows. Without the row the first eight are worth something else, the others are not.
ROWS = {
    "1g/2/2/1A B 0-0 1-1 b2b1*3 b3b4*4 0 - -": 0,
    "1a/A1/2/a1 G 0-0 1-0 a2a3*3 b3b4*3 0 - -": -1,
    "1g/A1/2/2 B 0-0 1-1 a2a3*4 b3b4*3 0 - -": 0,
    "Aa/2/2/1A B 0-0 0-1 b2b1*3 b3b4*4 0 - -": 1,
    "Aa/2/2/A1 B 0-0 0-1 b2a1*3 b3b4*3 0 - -": 1,
    "Aa/a1/2/1A G 0-0 0-0 b2b1*3 b3b4*4 0 - -": 1,
    "a1/2/A1/Aa G 0-0 0-0 b2a2*3 a3a4*3 0 - -": -1,
    "aA/a1/2/A1 B 0-0 0-0 a2a1*4 b3a3*3 0 - -": 1,
    "2/Ag/2/2 B 0-0 1-1 a2a3*3 b3b4*4 0 - -": -1,
    "2/g1/1A/2 B 0-0 1-1 b3b2*3 a4a3*3 0 - -": 0,
    "1g/A1/2/2 G 0-0 1-1 a2a3*4 b3b4*3 0 - -": 1,
}
SMALL_ENDINGS = 300_000  # positions of Jarmo's own board

compiled = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("jarmo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(found))
        yield found


@pytest.fixture(scope="module")
def small(folder: Path) -> Game:
    game = small_jarmo(folder)
    solve_groups(game)
    return game


@pytest.fixture(scope="module")
def slow(small: Game) -> SlowJarmo:
    return SlowJarmo(small)


def verify(game: Game, samples: int) -> Check:
    return add_up(check_sample(game, sample) for sample in list_samples(game, GROUPS, samples))


def for_green(state: State, value: Value) -> int:
    return SCORES[value] * (1 if state.turn == 0 else -1)


@compiled
def test_every_position_of_a_small_board_has_the_value_that_the_rules_give_it(small: Game, slow: SlowJarmo) -> None:
    table = JarmoTable(small)
    found = {key: for_green(state, table.judge(state).value) for key, state in slow.states.items()}
    assert found == slow.values
    assert set(found.values()) == {-1, 0, 1}
    assert len(found) == 2146
    assert slow.rounds > 2, "captures and recoveries go in circles, so one round is not enough"


@compiled
def test_turns_without_progress_count(small: Game, slow: SlowJarmo) -> None:
    """Near the end by JA-14 a conversion can come too late: the table says so, or that it does not know."""
    table, unknown, late = JarmoTable(small), 0, 0
    for peace in (190, 196, 198):
        for key, value in slow.by_peace[peace].items():
            record = slow.states[key].record.copy()
            record.peace = peace
            state = small.position(small.notation.format_position(record))
            try:
                entry = table.look_up(state)
            except naadam.TableError:
                unknown += 1
                continue
            assert for_green(state, entry.value) == value
            late += value != slow.values[key]
            assert entry.distance is None or entry.distance <= LAST_TURNS - peace
    assert late > 20
    assert unknown < 500


@compiled
def test_replies_that_the_tables_do_not_know_are_not_counted(small: Game) -> None:
    """The position is known, and the one after a reply too near to the end by JA-14."""
    state = small.position("a1/2/1G/2 B 0-0 1-1 a1b2 a3a4 197 - -")
    explored = explore_tables(state.view(1))
    assert explored is not None
    assert len(explored) == len(state.actions())
    assert any(each.replies == (0, 0) for each in explored)


@compiled
def test_steps_back_and_forth_that_could_end_the_game_are_played_out(small: Game, slow: SlowJarmo) -> None:
    table, changed = JarmoTable(small), 0
    for position, value in ROWS.items():
        state = small.position(position)
        assert for_green(state, table.judge(state).value) == value
        changed += value != slow.values[key_of(state)]
    assert changed == 8


@compiled
def test_the_best_actions_win_and_draw_against_any_defence(small: Game, slow: SlowJarmo) -> None:
    """Played out to the end, with all the rules that count turns: no circle, and nothing thrown away."""
    table, rng = JarmoTable(small), random.Random(1)
    states = [state for state in slow.states.values() if state.record.phase == 0]
    played = {-1: 0, 0: 0, 1: 0}
    for start in rng.sample(states, 150):
        for seat in (0, 1):
            state, turns = start, 0
            expected = slow.values[key_of(start)] * (1 if seat == 0 else -1)
            while state.outcome is None and turns < 3 * LAST_TURNS:
                probe = table.probe(state)
                state = state.apply(rng.choice(probe.best if state.turn == seat else state.actions()))
                turns += 1
            if state.outcome is not None:
                score = 0 if state.outcome.draw else 1 if seat in state.outcome.winners else -1
                assert score >= expected
                played[expected] += 1
            else:
                assert expected < 1, "a win is not carried on without an end"
    assert min(played.values()) > 30


@compiled
def test_values_follow_from_the_rules_and_a_wrong_one_is_found(small: Game, tmp_path: Path) -> None:
    checked = verify(small, 20_000)
    assert (checked.faults, checked.samples > 19_000) == (0, True)
    signature = groups_of(small)[-1].members[0]
    for kind in ("values", "distances"):
        file = group_file(small, groups_of(small)[-1].number, kind)
        kept = file.read_bytes()
        start = read_header(file)[1]
        shutil.copy(file, tmp_path)
        wrong = bytes(byte ^ 3 if kind == "values" else byte + 2 for byte in kept[start:])
        file.write_bytes(kept[:start] + wrong)
        number = [member for group in groups_of(small) for member in group.members].index(signature)
        sample = next(s for s in list_samples_unchecked(small) if s.layer == number)
        try:
            found = check_sample(small, sample)
        finally:
            file.write_bytes(kept)
        assert found.faults > 0
        assert small.position(found.first).turn is not None


def list_samples_unchecked(game: Game) -> list[naadam.solve.checks.Sample]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("naadam.solve.jarmo.verification.check_table", lambda *_: None)
        return list_samples(game, GROUPS, 5_000)


def checksums(folder: Path) -> dict[str, str]:
    """Of all files of the small board."""
    files = [file for file in folder.rglob("group-*.*") if "small" in read_header(file)[0].game]
    assert files
    return {file.name: read_header(file)[0].checksum for file in files}


@compiled
def test_work_goes_on_where_it_was_stopped(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after every few layers, inside groups and between them, it ends with the same files."""
    whole = checksums(folder)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    monkeypatch.setattr(Checkpoint, "due", lambda _checkpoint: True)
    game, solve, left = small_jarmo(tmp_path), rounds.Member.solve, [0]

    def stop(*arguments: object) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return solve(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(rounds.Member, "solve", stop)
    for _ in range(20):
        left[0] = 5
        try:
            solve_groups(game)
            break
        except KeyboardInterrupt:
            pass
    assert left[0] >= 0
    assert checksums(tmp_path) == whole
    assert not list(tmp_path.rglob("*.unfinished"))


def solve_until_killed(folder: Path, saves: int) -> None:
    """In a process: keep the work after every batch and wave, and die with SIGKILL at so many checkpoints.

    Every second process dies before the new checkpoint has replaced the old one.
    """
    replace, left = Path.replace, saves

    def kill(file: Path, target: Path) -> Path:
        nonlocal left
        if target.suffix == ".unfinished":
            left -= 1
            if left == 0 and saves % 2 == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        done = replace(file, target)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(folder))
        patch.setattr(Checkpoint, "due", lambda _checkpoint: True)
        patch.setattr(Path, "replace", kill)
        solve_groups(small_jarmo(folder))


@compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the loaded process")
def test_work_goes_on_after_a_kill(folder: Path, small: Game, tmp_path: Path) -> None:
    """Killed again and again, also in the middle of a layer and of a checkpoint, it ends with the same files."""
    kills, begun = 0, set()
    for saves in itertools.cycle((8, 13)):
        process = multiprocessing.get_context("fork").Process(target=solve_until_killed, args=(tmp_path, saves))
        process.start()
        process.join(120)
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        kills += 1
        begun |= {file.stem.split("-", 2)[-1] for file in tmp_path.rglob("*.unfinished")}
        assert kills < 100
    assert checksums(tmp_path) == checksums(folder)
    assert not list(tmp_path.rglob("*.unfinished"))
    assert kills > 5
    assert {"layer-first", "layer-second"} <= begun


@compiled
def test_work_that_takes_too_much_memory_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    game = naadam.load("jarmo")
    assert max(memory.memory_of(game, group) for group in groups_of(game)) < memory.MOST_BYTES
    monkeypatch.setattr(memory, "available_memory", lambda: 5 * 10**9)
    with pytest.raises(naadam.NaadamError, match=r"takes up to 13\.6 GB of memory, and 5\.0 GB may be used"):
        solve_groups(game)


@compiled
def test_endings_of_the_real_board_follow_from_the_rules(folder: Path) -> None:
    game = naadam.load("jarmo")
    counted = solve_groups(game, up_to=SMALL_ENDINGS)
    positions = sum(sum(row[2:]) for row in counted)
    assert SMALL_ENDINGS / 2 < positions <= SMALL_ENDINGS
    assert verify(game, 20_000).faults == 0
    table = find_tablebase(game)
    assert table is not None
    with pytest.raises(naadam.TableError, match="is not solved on this machine"):
        table.judge(game.start())
    cover = find_coverage(game)
    assert cover is not None
    assert (cover.movement, cover.placement) == (False, False)
    assert 60 < cover.movement_effort.seconds < 300, "few enough for a button of the page"
    assert cover.placement_effort.seconds > 36_000


@compiled
def test_level_5_does_not_err_in_endings_of_the_real_board(folder: Path) -> None:
    """By the tables: in positions in which some moves keep the value and others do not."""
    game, rng = naadam.load("jarmo"), random.Random(5)
    solve_groups(game, up_to=SMALL_ENDINGS)
    table, player, tried = JarmoTable(game), level(game, 5, seed=1), 0
    for state in random_endings(table, rng, SMALL_ENDINGS):
        probe = table.probe(state)
        kept = {move.action for move in probe.moves if move.value == probe.value}
        if len(kept) < len(probe.moves):
            assert state.turn is not None
            assert player.choose(state.view(state.turn), Budget(nodes=100)) in kept
            tried += 1
        if tried == 150:
            return


@compiled
def test_positions_outside_the_tables_are_no_puzzles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = naadam.load("jarmo")
    solve_groups(game, up_to=SMALL_ENDINGS)
    table = JarmoTable(game)
    assert look_up(table, game.start()) is None
    state = game.position("4a/5/5/3G1/5 G 0-1 4-3 - - 0 - -")
    found = look_up(table, state)
    assert found is not None
    assert (found.solution, found.distance, found.grade) == ("d2b3", 3, 1)
    monkeypatch.setattr(from_tables, "MOST_GAMES", 2)
    monkeypatch.setattr(from_tables, "_play", lambda *_: iter((game.start(), state)))
    with pytest.raises(naadam.NaadamError, match="only 1 of 6 puzzles were found"):
        mine_table(game, 6)


@compiled
def test_the_page_and_the_players_use_the_tables(small: Game, slow: SlowJarmo) -> None:
    table = find_tablebase(small)
    assert table is not None
    rng = random.Random(2)
    for state in rng.sample([state for state in slow.states.values() if state.turn is not None], 40):
        assert state.turn is not None
        explored = explore_tables(state.view(state.turn))
        assert explored is not None
        assert len(explored) == len(state.actions())
        best = table.probe(state)
        assert explored[0].value == best.value
        for player in (level(small, 5), level(small, 6)):
            choice = player.choose(state.view(state.turn), Budget(nodes=200))
            assert choice in [move.action for move in best.moves if move.value == best.value]
    assert any(look_up(table, state) for state in slow.states.values())
    recovers = next(state for state in slow.states.values() if state.record.phase != 0)
    before = next(state for key, state in slow.states.items() if key_of(recovers) in [m[0] for m in slow.moves[key]])
    arrival = next(action for action in before.actions() if key_of(before.apply(action)) == key_of(recovers))
    assert count_replies(table, before, arrival) == (0, 0), "the same side goes on"


def test_positions_are_numbered_without_gaps(tmp_path: Path) -> None:
    grid = small_jarmo(tmp_path).rulebook.grid  # type: ignore[attr-defined]
    numbers = make_numbers(grid)
    place, position = plain(place_of), plain(position_at)
    for group in list_groups(2, 4):
        shapes = make_shapes(group.members, 2, 4)
        for row, size in enumerate(group.sizes):
            seen = [position(numbers, shapes, row, number) for number in range(size)]
            assert len(set(seen)) == size
            assert [place(numbers, shapes, row, *masks) for masks in seen] == list(range(size))
            assert all(not green & blue and not guards & ~(green | blue) for green, blue, guards in seen)


def test_play_leads_to_no_signature_but_those_that_are_listed(tmp_path: Path) -> None:
    game = small_jarmo(tmp_path)
    groups = list_groups(2, 4)
    known = {member for group in groups for member in group.members}
    rng = random.Random(3)
    for _ in range(30):
        state = game.start()
        while state.outcome is None:
            assert state.turn is not None
            before = signature_of(game, state.record)
            mover = state.turn
            while state.outcome is None and state.turn == mover:
                state = state.apply(rng.choice(state.actions()))
            after = signature_of(game, state.record)
            assert after == before or after in set(following(before, mover))
            assert after in known or state.outcome is not None
            assert after.over is (state.outcome is not None and state.outcome.clause in ("JA-10", "JA-11"))


def test_groups_come_after_those_that_they_lead_to() -> None:
    groups = list_groups(3, 6)
    places = {member: group.number for group in groups for member in group.members}
    assert [group.number for group in groups] == list(range(len(groups)))
    for signature, number in places.items():
        then = [after for mover in (0, 1) for after in following(signature, mover) if not after.over]
        assert all(places[after] <= number for after in then)
    assert (len(places), len(groups), sum(group.positions for group in groups)) == (193, 51, 299_414)


def test_the_real_board_has_as_many_positions_as_the_documents_say() -> None:
    groups = list_groups(5, 15)
    assert sum(group.positions for group in groups) == 29_765_644_526
    assert (sum(len(group.members) for group in groups), len(groups)) == (4651, 567)


def test_a_signature_is_scored_by_points_and_then_by_soldiers_in_the_enemy_camp() -> None:
    plain_side = Side(2, 0, 1, 2, 0)
    assert Signature(plain_side, Side(2, 1, 0, 2, 0)).sign == 1
    assert Signature(Side(1, 0, 1, 3, 0), Side(2, 1, 0, 2, 0)).sign == 1, "three points each, one inside"
    assert Signature(Side(2, 1, 0, 2, 0), Side(1, 0, 1, 3, 0)).sign == -1
    assert Signature(plain_side, plain_side).sign == 0
    assert Signature(Side(1, 0, 0, 0, 4), Side(0, 1, 0, 4, 0)).sign == 0, "soldiers in hand score nothing"


def test_variants_and_large_boards_are_refused() -> None:
    for spec in ("jarmo:variant=jasyr", "jarmo:golden=true", "jarmo:remote_camps=true"):
        with pytest.raises(naadam.SpecError, match="only Jarmo itself"):
            check_solvable(naadam.load(spec))
    assert choose_groups(naadam.load("jarmo"), 10) == ()
    if COMPILING:
        with pytest.raises(naadam.SpecError, match="the smallest ending of jarmo has"):
            solve_groups(naadam.load("jarmo"), up_to=10)
