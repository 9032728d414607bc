"""The clauses of Conquest, chapter by chapter: the exchange (CQ-50 to CQ-56).

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
An exchange is written as `x.n14` (the whole piece), `x.a.np1` (the passenger), `x.s.n14` (a carried soldier), and
`x.n14/n13` (the carrier, after a soldier has been put on n13).
"""

from __future__ import annotations

import pytest
from drawn_conquest import (
    FIRST,
    SECOND,
    THIRD,
    actions,
    clause_against,
    drawn,
    eliminated_by,
    fields_of,
    piece_on,
    play,
    player_of,
    quiet_of,
    spent_of,
    window_of,
)

# --- CQ-50 to CQ-52: who answers, and how far away ---


@pytest.mark.rule("CQ-50")
def test_the_loser_may_answer_with_a_piece_at_most_two_steps_away() -> None:
    """The knight on n29 answers; the elephant on n30 is two steps away, but the knight is in its way."""
    state = drawn(
        """
        n26=1K -- n27=2S -- n29=2K
                              |
                             n30=2E
        """,
    ).state.apply("n26-n27")
    assert (state.waiting, window_of(state)) == ((SECOND,), "n27:2:2")
    assert actions(state) == {"let", "x.n29"}
    state = state.apply("x.n29")
    assert (piece_on(state, "n27"), piece_on(state, "n29"), state.waiting) == ("2K", "", (FIRST,))


@pytest.mark.rule("CQ-50")
@pytest.mark.parametrize(
    ("space", "near"), [("n29", True), ("n24", True), ("n30", True), ("n25", True), ("n31", False)]
)
def test_two_steps_are_near_enough_and_three_are_not(space: str, near: bool) -> None:
    state = drawn(f"n26=1K -- n27=2S     {space}=2C").state.apply("n26-n27")
    assert actions(state) >= ({"let", f"x.{space}"} if near else {"end"})


@pytest.mark.rule("CQ-50")
def test_no_window_opens_if_nobody_can_answer() -> None:
    state = drawn("n26=1K -- n27=2S").state.apply("n26-n27")
    assert (window_of(state), state.waiting) == ("-", (FIRST,))


@pytest.mark.rule("CQ-50")
def test_the_loser_may_let_it_be() -> None:
    state = play(drawn("n26=1K -- n27=2S -- n29=2K").state, "n26-n27", "let")
    assert (piece_on(state, "n27"), state.waiting, window_of(state)) == ("1K", (FIRST,), "-")


@pytest.mark.rule("CQ-50")
def test_outside_a_window_there_is_no_exchange_and_inside_nothing_else() -> None:
    state = drawn("n26=1K -- n27=2S -- n29=2K").state
    assert clause_against(state, "x.n26") in ("CQ-50", "CQ-52")
    assert clause_against(state, "let") == "CQ-50"
    asked = state.apply("n26-n27")
    assert clause_against(asked, "n29-n30") is not None
    assert clause_against(asked, "end") is not None


@pytest.mark.rule("CQ-51")
def test_an_exchange_costs_neither_points_nor_allowance() -> None:
    state = play(drawn("n26=1K -- n27=2S -- n29 -- n30=2S").state, "n26-n27", "x.n30")
    assert spent_of(state) == 1
    state = state.apply("end")
    assert (player_of(state), spent_of(state), piece_on(state, "n27")) == (2, 0, "2S")


@pytest.mark.rule("CQ-51")
def test_every_elimination_may_be_answered_also_with_the_same_piece_again() -> None:
    """The elephant answers on n27, and from there on n24."""
    state = drawn(
        """
        n26=1K -- n27=2S -- n24=2S -- n23=1K
                   |
                  n29=2E
        """
    ).state
    state = play(state, "n26-n27", "x.n29")
    assert piece_on(state, "n27") == "2E"
    state = play(state, "n23-n24", "x.n27")
    assert piece_on(state, "n24") == "2E"


@pytest.mark.rule("CQ-52")
def test_only_the_player_who_lost_the_piece_may_answer() -> None:
    """A knight of the third player is adjacent, but a soldier of the second player was taken."""
    state = drawn("n26=1K -- n27=2S -- n29=3K", players=3).state.apply("n26-n27")
    assert (window_of(state), state.waiting) == ("-", (FIRST,))


