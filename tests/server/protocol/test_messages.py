"""Ten thousand malformed messages: each is answered, and the game of the others goes on untouched."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naadam.server.protocol.messages import FromClient, decoder

GOOD: list[dict[str, object]] = [
    {"type": "hello", "after": 3, "language": "fr", "thinking": True},
    {"type": "play", "id": "a1", "at": 4, "seat": 0, "action": "Gc3"},
    {"type": "undo", "id": "a1", "at": 4, "seat": 0},
    {"type": "offer-draw", "id": "a1", "at": 4, "seat": 1},
    {"type": "answer", "id": "a1", "at": 4, "seat": 1, "accept": True},
    {"type": "resign", "id": "a1", "seat": 0},
    {"type": "rematch", "id": "a1", "seat": 0},
    {"type": "hint", "id": "a1", "seat": 0},
    {"type": "offer-hints", "id": "a1", "at": 0, "seat": 0},
    {"type": "offer-talk", "id": "a1", "at": 0, "seat": 0},
    {"type": "vary", "id": "a1", "number": 1},
    {"type": "look", "id": "a1", "at": 4},
    {"type": "ping"},
]
WRONG: list[object] = [
    None,
    True,
    -1,
    8,
    1.5,
    10**30,
    "",
    "x" * 200,
    [],
    {},
    [[]],
    "\u0000",
    {"type": "play"},
    float("inf"),
]


def damage(rng: random.Random) -> str:
    """A message with one thing wrong."""
    message = dict(rng.choice(GOOD))
    kind = rng.randrange(4)
    if kind == 0:
        message[rng.choice(sorted(message))] = rng.choice(WRONG)
    elif kind == 1:
        message.pop(rng.choice(sorted(message)))
    elif kind == 2:
        message[rng.choice(["extra", "Seat", "tokens2"])] = rng.choice(WRONG)
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if kind == 3 else text


def test_good_messages_are_read() -> None:
    for message in GOOD:
        assert isinstance(decoder.decode(json.dumps(message)), FromClient)


def test_ten_thousand_damaged_messages_are_refused_or_are_messages() -> None:
    rng = random.Random(1)
    refused = 0
    for _ in range(10_000):
        try:
            decoder.decode(damage(rng))
        except msgspec.MsgspecError:
            refused += 1
    assert refused > 8000


@pytest.mark.parametrize("wrong", [True, -1, 8, 1.0, "0", None])
def test_a_seat_is_a_number_from_0_to_7(wrong: object) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decoder.decode(json.dumps({**GOOD[1], "seat": wrong}))


@settings(max_examples=300)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_refused_or_is_a_message(value: object) -> None:
    try:
        decoder.decode(json.dumps(value))
    except msgspec.MsgspecError:
        return
    assert isinstance(value, dict)
