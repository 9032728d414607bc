"""Clauses KH-20 to KH-28 of Khan: a turn, and the chase that begins it (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    SECOND,
    STARTS,
    THIRD,
    begin,
    clause_against,
    discards_of,
    drawn,
    hand_of,
    kinds,
    play,
    portraits_of,
    rulers_of,
    yurts_of,
)
from khan_positions import CARDS

import naadam

# --- KH-20 to KH-28: a turn, and its first step ---


@pytest.mark.rule("KH-20")
def test_a_turn_has_five_steps_in_order() -> None:
    state = begin(hands={FIRST: "S-khan-NE R-khan-S"})
    assert state.waiting == (naadam.CHANCE,)  # step 1
    state = play(state, "card S-rocky-E")
    assert kinds(state) == {"invade", "chase", "anywhere", "conquer"}  # step 2
    assert clause_against(state, "morale") in ("KH-20", "KH-46")
    assert clause_against(state, "done") in ("KH-20", "KH-30", "KH-41")
    state = play(state, "invade S-khan-NE k4")
    assert kinds(state) == {"invade", "chase", "conquer"}
    state = play(state, "invade R-khan-S k5")
    assert kinds(state) == {"morale", "protect", "support", "explore", "none"}  # step 4
    assert clause_against(state, "chase S") in ("KH-20", "KH-46")
    state = play(state, "none")
    assert state.waiting == (naadam.CHANCE,)  # step 5
    state = play(state, "card S-ice-NE", "card R-river-W")
    assert {"S-ice-NE", "R-river-W"} < hand_of(state, FIRST)
    assert state.waiting == (naadam.CHANCE,)  # the second player's step 1
    assert play(state, "card R-ice-E").turn == SECOND


@pytest.mark.rule("KH-21")
def test_the_card_turned_up_is_discarded_and_its_ruler_flees() -> None:
    state = begin()
    after = play(state, "card S-rocky-E")
    assert discards_of(after) == {"S-rocky-E"}
    assert rulers_of(after) == STARTS | {"S": "i5"}
    assert after.turn == FIRST


@pytest.mark.rule("KH-21")
@pytest.mark.parametrize(
    ("card", "refuge"),
    [
        ("S-mountain-N", "h4"),
        ("S-ice-NE", "i4"),
        ("S-rocky-E", "i5"),
        ("S-forest-SE", "i6"),
        ("S-neighbours-S", "h6"),
        ("S-river-SW", "g6"),
        ("S-sand-W", "g5"),
        ("S-tundra-NW", "g4"),
    ],
)
def test_a_ruler_flees_in_the_direction_of_its_card(card: str, refuge: str) -> None:
    assert rulers_of(drawn(step=1).state.apply(f"card {card}"))["S"] == refuge


EASTWARD = """
        g h i j k l
    4   . . . . . .
    5   . S {} .
    6   . . . . . .
