"""Clauses KH-45 to KH-57 of Khan: special cards, and the draw (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    active_of,
    clause_against,
    drawn,
    hand_of,
    kinds,
    laid_of,
    outcomes,
    play,
    rulers_of,
    specials_of,
    targets,
)

import naadam

WANTED = """
        h i j
    8   1 1 2
"""
PAIR = """
        h i
    8   1 2
"""


# --- KH-45 to KH-47: special cards, and High Morale ---


@pytest.mark.rule("KH-45")
def test_a_special_card_is_taken_back_after_the_actions_of_the_next_turn() -> None:
    protected = drawn(actions=1, protect=[FIRST], hand="S-ice-NE").state
    supported = drawn(actions=1, support={FIRST: "all"}, hand="S-ice-NE").state
    assert active_of(protected) == ({FIRST}, {}, {})
    assert active_of(supported) == (set(), {FIRST: "all"}, {})
    for state in (protected, supported):
        after = play(state, "invade S-ice-NE a1")
        assert active_of(after) == (set(), {}, {})
        assert specials_of(after, FIRST) == specials_of(state, FIRST)  # out of the game, not back in the hand


@pytest.mark.rule("KH-45")
def test_a_special_card_is_active_from_its_use_to_the_next_turn() -> None:
    state = play(drawn(step=4, hand="S-ice-NE").state, "protect")
    assert active_of(state) == ({FIRST}, {}, {})
    state = play(state, "card S-rocky-E")
    assert state.turn == SECOND
    state = play(state, "chase S", min(outcomes(play(state, "chase S"))))
    state = play(state, "chase K", min(outcomes(play(state, "chase K"))), "none", "card R-rocky-SE")
    assert state.turn == FIRST
    assert active_of(state) == ({FIRST}, {}, {})
    state = play(state, "anywhere n11", "done")
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-46")
@pytest.mark.parametrize("card", ["protect", "support", "explore L5", "none"])
def test_one_special_card_at_most_is_used_in_a_turn(card: str) -> None:
    state = play(drawn(step=4).state, card)
    assert state.waiting == (naadam.CHANCE,)  # the next player's step 1
    state = play(state, min(outcome for outcome in outcomes(state) if outcome.startswith("card S")))
    assert state.turn == SECOND
    assert clause_against(state, "protect") in ("KH-20", "KH-46")


@pytest.mark.rule("KH-46")
def test_it_is_not_asked_where_no_special_card_can_be_used() -> None:
    state = drawn(actions=1, specials={FIRST: ""}, hand="S-ice-NE").state
    state = play(state, "invade S-ice-NE a1")
    assert state.waiting == (naadam.CHANCE,)  # step 5


@pytest.mark.rule("KH-47")
def test_high_morale_is_a_third_action_but_not_the_double_one() -> None:
    state = drawn(WANTED, step=4, hand="S-ice-NE").state
    state = play(state, "morale")
    assert state.turn == FIRST
    assert kinds(state) == {"invade", "chase", "conquer"}
    assert clause_against(state, "anywhere a1") in ("KH-41", "KH-47")
    assert clause_against(state, "morale") in ("KH-20", "KH-46")
    assert specials_of(state, FIRST)["morale"] == 1
    state = play(state, "invade S-ice-NE a1")
    assert state.waiting == (naadam.CHANCE,)  # step 5: one card is drawn
    state = play(state, "card S-rocky-E")
    assert "S-rocky-E" in hand_of(state, FIRST)


@pytest.mark.rule("KH-47")
def test_the_third_action_may_be_a_chase() -> None:
    state = play(drawn(step=4).state, "morale", "chase S", "card S-rocky-E")
    assert rulers_of(state)["S"] == "i5"
    assert state.waiting == (naadam.CHANCE,)  # the second player's step 1


# --- KH-48 to KH-50: Protection of the Great Khan ---


@pytest.mark.rule("KH-48")
def test_nobody_covers_a_yurt_of_a_protected_player() -> None:
    free, protected = drawn(WANTED).state, drawn(WANTED, protect=[SECOND]).state
    assert clause_against(free, "conquer I3 h8 r0") is None
    assert clause_against(protected, "conquer I3 h8 r0") == "KH-48"
    assert clause_against(protected, "conquer I2 h8 r0") is None


@pytest.mark.rule("KH-48")
def test_the_protected_player_covers_as_ever() -> None:
    state = drawn("h i j\n8 1 2 2", seat=SECOND, protect=[SECOND]).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert play(state, "conquer I3 h8 r0").turn == SECOND


@pytest.mark.rule("KH-48")
def test_protection_is_of_no_use_to_a_third_player() -> None:
    state = drawn("h i j\n8 1 1 2", players=3, protect=[THIRD]).state
    assert clause_against(state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-49")
def test_a_majority_shared_with_the_protected_player_needs_its_agreement() -> None:
    state = drawn(PAIR, protect=[SECOND]).state
    state = play(state, "conquer I2 h8 r0")
    assert state.waiting == (SECOND,)
    (piece,) = laid_of(play(state, "2: agree"))
    assert piece.owners == {FIRST, SECOND}
    assert laid_of(play(state, "2: refuse")) == []


@pytest.mark.rule("KH-49")
def test_only_who_shares_the_majority_can_be_asked() -> None:
    """1, 1, 2, 2, 3: the second shares the majority, the third does not."""
    picture = "h i j k l\n8 1 1 2 2 3"
    assert play(drawn(picture, players=3, protect=[SECOND]).state, "conquer I5 h8 r0").waiting == (SECOND,)
    assert clause_against(drawn(picture, players=3, protect=[THIRD]).state, "conquer I5 h8 r0") == "KH-48"


@pytest.mark.rule("KH-50")
def test_protection_is_not_used_while_anothers_is_active() -> None:
    for players in (2, 3, 4):
        state = drawn(step=4, players=players, protect=[SECOND]).state
        assert clause_against(state, "protect") == "KH-50"
        assert clause_against(drawn(step=4, players=players).state, "protect") is None


@pytest.mark.rule("KH-50")
def test_two_players_do_not_use_protection_in_two_turns_running() -> None:
    state = drawn(step=4, before={FIRST: "protect"}, specials={FIRST: "protect support"}).state
    assert clause_against(state, "protect") == "KH-50"
    assert clause_against(state, "support") is None
    state = drawn(step=4, before={SECOND: "protect"}).state
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-50")
@pytest.mark.rule("KH-52")
@pytest.mark.parametrize(("card", "clause"), [("protect", "KH-50"), ("support", "KH-52")])
def test_a_turn_without_it_makes_it_possible_again(card: str, clause: str) -> None:
    state = play(drawn(step=4).state, card)
    state = play(state, "card S-rocky-E", "anywhere n11", "done", "none")
    state = play(state, "card V-rocky-NW", "anywhere a11", "done")
    assert clause_against(state, card) == clause
    state = play(state, "none", "card S-sand-W", "anywhere n10", "done", "none")
    state = play(state, "card V-forest-N", "anywhere a10", "done")
    assert clause_against(state, card) is None


# --- KH-51 to KH-53: Support of the Gods ---

NEUTRAL = """
        h i j
    8   1 1 n
    9   2 n .
