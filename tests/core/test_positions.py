"""Positions and actions as text, on Bagh Chal: written text is read back, and all else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from bagh_chal_states import GAME, OVER, PEACE, START, a_whole_game
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam


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
