"""The clauses of Conquest, chapter by chapter: the end of the game and its points (CQ-70 to CQ-77).

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
"""

from __future__ import annotations

import pytest
from drawn_conquest import (
    FIRST,
    SECOND,
    THIRD,
    actions,
    drawn,
    fields_of,
    lines_of,
    pieces_of,
    play,
    player_of,
    quiet_of,
    result_of,
    window_of,
)

import naadam

CHARIOT = "n27=1C -- n24"  # something that can move


# --- CQ-70: the two last pieces ---


@pytest.mark.rule("CQ-70")
@pytest.mark.parametrize("players", [2, 3])
def test_who_takes_the_two_last_pieces_in_one_turn_wins(players: int) -> None:
    others = [seat for seat in range(players) if seat != SECOND]
    state = drawn("n26=1K -- n27=2S -- n24=2C", players=players, reserves=others).state
    state = state.apply("n26-n27")
    assert state.outcome is None
    if window_of(state) != "-":
        state = state.apply("let")
    assert result_of(state.apply("n27-n24")) == ((FIRST,), "CQ-70")


@pytest.mark.rule("CQ-70")
@pytest.mark.rule("CQ-76")
def test_a_loaded_carrier_is_two_pieces() -> None:
    state = drawn("n26=1K -- n27=2E(S)", players=3, reserves=[FIRST, THIRD]).state
    assert result_of(state.apply("n26-n27")) == ((FIRST,), "CQ-70")


@pytest.mark.rule("CQ-70")
@pytest.mark.rule("CQ-75")
def test_a_single_last_piece_does_not_win_by_itself() -> None:
    state = drawn("n26=1K -- n27=2E", players=3, reserves=[FIRST, THIRD]).state.apply("n26-n27")
    assert state.outcome is None
    assert pieces_of(state, SECOND) == {}
    assert player_of(state.apply("end")) == 3  # the second player is out


@pytest.mark.rule("CQ-70")
def test_pieces_of_different_players_do_not_add_up() -> None:
    state = drawn("n26=1K -- n27=2S -- n24=3S", players=3, reserves=[FIRST, THIRD]).state
    state = play(state, "n26-n27", "n27-n24")
    assert state.outcome is None


@pytest.mark.rule("CQ-70")
@pytest.mark.rule("CQ-51")
def test_a_piece_lost_to_an_exchange_between_does_not_matter() -> None:
    """The chariot is taken, the soldier answers, and is taken by another piece: two last pieces in one turn."""
    state = drawn("n26=1K -- n27=2C -- n29=2S     n24=1K", players=3, reserves=[FIRST, THIRD]).state
    state = play(state, "n26-n27", "x.n29")
    assert result_of(state.apply("n24-n27")) == ((FIRST,), "CQ-70")


# --- CQ-71: all others pinned ---


@pytest.mark.rule("CQ-71")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_holds_all_five_grail_spaces_wins(players: int) -> None:
    state = drawn("cg1=1S  cg2=1S  cg3=1S  cg4=1K  ch2=1K -- cg5", players=players).state
    assert result_of(state.apply("ch2-cg5")) == ((FIRST,), "CQ-71")


@pytest.mark.rule("CQ-71")
def test_one_player_who_is_not_pinned_is_enough_to_go_on() -> None:
    """The second is pinned with the capital, the third is not."""
    state = drawn("e02=1S  e03=1S  e04=1S  e05=1S  e07=1K -- e01", players=3).state.apply("e07-e01")
    assert state.outcome is None
    assert player_of(state.apply("end")) == 3


@pytest.mark.rule("CQ-71")
def test_who_is_out_counts_like_pinned() -> None:
    state = drawn("e02=1S  e03=1S  e04=1S  e05=1S  e07=1K -- e01", players=3, reserves=[FIRST, SECOND]).state
    assert result_of(state.apply("e07-e01")) == ((FIRST,), "CQ-71")
    two = drawn("n26=1K -- n27=2E", reserves=[FIRST]).state
    assert result_of(two.apply("n26-n27")) == ((FIRST,), "CQ-71")


@pytest.mark.rule("CQ-71")
@pytest.mark.rule("CQ-77")
def test_the_last_pin_ends_the_game_before_it_can_be_answered() -> None:
    state = drawn("s02=1S  s03=1S  s04=1S  s05=1S  s07=1K -- s01=2S -- s11=2K").state
    assert result_of(state.apply("s07-s01")) == ((FIRST,), "CQ-71")


