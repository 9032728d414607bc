"""The clauses of Conquest, chapter by chapter: time (CQ-90, CQ-91), alliances and talk (CQ-95 to CQ-99).

The docstrings of `drawn_conquest.py` and `test_conquest_board_and_movement.py` explain pictures and actions.
In an alliance players 1 and 3 play against players 2 and 4.
"""

from __future__ import annotations

import pytest
from drawn_conquest import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    actions,
    clause_against,
    drawn,
    eliminated_by,
    fields_of,
    goes_to,
    jumps,
    lines_of,
    piece_on,
    play,
    player_of,
    points_left,
    result_of,
    window_of,
)
from pictures import Drawing

import naadam
from naadam.core.parts.clock import Glass

ANSWERED = "n26=1K -- n27=2S -- n29=2K"


def glass_of(state: naadam.State) -> tuple[int, Glass, str]:
    """The seat whose glass runs, the glass, and the action when it is empty."""
    ((seat, glass),) = state.game.rulebook.glasses(state.record).items()
    assert (seat,) == state.waiting
    assert glass.action in [int(action) for action in state.actions()]
    return seat, glass, state.game.notation.format(state.record, seat, glass.action)


# --- CQ-90 and CQ-91: the hourglass ---


@pytest.mark.rule("CQ-90")
def test_a_turn_lasts_one_glass_and_ends_when_it_is_empty() -> None:
    state = naadam.load("conquest").start().apply("first 3")
    seat, glass, action = glass_of(state)
    assert (seat, glass.seconds, action, glass.turned) == (THIRD, 180, "end", "")  # the first one is full
    moved = state.apply("s12-s22")
    assert glass_of(moved)[1].name == glass.name  # it runs on


@pytest.mark.rule("CQ-90")
def test_the_next_player_turns_the_glass_or_plays_on_with_what_is_left() -> None:
    state = naadam.load("conquest").start().apply("first 1")
    names: list[str] = []
    for _ in range(6):
        _, glass, _ = glass_of(state)
        assert glass.turned == (names[-1] if names else "")
        assert glass.name not in names
        names.append(glass.name)
        state = state.apply("end")


@pytest.mark.rule("CQ-90")
@pytest.mark.rule("CQ-65")
def test_the_turn_of_a_pinned_player_takes_no_time_so_the_glass_before_it_is_turned() -> None:
    """The third player ends the turn, the first is pinned, and the second frees the first: its glass only runs on."""
    state = drawn("n01=2S  n02=2S  n03=2S  n04=2S  n05=2S  n27=1C", players=3, mover=THIRD).state
    _, before, _ = glass_of(state)
    state = state.apply("end")
    seat, glass, _ = glass_of(state)
    assert (seat, glass.turned) == (SECOND, before.name)
    assert glass_of(state.apply("n01-n06"))[1].name == glass.name


@pytest.mark.rule("CQ-90")
@pytest.mark.rule("CQ-65")
@pytest.mark.parametrize("pinned", ["", "e01=4S  e02=4S  e03=4S  e04=4S  e05=4S"])
def test_who_is_pinned_in_the_middle_of_the_own_turn_had_a_glass_and_that_one_is_turned(pinned: str) -> None:
    """The answer puts a soldier on n02, the fifth space of the capital; the second player may be pinned already."""
    picture = "n28=1K -- n14=3S -- n08=3E(S) -- n02\nn01=2S  n03=2S  n04=2S  n05=2S"
    state = drawn(f"{picture}\n{pinned}", players=4).state
    _, before, _ = glass_of(state)
    state = play(state, "n28-n14", "x.n08/n02")
    seat, glass, _ = glass_of(state)
    assert (seat, glass.turned) == (THIRD if pinned else SECOND, before.name)


@pytest.mark.rule("CQ-90")
@pytest.mark.parametrize("seconds", [60, 120, 300])
def test_the_length_of_the_glass_is_an_option(seconds: int) -> None:
    state = naadam.load("conquest", hourglass=seconds).start().apply("first 1")
    assert glass_of(state)[1].seconds == seconds


@pytest.mark.rule("CQ-90")
@pytest.mark.rule("CQ-91")
def test_there_may_be_no_clock_at_all() -> None:
    game = naadam.load("conquest:players=2,hourglass=0")
    assert game.rulebook.glasses(game.start().apply("first 1").record) == {}
    asked = game.position(drawn(ANSWERED).state.position).apply("n26-n27")
    assert window_of(asked) != "-"
    assert game.rulebook.glasses(asked.record) == {}


