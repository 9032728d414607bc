"""State and Action on Bagh Chal: values that nothing changes, and that refuse all that is not meant for them."""

from __future__ import annotations

import copy
import json
import pickle
import struct
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.serialising import MAGIC
from naadam.core.texts import LANGUAGES

GAME = naadam.load("bagh-chal")
CLASSIC = naadam.load("bagh-chal:rules=classic")
START = GAME.start()

# Phase II: four points are empty, and both sides can go back and forth for ever.
PEACE = CLASSIC.position("BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3")
SHUTTLE = ("Ba1b1", "Ga2a3", "Bb1a1", "Ga3a2")
OTHER_SHUTTLE = ("Be1d1", "Gb2b3", "Bd1e1", "Gb3b2")
OVER = GAME.playout(START, 1)

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


def play(state: naadam.State, moves: Sequence[str]) -> naadam.State:
    for move in moves:
        state = state.apply(move)
    return state


def a_whole_game(game: naadam.Game = GAME, step: int = 7) -> list[naadam.State]:
    states = [game.start()]
    while states[-1].waiting:
        actions = states[-1].actions()
        states.append(states[-1].apply(actions[step * len(states) % len(actions)]))
    return states


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


# --- equality, and what came before ---


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


# --- bytes ---


def seal(head: bytes, body: bytes) -> bytes:
    """Bytes with a right checksum, whatever is in them."""
    data = MAGIC + struct.pack("<HI", len(head), len(body)) + head + body
    return data + struct.pack("<I", zlib.crc32(data))


def head_of(state: naadam.State, **other: object) -> bytes:
    parts = {"spec": state.game.spec, "board": state.game.board_hash, "rules": state.game.rules_version, **other}
    return "\0".join(map(str, parts.values())).encode()


def body_of(state: naadam.State) -> bytes:
    return bytes(state.record.tobytes() + state.trail.tobytes())


