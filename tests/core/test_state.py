"""State and Action on Bagh Chal: values that nothing changes, and that refuse all that is not meant for them."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from bagh_chal_states import CLASSIC, GAME, OTHER_SHUTTLE, OVER, PEACE, SHUTTLE, START, a_whole_game, play

import naadam
from naadam.core.texts import LANGUAGES

WRONG_SEATS: list[Any] = [
    True,
    False,
    -1,
    2,
    7,
    9,
    1 << 70,
    0.0,
    1.0,
    "0",
    b"0",
    [0],
    (0,),
    np.True_,
    np.float64(0),
    np.int64(-1),
]


# --- turn, actions, apply ---


def test_the_start_waits_for_the_goats() -> None:
    assert START.turn == 0
    assert START.waiting == (0,)
    assert START.outcome is None
    assert len(START.actions()) == 21
    assert START.actions(1) == ()
    assert [str(action) for action in START.actions()[:3]] == ["Gb1", "Gc1", "Gd1"]


def test_an_action_may_be_given_as_itself_its_number_or_its_notation() -> None:
    action = START.actions()[3]
    after = START.apply(action)
    number = int(action)
    forms: list[Any] = [number, str(action), np.int16(number), np.int64(number), np.uint64(number), action + 0]
    assert all(START.apply(form) == after for form in forms)
    assert all(START.apply(form, 0) == after for form in forms)
    assert all(START.apply(form, seat) == after for form in forms for seat in (np.int8(0), np.uint64(0)))  # type: ignore[arg-type]


def test_nothing_changes_a_state() -> None:
    before, shown = START.to_bytes(), hash(START)
    for action in START.actions():
        START.apply(action)
    START.view(0).complete(1)
    GAME.playout(START, 5)
    GAME.batch(2, START).playout(1)
    with pytest.raises(naadam.IllegalAction):
        START.apply("Ga1")
    with pytest.raises(ValueError, match="read-only"):
        START.record["hand"] = 3
    assert START.to_bytes() == before
    assert hash(START) == shown
    assert GAME.start() == START


def test_every_action_of_a_game_is_read_as_it_is_written() -> None:
    for state in a_whole_game():
        for action in state.actions():
            assert state.apply(str(action)) == state.apply(int(action)) == state.apply(action)


@pytest.mark.parametrize(
    "action",
    [
        *(True, False, np.True_, None, 1.0, np.float64(1), b"Gb1", [5], (5,)),
        *("", " ", "?!", "G", "Gz9", "Gb1b2c3", "Gb", "Bb1", "Gb1b1", "Bxa1b1", "Gb1\0", "Ｇb1", "G٢١"),
        *("9" * 5000, "Gb1" * 2000, -1, 651, 1 << 62, 1 << 70, -(1 << 70), np.int64(-1)),
    ],
)
def test_what_names_no_action_is_refused(action: Any) -> None:
    for give in (START.apply, START.refusal, START.say):
        with pytest.raises(naadam.NotationError):
            give(action)
    with pytest.raises(naadam.NotationError):
        START.apply(action, 0)


@pytest.mark.parametrize("seat", WRONG_SEATS)
def test_what_is_no_seat_is_refused_everywhere(seat: Any) -> None:
    for ask in (
        lambda: START.actions(seat),
        lambda: START.apply("Gb1", seat),
        lambda: START.apply(START.actions()[0], seat),
        lambda: START.apply(26, seat),
        lambda: START.refusal(26, seat),
        lambda: START.view(seat),
        lambda: START.value(seat),
        lambda: START.discloses(26, seat),
        lambda: START.discloses(26, 0, seat),
        lambda: GAME.seat_name(seat),
    ):
        with pytest.raises(naadam.SeatError):
            ask()


def test_none_is_the_seat_to_act_but_no_seat_to_look_at() -> None:
    nobody: Any = None
    assert START.actions(None) == START.actions(0)
    for ask in (START.view, START.value, GAME.seat_name):
        with pytest.raises(naadam.SeatError):
            ask(nobody)


def test_chance_is_no_player() -> None:
    assert START.actions(naadam.CHANCE) == ()
    assert START.chance() == ()
    refusal = START.refusal(26, naadam.CHANCE)
    assert refusal is not None
    assert refusal.clause == "BC-3"
    for ask in (START.view, START.value, GAME.seat_name):
        with pytest.raises(naadam.SeatError):
            ask(naadam.CHANCE)


def test_the_seat_of_an_action_is_not_another() -> None:
    tiger_to_move = START.apply("Gc3")
    tiger = tiger_to_move.actions()[0]
    assert tiger.seat == 1
    with pytest.raises(naadam.SeatError, match="of seat 1, not of seat 0"):
        tiger_to_move.apply(tiger, 0)
    with pytest.raises(naadam.SeatError, match="of seat 0, not of seat 1"):
        START.apply("Gb1", 1)
    early: list[int | str] = [tiger, int(tiger), str(tiger)]
    for action in early:
        with pytest.raises(naadam.IllegalAction, match="BC-3"):
            START.apply(action, 1)


# --- refusals ---


def test_a_refusal_is_none_exactly_for_the_legal_actions() -> None:
    for state in a_whole_game()[::9]:
        for seat in (0, 1):
            allowed = [number for number in range(GAME.sizes.actions) if state.refusal(number, seat) is None]
            assert allowed == list(state.actions(seat))


def test_a_refusal_has_its_clause_and_its_reason_in_every_language() -> None:
    refusal = START.refusal("Ga1")
    assert refusal is not None
    assert refusal.clause == "BC-4"
    assert str(refusal) == "BC-4: You cannot put a goat on a1, because that point is not empty."
    assert refusal.rule() == GAME.clauses()["BC-4"]
    assert len({refusal.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    for language in ("de", "", "EN", None, 1, ["en"]):
        with pytest.raises(naadam.LanguageError):
            refusal.text(language)  # type: ignore[arg-type]


def test_the_exception_carries_the_refusal_and_can_be_pickled() -> None:
    with pytest.raises(naadam.IllegalAction) as caught:
        START.apply("Ga1")
    assert caught.value.refusal == START.refusal("Ga1")
    assert str(caught.value) == str(START.refusal("Ga1"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.refusal == caught.value.refusal
    assert again.refusal.text("fr") == caught.value.refusal.text("fr")
    assert hash(again.refusal) == hash(caught.value.refusal)


# --- actions as values ---


def test_an_action_is_a_number_with_a_notation() -> None:
    action = START.actions()[0]
    assert (int(action), str(action), f"{action}", action.seat) == (26, "Gb1", "Gb1", 0)
    assert action == 26
    assert repr(action) == "<Action 26 Gb1>"
    assert json.dumps(action) == "26"


def test_a_copied_action_can_be_taken() -> None:
    action = START.apply("Gc3").actions()[0]
    for again in (pickle.loads(pickle.dumps(action)), copy.copy(action), copy.deepcopy(action)):
        assert isinstance(again, naadam.Action)
        assert (int(again), str(again), again.seat) == (int(action), str(action), action.seat)
        assert START.apply("Gc3").apply(again) == START.apply("Gc3").apply(action)


def test_actions_are_a_sequence() -> None:
    actions = START.actions()
    numbers = [int(action) for action in actions]
    assert numbers == sorted(numbers)
    assert actions[-1] == numbers[-1]
    assert list(actions[2:5]) == numbers[2:5]
    assert actions == numbers
    assert actions != numbers[1:]
    assert numbers[0] in actions
    assert 0 not in actions
    assert "Gb1" in actions
    assert "Ga1" not in actions
    assert actions.index(numbers[4]) == 4
    assert pickle.loads(pickle.dumps(actions)) == actions
    assert hash(START.actions()) == hash(actions)
    with pytest.raises(IndexError):
        actions[len(actions)]


def test_actions_stay_those_of_their_state() -> None:
    first, second = START.actions(), START.apply("Gc3").actions()
    assert str(first[0]) == "Gb1"
    assert all(action.seat == 1 for action in second)
    assert len(first) == 21


# --- the end ---


def test_after_the_end_nobody_acts() -> None:
    assert OVER.turn is None
    assert OVER.waiting == ()
    assert OVER.actions() == OVER.actions(0) == OVER.actions(1) == ()
    assert OVER.resolve(np.random.default_rng(1)) == OVER
    assert OVER.view(1).actions() == ()
    assert GAME.playout(OVER, 3) == OVER
    assert GAME.perft(OVER, 1) == 0


def test_after_the_end_everything_is_refused_by_the_clause_of_the_end() -> None:
    outcome = OVER.outcome
    assert outcome is not None
    for number in range(0, GAME.sizes.actions, 13):
        refusal = OVER.refusal(number)
        assert refusal is not None
        assert refusal.clause == outcome.clause
    with pytest.raises(naadam.IllegalAction, match=outcome.clause):
        OVER.apply("Gb1")


def test_an_outcome_is_a_value_in_every_language() -> None:
    outcome = OVER.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.clause) == ((1,), (-1.0, 1.0), "BC-10")
    assert not outcome.draw
    assert outcome == pickle.loads(pickle.dumps(outcome))
    assert hash(outcome) == hash(GAME.from_bytes(OVER.to_bytes()).outcome)
    assert len({outcome.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    with pytest.raises(naadam.LanguageError):
        outcome.text("de")


# --- equality and history ---


def test_the_order_of_harmless_actions_does_not_matter() -> None:
    one = play(START, ("Gc3", "Ba1a2", "Gc5", "Ba2a1"))
    other = play(START, ("Gc5", "Ba1a2", "Gc3", "Ba2a1"))
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    assert len({one, other, START}) == 2


def test_states_of_other_games_are_others() -> None:
    assert CLASSIC.start() != START
    assert CLASSIC.start().position == START.position
    assert START.position != START
    assert START != GAME
    assert START in {START: 1}


def test_one_position_reached_on_two_ways_has_one_key_but_two_pasts() -> None:
    one, other = play(PEACE, SHUTTLE), play(PEACE, OTHER_SHUTTLE)
    assert one.record.tobytes() == other.record.tobytes()
    assert one.position == other.position
    assert one.key == other.key == PEACE.key
    assert one != other
    assert one.to_bytes() != other.to_bytes()
    assert one.view(0) != other.view(0)
    again = play(PEACE, ("Ba1b1", "Ga2a3"))
    assert again.apply("Be1d1").apply("Ga3a2") != play(PEACE, ("Be1d1", "Ga2a3", "Ba1b1", "Ga3a2"))


@pytest.mark.rule("BC-12")
def test_the_third_time_is_the_third_time_however_often_the_state_was_kept() -> None:
    def ways(state: naadam.State) -> list[naadam.State]:
        return [
            state,
            naadam.read_state(state.to_bytes()),
            naadam.read_state(state.to_json()),
            pickle.loads(pickle.dumps(state)),
            state.view(0).complete(1),
            CLASSIC.batch(2, state)[1],
        ]

    for way in range(6):
        state, count = PEACE, 0
        while state.waiting:
            state = ways(state.apply(SHUTTLE[count % 4]))[way]
            count += 1
        assert count == 8
        assert state == play(PEACE, SHUTTLE * 2)
        assert state.outcome is not None
        assert (state.outcome.clause, state.outcome.draw) == ("BC-12", True)


def test_a_position_by_itself_has_no_past() -> None:
    twice = play(PEACE, SHUTTLE + SHUTTLE[:3])
    fresh = CLASSIC.position(twice.position)
    assert fresh.key == twice.key
    assert fresh != twice
    assert twice.apply(SHUTTLE[3]).outcome is not None
    assert fresh.apply(SHUTTLE[3]).outcome is None


# --- play at native speed ---


def test_the_same_seed_plays_the_same_game() -> None:
    ends = [GAME.playout(START, seed) for seed in range(20)]
    assert ends == [GAME.playout(START, np.int64(seed)) for seed in range(20)]  # type: ignore[arg-type]
    assert len(set(ends)) == 20
    assert all(end.outcome for end in ends)
    assert GAME.playout(START, -5) == GAME.playout(START, -5 + (1 << 64)) != GAME.playout(START, 5)
    assert GAME.playout(START, 1 << 200).outcome


@pytest.mark.parametrize("seed", [None, True, 1.0, "1", b"1", [1], np.float64(1), np.True_])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for play_with in (
        lambda: GAME.playout(START, seed),
        lambda: GAME.batch(2).playout(seed),
        lambda: START.view(0).complete(seed),
    ):
        with pytest.raises(naadam.SpecError, match="a seed must be a whole number"):
            play_with()


def test_a_game_plays_its_own_states_only() -> None:
    for play_with in (
        lambda: GAME.playout(PEACE, 1),
        lambda: GAME.batch(2, PEACE),
        lambda: GAME.perft(PEACE, 1),
    ):
        with pytest.raises(naadam.SpecError, match="this state is of 'bagh-chal:rules=classic', not of 'bagh-chal'"):
            play_with()


@pytest.mark.parametrize("depth", [-1, True, 1.0, "1", None])
def test_a_depth_is_a_number_from_0_up(depth: Any) -> None:
    with pytest.raises(naadam.SpecError, match="a depth must be a whole number, 0 or more"):
        GAME.perft(START, depth)


def test_a_count_of_sequences_knows_what_came_before() -> None:
    twice = play(PEACE, SHUTTLE + SHUTTLE[:3])
    fresh = CLASSIC.position(twice.position)
    assert CLASSIC.perft(twice, 1) == CLASSIC.perft(fresh, 1)
    assert CLASSIC.perft(twice, 2) < CLASSIC.perft(fresh, 2), "after the third time nothing follows"


def test_states_may_be_used_by_several_threads_at_once() -> None:
    def count(_: int) -> list[int]:
        return [len(state.actions()) for state in a_whole_game()]

    with ThreadPoolExecutor(4) as pool:
        assert len(set(map(tuple, pool.map(count, range(8))))) == 1


def test_uncompiled_rules_give_the_same_states() -> None:
    slow = CLASSIC.uncompiled()
    state = slow.from_bytes(PEACE.to_bytes())
    assert play(state, SHUTTLE) == play(PEACE, SHUTTLE)
    assert slow.playout(state, 3) == CLASSIC.playout(PEACE, 3)


# --- views and pictures ---


def test_where_nothing_is_hidden_a_view_is_the_state() -> None:
    state = play(PEACE, SHUTTLE[:3])
    for seat in (0, 1):
        view = state.view(seat)
        assert view.complete(1) == state
        assert view.waiting == state.waiting
        assert view.actions() == state.actions(seat)
        assert view == state.view(seat) == pickle.loads(pickle.dumps(view))
        assert hash(view) == hash(state.view(seat))
        assert view.tensor().shape == CLASSIC.sizes.tensor
    assert state.view(0) != state.view(1)
    assert state.view(0) != state


def test_a_state_is_drawn_as_svg() -> None:
    for state in (START, PEACE, OVER):
        root = ElementTree.fromstring(state._repr_svg_())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert state.view(0)._repr_svg_() == state._repr_svg_()


def test_a_game_without_chance_has_none_to_resolve() -> None:
    assert START.chance() == ()
    assert START.resolve(np.random.default_rng(1)) == START


def test_what_an_action_would_take_is_told_before_it_is_made() -> None:
    state = naadam.load("bagh-chal").start().apply("Gb2")
    face = state.game.face
    told = {str(action): face.preview(state.record, 1, int(action)) for action in state.actions()}
    assert told.pop("Bxa1c3") == {"captures": ["b2"]}
    assert not any(told.values())
