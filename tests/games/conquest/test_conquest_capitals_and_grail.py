"""The clauses of Conquest, chapter by chapter: capitals, the Grail, and who is pinned (CQ-60 to CQ-65).

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
    fields_of,
    goes_to,
    piece_on,
    play,
    player_of,
    points_left,
    result_of,
    window_of,
)

CAPITAL = ["n01", "n02", "n03", "n04", "n05"]
CHARIOT = "n27=1C -- n24"  # something that can move


def held(spaces: list[str], player: int) -> str:
    """Spaces held by soldiers of a player, as a picture has them."""
    return "  ".join(f"{space}={player}S" for space in spaces)


@pytest.mark.rule("CQ-60")
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_each_space_of_the_capital_held_by_an_enemy_costs_four_points(number: int) -> None:
    state = drawn(f"{held(CAPITAL[:number], 2)}\n{CHARIOT}").state
    assert points_left(state) == 20 - 4 * number


@pytest.mark.rule("CQ-60")
def test_own_pieces_in_the_capital_cost_nothing() -> None:
    assert points_left(drawn(f"{held(CAPITAL, 1)}\n{CHARIOT}").state) == 20


@pytest.mark.rule("CQ-60")
def test_a_space_retaken_gives_four_points_back_at_once() -> None:
    state = drawn(f"{held(CAPITAL[:2], 2)}\n{CHARIOT}\nn07=1K").state
    assert points_left(state) == 12
    assert points_left(play(state, "n07-n01", "let")) == 20 - 4 - 1


@pytest.mark.rule("CQ-61")
@pytest.mark.parametrize(("kind", "enters"), [("S", True), ("K", True), ("E", False), ("C", False), ("E(S)", False)])
def test_only_knights_and_soldiers_enter_the_grail(kind: str, enters: bool) -> None:
    state = drawn(f"ch1=1{kind} -- cg1").state
    assert ("cg1" in goes_to(state, "ch1")) == enters
    if not enters:
        assert clause_against(state, "ch1-cg1") == "CQ-61"


@pytest.mark.rule("CQ-61")
def test_a_soldier_steps_off_onto_the_grail() -> None:
    state = drawn("ch1=1E(S) -- cg1").state
    assert {"cg1", "cg2"} <= goes_to(state, "s.ch1")


@pytest.mark.rule("CQ-61")
def test_pieces_on_the_grail_are_eliminated_like_anywhere() -> None:
    state = drawn("ch1=1K -- cg1=2K").state.apply("ch1-cg1")
    assert piece_on(state, "cg1") == "1K"
    assert clause_against(drawn("ch1=1E -- cg1=2K").state, "ch1-cg1") == "CQ-61"


@pytest.mark.rule("CQ-62")
@pytest.mark.parametrize("mover", range(4))
def test_the_printed_example_of_8_points(mover: int) -> None:
    """Each of four players holds one Grail space."""
    state = drawn("cg1=1K  cg2=2S  cg3=3K  cg4=4S", players=4, mover=mover).state
    assert points_left(state) == 8


@pytest.mark.rule("CQ-62")
def test_a_grail_space_costs_all_others_four_points() -> None:
    picture = f"{CHARIOT}\ncg1=1K  cg2=1S"
    assert [points_left(drawn(picture, players=3, mover=mover).state) for mover in range(3)] == [20, 12, 12]


@pytest.mark.rule("CQ-62")
def test_the_points_come_back_when_the_space_is_freed() -> None:
    state = drawn("ch1=1K -- cg1=2K     n27=1C -- n24").state
    assert points_left(state) == 16
    assert points_left(state.apply("ch1-cg1")) == 19


@pytest.mark.rule("CQ-63")
@pytest.mark.rule("CQ-65")
@pytest.mark.parametrize(("capital", "grail"), [(5, 0), (3, 2), (0, 5)])
def test_five_spaces_pin_a_player_whose_turn_passes_at_once(capital: int, grail: int) -> None:
    """The first player is pinned; the Grail is held by the second and the third together."""
    spaces = [f"{space}=2S" for space in CAPITAL[:capital]]
    spaces += [f"cg{number}={2 + number % 2}S" for number in range(1, grail + 1)]
    state = drawn(f"{CHARIOT}\n{'  '.join(spaces)}", players=3, mover=THIRD).state
    passed = state.apply("end")
    assert player_of(passed) == 2
    assert int(fields_of(passed)[2]) == int(fields_of(state)[2]) + 2  # it counts as a turn


@pytest.mark.rule("CQ-63")
@pytest.mark.rule("CQ-21")
def test_four_spaces_do_not_pin_whatever_the_total_of_the_turn() -> None:
    """In the second turn of the game ten points less twelve leave none, but who is not pinned has a turn."""
    picture = f"{held(CAPITAL[:3], 2)}\n{CHARIOT}"
    state = drawn(picture, players=3, mover=THIRD, turn=1).state.apply("end")
    assert (player_of(state), actions(state)) == (1, {"end"})


@pytest.mark.rule("CQ-63")
def test_who_has_just_been_pinned_cannot_answer() -> None:
    """The third player has lost four spaces of the capital; with the soldier on s05 the fifth falls."""
    state = drawn("s01=1K  s02=1S  s03=1S  s04=1S  s11=1K -- s05=3S -- s10=3K", players=3).state.apply("s11-s05")
    assert window_of(state) == "-"
    four = drawn("s02=1S  s03=1S  s04=1S  s11=1K -- s05=3S -- s10=3K", players=3).state.apply("s11-s05")
    assert window_of(four) == "s05:3:3"


@pytest.mark.rule("CQ-63")
@pytest.mark.rule("CQ-74")
def test_a_pinned_player_never_wins() -> None:
    """The first player has by far the most pieces, but five spaces of the capital are lost."""
    state = drawn(
        """
        n01=2S  n02=2S  n03=2S  n04=2S  n05=2S
        n22=1K  n23=1K  n24=1K  n25=1K  n26=1E(SS)  n27=1E(SS)  n28=1E(SS)  n29=1C(S)
        """,
        players=3,
        mover=THIRD,
        quiet="3:3",
    ).state
    winners, clause = result_of(state.apply("end"))
    assert (FIRST not in winners, clause) == (True, "CQ-73")


PUT_ON_THE_GRAIL = "cg5=1K -- ch2=2S -- ch1=2E(SS)"


@pytest.mark.rule("CQ-64")
def test_an_exchange_takes_points_away_in_the_middle_of_a_turn() -> None:
    """The elephant puts a soldier, or both, on Grail spaces and takes the knight."""
    state = drawn(f"{PUT_ON_THE_GRAIL}\n{CHARIOT}", players=3, spent=9).state.apply("cg5-ch2")
    assert {"x.ch1", "x.ch1/cg1", "x.ch1/cg1,cg2"} <= actions(state)
    assert points_left(state.apply("x.ch1")) == 10
    assert points_left(state.apply("x.ch1/cg1")) == 6
    assert points_left(state.apply("x.ch1/cg1,cg2")) == 2


@pytest.mark.rule("CQ-64")
def test_no_points_are_owed() -> None:
    """Sixteen points are spent when eight are lost: none are left."""
    state = drawn(f"{PUT_ON_THE_GRAIL}\n{CHARIOT}", players=3, spent=15).state.apply("cg5-ch2")
    state = state.apply("x.ch1/cg1,cg2")
    assert actions(state) == {"end"}
    assert clause_against(state, "n27-n24") in ("CQ-20", "CQ-64")


@pytest.mark.rule("CQ-65")
def test_who_is_pinned_in_the_own_turn_ends_it() -> None:
    """Four spaces of the capital are lost; the exchange puts a soldier on the Grail."""
    state = drawn(f"{PUT_ON_THE_GRAIL}\n{CHARIOT}\n{held(CAPITAL[:4], 3)}", players=3).state.apply("cg5-ch2")
    assert player_of(state.apply("x.ch1")) == 1
    ended = state.apply("x.ch1/cg1")
    assert (player_of(ended), ended.waiting) == (2, (SECOND,))


@pytest.mark.rule("CQ-65")
@pytest.mark.rule("CQ-72")
def test_the_passing_turn_of_a_pinned_player_counts_for_the_last_piece() -> None:
    state = drawn(f"{held(CAPITAL, 2)}\nn27=1C -- n24", players=3, mover=THIRD, reserves=[SECOND, THIRD]).state
    assert result_of(state.apply("end"))[1] == "CQ-72"


@pytest.mark.rule("CQ-65")
@pytest.mark.rule("CQ-73")
def test_the_passing_turn_of_a_pinned_player_counts_for_the_quiet_turns() -> None:
    state = drawn(f"{held(CAPITAL, 2)}\n{CHARIOT}", players=3, mover=THIRD, quiet="1:3").state
    assert result_of(state.apply("end"))[1] == "CQ-73"
