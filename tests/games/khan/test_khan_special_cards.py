"""Special cards of Khan, card by card: effect, duration and refusals (KH-45 to KH-56).

The docstring of `drawn_khan.py` explains how to read a picture. `test_khan_clauses_special_cards.py` tests the
clauses one by one. This file combines the cards with each other, with bridges, shared conquests and refusals.
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
    draw_cards,
    drawn,
    hand_of,
    kinds,
    laid_of,
    play,
    specials_of,
    targets,
)
from khan import NEUTRAL
from khan_board import REGIONS
from khan_positions import FINAL

import naadam

CARDS = ("morale", "protect", "support", "explore I2")


def turn(state: naadam.State, *actions: str) -> naadam.State:
    """Play one turn: the card of step 1 if it is due, the actions, and the cards of step 5."""
    return draw_cards(play(draw_cards(state), *actions))


# --- all of them ---


@pytest.mark.rule("KH-46")
@pytest.mark.parametrize("card", CARDS)
def test_who_has_no_such_card_left_cannot_use_it(card: str) -> None:
    others = " ".join(name for name in ("morale", "protect", "support", "explore") if name not in card)
    assert clause_against(drawn(step=4, specials={FIRST: others}).state, card) == "KH-46"


@pytest.mark.rule("KH-20")
@pytest.mark.parametrize("card", CARDS)
def test_they_are_used_in_step_4_and_by_the_player_whose_turn_it_is(card: str) -> None:
    assert clause_against(drawn(step=2).state, card) == "KH-20"
    assert clause_against(drawn(step=4).state, card, SECOND) == "KH-20"
    assert clause_against(drawn(step=1).state, card, FIRST) == "KH-21"
    assert clause_against(drawn("h i\n8 1 1", step=FINAL).state, card) == "KH-63"


@pytest.mark.rule("KH-46")
def test_none_keeps_all_of_them() -> None:
    state = drawn(step=4).state
    after = play(state, "none")
    assert specials_of(after, FIRST) == specials_of(state, FIRST)
    assert active_of(after) == (set(), {}, {})


@pytest.mark.rule("KH-11")
@pytest.mark.parametrize(("players", "copies"), [(2, [2, 2, 2, 2]), (3, [2, 1, 1, 1]), (4, [1, 1, 1, 1])])
def test_how_many_there_are(players: int, copies: list[int]) -> None:
    state = drawn(step=4, players=players).state
    assert [list(specials_of(state, seat).values()) for seat in range(players)] == [copies] * players


# --- High Morale ---

TOWN = """
        h i j
    8   1 1 2
    9   1 . n
