"""Clauses KH-60 to KH-65 of Khan: the final phase (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    SECOND,
    active_of,
    clause_against,
    conquests,
    drawn,
    ending,
    hand_of,
    kinds,
    play,
    rulers_of,
    yurts_of,
)
from khan_positions import FINAL

# --- KH-60 to KH-65: the final phase ---

TOWNS = """
        g h i j k
    7   . . . . .
    8   1 1 2 2 .
    9   . . . . .
"""


@pytest.mark.rule("KH-60")
def test_with_the_fifth_ruler_all_are_replaced_by_neutral_yurts() -> None:
    state = drawn(TOWNS, step=1, removed="SRHA", portraits={"D": 1}).state
    state = play(state, "card D-sand-E")
    assert rulers_of(state) == {}
    neutral = {cell for cell, owner in yurts_of(state).items() if owner == "n"}
    assert neutral == {"f10", "k10", "m6", "l2"}


@pytest.mark.rule("KH-60")
def test_four_removed_rulers_are_not_enough() -> None:
    state = play(drawn(TOWNS, step=1, removed="SRH", portraits={"D": 1}).state, "card D-sand-E")
    assert rulers_of(state).keys() == set("AVCK")
    assert "chase" in kinds(state)


@pytest.mark.rule("KH-61")
def test_triggered_in_step_1_the_same_player_begins_the_final_phase() -> None:
    state = drawn(TOWNS, seat=SECOND, step=1, removed="SRHA", portraits={"D": 1}, protect=[SECOND]).state
    state = play(state, "card D-sand-E")
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}
    assert active_of(state) == (set(), {}, {})  # KH-64: this is the start of its next turn


SIEGE = """
        g h i j k l m n
    7   . . . . . . . .
    8   1 1 2 2 2 . . 1
    9   . . . . . 1 1 2
    10  . . . . . . 2 1
    11  . . . . 1 2 1 V
"""


@pytest.mark.rule("KH-62")
def test_triggered_in_step_2_the_turn_goes_on_without_chases() -> None:
    """The Viet in the corner cannot flee: the west, the north-west and the north are full."""
    state = drawn(SIEGE, removed="SRHA", hand="S-ice-NE", step=2).state
    state = play(state, "chase V", "card S-rocky-E")
    assert rulers_of(state) == {}
    assert state.turn == FIRST
    assert kinds(state) == {"invade", "conquer"}
    assert clause_against(state, "chase D") in ("KH-33", "KH-62")
    state = play(state, "invade S-ice-NE a1")
    assert "none" in kinds(state)  # step 4
    state = play(state, "protect", "card R-rocky-SE")  # and step 5
    assert len(hand_of(state, FIRST)) == 4
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}
    assert active_of(state)[0] == {FIRST}  # KH-64: until the first player's turn


@pytest.mark.rule("KH-62")
def test_a_third_action_may_trigger_it() -> None:
    state = drawn(SIEGE, removed="SRHA", step=4).state
    state = play(state, "morale", "chase V", "card S-rocky-E")
    assert rulers_of(state) == {}
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}


FOUR_TOWNS = """
        g h i j k
    7   1 1 . 2 2
    8   . . . . .
    9   1 1 . 2 2
    10  . . . . .
    11  1 1 1 . .
"""


@pytest.mark.rule("KH-63")
def test_a_turn_of_the_final_phase_is_two_conquests() -> None:
    state = drawn(FOUR_TOWNS, step=FINAL).state
    state = play(state, "conquer I2 g7 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == SECOND
    state = play(state, "conquer I2 j7 r0")
    assert state.turn == SECOND
    assert play(state, "conquer I2 j9 r0").turn == FIRST


@pytest.mark.rule("KH-63")
def test_no_card_is_played_in_the_final_phase() -> None:
    state = drawn(FOUR_TOWNS, step=FINAL, hand="S-khan-NE").state
    assert kinds(state) == {"conquer"}
    for action in (
        "invade S-khan-NE a1",
        "anywhere a1",
        "morale",
        "protect",
        "support",
        "explore I2",
        "none",
        "chase S",
    ):
        assert clause_against(state, action) == "KH-63"


@pytest.mark.rule("KH-63")
def test_who_can_make_only_one_conquest_makes_one_and_who_can_make_none_passes() -> None:
    """The second player has one conquest, then the first has all that are left."""
    picture = """
            g h i j k
        7   1 1 . 2 2
        8   . . . . .
        9   1 1 . . .
        10  . . . . .
        11  1 1 . . .
    """
    state = play(drawn(picture, step=FINAL).state, "conquer I2 g7 r0", "conquer I2 g9 r0", "conquer I2 j7 r0")
    assert state.turn == FIRST
    state = play(drawn(picture, step=FINAL, seat=SECOND).state, "conquer I2 j7 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g7 r0", "conquer I2 g9 r0")
    assert state.turn == FIRST  # the second player has passed


REFUSED_TOWN = """
        g h i j k
    7   1 2 . 2 2
    8   . . . . .
    9   1 1 . 2 2