@pytest.mark.rule("CQ-52")
def test_only_the_piece_that_took_may_be_eliminated_and_nothing_on_the_way() -> None:
    """Between the chariot and the place of the elimination stands another enemy."""
    blocked = drawn("n26=1K -- n27=2S -- n29=1S -- n30=2C").state.apply("n26-n27")
    assert window_of(blocked) == "-"
    open_ = drawn("n26=1K -- n27=2S -- n29 -- n30=2C").state.apply("n26-n27")
    assert actions(open_) == {"let", "x.n30"}


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-25")
def test_a_knight_answers_with_a_jump_over_a_friend_but_not_over_an_enemy() -> None:
    over_friend = drawn("n26=1K -- n27=2S -- n29=2C -- n30=2K").state.apply("n26-n27")
    assert actions(over_friend) == {"let", "x.n29", "x.n30"}
    over_enemy = drawn("n26=1K -- n27=2S -- n29=1C -- n30=2K").state.apply("n26-n27")
    assert window_of(over_enemy) == "-"


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-41")
def test_a_soldier_does_not_answer_an_elephant() -> None:
    state = drawn("n26=1E -- n27=2S -- n29=2S").state.apply("n26-n27")
    assert window_of(state) == "-"
    with_chariot = drawn(
        """
        n26=1E -- n27=2S -- n29=2S
                   |
                  n24=2C
        """
    ).state.apply("n26-n27")
    assert actions(with_chariot) == {"let", "x.n24"}
    assert clause_against(with_chariot, "x.n29") == "CQ-41"


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-42")
def test_a_vessel_does_not_answer_on_land_nor_a_land_piece_at_sea() -> None:
    land = drawn("n27=1K -- n29=2S -- np5=2H").state.apply("n27-n29")
    assert window_of(land) == "-"
    sea = drawn("ns18=1H -- ns17=2H -- np5=2H(K) -- n29=2K").state.apply("ns18-ns17")
    assert actions(sea) == {"let", "x.np5"}


# --- CQ-53: the forms ---

PRINTED = """
        n22=2K -- n26=1S -- n27=2S -- n24=1S
                             |
                            n29=2E(S) -- n30
"""


@pytest.mark.rule("CQ-53")
def test_the_printed_picture() -> None:
    """The carried soldier answers, or the elephant with it, or the elephant alone; the knight cannot."""
    state = drawn(PRINTED).state.apply("n24-n27")
    assert actions(state) == {"let", "x.n29", "x.s.n29", "x.n29/n28", "x.n29/n30"}
    whole = state.apply("x.n29")
    assert (piece_on(whole, "n27"), piece_on(whole, "n29")) == ("2E(S)", "")
    soldier = state.apply("x.s.n29")
    assert (piece_on(soldier, "n27"), piece_on(soldier, "n29")) == ("2S", "2E")
    alone = state.apply("x.n29/n30")
    assert [piece_on(alone, space) for space in ("n27", "n29", "n30")] == ["2E", "", "2S"]


@pytest.mark.rule("CQ-53")
def test_of_two_soldiers_one_or_both_are_put_down() -> None:
    state = drawn("n24=1S -- n27=2S -- n29=2E(SS) -- n30").state.apply("n24-n27")
    assert actions(state) == {"let", "x.n29", "x.s.n29", "x.n29/n28", "x.n29/n30", "x.n29/n28,n30"}
    one = state.apply("x.n29/n28")
    assert [piece_on(one, space) for space in ("n27", "n28", "n30")] == ["2E(S)", "2S", ""]
    both = state.apply("x.n29/n28,n30")
    assert [piece_on(both, space) for space in ("n27", "n28", "n30")] == ["2E", "2S", "2S"]


@pytest.mark.rule("CQ-53")
def test_a_soldier_put_down_must_not_stand_in_the_way_of_its_carrier() -> None:
    """The chariot is two steps away and its only way leads over n29: its soldier can be put on n25 alone."""
    state = drawn("n26=1S -- n27=2S -- n29 -- n30=2C(S) -- n25     n24=1E").state.apply("n26-n27")
    assert actions(state) == {"let", "x.n30", "x.s.n30", "x.n30/n25"}
    assert clause_against(state, "x.n30/n29") in ("CQ-23", "CQ-50", "CQ-52", "CQ-53")


@pytest.mark.rule("CQ-53")
def test_soldiers_are_put_on_free_spaces_only() -> None:
    state = drawn("n24=1S -- n27=2S -- n29=2E(S) -- n30=1S     n28=2K").state.apply("n24-n27")
    assert actions(state) == {"let", "x.n29", "x.s.n29", "x.n28"}
    assert clause_against(state, "x.n29/n28") in ("CQ-23", "CQ-53")
    assert clause_against(state, "x.n29/n30") == "CQ-53"


