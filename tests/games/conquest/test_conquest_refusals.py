"""Refusals of Conquest: each names the clause that bars the action, and not a related clause.

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
"""

from __future__ import annotations

import pytest
from drawn_conquest import actions, drawn
from pictures import refusal_of

import naadam


def said(state: naadam.State, action: str) -> tuple[str, str]:
    """The clause and the English text of a refusal; checks that the French and Italian texts are translated."""
    refusal = refusal_of(state, action)
    assert refusal is not None
    assert len({refusal.text(language) for language in ("en", "fr", "it")}) == 3
    return refusal.clause, refusal.text("en")


# --- allowances ---

NO_ALLOWANCE = (
    "The vessel in np6 has no allowance left in this turn; one that is seized has none before your next turn."
)
USED_UP = "This piece has used up its own allowance for this turn."


@pytest.mark.rule("CQ-43")
@pytest.mark.parametrize("vessel", ["H", "G(S)"])
def test_a_vessel_that_was_seized_has_no_allowance_though_it_has_not_moved(vessel: str) -> None:
    state = drawn(f"n45=1K -- np6=2{vessel} -- ns21").state.apply("n45-np6")
    assert said(state, "np6-ns21") == ("CQ-43", NO_ALLOWANCE)
    assert said(state.apply("a.np6-n45"), "np6-ns21") == ("CQ-43", NO_ALLOWANCE)  # also without a passenger
    with pytest.raises(naadam.IllegalAction, match=NO_ALLOWANCE):
        state.game.face.meant(state.record, 0, ["np6", "whole", "ns20"])


@pytest.mark.rule("CQ-22")
@pytest.mark.parametrize("picture", ["np6=1H6 -- ns21", "np6=1H6(K) -- ns21"])
def test_a_vessel_that_has_used_up_its_allowance_was_not_seized(picture: str) -> None:
    assert said(drawn(picture, spent=6).state, "np6-ns21") == ("CQ-22", USED_UP)
    at_sea = drawn("ns21=1H6 -- np6     n28=1K", spent=6, taken=[0, 1]).state
    assert said(at_sea, "ns21-np6") == ("CQ-22", USED_UP)


@pytest.mark.rule("CQ-22")
def test_a_jump_needs_an_allowance_of_two() -> None:
    one_left = "A jump costs two, and this knight has one left of its own allowance."
    assert said(drawn("n14=1K5 -- n28=1S -- n26", spent=5).state, "n14^n28-n26") == ("CQ-22", one_left)
    assert said(drawn("n14=1K6 -- n28=1S -- n26", spent=6).state, "n14^n28-n26") == ("CQ-22", USED_UP)


# --- carrying ---


@pytest.mark.rule("CQ-30")
@pytest.mark.parametrize("carrier", ["E", "C", "E(S)"])
def test_a_carrier_does_not_step_onto_a_soldier(carrier: str) -> None:
    words = "A carrier cannot pick up a soldier: the one on n23 must mount by its own step."
    assert said(drawn(f"n22=1{carrier} -- n23=1S").state, "n22-n23") == ("CQ-30", words)


@pytest.mark.rule("CQ-23")
@pytest.mark.parametrize(("piece", "other"), [("K", "S"), ("S", "S"), ("E", "E"), ("E", "K"), ("C", "E")])
def test_what_carries_nothing_there_is_in_the_way(piece: str, other: str) -> None:
    words = "There is a piece of yours on n23, and it cannot be mounted."
    assert said(drawn(f"n22=1{piece} -- n23=1{other}").state, "n22-n23") == ("CQ-23", words)


@pytest.mark.rule("CQ-4")
@pytest.mark.parametrize("cargo", ["S", "SS", "K", "C"])
def test_a_knight_has_no_room_on_a_vessel_that_carries_something(cargo: str) -> None:
    words = "The vessel in np5 has no room for that."
    assert said(drawn(f"n28=1K -- np5=1G({cargo})").state, "n28-np5") == ("CQ-4", words)


@pytest.mark.rule("CQ-34")
def test_soldiers_must_land_before_an_elephant_comes_aboard() -> None:
    words = "There are soldiers on the vessel in np5: they must land first."
    assert said(drawn("n28=1E -- np5=1G(S)").state, "n28-np5") == ("CQ-34", words)


# --- jumps that no action stands for ---