"""


@pytest.mark.rule("KH-63")
@pytest.mark.rule("KH-42")
def test_after_a_refusal_another_conquest_takes_its_place_and_who_refused_may_be_asked_for_the_second() -> None:
    state = play(drawn(REFUSED_TOWN, step=FINAL, protect=[SECOND]).state, "conquer I2 g7 r0")
    assert state.waiting == (SECOND,)
    state = play(state, "refuse")
    assert conquests(state) == {"I2 g9 r0"}
    assert clause_against(state, "conquer I2 g7 r0") == "KH-42"
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST
    assert conquests(state) == {"I2 g7 r0"}  # for the second the player is asked again
    assert play(state, "conquer I2 g7 r0", "agree").turn == SECOND


@pytest.mark.rule("KH-63")
@pytest.mark.rule("KH-42")
def test_if_nothing_is_possible_after_a_refusal_the_turn_ends_at_once() -> None:
    alone = drawn(REFUSED_TOWN.replace("1 1", ". ."), step=FINAL, protect=[SECOND]).state
    assert play(alone, "conquer I2 g7 r0", "refuse").turn == SECOND  # no second conquest is tried
    second = play(drawn(REFUSED_TOWN, step=FINAL, protect=[SECOND]).state, "conquer I2 g9 r0", "conquer I2 g7 r0")
    assert play(second, "refuse").turn == SECOND


@pytest.mark.rule("KH-64")
def test_restrictions_stay_until_the_next_turn_of_who_used_the_card() -> None:
    picture = """
            g h i j k
        7   1 1 . 2 2
        8   . . . . .
        9   1 1 2 . .
    """
    state = drawn(picture, step=FINAL, protect=[SECOND]).state
    assert clause_against(state, "conquer I3 g9 r0") == "KH-48"
    state = play(state, "conquer I2 g7 r0", "conquer I2 g9 r0")
    assert state.turn == SECOND
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-64")
@pytest.mark.parametrize(
    ("restrictions", "clause"),
    [({"support": {SECOND: "all"}}, "KH-51"), ({"reserved": {SECOND: "I3"}}, "KH-54")],
)
def test_so_do_support_and_exploration(restrictions: dict[str, dict[int, str]], clause: str) -> None:
    picture = "g h i j k\n7 1 1 n . .\n8 . . . . .\n9 1 1 . 2 2"
    state = drawn(
        picture,
        step=FINAL,
        support=restrictions.get("support"),
        reserved=restrictions.get("reserved"),
    ).state
    assert clause_against(state, "conquer I3 g7 r0") == clause
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g7 r0")
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-65")
def test_the_game_ends_when_nobody_can_conquer() -> None:
    state = drawn("g h i j k\n7 1 1 . 2 n\n8 . n . . .\n9 n n . . 2", step=FINAL).state
    state = play(state, "conquer I2 g7 r0")
    assert state.outcome is None  # the second player can
    state = play(state, "conquer I2 j7 r0")
    assert ending(state) == ("KH-65", (FIRST, SECOND))  # two neutral yurts and a lonely one are left
    assert clause_against(state, "conquer I2 g9 r0", FIRST) == "KH-65"


@pytest.mark.rule("KH-65")
def test_it_may_end_as_soon_as_the_final_phase_begins() -> None:
    state = drawn("g h\n7 1 .\n8 . 2", step=1, removed="SRHA", portraits={"D": 1}).state
    state = play(state, "card D-sand-E")
    assert ending(state) == ("KH-65", (FIRST, SECOND))


@pytest.mark.rule("KH-65")
def test_restrictions_do_not_end_the_game() -> None:
    """After the first conquest all is barred by the second player's Support; it runs out, and play goes on."""
    state = drawn("g h i j k\n7 1 n . . 2\n8 . . . . .\n9 1 1 . . .", step=FINAL, support={SECOND: "all"}).state
    assert conquests(state) == {"I2 g9 r0"}
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST  # both have passed: the second player can conquer nothing
    assert active_of(state) == (set(), {}, {})
    assert conquests(state) == {"I2 g7 r0"}
