"""The clauses of Conquest, chapter by chapter: carrying (CQ-30 to CQ-36).

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
"""

from __future__ import annotations

import pytest
from drawn_conquest import actions, clause_against, drawn, eliminated_by, goes_to, no_action, piece_on, play, spent_of

# --- CQ-30: mounting ---


@pytest.mark.rule("CQ-30")
def test_a_soldier_mounts_by_stepping_onto_the_carrier_and_pays_one_point() -> None:
    state = drawn("n27=1S -- n24=1E").state.apply("n27-n24")
    assert (piece_on(state, "n24"), piece_on(state, "n27"), spent_of(state)) == ("1E(S1)", "", 1)


@pytest.mark.rule("CQ-30")
def test_dismounting_costs_nothing_beyond_the_step() -> None:
    state = drawn("n27 -- n24=1E(S)").state.apply("s.n24-n27")
    assert (piece_on(state, "n24"), piece_on(state, "n27"), spent_of(state)) == ("1E", "1S1", 1)


@pytest.mark.rule("CQ-30")
def test_a_soldier_crosses_a_friendly_carrier_in_two_steps() -> None:
    state = drawn("n23=1S -- n24=1C -- n25").state
    state = play(state, "n23-n24", "s.n24-n25")
    assert (piece_on(state, "n25"), piece_on(state, "n24"), spent_of(state)) == ("1S2", "1C", 2)


@pytest.mark.rule("CQ-30")
@pytest.mark.parametrize("carrier", ["E", "C"])
def test_a_carrier_cannot_pick_up_a_soldier(carrier: str) -> None:
    state = drawn(f"n23=1{carrier} -- n24=1S -- n25").state
    assert "n24" not in goes_to(state, "n23")
    assert clause_against(state, "n23-n24") == "CQ-30"


@pytest.mark.rule("CQ-30")
def test_of_two_soldiers_each_keeps_its_own_allowance() -> None:
    """One soldier has come one step and one none: s is the fresh one, t the other."""
    state = drawn("n27=1S -- n24=1E(S) -- n25 -- n30").state.apply("n27-n24")
    assert piece_on(state, "n24") == "1E(SS1)"
    assert piece_on(play(state, "s.n24-n25"), "n25") == "1S1"
    assert piece_on(play(state, "t.n24-n25"), "n25") == "1S2"
    alike = drawn("n24=1E(SS) -- n25").state
    assert clause_against(alike, "t.n24-n25") is not None


@pytest.mark.rule("CQ-22")
@pytest.mark.rule("CQ-30")
def test_a_soldier_without_allowance_stays_on_its_carrier() -> None:
    state = drawn("n24=1E(SS2) -- n25", spent=2).state
    assert goes_to(state, "s.n24") == {"n23", "n25", "n27"}
    assert goes_to(state, "t.n24") == set()
    assert clause_against(state, "t.n24-n25") in ("CQ-2", "CQ-22")


# --- CQ-31: from carrier to carrier ---


@pytest.mark.rule("CQ-31")
@pytest.mark.parametrize("other", ["E", "C", "E(S)"])
def test_a_soldier_may_not_pass_from_carrier_to_carrier(other: str) -> None:
    state = drawn(f"n24=1E(S) -- n25=1{other}").state
    assert "n25" not in goes_to(state, "s.n24")
    assert clause_against(state, "s.n24-n25") == "CQ-31"


@pytest.mark.rule("CQ-31")
@pytest.mark.parametrize("vessel", ["H", "H(S)", "G(E)"])
def test_a_soldier_may_not_pass_from_a_carrier_to_a_vessel(vessel: str) -> None:
    state = drawn(f"n29=1E(S) -- np5=1{vessel}").state
    assert clause_against(state, "s.n29-np5") == "CQ-31"


@pytest.mark.rule("CQ-31")
@pytest.mark.parametrize("vessel", ["H(S)", "H(C(S))"])
def test_a_soldier_may_not_pass_from_a_vessel_to_a_carrier(vessel: str) -> None:
    state = drawn(f"n29=1E -- np5=1{vessel}").state
    assert clause_against(state, "s.np5-n29") == "CQ-31"


@pytest.mark.rule("CQ-31")
@pytest.mark.rule("CQ-43")
def test_a_carried_soldier_may_not_step_straight_into_an_enemy_vessel() -> None:
    """The vessel that it would seize is another carrier: a space must lie between."""
    state = drawn("n30 -- n29=1E(S) -- np5=2H").state
    assert clause_against(state, "s.n29-np5") == "CQ-31"
    state = play(state, "s.n29-n28", "n28-np5")
    assert piece_on(state, "np5") == "1H6(S2)"


@pytest.mark.rule("CQ-31")
def test_one_space_between_two_carriers_is_enough() -> None:
    state = drawn("n23=1C(S) -- n24 -- n25=1E").state
    state = play(state, "s.n23-n24", "n24-n25")
    assert piece_on(state, "n25") == "1E(S2)"


# --- CQ-32: two soldiers ---


@pytest.mark.rule("CQ-32")
def test_two_soldiers_dismount_one_by_one_to_any_neighbouring_space() -> None:
    drawing = drawn(
        """
        n23=x -- n24=1E(SS) -- n25=x
                  |
                 n27=x
        """
    )
    assert goes_to(drawing.state, "s.n24") == drawing.marked
    state = play(drawing.state, "s.n24-n23", "s.n24-n25")
    assert [piece_on(state, space) for space in ("n23", "n24", "n25")] == ["1S1", "1E", "1S1"]


