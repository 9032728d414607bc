"""Clauses KH-30 to KH-34 and KH-41 of Khan: invade, chase and invade anywhere (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    actions,
    clause_against,
    discards_of,
    drawn,
    hand_of,
    kinds,
    outcomes,
    play,
    portraits_of,
    rulers_of,
    targets,
    yurts_of,
)
from khan import BOARD
from khan_board import name_of

import naadam

NOT_FREE = ("KH-23", "KH-31", "KH-41")


# --- KH-30 to KH-34: invade and chase ---

TWO_YURTS = """
        h i j k
    7   . 1 1 .
    8   . . . .
"""


@pytest.mark.rule("KH-30")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("invade S-khan-NE k7", "invade S-ice-NE a1"),
        ("invade S-khan-NE k7", "conquer I2 i7 r0"),
        ("conquer I2 i7 r0", "invade S-khan-NE k7"),
        ("conquer I2 i7 r0", "conquer I2 a6 r1"),
        ("invade S-khan-NE k7", "chase V"),
    ],
)
def test_two_actions_in_any_order_also_the_same_twice(first: str, second: str) -> None:
    state = drawn(TWO_YURTS, hand="S-khan-NE S-ice-NE", yurts={"a6": FIRST, "a7": FIRST}).state
    state = play(state, first)
    assert state.turn == FIRST
    assert kinds(state) <= {"invade", "chase", "conquer"}
    state = play(state, second)
    if second.startswith("chase"):
        state = play(state, "card V-forest-N")
    assert "none" in kinds(state)  # step 4


@pytest.mark.rule("KH-30")
@pytest.mark.parametrize("actions_left", [2, 1])
def test_passing_is_not_allowed(actions_left: int) -> None:
    state = drawn(TWO_YURTS, actions=actions_left).state
    assert clause_against(state, "none") in ("KH-20", "KH-30", "KH-46")
    assert clause_against(state, "done") in ("KH-20", "KH-30", "KH-41")


ICE_IS_FULL = """
        a b c d e f g h
    1   R n n n n n n ~
    2   n n n n n n n ~
    3   n n n n n ~ ~ ~
    4   n ~ ~ ~ ~ ~ . .
