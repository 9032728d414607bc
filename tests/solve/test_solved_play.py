"""Players, hints and the analysis with solved tables, on a small board that is solved in a second."""

from __future__ import annotations

import random
from collections.abc import Iterator

import platformdirs
import pytest
from small_boards import all_positions, key_of, small_game, solve_by_rules

import naadam
from naadam.bots import Bot, Budget, RandomBot, level
from naadam.bots.advice.analysis import Analyst, analyse
from naadam.bots.advice.hints import advise
from naadam.bots.levels import PERFECT
from naadam.bots.puzzles.from_games import LEAST_CHOICES
from naadam.bots.puzzles.from_tables import SHORTEST, look_up
from naadam.bots.solved import Perfect, count_replies, explore_tables, think_by_tables
from naadam.core.compiling.compiled import COMPILING
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.state import State
from naadam.solve import tablebase
from naadam.solve.bagh_chal.solution import solve_movement
from naadam.solve.coverage import find_coverage, find_tablebase
from naadam.solve.probe import SCORES, Value

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The movement phase of the small board, solved; that there are tables is noticed when they have been made."""
    folder = tmp_path_factory.mktemp("data")
    patch = pytest.MonkeyPatch()
    patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(folder))
    game = small_game(folder)
    assert find_tablebase(game) is None
    coverage = find_coverage(game)
    assert coverage is not None
    assert not coverage.movement
    solve_movement(game)
    yield game
    patch.undo()


@pytest.fixture(scope="module")
def going(small: Game) -> list[State]:
    """All positions of the movement phase that are not over."""
    return [state for state in all_positions(small).values() if state.outcome is None]


def view_of(state: State) -> naadam.View:
    assert state.turn is not None
    return state.view(state.turn)


def test_tables_are_noticed_when_they_are_there(small: Game) -> None:
    assert find_tablebase(small) is not None
    coverage = find_coverage(small)
    assert coverage is not None
    assert (coverage.movement, coverage.placement) == (True, False)


def test_what_tables_take_is_near_what_was_measured() -> None:
    """Half a minute and 120 MB, then a quarter of an hour and 4.4 GB: docs/solved.md."""
    found = find_coverage(naadam.load("bagh-chal:rules=classic"))
    assert found is not None
    assert 15 < found.movement_effort.seconds < 60
    assert 100e6 < found.movement_effort.bytes < 150e6
    assert 600 < found.placement_effort.seconds < 1200
    assert 4.0e9 < found.placement_effort.bytes < 4.6e9
    assert find_coverage(naadam.load("hasami-shogi")) is None


def test_an_analyst_may_leave_the_tables_aside(small: Game, going: list[State]) -> None:
    """As a coach does: where everything loses by the tables, some moves still lose a goat immediately."""
    view = view_of(going[0])
    assert Analyst(small, Budget(nodes=50)).think(view).solved
    assert not Analyst(small, Budget(nodes=50), tables=False).think(view).solved


def test_level_5_makes_no_error_in_the_movement_phase(small: Game) -> None:
    """From the start, against play at random; where moves are equal its search chooses."""
    assert count_errors(small, level(small, 5), moves=60) == 0


def test_nor_does_perfect_play(small: Game) -> None:
    player = level(small, PERFECT, seed=3)
    assert isinstance(player, Perfect)
    assert count_errors(small, player, moves=60) == 0


def test_the_count_of_errors_would_find_some(small: Game) -> None:
    assert count_errors(small, RandomBot(seed=1), moves=60) > 5


def count_errors(game: Game, player: Bot, moves: int) -> int:
    """How many of so many moves of the movement phase give something away, in games against play at random."""
    table, rng, errors, made = tablebase(game), random.Random(8), 0, 0
    while made < moves:
        state = game.start()
        while state.outcome is None and made < moves:
            if state.record.hand == 0 and state.turn == made % 2:
                chosen = player.choose(view_of(state), Budget(nodes=100))
                probe = table.probe(state)
                errors += {move.action: move.value for move in probe.moves}[chosen] != probe.value
                made += 1
            else:
                chosen = rng.choice(state.actions())
            state = state.apply(chosen)
    return errors


def test_of_drawn_moves_it_plays_one_that_is_answered_wrongly_most_often(small: Game, going: list[State]) -> None:
    """The shares are counted again from values that were found by going over the rules."""
    slow = solve_by_rules(all_positions(small))
    table, player, rng, telling = tablebase(small), level(small, PERFECT), random.Random(2), 0

    def share_that_loses(state: State, action: int) -> float:
        after = state.apply(action)
        told = [-1 if end.outcome else slow[key_of(end)][0] for end in map(after.apply, after.actions())]
        return sum(value == 1 for value in told) / len(told)  # the next player to move wins: the reply has lost

    drawn = [state for state in going if table.judge(state).value == Value.DRAW]
    for state in rng.sample(drawn, 80):
        best = [action for action in table.probe(state).best if state.apply(action).outcome is None]
        shares = {action: share_that_loses(state, action) for action in best}
        assert {action: count_replies(table, state, action).share for action in best} == shares
        if best and len(best) == len(table.probe(state).best):
            assert shares[player.choose(view_of(state))] == max(shares.values())
            telling += min(shares.values()) < max(shares.values())
    assert telling > 10


def test_it_wins_what_is_won(small: Game, going: list[State]) -> None:
    table, player, rng = tablebase(small), level(small, PERFECT), random.Random(4)
    won = [state for state in going if table.judge(state).value == Value.WIN]
    for state in rng.sample(won, 20):
        winner = state.turn
        while state.outcome is None:
            mine = state.turn == winner
            state = state.apply(player.choose(view_of(state)) if mine else rng.choice(state.actions()))
        assert state.outcome.winners == (winner,)


def test_it_searches_where_the_tables_know_nothing(small: Game) -> None:
    thought = level(small, PERFECT).think(small.start().view(0), Budget(nodes=50))
    assert not thought.solved
    assert thought.depth > 0
    with pytest.raises(naadam.SpecError, match="perfectly"):
        level("hasami-shogi", PERFECT)


def test_a_thought_by_tables_tells_the_way_to_the_next_capture_or_the_end(small: Game, going: list[State]) -> None:
    table, rng = tablebase(small), random.Random(6)
    far = [state for state in going if (table.judge(state).distance or 0) in (3, 4, 5)]
    for state in rng.sample(far, 30):
        thought = think_by_tables(view_of(state))
        assert thought is not None
        value, distance = table.judge(state)
        assert (thought.value, thought.converts_in, thought.solved) == (SCORES[value], distance, True)
        assert len(thought.line) == distance
        for action in thought.line[:-1]:
            before, state = state, state.apply(action)
            assert not table.converts(before, state)
        last = state.apply(thought.line[-1])
        assert last.outcome is not None or table.converts(state, last)


def test_the_explorer_lists_the_best_first(small: Game, going: list[State]) -> None:
    table = tablebase(small)
    for state in random.Random(7).sample(going, 30):
        moves = explore_tables(view_of(state))
        assert moves is not None
        assert sorted(move.action for move in moves) == sorted(map(int, state.actions()))
        assert moves[0].value == table.judge(state).value
        scores = [SCORES[move.value] for move in moves]
        assert scores == sorted(scores, reverse=True)
    assert explore_tables(small.start().view(0)) is None


def test_a_position_is_a_puzzle_where_one_move_wins_and_not_at_once(small: Game, going: list[State]) -> None:
    """Compared with values that were found by going over the rules."""
    slow, table, found = solve_by_rules(all_positions(small)), tablebase(small), 0
    for state in going:
        value, distance = slow[key_of(state)]
        after = [(action, state.apply(action)) for action in state.actions()]
        wins = [str(action) for action, then in after if slow[key_of(then)][0] == -1]
        puzzle = look_up(table, state)
        wanted = value == 1 and distance >= SHORTEST and len(wins) == 1 and len(after) >= LEAST_CHOICES
        assert (puzzle is not None) == wanted
        if puzzle is not None:
            assert (puzzle.solution, puzzle.distance, puzzle.seat) == (wins[0], distance, state.turn)
            found += 1
    assert found > 5
    assert look_up(table, small.start()) is None


def test_an_analysis_is_exact_and_names_what_was_thrown_away(small: Game) -> None:
    table, rng = tablebase(small), random.Random(5)
    thrown = set()
    for _ in range(6):
        history = History(small.start())
        while history.state.outcome is None and len(history.steps) < 30:
            history.play(rng.choice(history.state.actions()))
        record = history.record()
        states = record.replay()
        for move in analyse(record, Budget(nodes=100)).moves:
            before, after = states[move.number - 1], states[move.number]
            if before.record.hand:
                continue
            assert move.solved
            assert move.settled
            assert move.value == SCORES[table.judge(before).value]
            ended = after.outcome is not None
            worth = after.outcome.value(move.seat) if after.outcome else -SCORES[table.judge(after).value]
            assert move.after == worth
            expected = None if worth >= move.value else "win" if move.value == 1 else "draw"
            assert move.threw == expected, (ended, move)
            assert bool(move.mark) == (expected is not None)
            thrown.add(expected)
    assert thrown == {None, "win", "draw"}


def test_hints_are_exact(small: Game, going: list[State]) -> None:
    table, analyst, rng = tablebase(small), Analyst(small, Budget(nodes=50)), random.Random(9)
    sure = {Value.WIN: "solved-win-later", Value.DRAW: "solved-draw", Value.LOSS: "solved-loss-later"}
    for value in Value:
        known = [state for state in going if table.judge(state).value == value and len(state.actions()) > 1]
        for state in rng.sample(known, 12):
            hint = advise(analyst, view_of(state))
            assert hint.action in table.probe(state).best
            assert hint.exact == (sure[value], table.judge(state).distance or 0)