@pytest.mark.rule("CQ-25")
@pytest.mark.parametrize(
    ("jump", "words"),
    [
        ("n28^np5-n29", "A knight jumps over land spaces only, and np5 is a sea space (CQ-25)."),
        ("n14^n28-n14", "A knight does not land on n14, from where it jumps (CQ-25)."),
        ("n14^n28-n30", "No path leads from n14 to n28 and on to n30, so a knight cannot jump there."),
    ],
)
def test_what_is_said_of_a_jump_that_nobody_can_make_is_true(jump: str, words: str) -> None:
    state = drawn("n14=1K -- n28=1S -- np5=1H     n29").state
    with pytest.raises(naadam.NotationError) as caught:
        state.refusal(jump)
    assert caught.value.text("en") == words
    assert len({caught.value.text(language) for language in ("en", "fr", "it")}) == 3


# --- exchanges ---


@pytest.mark.rule("CQ-41")
@pytest.mark.rule("CQ-52")
@pytest.mark.parametrize(("soldier", "action"), [("S", "x.n26"), ("C(S)", "x.s.n26")])
def test_a_soldier_beside_an_elephant_is_near_enough_but_a_soldier(soldier: str, action: str) -> None:
    state = drawn(f"n14=1E -- n28=2S -- n26=2{soldier}     n29=2K").state.apply("n14-n28")
    assert said(state, action) == ("CQ-41", "A soldier never eliminates an elephant.")


@pytest.mark.rule("CQ-41")
@pytest.mark.rule("CQ-43")
@pytest.mark.rule("CQ-52")
def test_a_soldier_beside_a_vessel_with_an_elephant_is_near_enough_but_a_soldier() -> None:
    state = drawn("n28=1E -- np5=2H -- n29=2S     n27=2K").state.apply("n28-np5")
    assert said(state, "x.n29") == ("CQ-41", "A soldier never eliminates an elephant.")


@pytest.mark.rule("CQ-42")
@pytest.mark.rule("CQ-52")
def test_a_vessel_beside_a_land_piece_is_near_enough_but_a_vessel() -> None:
    state = drawn("n14=1K -- n28=2S -- np5=2H(K)").state.apply("n14-n28")
    assert said(state, "x.np5") == ("CQ-42", "Vessels attack vessels only, and there is a land piece on n28.")
    assert "x.a.np5" in actions(state)


@pytest.mark.rule("CQ-33")
@pytest.mark.rule("CQ-53")
@pytest.mark.parametrize(("cargo", "action"), [("K", "x.a.ns17"), ("S", "x.s.ns17")])
def test_what_is_aboard_at_sea_does_not_land_for_an_exchange(cargo: str, action: str) -> None:
    state = drawn(f"n14=1K -- n28=2S -- n26=2K     np5 -- ns17=2H({cargo})").state.apply("n14-n28")
    assert said(state, action) == ("CQ-33", "A vessel is left only in port, along the path to land.")


@pytest.mark.rule("CQ-52")
def test_what_is_too_far_away_or_in_the_way_is_out_of_reach() -> None:
    state = drawn("n14=1K -- n28=2S -- n26=2K     n31=2C").state.apply("n14-n28")
    assert said(state, "x.n31") == ("CQ-52", "From n31 this piece cannot take the attacker in two steps.")


NEAR = "n14=1K -- n28=2S -- n26=2K"  # the knight on n14 takes, and the one on n26 can answer


@pytest.mark.rule("CQ-31")
@pytest.mark.rule("CQ-43")
def test_a_carried_soldier_cannot_step_straight_onto_a_vessel_to_seize_it() -> None:
    words = "A carried soldier cannot step straight onto a vessel to seize it: at least one space must lie between."
    assert said(drawn("n29=1E(S) -- np5=2H").state, "s.n29-np5") == ("CQ-31", words)
    asked = drawn("n30=1K -- n29=1S -- np5=2H -- n28=2E(S)     n26=1C  n14=1S").state.apply("n30^n29-np5")
    assert said(asked, "x.s.n28") == ("CQ-31", words)