@pytest.mark.rule("CQ-90")
def test_nothing_runs_before_the_first_turn_and_after_the_end() -> None:
    start = naadam.load("conquest:players=2").start()
    assert start.game.rulebook.glasses(start.record) == {}
    over = drawn("n26=1K -- n27=2E(S)", reserves=[FIRST]).state.apply("n26-n27")
    assert over.outcome is not None
    assert over.game.rulebook.glasses(over.record) == {}


@pytest.mark.rule("CQ-91")
def test_the_glass_lies_on_its_side_while_an_exchange_is_decided() -> None:
    state = drawn(ANSWERED).state
    _, before, _ = glass_of(state)
    asked = state.apply("n26-n27")
    seat, glass, action = glass_of(asked)
    assert (seat, glass.seconds, action, glass.turned) == (SECOND, 10, "let", "")
    assert glass.name != before.name
    for answer in ("let", "x.n29"):
        assert glass_of(asked.apply(answer))[:2] == (FIRST, before)  # and runs on afterwards


@pytest.mark.rule("CQ-91")
def test_every_question_has_ten_seconds_of_its_own() -> None:
    state = drawn("n26=1K -- n27=2S -- n24=2S     n29=2K").state.apply("n26-n27")
    first = glass_of(state)[1]
    second = glass_of(play(state, "let", "n27-n24"))[1]
    assert first.name != second.name
    assert second.seconds == 10


@pytest.mark.rule("CQ-91")
@pytest.mark.rule("CQ-96")
def test_the_ally_has_ten_seconds_too() -> None:
    state = drawn("n26=1K -- n27=2S -- n29=2K\n     n24=4K", players=4, alliances=True).state.apply("n26-n27")
    loser, first, _ = glass_of(state)
    ally, second, action = glass_of(state.apply("let"))
    assert (loser, ally, action, second.seconds) == (SECOND, FOURTH, "let", 10)
    assert first.name != second.name


# --- CQ-95 to CQ-99: alliances ---


