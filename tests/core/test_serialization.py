"""States as bytes and as JSON: written states are read back, and nothing else is a state."""

from __future__ import annotations

import copy
import json
import pickle
import struct
import zlib
from typing import Any

import pytest
from bagh_chal_states import GAME, OVER, PEACE, SHUTTLE, START, a_whole_game, play
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.serialization import MAGIC

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