@pytest.mark.rule("CQ-32")
def test_a_soldier_that_dismounts_eliminates_an_enemy() -> None:
    state = drawn("n24=1E(SS) -- n25=2C(S)").state.apply("s.n24-n25")
    assert (piece_on(state, "n24"), piece_on(state, "n25")) == ("1E(S)", "1S")


# --- CQ-33 to CQ-36: vessels ---


@pytest.mark.rule("CQ-33")
@pytest.mark.parametrize("cargo", ["S", "K", "E(S)", "C"])
def test_a_vessel_is_boarded_and_left_in_port(cargo: str) -> None:
    state = drawn(f"n30 -- n29=1{cargo} -- np5=1G").state.apply("n29-np5")
    assert piece_on(state, "np5") == f"1G({cargo[0]}1{cargo[1:]})"
    part = "s" if cargo == "S" else "a"
    state = play(state, f"{part}.np5-n29")
    assert (piece_on(state, "np5"), piece_on(state, "n29")) == ("1G", f"1{cargo[0]}2{cargo[1:]}")


@pytest.mark.rule("CQ-33")
def test_nothing_is_left_or_changed_at_sea() -> None:
    """Two ships are side by side at sea, one of them with a knight; two vessels are in adjacent ports."""
    state = drawn("ns09=1H(K) -- ns10=1H     np5=1H(S) -- np6=1H").state
    assert goes_to(state, "a.ns09") == set()
    assert no_action(state, "a.ns09-ns10") or clause_against(state, "a.ns09-ns10") in ("CQ-6", "CQ-33")
    assert goes_to(state, "s.np5") == {"n28", "n29"}
    assert no_action(state, "s.np5-np6") or clause_against(state, "s.np5-np6") in ("CQ-6", "CQ-31", "CQ-33")


@pytest.mark.rule("CQ-34")
@pytest.mark.parametrize("carrier", ["E", "C", "E(S)"])
@pytest.mark.parametrize("soldiers", ["S", "SS"])
def test_a_vessel_with_soldiers_takes_no_carrier(carrier: str, soldiers: str) -> None:
    state = drawn(f"n29=1{carrier} -- np5=1H({soldiers})").state
    assert clause_against(state, "n29-np5") == "CQ-34"


@pytest.mark.rule("CQ-34")
def test_the_soldiers_land_mount_and_board_on_the_carrier() -> None:
    state = drawn("n28 -- n29=1E -- np5=1H(S)").state
    state = play(state, "s.np5-n28", "n28-n29", "n29-np5")
    assert piece_on(state, "np5") == "1H(E1(S2))"


@pytest.mark.rule("CQ-34")
@pytest.mark.parametrize(("before", "after"), [("H(E)", "H(E(S1))"), ("H(E(S))", "H(E(SS1))"), ("G(C)", "G(C(S1))")])
def test_a_soldier_boards_straight_onto_what_is_aboard(before: str, after: str) -> None:
    state = drawn(f"n29=1S -- np5=1{before}").state.apply("n29-np5")
    assert piece_on(state, "np5") == f"1{after}"


@pytest.mark.rule("CQ-35")
def test_soldiers_land_from_the_elephant_aboard_and_it_stays() -> None:
    drawing = drawn("n28=x -- np5=1H(E(SS)) -- n29=x")
    assert goes_to(drawing.state, "s.np5") == drawing.marked
    state = play(drawing.state, "s.np5-n28", "s.np5-n29")
    assert [piece_on(state, space) for space in ("n28", "np5", "n29")] == ["1S1", "1H(E)", "1S1"]


@pytest.mark.rule("CQ-35")
def test_a_carrier_lands_with_its_load() -> None:
    state = drawn("n28=x -- np5=1H(E(SS)) -- n29=x").state.apply("a.np5-n29")
    assert (piece_on(state, "np5"), piece_on(state, "n29")) == ("1H", "1E1(SS)")


@pytest.mark.rule("CQ-35")
def test_a_soldier_may_go_back_aboard_onto_the_elephant() -> None:
    state = drawn("n28 -- np5=1H(E(S))").state
    assert piece_on(play(state, "s.np5-n28", "n28-np5"), "np5") == "1H(E(S2))"


@pytest.mark.rule("CQ-36")
@pytest.mark.parametrize(
    ("cargo", "action", "landed"),
    [("S", "s.np5-n29", "S"), ("K", "a.np5-n29", "K"), ("E(S)", "a.np5-n29", "E(S)"), ("C(S)", "s.np5-n29", "S")],
)
def test_what_lands_eliminates_an_enemy(cargo: str, action: str, landed: str) -> None:
    before = drawn(f"n29=2K -- np5=1H({cargo})").state
    state = before.apply(action)
    assert piece_on(state, "n29") == f"1{landed}"
    assert eliminated_by(state, 0) == eliminated_by(before, 0) + 1


@pytest.mark.rule("CQ-23")
@pytest.mark.rule("CQ-36")
def test_nothing_lands_on_a_friend() -> None:
    state = drawn("n29=1S -- np5=1H(K)").state
    assert clause_against(state, "a.np5-n29") == "CQ-23"
    assert "a.np5-n28" in actions(state)
