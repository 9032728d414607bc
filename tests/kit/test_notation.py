"""Moves and positions as text, in games of the kit."""

from __future__ import annotations

import random

import pytest

from naadam.core.errors import NaadamError, NotationError, PositionError
from naadam.core.game import Game
from naadam.core.texts import LANGUAGES


def test_every_number_of_an_action_is_written_and_read(game: Game) -> None:
    record = game.start().record
    for action in range(game.sizes.actions):
        assert game.notation.parse(record, game.notation.format(record, 0, action)).action == action


@pytest.mark.parametrize("text", ["a1-b1", "a1xb1", " a1b1 "])
def test_moves_are_read_in_the_ways_people_write_them(game: Game, text: str) -> None:
    record = game.start().record
    assert game.notation.parse(record, text) == game.notation.parse(record, "a1b1")


@pytest.mark.parametrize("text", ["", "a", "z9", "a1z9", "a1b1c1", "pass", "a1a1", "remove a1", "9" * 5000])
def test_what_is_no_move_is_refused_in_three_languages(game: Game, text: str) -> None:
    with pytest.raises(NotationError) as refused:
        game.notation.parse(game.start().record, text)
    told = {refused.value.text(language) for language in LANGUAGES}
    assert len(told) == 3
    assert all(len(sentence) < 200 for sentence in told)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "The board has 3 rows, not 1."),
        ("3/3/3", "The side to move must be one of L, D, with the clause behind it if the game is over, not ''."),
        ("3/3/3 X", "The side to move must be one of L, D, with the clause behind it if the game is over, not 'X'."),
        ("3/3/3 L:TB-4", "The side to move must be"),
        ("3/3/3 L:CR", "The side to move must be"),
        ("1D1/3/1L1 L x", "peace must be a number, not 'x'."),
        ("1D1/3/1L1 L -1", "peace must be a number, not '-1'."),
        ("1D1/3/1L1 L 0 0", "A position has rows, the side to move, and these numbers: peace."),
        ("1D1/3/1L1 L 101", "No game can have these pieces and numbers."),
        ("LLL/L2/1D1 D", "A board has at most 3 pieces L, not 4."),
        ("1D1/3/1L1 L:CR-4", "The game is not over by this clause."),
        ("1D1/3/1L1 L:CR-99", None),
    ],
)
def test_what_is_no_position_is_refused_in_three_languages(crossing: Game, position: str, reason: str | None) -> None:
    with pytest.raises(PositionError) as refused:
        crossing.position(position)
    assert reason is None or refused.value.text("en").startswith(reason)
    assert len({refused.value.text(language) for language in LANGUAGES}) == 3


def test_numbers_may_be_left_out_and_an_end_is_written_with_its_clause(crossing: Game) -> None:
    assert crossing.position("1D1/3/1L1 L").position == "1D1/3/1L1 L 0"
    assert crossing.position("1D1/1L1/3 L").apply("b2b3").position == "1L1/3/3 D:CR-4 0"
    assert crossing.position("1L1/3/3 D").position == "1L1/3/3 D:CR-4 0", "the game is over in it"
    assert crossing.position("1L1/3/3 D:CR-4 0").outcome is not None


def test_positions_of_a_game_at_random_read_back(game: Game) -> None:
    state, rng = game.start(), random.Random(1)
    for _ in range(30):
        assert game.position(state.position).position == state.position
        if not state.waiting:
            break
        state = state.apply(rng.choice(state.actions()))


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        (["a1"], "You have no piece on a1."),
        (["e5"], "You have no piece on e5."),
        (["d1"], "Touch where the piece on d1 goes."),
        (["d1", "e2"], "e2 is in neither the row nor the column of d1."),
        (["a4", "a6"], "Another piece stands on a6."),
    ],
)
def test_a_player_who_touches_what_cannot_be_is_told_why(tablut: Game, touched: list[str], said: str) -> None:
    start = tablut.start()
    refusal = start.refusal(tablut.face.meant(start.record, 0, touched).action, 0)
    assert refusal is not None
    assert refusal.text() == said


@pytest.mark.parametrize("touched", [[], ["nowhere"], ["a1", "b1", "c1"], ["a1", "a1"]])
def test_touches_without_a_meaning_are_refused(tablut: Game, touched: list[str]) -> None:
    with pytest.raises(NaadamError):
        tablut.face.meant(tablut.start().record, 0, touched)


def test_a_capture_is_shown_and_said_before_it_is_made(tablut: Game, crossing: Game) -> None:
    between = tablut.position("9/1AD6/3A5/4K4/9/9/9/9/9 A")
    beside = crossing.position("3/1D1/1L1 L")
    for state, move, where in ((between, "d7d8", "c8"), (beside, "b1b2", "b2")):
        action = state.resolve_action(move, None)[1]
        assert state.game.face.preview(state.record, 0, action) == {"captures": [where]}
        assert state.say(move).endswith("and capture.")
        quiet = next(other for other in state.actions() if other != action)
        assert state.game.face.preview(state.record, 0, int(quiet)) == {}