@pytest.mark.parametrize("state", [START, PEACE, play(PEACE, SHUTTLE), OVER])
def test_bytes_json_pickle_and_copies_give_the_same_state(state: naadam.State) -> None:
    for again in (
        naadam.read_state(state.to_bytes()),
        state.game.from_bytes(bytearray(state.to_bytes())),  # type: ignore[arg-type]
        state.game.from_bytes(memoryview(state.to_bytes())),  # type: ignore[arg-type]
        naadam.read_state(state.to_json()),
        state.game.from_json(state.to_json()),
        *(pickle.loads(pickle.dumps(state, protocol)) for protocol in range(6)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert again == state
        assert hash(again) == hash(state)
        assert again.to_bytes() == state.to_bytes()
        assert again.to_json() == state.to_json()
        assert again.outcome == state.outcome
    assert seal(head_of(state), body_of(state)) == state.to_bytes()


def test_no_bytes_that_were_cut_or_changed_are_a_state() -> None:
    data = play(PEACE, SHUTTLE[:2]).to_bytes()
    for length in range(len(data)):
        with pytest.raises(naadam.PositionError):
            naadam.read_state(data[:length])
    for place in range(len(data)):
        with pytest.raises(naadam.PositionError):
            naadam.read_state(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
    with pytest.raises(naadam.PositionError):
        naadam.read_state(data + b"\0")


@pytest.mark.parametrize(
    "data", [None, 5, "naadam1", b"", b"\0" * 100, MAGIC, MAGIC + b"\xff" * 50, [1, 2], bytearray(30)]
)
def test_what_is_not_bytes_of_a_state_is_refused(data: Any) -> None:
    with pytest.raises(naadam.PositionError, match="not a state, or are damaged"):
        GAME.from_bytes(data)
    with pytest.raises(naadam.PositionError):
        naadam.read_state(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (seal(head_of(START, rules=1), body_of(START)), "version 1 of the rules; this is version 2"),
        (seal(head_of(START, board="0" * 16), body_of(START)), "on another board than 'bagh-chal' now is"),
        (
            seal(head_of(START, spec="bagh-chal:rules=ludos"), body_of(START)),
            "'bagh-chal:rules=ludos', not of 'bagh-chal'",
        ),
        (seal(head_of(START, spec="chess"), body_of(START)), "unknown game 'chess'"),
        (seal(head_of(START, spec="\ufffd"), body_of(START)), "does not begin with the name of a game"),
        (seal(b"\xff\0\xff\0\xff", body_of(START)), "does not begin with the name of a game"),
        (seal(b"bagh-chal", body_of(START)), "damaged"),
        (seal(head_of(START, more=1), body_of(START)), "damaged"),
        (seal(head_of(START), b""), "damaged"),
        (seal(head_of(START), body_of(START)[:-8]), "damaged"),
        (seal(head_of(START), body_of(START) + b"\0" * 8), "damaged"),
        (seal(head_of(START), body_of(START)[:-24]), "positions before this one do not fit"),
        (seal(head_of(START), body_of(START) + b"\0" * 24), "positions before this one do not fit"),
        (seal(head_of(START), body_of(START)[:-24] + b"\1" * 24), "positions before this one do not fit"),
        (seal(head_of(START), b"\xff" * len(body_of(START))), "turn of a seat that does not exist"),
        (seal(head_of(START), b"\0" * len(body_of(START))), "names the clause that ended it, and nobody is to move"),
    ],
)
def test_bytes_with_a_right_checksum_are_checked_all_the_same(data: bytes, reason: str) -> None:
    with pytest.raises((naadam.PositionError, naadam.SpecError), match=reason):
        naadam.read_state(data)


def test_a_game_reads_its_own_states_only() -> None:
    reason = "this is a state of 'bagh-chal:rules=classic', not of 'bagh-chal'"
    with pytest.raises(naadam.PositionError, match=reason):
        GAME.from_bytes(PEACE.to_bytes())
    with pytest.raises(naadam.PositionError, match=reason):
        GAME.from_json(PEACE.to_json())


@settings(deadline=None, max_examples=150)
@given(st.binary(min_size=0, max_size=200), st.integers(0, 3))
def test_any_bytes_are_a_state_or_an_error_of_ours(noise: bytes, way: int) -> None:
    body = body_of(START)
    size = START.record.dtype.itemsize
    data = (
        noise,
        MAGIC + noise,
        seal(head_of(START), (noise + body[len(noise) :])[: len(body)]),
        seal(noise, body[:size] + noise),
    )[way]
    try:
        state = naadam.read_state(data)
    except naadam.NaadamError:
        return
    assert GAME.playout(state, 1).outcome is not None


# --- JSON ---


def changed(state: naadam.State = START, /, **parts: Any) -> str:
    return json.dumps(json.loads(state.to_json()) | parts)


def with_field(state: naadam.State, name: str, value: Any) -> str:
    fields = json.loads(state.to_json())["state"]
    return changed(state, state=fields | {name: value})


@pytest.mark.parametrize(
    "text",
    [
        None,
        5,
        "",
        "naadam",
        "null",
        "[]",
        "{}",
        '"x"',
        "NaN",
        "{" * 100_000,
        "[" * 100_000,
        "9" * 5000,
        b"\xff",
        "\ud800",
    ],
)
def test_what_is_not_json_of_a_state_is_refused(text: Any) -> None:
    with pytest.raises(naadam.PositionError):
        GAME.from_json(text)
    with pytest.raises(naadam.PositionError):
        naadam.read_state(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(extra=1), "must have exactly game, board, rules, state and trail"),
        (json.dumps({"game": "bagh-chal"}), "must have exactly game, board, rules, state and trail"),
        (changed(rules=1), "version 1 of the rules"),
        (changed(rules="2"), "version '2' of the rules"),
        (changed(rules=True), "version True of the rules"),
        (changed(rules=2.0), r"version 2\.0 of the rules"),
        (changed(rules=None), "version None of the rules"),
        (changed(board=""), "on another board"),
        (changed(board=None), "on another board"),
        (changed(state=[]), "must have exactly waiting, ended, quiet"),
        (changed(state={}), "must have exactly waiting, ended, quiet"),
        (changed(state={"waiting": 1}), "must have exactly waiting, ended, quiet"),
        (changed(trail=None), "trail: not a list"),
        (changed(trail={}), "trail: not a list"),
        (changed(trail=[]), "positions before this one do not fit"),
        (changed(trail=[[0, 0, 0]]), "positions before this one do not fit"),
        (changed(trail=[[0, 0]]), "trail: not a list of 3"),
        (changed(trail=[0]), "trail: not a list of 3"),
        (changed(trail=[[0, 0, True]]), "trail: True is not a whole number of 64 bits"),
        (changed(trail=[[0, 0, 1 << 63]]), "is not a whole number of 64 bits"),
        *(
            (with_field(START, "hand", value), "state.hand: .* is not a whole number")
            for value in (True, "20", 20.0, None)
        ),
        *(
            (with_field(START, "hand", value), "state.hand: .* is not a whole number")
            for value in ([20], 1 << 63, -(1 << 64))
        ),
        (with_field(START, "hand", 19), "must be 20 together"),
        (with_field(START, "hand", -1), "must be 20 together"),
        (with_field(START, "captured", 6), "captured 0 to 5 goats"),
        (with_field(START, "waiting", 0), "names the clause that ended it, and nobody is to move"),
        (with_field(START, "waiting", 3), "Either the goats or the tigers are to move"),
        (with_field(START, "waiting", 256), "Either the goats or the tigers are to move"),
        (with_field(START, "ended", 10), "names the clause that ended it, and nobody is to move"),
        (with_field(START, "quiet", 1), "repetition count is wrong"),
        (with_field(START, "phase", 7), "no such stage"),
        (with_field(OVER, "ended", 9), "The game is not over by BC-9 here"),
    ],
)
def test_a_wrong_part_of_json_is_named(text: str, reason: str) -> None:
    with pytest.raises(naadam.PositionError, match=reason):
        naadam.read_state(text)