"""


@pytest.mark.rule("KH-51")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_covers_a_neutral_yurt_while_the_gods_support_another(players: int) -> None:
    state = drawn(NEUTRAL, players=players, support={SECOND: "all"}).state
    assert clause_against(state, "conquer I3 h8 r0") == "KH-51"
    assert clause_against(state, "conquer I2 h8 r0") is None
    assert clause_against(drawn(NEUTRAL, players=players).state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-51")
def test_who_is_supported_covers_neutral_yurts() -> None:
    state = drawn(NEUTRAL, support={FIRST: "all"}).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert play(state, "conquer I3 h8 r0").turn == FIRST


@pytest.mark.rule("KH-51")
def test_a_majority_shared_with_the_supported_player_needs_its_agreement() -> None:
    picture = "h i j\n8 1 n 2"
    state = play(drawn(picture, support={SECOND: "all"}).state, "conquer I3 h8 r0")
    assert state.waiting == (SECOND,)
    (piece,) = laid_of(play(state, "2: agree"))
    assert piece.owners == {FIRST, SECOND}
    assert clause_against(play(state, "2: refuse"), "conquer I3 h8 r0") == "KH-42"
    without = play(drawn("h i\n8 1 2", support={SECOND: "all"}).state, "conquer I2 h8 r0")
    assert without.turn == FIRST  # no neutral yurt, so no consent is needed


@pytest.mark.rule("KH-51")
def test_support_covers_the_yurts_under_bridges_too() -> None:
    picture = "d e f\n7 1 ~ n"
    assert clause_against(drawn(picture).state, "conquer B3 d7 r0") is None
    assert clause_against(drawn(picture, support={SECOND: "all"}).state, "conquer B3 d7 r0") == "KH-51"


@pytest.mark.rule("KH-52")
def test_support_is_not_used_while_anothers_is_active() -> None:
    for players in (2, 3):
        assert clause_against(drawn(step=4, players=players).state, "support") is None
        state = drawn(step=4, players=players, support={SECOND: "all"}).state
        assert clause_against(state, "support") == "KH-52"


@pytest.mark.rule("KH-52")
def test_two_players_do_not_use_support_in_two_turns_running() -> None:
    state = drawn(step=4, before={FIRST: "support"}, specials={FIRST: "protect support"}).state
    assert clause_against(state, "support") == "KH-52"
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-53")
def test_with_four_players_support_is_for_one_region() -> None:
    state = drawn(step=4, players=4).state
    regions = {"mountain", "ice", "tundra", "rocky", "sand", "forest"}
    assert targets(state, "support") == regions
    state = drawn(step=4, players=4, support={THIRD: "ice", FOURTH: "sand"}).state
    assert targets(state, "support") == regions - {"ice", "sand"}
    assert clause_against(state, "support ice") == "KH-53"
    state = play(state, "support forest")
    assert active_of(state)[1] == {FIRST: "forest", THIRD: "ice", FOURTH: "sand"}


@pytest.mark.rule("KH-53")
def test_only_neutral_yurts_of_that_region_are_protected() -> None:
    """h8 and i8 are sand desert, i9 is tropical forest."""
    picture = """
            h i
        8   1 n
        9   . n
    """
    sand = drawn(picture, players=4, support={THIRD: "sand"}).state
    assert clause_against(sand, "conquer I2 h8 r0") == "KH-53"
    forest = drawn(picture, players=4, support={THIRD: "forest"}).state
    assert clause_against(forest, "conquer I2 h8 r0") is None
    assert clause_against(forest, "conquer V3 h8 r1") == "KH-53"


@pytest.mark.rule("KH-53")
def test_the_exception_is_the_same() -> None:
    state = drawn("h i j\n8 1 n 3", players=4, support={THIRD: "sand"}).state
    state = play(state, "conquer I3 h8 r0")
    assert state.waiting == (THIRD,)
    (piece,) = laid_of(play(state, "3: agree"))
    assert piece.owners == {FIRST, THIRD}


# --- KH-54 to KH-57: Exploration, and the draw ---

ROW = """
        h i j
    8   1 1 1