"""


@pytest.mark.rule("KH-22")
@pytest.mark.parametrize(("row", "refuge"), [(". 1 .", "i5"), ("1 . n", "j5"), ("1 2 .", "k5"), ("n 2 1", "i6")])
def test_it_flees_to_the_first_free_cell_at_most_three_away(row: str, refuge: str) -> None:
    """Over the yurts in the east to the first free cell; if three are full, one clockwise, to the south-east."""
    state = drawn(EASTWARD.format(row), step=1).state
    assert rulers_of(state.apply("card S-rocky-E"))["S"] == refuge


@pytest.mark.rule("KH-22")
@pytest.mark.rule("KH-24")
@pytest.mark.parametrize(("card", "refuge"), [("S-mountain-N", "h4"), ("S-river-SW", "g4"), ("S-sand-W", "g4")])
def test_the_printed_example_of_a_flight(card: str, refuge: str) -> None:
    """In the west the river lies between two yurts, in the south-west behind two."""
    state = drawn(
        """
            e f g h i
        3   . ~ ~ ~ .
        4   ~ ~ . . .
        5   1 ~ 2 S .
        6   ~ ~ 1 . .
        7   ~ 2 . . .
        8   ~ . . . .
        """,
        step=1,
    ).state
    assert rulers_of(state.apply(f"card {card}"))["S"] == refuge


@pytest.mark.rule("KH-23")
def test_a_ruler_never_stops_on_the_river_but_its_cells_count() -> None:
    state = drawn(
        """
            d e f g h
        4   ~ ~ ~ . .
        5   . . ~ 1 S
        6   . ~ ~ . .
        """,
        step=1,
    ).state
    assert rulers_of(state.apply("card S-sand-W"))["S"] == "e5"


@pytest.mark.rule("KH-23")
@pytest.mark.parametrize(("east", "below"), [("1", "."), ("n", "."), ("K", "."), ("a", "a")])
def test_yurts_rulers_and_tiles_are_passed_over(east: str, below: str) -> None:
    state = drawn(
        f"""
            h i j k l
        4   . . . . .
        5   S {east} . . .
        6   . {below} . . .
        """,
        step=1,
        laid={"a": "I2 2"} if east == "a" else None,
    ).state
    assert rulers_of(state.apply("card S-rocky-E"))["S"] == "j5"


@pytest.mark.rule("KH-23")
def test_land_under_a_bridge_is_not_free() -> None:
    state = drawn(
        """
            e f g h
        4   ~ ~ . .
        5   b b b S
        6   ~ ~ . .
        """,
        step=1,
        laid={"b": "B3 1"},
    ).state
    assert rulers_of(state.apply("card S-sand-W"))["S"] == "g4"


@pytest.mark.rule("KH-24")
@pytest.mark.parametrize(("card", "refuge"), [("R-tundra-N", "g1"), ("R-mountain-NE", "g1"), ("R-sand-NW", "g1")])
def test_at_the_edge_the_next_direction_clockwise_is_tried(card: str, refuge: str) -> None:
    """The Russian on f1 finds no cell in the north-west, the north and the north-east."""
    assert rulers_of(drawn(step=1).state.apply(f"card {card}"))["R"] == refuge


@pytest.mark.rule("KH-24")
@pytest.mark.parametrize("only", ["l9", "l10", "n11", "k8", "i10", "h9", "m10", "j7"])
def test_all_eight_directions_are_tried(only: str) -> None:
    """The Viet stands on k10 and only one cell of the south-east is free."""
    cells = {f"{column}{row}" for column in "hijklmn" for row in (7, 8, 9, 10, 11)} - {"k10", only}
    state = drawn(yurts=dict.fromkeys(cells, SECOND), step=1).state
    reachable = only in ["l9", "l10", "k8", "i10", "m10"]
    after = state.apply("card V-tundra-S")
    if reachable:
        assert rulers_of(after)["V"] == only
    else:
        assert "V" not in rulers_of(after)  # KH-27: not on a line, or too far


@pytest.mark.rule("KH-25")
def test_a_neutral_yurt_of_the_portrait_is_put_where_the_ruler_stood() -> None:
    after = drawn(step=1, portraits={"S": 3}).state.apply("card S-rocky-E")
    assert yurts_of(after) == {"h5": "n"}
    assert portraits_of(after) == dict.fromkeys("SRHADVCK", 5) | {"S": 2}


@pytest.mark.rule("KH-26")
def test_at_its_last_neutral_yurt_a_ruler_is_removed_instead() -> None:
    after = drawn(step=1, portraits={"S": 1}).state.apply("card S-rocky-E")
    assert yurts_of(after) == {"h5": "n"}
    assert rulers_of(after).keys() == set("RHADVCK")
    assert after.turn == FIRST
    fled = drawn(step=1, portraits={"S": 2}).state.apply("card S-rocky-E")
    assert rulers_of(fled)["S"] == "i5"
    assert portraits_of(fled)["S"] == 1


CORNERED = """
        a b c d e
    1   R 1 n 2 .
    2   n 1 . . .
    3   2 . 1 . H
    4   n ~ ~ ~ ~
    5   ~ ~ . . .
"""


@pytest.mark.rule("KH-27")
@pytest.mark.parametrize("direction", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
def test_a_ruler_that_can_flee_nowhere_is_removed(direction: str) -> None:
    state = drawn(CORNERED, step=1).state
    card = next(card for card in CARDS if card[0] == "R" and card.endswith(f"-{direction}"))
    after = state.apply(f"card {card}")
    assert yurts_of(after) == yurts_of(state) | {"a1": "n"}
    assert "R" not in rulers_of(after)
    assert portraits_of(after).get("R", 0) == 0  # the yurts next to its portrait are in the common reserve now
    assert after.turn == FIRST


@pytest.mark.rule("KH-28")
def test_cards_of_removed_rulers_are_passed_until_one_moves() -> None:
    state = drawn(step=1, removed="SR").state
    state = play(state, "card S-rocky-E", "card R-khan-S", "card S-sand-W")
    assert state.waiting == (naadam.CHANCE,)
    assert rulers_of(state) == {letter: STARTS[letter] for letter in "HADVCK"}
    state = play(state, "card V-forest-N")
    assert rulers_of(state)["V"] == "k9"
    assert state.turn == FIRST
    assert discards_of(state) >= {"S-rocky-E", "R-khan-S", "S-sand-W", "V-forest-N"}


@pytest.mark.rule("KH-28")
def test_the_search_ends_with_a_ruler_removed_as_well() -> None:
    state = drawn(step=1, removed="S", portraits={"V": 1}).state
    state = play(state, "card S-rocky-E", "card V-forest-N")
    assert state.turn == FIRST
    assert rulers_of(state).keys() == set("RHADCK")


@pytest.mark.rule("KH-20")
def test_the_same_holds_for_three_players() -> None:
    state = play(begin(3, first=THIRD), "card S-rocky-E")
    assert state.turn == THIRD