@pytest.mark.rule("CQ-71")
@pytest.mark.rule("CQ-77")
def test_an_exchange_that_pins_all_others_wins() -> None:
    """Four spaces of the first player's capital are lost; the exchange puts a soldier on the Grail."""
    capital = "n01=2S  n02=2S  n03=2S  n04=2S"
    state = drawn(f"cg5=1K -- ch2=2S -- ch1=2E(SS)\n{capital}").state.apply("cg5-ch2")
    assert result_of(state.apply("x.ch1/cg1")) == ((SECOND,), "CQ-71")


# --- CQ-72: a single piece ---


@pytest.mark.rule("CQ-72")
def test_a_single_piece_at_the_end_of_the_own_turn_ends_the_game_on_points() -> None:
    state = drawn(CHARIOT, players=3, reserves=[SECOND, THIRD], eliminated=[20, 24, 27]).state
    assert state.outcome is None
    assert result_of(state.apply("end")) == ((THIRD,), "CQ-72")


@pytest.mark.rule("CQ-72")
def test_the_end_of_the_turn_of_another_does_not_end_it() -> None:
    state = drawn(CHARIOT, players=3, mover=THIRD, reserves=[SECOND, THIRD]).state
    assert player_of(state.apply("end")) == 1


@pytest.mark.rule("CQ-72")
@pytest.mark.rule("CQ-76")
def test_a_loaded_carrier_is_no_single_piece() -> None:
    state = drawn("n27=1C(S) -- n24", players=3, reserves=[SECOND, THIRD]).state
    assert player_of(state.apply("end")) == 2


@pytest.mark.rule("CQ-72")
@pytest.mark.rule("CQ-76")
def test_a_seized_vessel_saves_who_had_a_single_piece() -> None:
    state = drawn("n29=1K -- np5=2H", players=3, reserves=[SECOND, THIRD]).state
    assert player_of(play(state, "n29-np5", "end")) == 2


# --- CQ-73: quiet turns ---


@pytest.mark.rule("CQ-73")
def test_four_quiet_turns_of_the_owner_of_the_last_piece_end_the_game() -> None:
    state = drawn("n26=1K -- n27=2S", players=3).state.apply("n26-n27")
    assert quiet_of(state) == "2:0"
    ends = 0
    while state.outcome is None:
        state = state.apply("end")
        ends += 1
    assert ends == 1 + 3 * 3 + 1  # the first player's turn, three rounds, and the fourth turn of the second player
    assert result_of(state)[1] == "CQ-73"


@pytest.mark.rule("CQ-73")
def test_every_elimination_starts_the_count_again() -> None:
    state = drawn("n26=1K -- n27=2S", quiet="1:3").state
    assert result_of(state.apply("end"))[1] == "CQ-73"
    assert player_of(play(state, "n26-n27", "end")) == 2


@pytest.mark.rule("CQ-73")
def test_the_turn_in_which_the_piece_fell_does_not_count() -> None:
    """The piece of the first player falls in an exchange, in the first player's own turn."""
    state = play(drawn("n26=1K -- n27=2S -- n29=2K").state, "n26-n27", "x.n29")
    ends = 0
    while state.outcome is None:
        state = state.apply("end")
        ends += 1
    assert ends == 1 + 2 * 4


@pytest.mark.rule("CQ-73")
@pytest.mark.rule("CQ-75")
def test_if_the_owner_is_out_the_turns_of_the_next_count() -> None:
    """The second player is out: the third player's turns count, from the next on."""
    state = drawn("n26=1K -- n27=2E", players=3, reserves=[FIRST, THIRD]).state.apply("n26-n27")
    ends = 0
    while state.outcome is None:
        state = state.apply("end")
        ends += 1
    assert ends == 1 + 2 * 3 + 1
    assert result_of(state)[1] == "CQ-73"


@pytest.mark.rule("CQ-73")
@pytest.mark.rule("CQ-75")
def test_if_the_next_is_the_one_who_took_that_turn_does_not_count_either() -> None:
    """The third player is out by the first, who is next after the third."""
    state = drawn("n26=1K -- n27=3E", players=3, reserves=[FIRST, SECOND]).state.apply("n26-n27")
    assert quiet_of(state) == "3:-1"
    ends = 0
    while state.outcome is None:
        state = state.apply("end")
        ends += 1
    assert ends == 1 + 2 * 4


@pytest.mark.rule("CQ-73")
@pytest.mark.parametrize("players", [2, 4])
def test_before_the_first_elimination_it_is_the_twelfth_turn_of_the_first_player(players: int) -> None:
    state = naadam.load("conquest", players=players).start().apply("first 2")
    turns = 0
    while state.outcome is None:
        state = state.apply("end")
        turns += 1
    assert turns == players * 11 + 1
    assert result_of(state) == (tuple(range(players)), "CQ-73")  # all share the win