@pytest.mark.parametrize("game", ["chess", "", None, 1, ["bagh-chal"], "bagh-chal:rules=none"])
def test_json_of_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(naadam.NaadamError):
        naadam.read_state(changed(game=game))
    with pytest.raises(naadam.PositionError, match="this is a state of"):
        GAME.from_json(changed(game=game))


numbers = st.sampled_from(
    [-1, 0, 1, 2, 3, 5, 10, 45, 127, 200, 1 << 24, 1 << 60, (1 << 63) - 1, -(1 << 63)]
) | st.integers(-2, 700)
values = st.none() | st.booleans() | st.floats() | st.text(max_size=3) | numbers | st.lists(numbers, max_size=3)


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from([START, PEACE, play(PEACE, SHUTTLE[:3]), OVER, *a_whole_game()[10::15]]),
    st.dictionaries(st.sampled_from(START.record.dtype.names), numbers | values, min_size=1, max_size=3),
)
def test_json_with_any_values_is_a_state_that_can_be_played_or_an_error_of_ours(
    state: naadam.State, fields: dict[str, Any]
) -> None:
    data = json.loads(state.to_json())
    data["state"] |= fields
    try:
        other = naadam.read_state(json.dumps(data))
    except naadam.NaadamError:
        return
    assert other.game.position(other.position).position == other.position
    assert naadam.read_state(other.to_bytes()) == other
    assert other.game.playout(other, 1).outcome is not None


# --- positions ---