@pytest.mark.rule("CQ-53")
def test_what_is_aboard_answers_by_landing_and_the_vessel_stays() -> None:
    state = drawn("n27=1S -- n29=2S -- np5=2H(E(S)) -- n28").state.apply("n27-n29")
    assert actions(state) == {"let", "x.a.np5", "x.s.np5", "x.np5/n28"}
    landed = state.apply("x.a.np5")
    assert (piece_on(landed, "n29"), piece_on(landed, "np5")) == ("2E(S)", "2H")
    soldier = state.apply("x.s.np5")
    assert (piece_on(soldier, "n29"), piece_on(soldier, "np5")) == ("2S", "2H(E)")
    alone = state.apply("x.np5/n28")
    assert [piece_on(alone, space) for space in ("n29", "np5", "n28")] == ["2E", "2H", "2S"]


@pytest.mark.rule("CQ-53")
@pytest.mark.parametrize(("cargo", "form"), [("K", "x.a.np5"), ("S", "x.s.np5"), ("SS", "x.s.np5"), ("C", "x.a.np5")])
def test_any_piece_aboard_answers_also_two_steps_away(cargo: str, form: str) -> None:
    state = drawn(f"n24=1K -- n27=2S -- n29 -- np5=2G({cargo})").state.apply("n24-n27")
    assert actions(state) == {"let", form}


@pytest.mark.rule("CQ-53")
@pytest.mark.rule("CQ-25")
def test_a_knight_aboard_answers_with_a_jump_ashore() -> None:
    state = drawn("n24=1K -- n27=2S -- n29=2S -- np5=2H(K)").state.apply("n24-n27")
    assert actions(state) == {"let", "x.n29", "x.a.np5"}


@pytest.mark.rule("CQ-53")
@pytest.mark.rule("CQ-30")
def test_a_soldier_answers_across_a_friendly_carrier() -> None:
    state = drawn("n24=1K -- n27=2S -- n29=2C -- n30=2S").state.apply("n24-n27")
    assert actions(state) == {"let", "x.n29", "x.n30"}
    full = drawn("n24=1K -- n27=2S -- n29=2C(S) -- n30=2S     n28=1S").state.apply("n24-n27")
    assert "x.n30" not in actions(full)


@pytest.mark.rule("CQ-53")
def test_a_vessel_keeps_its_cargo() -> None:
    state = play(drawn("ns18=1H -- ns17=2H -- np5=2G(E(S))").state, "ns18-ns17")
    assert actions(state) == {"let", "x.np5"}
    assert piece_on(state.apply("x.np5"), "ns17") == "2G(E(S))"


# --- CQ-54: vessels ---


@pytest.mark.rule("CQ-54")
def test_a_vessel_lost_in_port_is_avenged_by_a_vessel_or_a_land_piece() -> None:
    before = drawn("n30=2K -- n29 -- np5=2H -- ns17=1G(S)     ns21=2H -- np6").state
    state = before.apply("ns17-np5")
    assert actions(state) == {"let", "x.n30", "x.ns21"}
    by_vessel = state.apply("x.ns21")
    assert piece_on(by_vessel, "np5") == "2H"
    assert eliminated_by(by_vessel, SECOND) == eliminated_by(before, SECOND) + 2
    by_knight = state.apply("x.n30")
    assert piece_on(by_knight, "np5") == "2G(K)"  # seized, its soldier eliminated
    assert eliminated_by(by_knight, SECOND) == eliminated_by(before, SECOND) + 1


@pytest.mark.rule("CQ-54")
@pytest.mark.rule("CQ-45")
def test_seizing_an_empty_vessel_in_exchange_is_no_elimination() -> None:
    before = drawn("n29=2K -- np5=2H -- ns17=1G").state
    state = play(before, "ns17-np5", "x.n29")
    assert piece_on(state, "np5") == "2G(K)"
    assert fields_of(state)[6].split(",")[SECOND] == fields_of(before)[6].split(",")[SECOND]
    assert quiet_of(state) == "2:0"  # the vessel of the second player was the last piece eliminated


@pytest.mark.rule("CQ-54")
@pytest.mark.parametrize("cargo", ["", "(S)"])
def test_a_seized_vessel_is_avenged_with_the_seizer_aboard(cargo: str) -> None:
    before = drawn(f"n29=1K -- np5=2H{cargo} -- n28=2C     ns17=2G").state
    state = before.apply("n29-np5")
    assert actions(state) == {"let", "x.n28", "x.ns17"}
    by_vessel = state.apply("x.ns17")
    assert piece_on(by_vessel, "np5") == "2G"
    assert eliminated_by(by_vessel, SECOND) == eliminated_by(before, SECOND) + 2
    by_chariot = state.apply("x.n28")
    assert piece_on(by_chariot, "np5") == "2H(C)"
    assert eliminated_by(by_chariot, SECOND) == eliminated_by(before, SECOND) + 1