@pytest.mark.rule("CQ-52")
@pytest.mark.parametrize(
    ("picture", "step", "action", "clause", "words"),
    [
        (
            f"{NEAR} -- n22=2S",
            "n14-n28",
            "x.n22",
            "CQ-23",
            "There is a piece of yours on n26, and it cannot be mounted.",
        ),
        (
            "n14=1K -- n28=2S -- n26=2E(SS) -- n22=2S",
            "n14-n28",
            "x.n22",
            "CQ-3",
            "The elephant or chariot on n26 has no room for another soldier.",
        ),
        (
            f"{NEAR}     n29=1S -- n30=2C",
            "n14-n28",
            "x.n30",
            "CQ-52",
            "An enemy piece on n29 bars the way: an exchange eliminates nothing else.",
        ),
        (
            "n14=1K -- n28=2S -- n26=2C     n29=1S -- n30=2K",
            "n14-n28",
            "x.n30",
            "CQ-25",
            "A knight does not jump over an enemy, and there is one on n29.",
        ),
        (
            "n28=1C -- n29=2S -- n30=2K     np5 -- ns17=2H(C)",
            "n28-n29",
            "x.ns17",
            "CQ-42",
            "Vessels attack vessels only, and there is a land piece on n29.",
        ),
        (
            f"{NEAR} -- n22=2C(S) -- n23",
            "n14-n28",
            "x.n22/n23",
            "CQ-23",
            "There is a piece of yours on n26, and it cannot be mounted.",
        ),
    ],
)
def test_within_two_spaces_a_refused_exchange_names_the_rule_that_bars_the_way(
    picture: str, step: str, action: str, clause: str, words: str
) -> None:
    asked = drawn(picture).state.apply(step)
    assert said(asked, action) == (clause, words)


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-41")
def test_of_a_soldier_against_an_elephant_cq_41_is_named_however_far_it_is() -> None:
    asked = drawn("n14=1E -- n28=2S -- n26=2K     n31=2S").state.apply("n14-n28")
    assert said(asked, "x.n31")[0] == "CQ-41"


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-85")
@pytest.mark.parametrize("piece", ["E", "C", "E(S)"])
def test_an_exchange_down_from_a_v_space_is_refused_by_cq_85(piece: str) -> None:
    asked = drawn(f"nr2=1K -- nr1=2S -- cv1=2{piece}     nr0=2K").state.apply("nr2-nr1")
    assert said(asked, "x.cv1")[0] == "CQ-85"


@pytest.mark.rule("CQ-52")
@pytest.mark.rule("CQ-53")
def test_a_carrier_without_load_that_is_too_far_is_refused_by_cq_52() -> None:
    asked = drawn("n14=1K -- n28=2S -- n26=2K     n31=2C(S) -- n25").state.apply("n14-n28")
    assert said(asked, "x.n31/n25") == ("CQ-52", "From n31 this piece cannot take the attacker in two steps.")


# --- whose piece it is ---


@pytest.mark.rule("CQ-1")
@pytest.mark.parametrize("action", ["n28-n26", "n28^n26-n27", "s.n28-n26"])
def test_nobody_moves_what_is_an_enemys(action: str) -> None:
    assert said(drawn("n28=2K -- n26").state, action) == ("CQ-1", "The piece on n28 is not yours.")


@pytest.mark.rule("CQ-5")
@pytest.mark.parametrize("action", ["n27-n26", "n27^n26-n28", "a.n27-n26"])
def test_nothing_moves_from_a_space_without_a_piece(action: str) -> None:
    assert said(drawn("n27 -- n26").state, action) == ("CQ-5", "There is no piece on n27.")


@pytest.mark.rule("CQ-50")
@pytest.mark.parametrize("action", ["x.n22", "x.s.n22", "x.n22/n23"])
def test_nobody_answers_from_a_space_without_a_piece(action: str) -> None:
    state = drawn("n14=1K -- n28=2S -- n26=2K").state.apply("n14-n28")
    assert said(state, action) == ("CQ-50", "There is no piece on n22 to answer with.")


@pytest.mark.rule("CQ-52")
def test_nobody_answers_with_what_is_an_enemys() -> None:
    state = drawn("n14=1K -- n28=2S -- n26=2K").state.apply("n14-n28")
    assert said(state, "x.n28") == ("CQ-52", "The piece on n28 is not yours, so you cannot exchange with it.")


# --- obstacles ---


@pytest.mark.rule("CQ-85")
@pytest.mark.parametrize("step", ["ch1-cv1", "cv1-nr1"])
def test_an_elephant_goes_neither_down_onto_a_v_space_nor_down_from_one(step: str) -> None:
    state = drawn("nr1 -- cv1=1E" if step.startswith("cv1") else "ch1=1E -- cv1").state
    assert said(state, step) == ("CQ-85", "At V spaces elephants and chariots go up, never back down.")