# --- CQ-74 to CQ-77: points ---


@pytest.mark.rule("CQ-74")
def test_points_line_by_line() -> None:
    """Three soldiers far away, a knight, an elephant with two soldiers; 5 eliminated; one Grail, two capital spaces."""
    state = drawn(
        "cg1=1K  e01=1E(SS)  s02=1S  n01=1S",
        players=3,
        eliminated=[5, 25, 32],
        reserves=[FIRST, SECOND, THIRD],
    ).state
    assert lines_of(state, FIRST) == [9, 5, 1, 2, 17]
    assert lines_of(state, SECOND) == [3, 25, 28]
    assert lines_of(state, THIRD) == [3, 32, 35]


@pytest.mark.rule("CQ-74")
def test_capitals_of_players_who_are_out_still_count() -> None:
    picture = "e01=1K  e02=1K  n27=1C"
    state = drawn(picture, players=3, reserves=[FIRST, THIRD], eliminated=[20, 20, 29]).state
    assert lines_of(state, FIRST) == [6, 20, 2, 28]
    assert lines_of(state, SECOND) == [20, 20]  # and who is out still scores


@pytest.mark.rule("CQ-12")
@pytest.mark.rule("CQ-74")
def test_an_unused_capital_is_worth_nothing() -> None:
    state = drawn("e01=1K  s01=1K").state
    eliminated = int(fields_of(state)[6].split(",")[FIRST])
    assert lines_of(state, FIRST) == [5, eliminated, 1, 5 + eliminated + 1]


@pytest.mark.rule("CQ-74")
def test_most_points_win_and_equal_players_share() -> None:
    shared = drawn(CHARIOT, players=3, reserves=[SECOND, THIRD], eliminated=[19, 26, 26]).state
    assert result_of(shared.apply("end")) == ((SECOND, THIRD), "CQ-72")
    mover = drawn(CHARIOT, players=3, reserves=[SECOND, THIRD], eliminated=[51, 10, 10]).state
    assert result_of(mover.apply("end")) == ((FIRST,), "CQ-72")


@pytest.mark.rule("CQ-74")
@pytest.mark.rule("CQ-63")
def test_pinned_players_are_left_out_however_many_points_they_have() -> None:
    capital = "e01=3S  e02=3S  e03=3S  e04=3S  e05=3S"
    state = drawn(f"{CHARIOT}\n{capital}", players=3, reserves=[SECOND, THIRD], eliminated=[0, 66, 0]).state
    assert result_of(state.apply("end")) == ((THIRD,), "CQ-72")


@pytest.mark.rule("CQ-74")
@pytest.mark.rule("CQ-63")
def test_where_all_are_pinned_nobody_wins_alone_and_all_share_a_draw() -> None:
    """Each of two players holds the capital of the other."""
    pieces = "s01:S,s02:S,s03:S,s04:S,s05:S/n01:S,n02:S,n03:S,n04:S,n05:S"
    outcome = naadam.load("conquest:players=2").position(f"{pieces} - 61 0 1 1:4 0,0 0,0 0 - CQ-73").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((FIRST, SECOND), (0.0, 0.0))


@pytest.mark.rule("CQ-75")
def test_who_is_out_may_win_on_points() -> None:
    state = drawn(CHARIOT, players=3, reserves=[THIRD], eliminated=[5, 60, 9]).state
    assert result_of(state.apply("end")) == ((SECOND,), "CQ-72")


@pytest.mark.rule("CQ-76")
def test_a_seized_vessel_is_a_piece_of_its_new_owner() -> None:
    before = drawn("n29=1K -- np5=2H", players=3).state
    state = before.apply("n29-np5")
    assert lines_of(state, FIRST)[0] == lines_of(before, FIRST)[0] + 1
    assert lines_of(state, SECOND)[0] == lines_of(before, SECOND)[0] - 1


@pytest.mark.rule("CQ-77")
def test_the_win_by_the_last_pieces_comes_before_any_answer() -> None:
    """The last pieces of the second player are an elephant and its soldiers: the capture wins before any answer."""
    state = drawn("n26=1K -- n27=2E(SS)", players=3, reserves=[FIRST, THIRD]).state
    assert result_of(state.apply("n26-n27"))[1] == "CQ-70"


@pytest.mark.rule("CQ-77")
def test_a_single_piece_is_looked_at_before_quiet_turns() -> None:
    state = drawn(CHARIOT, players=3, reserves=[SECOND, THIRD], quiet="1:3").state
    assert "end" in actions(state)
    assert result_of(state.apply("end"))[1] == "CQ-72"