def test_a_position_is_read_as_it_is_written() -> None:
    for state in a_whole_game():
        again = GAME.position(state.position)
        assert again.position == state.position
        assert again.key == state.key
        assert list(again.actions()) == list(state.actions())
        assert again.outcome == state.outcome
        assert str(state) == state.position


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "B3B/5/5/5/B3B",
        "B3B/5/5/5/B3B G 20",
        "B3B/5/5/5/B3B G 20 0 - - 0 - -",
        "B3B/5/5/B3B G 20 0",
        "B3B/5/5/5/5/B3B G 20 0",
        "B3B/5/5/6/B3B G 20 0",
        "B3B/5/5/55/B3B G 20 0",
        "B3B/5/5/X4/B3B G 20 0",
        "B3B/5/5/5/B4 G 20 0",
        "A3B/5/5/5/B3B G 20 0",
        "B3B/5/5/5/B2KB G 19 0",
        "B3B/5/5/5/B3B W 20 0",
        "B3B/5/5/5/B3B g 20 0",
        "B3B/5/5/5/B3B G 21 0",
        "B3B/5/5/5/B3B G 19 0",
        "B3B/5/5/5/B3B G -1 0",
        "B3B/5/5/5/B3B G ２０ 0",
        "B3B/5/5/5/B3B G 2_0 0",
        "B3B/5/5/5/B3B G 20.0 0",
        "B3B/5/5/5/B3B G 99999999999999999999 0",
        "B3B/5/5/5/B3B G 20 0 a1a2",
        "B3B/5/5/5/B3B G 20 0 - a1a2",
        "B3B/5/5/5/B3B G 20 0 - - 5",
        "B3B/5/5/5/B3B G 20 0 - - 0 +",
        "B3B/5/5/5/B3B G 20 0 - - 0 x",
        "B3B/5/5/5/B3B BC-10 20 0",
        "B3B/5/5/5/B3B BC- 20 0",
        "B3B/5/5/5/B3B BC-999 20 0",
        "BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3 z9a1",
        "BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3 a1",
        "BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3 a1c1",
        "BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3 - - 201",
        "9" * 5000,
        "/" * 5000,
        "B3B/5/5/5/B3B G 20 0\0",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(naadam.PositionError):
        GAME.position(text)


@pytest.mark.parametrize("text", [None, 5, True, b"B3B/5/5/5/B3B G 20 0", START])
def test_a_position_is_a_text(text: Any) -> None:
    with pytest.raises(naadam.PositionError, match="a position must be a text"):
        GAME.position(text)


rows = st.text("BGAK12345.", max_size=6)
lines = st.builds(
    "{}/{}/{}/{}/{} {} {} {} {} {} {} {}".format,
    *[rows] * 5,
    st.sampled_from(["G", "B", "BC-10", "BC-11", "BC-12", "BC-45", "x"]),
    *[st.integers(-1, 21)] * 2,
    *[st.sampled_from(["-", "a1a2", "b2a1", "a1c3", "?"])] * 2,
    st.integers(-1, 201),
    st.sampled_from("-+?"),
)


@settings(deadline=None, max_examples=200)
@given(st.text() | lines | st.text("B3/5G 0-").map(lambda text: text + START.position))
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    for game in (GAME, naadam.load("bagh-chal:heroes=true")):
        try:
            state = game.position(text)
        except naadam.PositionError:
            continue
        assert game.position(state.position) == state


@settings(deadline=None, max_examples=200)
@given(st.text() | st.from_regex(r"[GBK]?x?[a-e]?[1-5][-x]?[a-e]?[1-5]?", fullmatch=True))
def test_any_text_is_an_action_or_an_error_of_ours(text: str) -> None:
    for state in (START, PEACE, OVER):
        try:
            refusal = state.refusal(text)
        except (naadam.NotationError, naadam.SeatError):
            continue
        if refusal is None:
            assert state.apply(text) in [state.apply(action) for action in state.actions()]
        else:
            with pytest.raises(naadam.IllegalAction, match=refusal.clause):
                state.apply(text)


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
    with pytest.raises(naadam.SpecError, match="a depth must be 0 or more"):
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