def allied(picture: str, mover: int = FIRST, **facts: object) -> Drawing:
    return drawn(picture, players=4, alliances=True, mover=mover, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("CQ-95")
def test_a_grail_space_costs_only_the_other_alliance() -> None:
    picture = "cg1=1K  cg2=1S\nn27=1C -- n24"
    assert [points_left(allied(picture, mover).state) for mover in range(4)] == [20, 12, 20, 12]


@pytest.mark.rule("CQ-95")
def test_an_ally_in_the_capital_costs_nothing() -> None:
    picture = "n01=3K  n02=3S  n03=2S\nn27=1C -- n24"
    assert points_left(allied(picture).state) == 16


@pytest.mark.rule("CQ-95")
@pytest.mark.rule("CQ-74")
def test_the_capital_of_an_ally_is_worth_nothing() -> None:
    """One space in the capital of the second player and one in that of the third, the ally; their shares are added."""
    state = allied("e01=1K  s01=1K", eliminated=[40, 20, 20, 10]).state
    assert lines_of(state, FIRST) == [5, 40, 1, 23, 69]
    assert lines_of(state, THIRD) == [3, 20, 46, 69]


@pytest.mark.rule("CQ-95")
@pytest.mark.parametrize("spec", ["conquest:players=2,alliances=true", "conquest:players=3,alliances=true"])
def test_alliances_need_four_players(spec: str) -> None:
    with pytest.raises(naadam.SpecError, match="CQ-95"):
        naadam.load(spec)


@pytest.mark.rule("CQ-96")
def test_the_loser_is_asked_first_and_then_the_ally_each_for_own_pieces() -> None:
    state = allied("n26=1K -- n27=2S -- n29=2K\n     n24=4C").state.apply("n26-n27")
    assert (window_of(state), state.waiting, actions(state)) == ("n27:2:2", (SECOND,), {"let", "x.n29"})
    ally = state.apply("let")
    assert (window_of(ally), ally.waiting, actions(ally)) == ("n27:2:4", (FOURTH,), {"let", "x.n24"})
    done = ally.apply("x.n24")
    assert (piece_on(done, "n27"), done.waiting) == ("4C", (FIRST,))
    assert eliminated_by(done, FOURTH) == eliminated_by(state, FOURTH) + 1
    let = ally.apply("let")
    assert (window_of(let), let.waiting) == ("-", (FIRST,))
    assert window_of(state.apply("x.n29")) == "-"  # once only


@pytest.mark.rule("CQ-96")
def test_the_ally_is_asked_at_once_if_the_loser_cannot_answer() -> None:
    state = allied("n26=1K -- n27=2S -- n29=4K").state.apply("n26-n27")
    assert window_of(state) == "n27:2:4"
    assert window_of(state.apply("let")) == "-"


@pytest.mark.rule("CQ-96")
@pytest.mark.rule("CQ-55")
def test_the_last_point_bars_the_ally_too() -> None:
    state = allied("n26=1K -- n27=2S -- n29=4K", spent=19).state.apply("n26-n27")
    assert window_of(state) == "-"
    fourth = allied("n26=1K -- n27=4S -- n29=2K", spent=19).state.apply("n26-n27")
    assert window_of(fourth) == "n27:4:2"  # the fourth player is not next


@pytest.mark.rule("CQ-96")
@pytest.mark.rule("CQ-63")
def test_a_pinned_ally_cannot_answer() -> None:
    capital = "w01=1S  w02=1S  w03=1S  w04=3S  w05=3S"
    state = allied(f"n26=1K -- n27=2S -- n29=4K\n{capital}").state.apply("n26-n27")
    assert window_of(state) == "-"
    loser_first = allied(f"n26=1K -- n27=2S -- n29=2K\n     n24=4K\n{capital}").state.apply("n26-n27")
    assert window_of(loser_first) == "n27:2:2"
    assert window_of(loser_first.apply("let")) == "-"


@pytest.mark.rule("CQ-96")
@pytest.mark.rule("CQ-63")
@pytest.mark.parametrize("answerer", ["n29=4K", "n29=2K"])
def test_a_pinned_losers_ally_is_not_asked(answerer: str) -> None:
    """The second player is pinned by five spaces; it is this player's exchange, even if the ally would make it."""
    capital = "e01=1S  e02=1S  e03=1S  e04=1S  e05=3S"
    state = allied(f"n26=1K -- n27=2S -- {answerer}\n{capital}").state.apply("n26-n27")
    assert (window_of(state), state.waiting) == ("-", (FIRST,))


@pytest.mark.rule("CQ-96")
@pytest.mark.rule("CQ-63")
def test_the_elimination_that_pins_the_loser_bars_the_ally_too() -> None:
    """With the knight on e01 all five spaces of the capital are held."""
    capital = "e02=1S  e03=1S  e04=1S  e05=1S"
    pinning = allied(f"e07=1K -- e01=2S     e06=4K\n{capital}").state.apply("e07-e01")
    assert window_of(pinning) == "-"
    four = allied("e07=1K -- e01=2S     e06=4K\ne02=1S  e03=1S  e04=1S").state.apply("e07-e01")
    assert window_of(four) == "e01:2:4"


@pytest.mark.rule("CQ-97")
def test_the_alliance_that_eliminates_all_pieces_of_one_opponent_wins() -> None:
    state = allied("n26=1K -- n27=2S", reserves=[FIRST, THIRD, FOURTH]).state
    assert result_of(state.apply("n26-n27")) == ((FIRST, THIRD), "CQ-97")
    two = allied("n26=1K -- n27=2E(S)", reserves=[FIRST, THIRD, FOURTH]).state
    assert result_of(two.apply("n26-n27")) == ((FIRST, THIRD), "CQ-97")  # not CQ-70


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-45")
def test_an_opponent_whose_last_piece_is_seized_has_none_left() -> None:
    state = allied("n29=1K -- np5=2H", reserves=[FIRST, THIRD, FOURTH]).state
    assert result_of(state.apply("n29-np5")) == ((FIRST, THIRD), "CQ-97")


@pytest.mark.rule("CQ-97")
def test_the_last_piece_may_fall_in_an_exchange_also_by_the_ally() -> None:
    state = allied("n26=1K -- n27=2S -- n29=4K", reserves=[SECOND, THIRD, FOURTH]).state.apply("n26-n27")
    assert result_of(state.apply("x.n29")) == ((SECOND, FOURTH), "CQ-97")


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-72")
def test_a_single_piece_does_not_end_the_game_of_alliances() -> None:
    state = allied("n26=1K -- n27", reserves=[SECOND, THIRD, FOURTH]).state
    assert player_of(state.apply("end")) == 2


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-71")
def test_both_opponents_pinned_lose_and_one_alone_does_not() -> None:
    four = "cg1=1S  cg2=3S  cg3=1S  cg4=3K  ch2=1K -- cg5"
    assert result_of(allied(four).state.apply("ch2-cg5")) == ((FIRST, THIRD), "CQ-71")
    one = "e02=1S  e03=1S  e04=1S  e05=1S  e07=1K -- e01"
    assert allied(one).state.apply("e07-e01").outcome is None


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-73")
@pytest.mark.parametrize(
    ("eliminated", "winners"),
    [([30, 30, 0, 29], (SECOND, FOURTH)), ([40, 0, 0, 39], (FIRST, THIRD)), ([30, 25, 0, 5], (0, 1, 2, 3))],
)
def test_after_quiet_turns_the_points_of_allies_are_added(eliminated: list[int], winners: tuple[int, ...]) -> None:
    state = allied("n27=1C -- n24     e27=2C", eliminated=eliminated, quiet="1:3").state
    assert result_of(state.apply("end")) == (winners, "CQ-73")


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-73")
def test_the_points_of_a_pinned_ally_are_added_and_the_ally_wins_with_the_other() -> None:
    capital = "s01=2S  s02=2S  s03=2S  s04=4S  s05=4S"
    state = allied(f"n27=1C -- n24\n{capital}", eliminated=[0, 0, 80, 0], quiet="1:3").state
    assert result_of(state.apply("end")) == ((FIRST, THIRD), "CQ-73")


@pytest.mark.rule("CQ-97")
@pytest.mark.rule("CQ-81")
def test_nobody_is_vulnerable_in_an_alliance() -> None:
    """A player with two pieces risks two eliminations in one turn."""
    state = allied("n26=1K -- n27=2S -- n24=2S\n     n29=2C     e30=1S", reserves=[SECOND, THIRD, FOURTH]).state
    state = play(state, "n26-n27", "let", "n27-n24")
    assert window_of(state) == "n24:2:2"
    assert fields_of(state)[8] == "0"


@pytest.mark.rule("CQ-98")
def test_players_may_talk_unless_they_are_allies_during_play() -> None:
    free = naadam.load("conquest").start().apply("first 1")
    assert [free.game.rulebook.talks(free.record, seat) for seat in range(4)] == [0b1110, 0b1101, 0b1011, 0b0111]
    bound = naadam.load("conquest:alliances=true").start().apply("first 1")
    for seat in range(4):
        assert not bound.game.rulebook.talks(bound.record, seat) >> (seat ^ 2) & 1


@pytest.mark.rule("CQ-98")
def test_all_may_talk_when_a_game_of_alliances_is_over() -> None:
    """During play players do not talk, since allies would read it."""
    state = allied("n26=1K -- n27=2S", reserves=[FIRST, THIRD, FOURTH]).state
    talks = state.game.rulebook.talks
    assert [talks(state.record, seat) for seat in range(4)] == [0, 0, 0, 0]
    over = state.apply("n26-n27")
    assert over.outcome is not None
    assert [talks(over.record, seat) for seat in range(4)] == [0b1110, 0b1101, 0b1011, 0b0111]


@pytest.mark.rule("CQ-99")
def test_the_pieces_of_an_ally_are_friends() -> None:
    state = allied("n26=1K -- n27=3S -- n24=1S").state
    assert goes_to(state, "n24") == {"n23", "n25"}
    assert clause_against(state, "n24-n27") in ("CQ-23", "CQ-99")
    assert jumps(state) == {"n26^n27-n29"}
    assert clause_against(state, "n26^n27-n24") == "CQ-25"


@pytest.mark.rule("CQ-99")
@pytest.mark.parametrize("picture", ["n28=1S -- n29=3E", "n28=1S -- np5=3H", "n28=1K -- np5=3G"])
def test_nobody_mounts_boards_or_seizes_what_is_an_allys(picture: str) -> None:
    state = allied(picture).state
    action = f"n28-{picture.split()[-1].split('=')[0]}"
    assert clause_against(state, action) in ("CQ-23", "CQ-99")


@pytest.mark.rule("CQ-99")
def test_nobody_moves_what_is_an_allys() -> None:
    state = allied("n27=3C -- n24").state
    assert goes_to(state, "n27") == set()
    assert clause_against(state, "n27-n24") is not None


@pytest.mark.rule("CQ-99")
def test_without_alliances_the_same_piece_is_an_enemy() -> None:
    state = drawn("n26=1K -- n27=3S", players=4).state
    assert "n27" in goes_to(state, "n26")