"""


@pytest.mark.rule("KH-30")
@pytest.mark.rule("KH-47")
@pytest.mark.rule("KH-62")
def test_an_action_that_cannot_be_taken_is_skipped() -> None:
    """The chase removes the fifth ruler; then all rulers are gone, and no cell fits a card."""
    state = drawn(ICE_IS_FULL, removed="SHAD", hand="S-ice-NE R-ice-E H-ice-SE A-ice-S").state
    assert kinds(state) == {"chase", "anywhere"}
    state = play(state, "chase R", "card V-forest-N")
    assert rulers_of(state) == {}
    assert state.turn == FIRST
    assert kinds(state) == {"protect", "support", "explore", "none"}  # step 4, but no third action is possible
    assert clause_against(state, "morale") == "KH-47"


@pytest.mark.rule("KH-31")
@pytest.mark.rule("KH-23")
def test_an_invasion_needs_a_free_cell_of_the_landscape() -> None:
    """The north-east: mountains from j4 and k2 on, tundra in the west of them."""
    drawing = drawn(
        """
            i j k l m n
        1   . . . x x x
        2   . . x K 1 x
        3   . . x 2 x x
        4   . n x x x x
        5   . x x a a .
        6   . . x x C .
        """,
        hand="S-mountain-N",
        laid={"a": "I2 1"},
    )
    state = drawing.state
    assert targets(state, "invade S-mountain-N") == drawing.marked
    assert clause_against(state, "invade S-mountain-N k1") == "KH-31"
    for taken in ("l2", "m2", "l3", "j4", "l5"):
        assert clause_against(state, f"invade S-mountain-N {taken}") in NOT_FREE
    after = state.apply("invade S-mountain-N k3")
    assert yurts_of(after)["k3"] == "1"
    assert "S-mountain-N" in discards_of(after)
    assert "S-mountain-N" not in hand_of(after, FIRST)


@pytest.mark.rule("KH-31")
def test_only_a_card_of_the_hand_is_played() -> None:
    state = drawn(hand="S-mountain-N").state
    assert clause_against(state, "invade S-forest-SE k9") == "KH-31"


@pytest.mark.rule("KH-31")
def test_the_khan_fits_any_free_cell() -> None:
    state = drawn(TWO_YURTS, hand="S-khan-NE").state
    free = {name_of(cell) for cell in BOARD.land} - {"i7", "j7"} - set(rulers_of(state).values())
    assert targets(state, "invade S-khan-NE") == targets(state, "anywhere") == free


@pytest.mark.rule("KH-31")
def test_the_river_fits_land_that_shares_an_edge_with_it_bridged_or_not() -> None:
    drawing = drawn(
        """
            a b c d e f g h i j k l m n
        1   . . . . . R x ~ x . . . . .
        2   . . . . . x x ~ x . . K . .
        3   . H x x x ~ ~ ~ x . . . . .
        4   x ~ ~ ~ ~ ~ x x . . . . . .
        5   ~ ~ x x 1 ~ x S . . . . . .
        6   x x . x ~ ~ x . . . . . C .
        7   . . . x ~ x . . . . . . . .
        8   . A x b b b . . . . . . . .
        9   . x ~ ~ ~ x . . . . . . . .
        10  . x ~ x x D . . . . V . . .
        11  . x ~ x . . . . . . . . . .
        """,
        hand="S-river-SW",
        laid={"b": "B3 2"},
    )
    assert targets(drawing.state, "invade S-river-SW") == drawing.marked
    assert clause_against(drawing.state, "invade S-river-SW g5") is None
    assert clause_against(drawing.state, "invade S-river-SW c6") == "KH-31"  # b5 touches it by a corner only


@pytest.mark.rule("KH-32")
def test_yurts_stand_on_land_only() -> None:
    state = drawn(hand="S-river-SW S-khan-NE").state
    for cell in ("f5", "h1", "c11", "a5"):
        assert clause_against(state, f"invade S-river-SW {cell}") == "KH-32"
        assert clause_against(state, f"invade S-khan-NE {cell}") == "KH-32"
        assert clause_against(state, f"anywhere {cell}") == "KH-32"
    for outside in ("o1", "a12", "a0"):
        with pytest.raises(naadam.NotationError):
            state.apply(f"invade S-khan-NE {outside}")


@pytest.mark.rule("KH-33")
def test_the_named_ruler_flees_whatever_ruler_the_card_shows() -> None:
    state = drawn().state
    assert targets(state, "chase") == set("SRHADVCK")
    state = play(state, "chase S")
    assert state.waiting == (naadam.CHANCE,)
    assert not set(outcomes(state)) & {f"card {card}" for card in hand_of(state, FIRST)}
    state = play(state, "card V-mountain-SW")
    assert rulers_of(state)["S"] == "g6"
    assert rulers_of(state)["V"] == "k10"
    assert discards_of(state) == {"V-mountain-SW"}
    assert state.turn == FIRST


@pytest.mark.rule("KH-33")
def test_a_removed_ruler_is_not_named_but_its_card_serves() -> None:
    state = drawn(removed="V").state
    assert clause_against(state, "chase V") == "KH-33"
    assert rulers_of(play(state, "chase S", "card V-mountain-SW"))["S"] == "g6"


@pytest.mark.rule("KH-33")
@pytest.mark.rule("KH-24")
def test_a_chased_ruler_tries_the_directions_clockwise() -> None:
    state = play(drawn().state, "chase R", "card V-ice-W")
    assert rulers_of(state)["R"] == "e1"
    state = play(drawn().state, "chase R", "card V-khan-NW")
    assert rulers_of(state)["R"] == "g1"


@pytest.mark.rule("KH-34")
@pytest.mark.parametrize("left", [5, 2])
def test_the_neutral_yurt_of_a_chase_is_not_the_portraits(left: int) -> None:
    state = play(drawn(portraits={"S": left}).state, "chase S", "card V-mountain-SW")
    assert yurts_of(state) == {"h5": "n"}
    assert rulers_of(state)["S"] == "g6"
    assert portraits_of(state)["S"] == left


@pytest.mark.rule("KH-34")
@pytest.mark.rule("KH-26")
def test_a_chased_ruler_with_one_yurt_left_does_not_flee_but_is_replaced_by_it() -> None:
    state = play(drawn(portraits={"S": 1}).state, "chase S", "card V-mountain-SW")
    assert yurts_of(state) == {"h5": "n"}
    assert "S" not in rulers_of(state)
    assert portraits_of(state).get("S", 0) == 0
    assert clause_against(state, "chase S") == "KH-33"
    assert state.turn == FIRST  # one action is left


@pytest.mark.rule("KH-34")
@pytest.mark.rule("KH-27")
def test_a_chased_ruler_that_can_flee_nowhere_is_removed() -> None:
    state = drawn(ICE_IS_FULL, removed="H").state
    state = play(state, "chase R", "card V-mountain-SW")
    assert "R" not in rulers_of(state)
    assert yurts_of(state)["a1"] == "n"
    assert portraits_of(state).get("R", 0) == 0
    assert state.turn == FIRST
    assert "chase" in kinds(state)


# --- KH-41: invade anywhere ---


@pytest.mark.rule("KH-41")
def test_invade_anywhere_counts_as_both_actions() -> None:
    state = drawn(TWO_YURTS, hand="S-ice-NE S-sand-W R-ice-E R-sand-NW").state
    state = play(state, "anywhere k8")
    assert yurts_of(state)["k8"] == "1"
    assert actions(state) == {
        "done", "discard S-ice-NE", "discard S-sand-W", "discard R-ice-E", "discard R-sand-NW",
    }  # fmt: skip
    state = play(state, "done")
    assert "none" in kinds(state)  # step 4
    assert hand_of(state, FIRST) == {"S-ice-NE", "S-sand-W", "R-ice-E", "R-sand-NW"}


@pytest.mark.rule("KH-41")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_number_of_cards_is_discarded(count: int) -> None:
    hand = ["S-ice-NE", "S-sand-W", "R-ice-E", "R-sand-NW"]
    state = play(drawn(hand=" ".join(hand)).state, "anywhere k8", *(f"discard {card}" for card in hand[:count]))
    if count < 4:
        assert actions(state) == {"done", *(f"discard {card}" for card in hand[count:])}
        assert clause_against(state, f"discard {hand[0]}") == "KH-41"
        state = play(state, "done")
    assert "none" in kinds(state)  # with an empty hand there is nothing to say
    assert discards_of(state) == set(hand[:count])
    state = play(state, "none")
    for _ in range(count):
        assert not set(outcomes(state)) & {f"card {card}" for card in hand}
        state = play(state, min(outcomes(state)))
    assert len(hand_of(state, FIRST)) == 4


@pytest.mark.rule("KH-41")
def test_invade_anywhere_is_possible_as_the_first_action_only() -> None:
    state = drawn(TWO_YURTS, hand="S-khan-NE").state
    assert clause_against(state, "anywhere k8") is None
    for first in ("invade S-khan-NE k7", "conquer I2 i7 r0"):
        assert clause_against(play(state, first), "anywhere k8") == "KH-41"


@pytest.mark.rule("KH-41")
def test_invade_anywhere_needs_a_free_cell() -> None:
    state = drawn(TWO_YURTS).state
    for cell in ("i7", "h5"):
        assert clause_against(state, f"anywhere {cell}") in NOT_FREE