@pytest.mark.rule("CQ-54")
@pytest.mark.rule("CQ-41")
def test_a_soldier_seizes_no_vessel_back_that_carries_an_elephant() -> None:
    state = drawn("n29=1E -- np5=2H -- n28=2S").state.apply("n29-np5")
    assert window_of(state) == "-"


@pytest.mark.rule("CQ-54")
@pytest.mark.rule("CQ-31")
def test_a_carried_soldier_needs_a_space_before_it_seizes_a_vessel_back() -> None:
    """On n28, with enemies all around, the soldier would go from elephant to vessel; from n26 it has n28 between."""
    beside = drawn("n30=1K -- n29=1S -- np5=2H -- n28=2E(S)     n26=1C  n14=1S").state.apply("n30^n29-np5")
    assert actions(beside) == {"let", "x.n28"}
    assert clause_against(beside, "x.s.n28") in ("CQ-31", "CQ-50", "CQ-52")
    one_off = drawn("n29=1K -- np5=2H -- n28 -- n26=2E(S)").state.apply("n29-np5")
    assert "x.s.n26" in actions(one_off)


@pytest.mark.rule("CQ-54")
@pytest.mark.rule("CQ-31")
def test_a_soldier_does_not_seize_a_vessel_back_across_a_carrier() -> None:
    """It would pass from the chariot straight to the vessel; the chariot itself may seize it."""
    state = drawn("n28=1K -- np5=2H -- n29=2C -- n30=2S").state.apply("n28-np5")
    assert actions(state) == {"let", "x.n29"}


# --- CQ-55 and CQ-56: when not ---


@pytest.mark.rule("CQ-55")
def test_the_next_player_does_not_answer_the_last_point() -> None:
    state = drawn("n26=1K -- n27=2S -- n29=2K", spent=19).state.apply("n26-n27")
    assert (window_of(state), actions(state)) == ("-", {"end"})
    one_more = drawn("n26=1K -- n27=2S -- n29=2K", spent=18).state.apply("n26-n27")
    assert window_of(one_more) == "n27:2:2"


@pytest.mark.rule("CQ-55")
def test_another_than_the_next_player_answers_the_last_point() -> None:
    state = drawn("n26=1K -- n27=3S -- n29=3K", players=3, spent=19).state.apply("n26-n27")
    assert window_of(state) == "n27:3:3"


@pytest.mark.rule("CQ-55")
def test_a_player_who_is_out_is_passed_over() -> None:
    state = drawn("n26=1K -- n27=3S -- n29=3K", players=3, spent=19, reserves=[FIRST, THIRD]).state.apply("n26-n27")
    assert window_of(state) == "-"


@pytest.mark.rule("CQ-55")
def test_a_pinned_player_is_not_passed_over() -> None:
    state = drawn(
        """
        n26=1K -- n27=3S -- n29=3K
        e01=1K  e02=1K  e03=1S  e04=1S  e05=1K
        """,
        players=3,
        spent=19,
    ).state.apply("n26-n27")
    assert window_of(state) == "n27:3:3"


@pytest.mark.rule("CQ-55")
@pytest.mark.rule("CQ-64")
def test_it_is_not_the_last_point_if_the_elimination_gives_points_back() -> None:
    """The soldier in the capital costs four points, which its elimination gives back."""
    state = drawn("n07=1K -- n01=2S -- n11=2K", spent=15).state.apply("n07-n01")
    assert window_of(state) == "n01:2:2"


@pytest.mark.rule("CQ-56")
def test_an_exchange_is_not_answered_by_another() -> None:
    """The first player has a chariot next to the exchange, but the exchange ends the window, and the turn goes on."""
    state = drawn(
        """
        n26=1K -- n27=2S -- n29=2K
                   |
                  n24=1C
        """
    ).state
    state = play(state, "n26-n27", "x.n29")
    assert (window_of(state), state.waiting, player_of(state)) == ("-", (FIRST,), 1)
    assert "n24-n27" in actions(state)  # in the turn it can be answered


@pytest.mark.rule("CQ-56")
@pytest.mark.rule("CQ-73")
def test_the_eliminated_attacker_is_the_last_piece_eliminated() -> None:
    """It fell in its owner's own turn, which does not count."""
    state = play(drawn("n26=1K -- n27=2S -- n29=2K").state, "n26-n27", "x.n29")
    assert quiet_of(state) == "1:-1"
    assert quiet_of(state.apply("end")) == "1:0"
