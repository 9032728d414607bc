"""The clauses of Conquest, chapter by chapter: elimination and seizure (CQ-40 to CQ-45).

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
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
    goes_to,
    no_action,
    piece_on,
    pieces_of,
    play,
    points_left,
    quiet_of,
    result_of,
    spent_of,
    window_of,
)

# --- CQ-40 to CQ-42: who eliminates whom ---


@pytest.mark.rule("CQ-40")
@pytest.mark.rule("CQ-41")
@pytest.mark.parametrize("mover", ["S", "E", "C", "K"])
@pytest.mark.parametrize("there", ["S", "E", "C", "K", "E(S)", "C(S)"])
def test_any_land_piece_eliminates_any_other_but_no_soldier_an_elephant(mover: str, there: str) -> None:
    state = drawn(f"n24=1{mover} -- n25=2{there}").state
    if mover == "S" and there[0] == "E":
        assert clause_against(state, "n24-n25") == "CQ-41"
        return
    after = state.apply("n24-n25")
    assert piece_on(after, "n25") == f"1{mover}"
    figures = sum(letter.isalpha() for letter in there)
    assert eliminated_by(after, FIRST) == eliminated_by(state, FIRST) + figures


@pytest.mark.rule("CQ-40")
@pytest.mark.rule("CQ-76")
@pytest.mark.parametrize(("vessel", "figures"), [("H", 1), ("G(S)", 2), ("H(E(SS))", 4), ("G(C(S))", 3)])
def test_a_vessel_is_eliminated_with_its_cargo(vessel: str, figures: int) -> None:
    state = drawn(f"ns09=1H(K) -- ns10=2{vessel}").state
    after = state.apply("ns09-ns10")
    assert piece_on(after, "ns10") == "1H(K)"
    assert eliminated_by(after, FIRST) == eliminated_by(state, FIRST) + figures


@pytest.mark.rule("CQ-41")
def test_a_carried_soldier_eliminates_no_elephant_either() -> None:
    state = drawn("n24=1C(S) -- n25=2E").state
    assert clause_against(state, "s.n24-n25") == "CQ-41"
    assert "n24-n25" in actions(state)  # the chariot does
    landing = drawn("n29=2E -- np5=1H(S)").state
    assert clause_against(landing, "s.np5-n29") == "CQ-41"


@pytest.mark.rule("CQ-42")
def test_vessels_attack_vessels_only() -> None:
    state = drawn("n29=2K -- np5=1H -- ns17=2G").state
    assert goes_to(state, "np5") == {"ns17", "np6"}
    assert no_action(state, "np5-n29") or clause_against(state, "np5-n29") in ("CQ-6", "CQ-9", "CQ-42")


@pytest.mark.rule("CQ-42")
def test_a_vessel_in_port_eliminates_one_in_the_next_port() -> None:
    state = drawn("np5=1H -- np6=2G(E)").state.apply("np5-np6")
    assert piece_on(state, "np6") == "1H"


# --- CQ-43: seizing ---


@pytest.mark.rule("CQ-43")
@pytest.mark.rule("CQ-45")
@pytest.mark.parametrize("seizer", ["S", "K", "E(SS)", "C(S)"])
@pytest.mark.parametrize("vessel", ["H", "G"])
def test_an_empty_vessel_changes_hands(seizer: str, vessel: str) -> None:
    state = drawn(f"n29=1{seizer} -- np5=2{vessel}").state
    after = state.apply("n29-np5")
    spent = {"H": 6, "G": 8}[vessel]
    assert piece_on(after, "np5") == f"1{vessel}{spent}({seizer[0]}1{seizer[1:]})"
    assert eliminated_by(after, FIRST) == eliminated_by(state, FIRST)  # CQ-45


@pytest.mark.rule("CQ-43")
@pytest.mark.parametrize(("cargo", "figures"), [("S", 1), ("SS", 2), ("K", 1), ("C(S)", 2), ("E(SS)", 3)])
def test_the_cargo_of_a_seized_vessel_is_eliminated(cargo: str, figures: int) -> None:
    state = drawn(f"n29=1C(S) -- np5=2H({cargo})").state
    after = state.apply("n29-np5")
    assert piece_on(after, "np5") == "1H6(C(S))"
    assert eliminated_by(after, FIRST) == eliminated_by(state, FIRST) + figures


@pytest.mark.rule("CQ-43")
@pytest.mark.rule("CQ-41")
@pytest.mark.parametrize("cargo", ["E", "E(S)", "E(SS)"])
def test_a_soldier_seizes_no_vessel_that_carries_an_elephant(cargo: str) -> None:
    state = drawn(f"n29=1S -- np5=2H({cargo})").state
    assert clause_against(state, "n29-np5") in ("CQ-41", "CQ-43")
    assert "n29-np5" in actions(drawn("n29=1S -- np5=2H(C(S))").state)


@pytest.mark.rule("CQ-43")
def test_a_seized_vessel_sails_from_the_next_turn_on() -> None:
    state = drawn("n29=1K -- np5=2G -- ns17").state.apply("n29-np5")
    assert goes_to(state, "np5") == set()
    assert clause_against(state, "np5-ns17") in ("CQ-22", "CQ-43")
    assert goes_to(state, "a.np5") == {"n28", "n29"}
    state = play(state, "end", "end")
    assert piece_on(state, "np5") == "1G(K)"
    assert "ns17" in goes_to(state, "np5")


@pytest.mark.rule("CQ-43")
def test_a_vessel_at_sea_is_never_seized_and_a_port_without_a_vessel_not_entered() -> None:
    state = drawn("n29=1K -- np5     ns17=2H").state
    assert clause_against(state, "n29-np5") in ("CQ-6", "CQ-9", "CQ-33")


# --- CQ-44: full allowance again ---


@pytest.mark.rule("CQ-44")
def test_a_piece_that_eliminates_has_its_full_allowance_again_every_time() -> None:
    state = drawn("n23=1S1 -- n24=2S -- n25 -- n31", spent=1).state
    state = state.apply("n23-n24")
    assert (piece_on(state, "n24"), spent_of(state)) == ("1S", 2)
    state = play(state, "n24-n25", "n25-n31")
    assert piece_on(state, "n31") == "1S2"


@pytest.mark.rule("CQ-44")
def test_what_it_carries_has_not_and_the_total_stays_the_limit() -> None:
    state = drawn("n24=1E5(S1) -- n25=2S -- n31", spent=19).state.apply("n24-n25")
    assert piece_on(state, "n25") == "1E(S1)"
    assert actions(state) == {"end"}
    assert clause_against(state, "n25-n31") in ("CQ-20", "CQ-64")


@pytest.mark.rule("CQ-44")
def test_a_soldier_that_dismounts_and_eliminates_is_fresh_its_carrier_not() -> None:
    state = drawn("n24=1E4(S1S1) -- n25=2S", spent=6).state.apply("s.n24-n25")
    assert (piece_on(state, "n24"), piece_on(state, "n25")) == ("1E4(S1)", "1S")


@pytest.mark.rule("CQ-44")
@pytest.mark.rule("CQ-43")
def test_who_seizes_a_vessel_with_cargo_has_eliminated() -> None:
    state = drawn("n29=1K5 -- np5=2H(S)", spent=5).state.apply("n29-np5")
    assert piece_on(state, "np5") == "1H6(K)"
    assert goes_to(state, "a.np5") == {"n28", "n29"}


# --- CQ-45: an empty vessel ---


@pytest.mark.rule("CQ-45")
def test_seizing_an_empty_vessel_gives_no_allowance_and_no_point() -> None:
    state = drawn("n29=1K5 -- np5=2H", spent=5, quiet="1:2").state
    after = state.apply("n29-np5")
    assert piece_on(after, "np5") == "1H6(K6)"
    assert goes_to(after, "a.np5") == set()
    assert fields_of(after)[6] == fields_of(state)[6]
    assert quiet_of(after) == "1:2"  # no restart of CQ-73


@pytest.mark.rule("CQ-45")
def test_seizing_an_empty_vessel_is_a_piece_taken_and_can_be_answered() -> None:
    state = drawn("n30=2K -- n29=1K -- np5=2H").state.apply("n29-np5")
    assert window_of(state) == "np5:2:2"
    assert "x.n30" in actions(state)
    assert fields_of(state)[7] == "0,1"


@pytest.mark.rule("CQ-45")
@pytest.mark.rule("CQ-70")
def test_the_last_vessel_counts_for_the_win() -> None:
    """The knight takes a soldier and then the empty vessel: both last pieces in one turn."""
    state = drawn("n27=1K -- n29=2S -- np5=2H", players=3, reserves=[FIRST, THIRD]).state
    state = play(state, "n27-n29", "n29-np5")
    assert pieces_of(state, SECOND) == {}
    assert result_of(state) == ((FIRST,), "CQ-70")


@pytest.mark.rule("CQ-44")
@pytest.mark.rule("CQ-64")
def test_points_come_back_with_a_retaken_space_not_with_the_allowance() -> None:
    state = drawn("n07=1K -- n01=2S     n27=1C -- n24", spent=3).state
    assert points_left(state) == 13
    assert points_left(play(state, "n07-n01")) == 16