"""


@pytest.mark.rule("KH-47")
def test_the_third_action_may_be_a_conquest() -> None:
    state = play(drawn(TOWN, step=4).state, "morale", "conquer V3 h8 r0")
    (piece,) = laid_of(state)
    assert piece.owners == {FIRST}
    assert state.waiting == (naadam.CHANCE,)  # the second player's step 1: no other special card, no other action
    assert specials_of(state, FIRST) == {"morale": 1, "protect": 2, "support": 2, "explore": 2}


@pytest.mark.rule("KH-47")
def test_the_third_action_is_bound_by_the_rules_of_every_action() -> None:
    state = play(drawn(TOWN, step=4, hand="S-ice-NE", reserved={SECOND: "V3"}).state, "morale")
    assert clause_against(state, "invade S-ice-NE n1") == "KH-31"
    assert clause_against(state, "conquer V3 h8 r0") == "KH-54"
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert clause_against(state, "anywhere a1") == "KH-47"
    assert clause_against(state, "none") == "KH-20"


@pytest.mark.rule("KH-47")
def test_it_is_refused_where_no_third_action_is_possible() -> None:
    """Four cards for ice, which is full of neutral yurts; no ruler to chase; no own yurt to conquer with."""
    ice = [f"{column}{row + 1}" for row, width in enumerate((7, 7, 5, 1)) for column in "abcdefg"[:width]]
    siege = """
            k l m n
        8   2 . . 2
        9   . 2 2 2
        10  . . 2 2
        11  2 2 2 V
    """
    hand = "S-ice-NE R-ice-E H-ice-SE A-ice-S"
    state = drawn(siege, removed="SRHA", yurts=dict.fromkeys(ice, NEUTRAL), hand=hand).state
    state = play(state, "chase V", "card C-sand-S")
    assert kinds(state) == {"protect", "support", "explore", "none"}  # the second action was skipped
    assert clause_against(state, "morale") == "KH-47"
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-42")
@pytest.mark.rule("KH-47")
def test_a_third_action_that_is_not_agreed_to_is_still_to_be_taken() -> None:
    state = play(drawn("h i\n8 1 2", step=4, protect=[SECOND]).state, "morale", "conquer I2 h8 r0")
    assert state.waiting == (SECOND,)
    refused = play(state, "2: refuse")
    assert refused.turn == FIRST
    assert clause_against(refused, "conquer I2 h8 r0") == "KH-42"
    assert "chase" in kinds(refused)
    agreed = play(state, "2: agree")
    assert agreed.waiting == (naadam.CHANCE,)
    assert [piece.owners for piece in laid_of(agreed)] == [{FIRST, SECOND}]


@pytest.mark.rule("KH-57")
def test_after_the_third_action_the_hand_is_filled() -> None:
    state = drawn(actions=1, hand="S-ice-NE R-ice-E").state
    state = play(state, "invade S-ice-NE a1", "morale", "invade R-ice-E a2")
    assert len(hand_of(state, FIRST)) == 2
    state = draw_cards(state)
    assert len(hand_of(state, FIRST)) == 4
    assert state.turn == SECOND


# --- Protection of the Great Khan ---


@pytest.mark.rule("KH-48")
def test_protection_covers_yurts_under_bridges_and_whoever_covers() -> None:
    bridge = "d e f\n7 1 ~ 2"
    assert clause_against(drawn(bridge, players=3).state, "conquer B3 d7 r0") is None
    for seat in (FIRST, THIRD):
        owner = str(seat + 1)
        crossing = drawn(f"c d e f\n7 {owner} {owner} ~ 2", players=3, seat=seat, protect=[SECOND]).state
        assert clause_against(crossing, "conquer B4 c7 r0") == "KH-48"
    shared = drawn(bridge, players=3, protect=[SECOND]).state
    assert play(shared, "conquer B3 d7 r0").waiting == (SECOND,)


@pytest.mark.rule("KH-48")
def test_protection_is_for_yurts_and_neither_for_neutral_ones_nor_for_land() -> None:
    state = drawn("h i j\n8 1 n 2", hand="S-sand-W", protect=[SECOND]).state
    assert clause_against(state, "conquer I2 h8 r0") is None
    assert clause_against(state, "invade S-sand-W k8") is None
    assert clause_against(state, "chase S") is None


@pytest.mark.rule("KH-38")
@pytest.mark.rule("KH-48")
def test_where_the_protected_player_has_the_majority_there_is_nothing_to_agree_to() -> None:
    state = drawn("h i j\n8 1 2 2", protect=[SECOND]).state
    assert clause_against(state, "conquer I3 h8 r0") == "KH-38"
    assert clause_against(state, "conquer I2 h8 r0") is None


@pytest.mark.rule("KH-45")
@pytest.mark.rule("KH-48")
def test_protection_lasts_until_step_3_of_the_players_next_turn() -> None:
    picture = "h i j\n8 1 2 2"
    state = turn(drawn(picture, step=4).state, "protect")
    assert clause_against(state, "conquer I3 h8 r0") == "KH-48"  # the second player's turn
    state = turn(state, "anywhere n11", "done", "none")
    assert state.turn == FIRST
    assert active_of(state)[0] == {FIRST}
    state = turn(state, "anywhere n10", "done", "none")
    assert state.turn == SECOND
    assert active_of(state)[0] == set()
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert specials_of(state, FIRST)["protect"] == 1


@pytest.mark.rule("KH-50")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_free_for_others_as_soon_as_it_is_taken_back(players: int) -> None:
    state = turn(drawn(step=4, players=players).state, "protect")
    for cell in ("n11", "n10", "n9")[: players - 1]:
        state = play(state, f"anywhere {cell}", "done")
        assert clause_against(state, "protect") == "KH-50"
        state = turn(state, "none")
    assert state.turn == FIRST
    state = turn(state, "anywhere n8", "done", "none")
    state = play(state, "anywhere a1", "done")
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-50")
@pytest.mark.parametrize(("players", "clause"), [(2, "KH-50"), (3, "KH-46"), (4, "KH-46")])
def test_nobody_uses_it_twice_running(players: int, clause: str) -> None:
    """With two players the rule forbids it; with more players, no player has a second Protection card."""
    state = turn(drawn(step=4, players=players).state, "protect")
    for cell in ("n11", "n10", "n9")[: players - 1]:
        state = turn(state, f"anywhere {cell}", "done", "none")
    state = play(state, "anywhere n8", "done")
    assert clause_against(state, "protect") == clause


@pytest.mark.rule("KH-42")
@pytest.mark.rule("KH-49")
def test_who_protects_and_who_is_supported_are_asked_together() -> None:
    """1, 2, 3 and a neutral yurt: all three would share it; answers are sealed until both are in."""
    picture = "g h i j\n8 1 2 3 n"
    state = drawn(picture, players=3, protect=[SECOND], support={THIRD: "all"}).state
    state = play(state, "conquer I4 g8 r0")
    assert state.waiting == (SECOND, THIRD)
    state = play(state, "3: refuse")
    assert state.waiting == (SECOND,)
    assert state.view(SECOND).record.refused == 0
    assert "refused" not in [note.say for note in state.view(SECOND).describe().notes]
    refused = play(state, "2: agree")
    assert laid_of(refused) == []
    assert clause_against(refused, "conquer I4 g8 r0") == "KH-42"
    assert play(refused, "conquer I3 g8 r0").waiting == (SECOND,)  # player 2 agreed before, so may be asked again


# --- Support of the Gods ---


@pytest.mark.rule("KH-51")
@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_support_names_no_region(players: int) -> None:
    state = drawn(step=4, players=players).state
    assert clause_against(state, "support") is None
    assert all(clause_against(state, f"support {region}") == "KH-51" for region in REGIONS)
    after = play(state, "support")
    assert active_of(after)[1] == {FIRST: "all"}
    assert specials_of(after, FIRST)["support"] == specials_of(state, FIRST)["support"] - 1


@pytest.mark.rule("KH-53")
def test_with_four_players_support_names_one() -> None:
    state = drawn(step=4, players=4).state
    assert clause_against(state, "support") == "KH-53"
    assert targets(state, "support") == set(REGIONS)


@pytest.mark.rule("KH-53")
def test_a_region_counts_under_bridges_too_and_one_cell_is_enough() -> None:
    """d7 is rocky desert, f7 tundra, g7 too."""
    picture = "d e f g\n7 n ~ 1 1"
    for region, clause in (("rocky", "KH-53"), ("tundra", None), ("sand", None)):
        state = drawn(picture, players=4, support={FOURTH: region}).state
        assert clause_against(state, "conquer B4 d7 r0") == clause
    both = drawn("c d e f g\n7 . n ~ 1 1", players=4, support={THIRD: "tundra", FOURTH: "rocky"}).state
    assert clause_against(both, "conquer B4 d7 r0") == "KH-53"


@pytest.mark.rule("KH-53")
def test_two_supported_players_of_different_regions_are_both_asked() -> None:
    """h8 and i8 are sand desert, i9 to j10 tropical forest: each neutral yurt has another protector."""
    picture = """
            h i j
        8   1 n .
        9   . n 2
        10  . . 3
    """
    state = drawn(picture, players=4, support={SECOND: "sand", THIRD: "forest"}).state
    assert clause_against(state, "conquer I2 h8 r0") == "KH-53"
    assert play(state, "conquer W5 h8 f3").waiting == (SECOND, THIRD)


@pytest.mark.rule("KH-52")
@pytest.mark.parametrize("players", [2, 3])
def test_support_is_free_again_when_it_is_taken_back(players: int) -> None:
    state = turn(drawn(step=4, players=players).state, "support")
    for cell in ("n11", "n10")[: players - 1]:
        state = play(state, f"anywhere {cell}", "done")
        assert clause_against(state, "support") == "KH-52"
        assert clause_against(state, "protect") is None
        state = turn(state, "none")
    state = turn(state, "anywhere n8", "done", "none")
    assert clause_against(play(state, "anywhere a1", "done"), "support") is None


@pytest.mark.rule("KH-51")
def test_support_does_not_protect_the_own_yurts() -> None:
    state = drawn("h i j\n8 1 1 2", support={SECOND: "all"}).state
    assert clause_against(state, "conquer I3 h8 r0") is None


# --- Exploration ---

ROW = "h i j\n8 1 1 1"


@pytest.mark.rule("KH-54")
@pytest.mark.parametrize("players", [2, 3])
def test_a_reserved_form_is_barred_in_all_its_copies_for_all_others(players: int) -> None:
    state = turn(
        drawn(step=4, players=players, yurts={"h8": 1, "i8": 1, "j8": 1, "h10": 2 % players}).state, "explore I3"
    )
    assert clause_against(state, "conquer I3 h8 r0") == "KH-54"
    assert clause_against(state, "conquer I2 h8 r0") is None
    state = play(state, "anywhere n11", "done")
    assert clause_against(state, "explore I3") == "KH-54"
    assert clause_against(state, "explore I2") is None


@pytest.mark.rule("KH-54")
def test_two_players_may_reserve_two_forms() -> None:
    state = turn(drawn(step=4, players=3).state, "explore I3")
    state = turn(state, "anywhere n11", "done", "explore V3")
    assert active_of(state)[2] == {FIRST: "I3", SECOND: "V3"}
    state = play(state, "anywhere n10", "done")
    assert {"I3", "V3"}.isdisjoint(targets(state, "explore"))


@pytest.mark.rule("KH-35")
@pytest.mark.rule("KH-54")
def test_a_shape_of_which_none_is_left_is_not_reserved() -> None:
    laid = drawn("g h i j\n8 a a a a", step=4, laid={"a": "I4 2"}).state
    assert clause_against(laid, "explore I4") == "KH-35"
    assert clause_against(laid, "explore L4") is None


@pytest.mark.rule("KH-55")
def test_with_four_players_each_copy_is_reserved_by_itself() -> None:
    state = drawn(ROW, step=4, players=4, reserved={SECOND: "B4", THIRD: "B4"}).state
    assert clause_against(state, "explore B4") == "KH-55"  # there are two of them
    assert clause_against(state, "explore B3") is None
    state = drawn(ROW, step=4, players=4, reserved={THIRD: "B4"}).state
    assert active_of(play(state, "explore B4"))[2] == {FIRST: "B4", THIRD: "B4"}


@pytest.mark.rule("KH-55")
def test_who_reserved_the_last_copy_uses_it_and_the_others_do_not() -> None:
    picture = "h i j k\n8 1 1 1 1"
    assert clause_against(drawn(picture, players=4, reserved={SECOND: "I4"}).state, "conquer I4 h8 r0") == "KH-55"
    state = turn(drawn(picture, step=4, players=4).state, "explore I4")
    for cell in ("n11", "n10", "n9"):
        state = turn(state, f"anywhere {cell}", "done", "none")
    assert active_of(state)[2] == {}  # KH-56
    assert [piece.shape for piece in laid_of(play(state, "conquer I4 h8 r0"))] == ["I4"]


@pytest.mark.rule("KH-54")
def test_exploration_leaves_the_game_when_it_is_used() -> None:
    state = play(drawn(step=4).state, "explore X5")
    assert specials_of(state, FIRST) == {"morale": 2, "protect": 2, "support": 2, "explore": 1}
    state = turn(turn(state, "anywhere n11", "done", "none"), "anywhere n10", "done", "explore X5")
    assert specials_of(state, FIRST)["explore"] == 0  # no rule forbids it in two turns running
    assert active_of(state)[2] == {FIRST: "X5"}