"""


@pytest.mark.rule("KH-54")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_else_uses_or_reserves_a_reserved_form(players: int) -> None:
    state = drawn(ROW, players=players, reserved={SECOND: "I3"}).state
    assert clause_against(state, "conquer I3 h8 r0") == "KH-54"
    assert clause_against(state, "conquer I2 h8 r0") is None
    state = drawn(step=4, players=players, reserved={SECOND: "I3"}).state
    assert clause_against(state, "explore I3") == "KH-54"
    assert {"I2", "V3", "B3", "L5"} <= targets(state, "explore")


@pytest.mark.rule("KH-54")
def test_a_bridge_is_another_kind_than_a_tile_of_its_form() -> None:
    picture = "d e f\n7 1 ~ 1"
    assert clause_against(drawn(picture, reserved={SECOND: "I3"}).state, "conquer B3 d7 r0") is None
    assert clause_against(drawn(picture, reserved={SECOND: "B3"}).state, "conquer B3 d7 r0") == "KH-54"
    assert clause_against(drawn(ROW, reserved={SECOND: "B3"}).state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-54")
def test_exploration_takes_an_available_shape_and_leaves_the_game() -> None:
    state = play(drawn(step=4).state, "explore I3")
    assert active_of(state) == (set(), {}, {FIRST: "I3"})
    assert specials_of(state, FIRST)["explore"] == 1
    laid = drawn("h i j k\n8 a a a a", step=4, laid={"a": "I4 2"}).state
    assert clause_against(laid, "explore I4") in ("KH-35", "KH-54")


@pytest.mark.rule("KH-55")
def test_with_four_players_only_one_copy_is_reserved() -> None:
    state = drawn(ROW, players=4, reserved={SECOND: "I3"}).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    state = drawn(step=4, players=4, reserved={SECOND: "I3", THIRD: "L5"}).state
    assert clause_against(state, "explore I3") is None
    assert clause_against(state, "explore L5") == "KH-55"


@pytest.mark.rule("KH-55")
def test_the_last_copies_reserved_by_others_are_not_used() -> None:
    """Of the four I3 two lie on the board and two are reserved."""
    picture = """
            h i j k l m
        8   1 1 1 . . .
        9   . . . . . .
        10  a a a . . .
        11  b b b . . .
    """
    laid = {"a": "I3 2", "b": "I3 2"}
    one = drawn(picture, players=4, laid=laid, reserved={SECOND: "I3"}).state
    assert clause_against(one, "conquer I3 h8 r0") is None
    both = drawn(picture, players=4, laid=laid, reserved={SECOND: "I3", THIRD: "I3"}).state
    assert clause_against(both, "conquer I3 h8 r0") == "KH-55"


@pytest.mark.rule("KH-56")
def test_the_yurt_comes_off_at_the_start_of_the_next_turn() -> None:
    state = play(drawn(ROW, step=4).state, "explore I3")
    state = play(state, "card S-rocky-E")
    assert active_of(state)[2] == {FIRST: "I3"}
    state = play(state, "anywhere n11", "done", "none")
    assert active_of(state)[2] == {}  # the first player's turn has begun
    state = play(state, "card S-sand-W")
    assert clause_against(state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-57")
@pytest.mark.parametrize("played", [0, 1, 2])
def test_a_player_draws_up_to_four_cards(played: int) -> None:
    plan = ["invade S-ice-NE a1", "invade R-ice-E a2"][:played]
    state = play(drawn(hand="S-ice-NE R-ice-E").state, *plan)
    for letter in "SV"[played:]:
        state = play(state, f"chase {letter}")
        state = play(state, min(outcomes(state)))
    state = play(state, "none")
    for _ in range(played):
        before = hand_of(state, FIRST)
        state = play(state, min(outcomes(state)))
        assert len(hand_of(state, FIRST)) == len(before) + 1
    assert len(hand_of(state, FIRST)) == 4
    second = hand_of(state, SECOND)
    state = play(state, min(outcomes(state)))
    assert hand_of(state, SECOND) == second  # that was the second player's step 1
    assert state.turn == SECOND
