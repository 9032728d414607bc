"""The clauses of Conquest, chapter by chapter: pieces, board, set-up, turn order and movement points.

The docstring of `drawn_conquest.py` explains how to read a picture: `n29=1E(S)` is an elephant of player 1 with a
soldier on n29, and `x` is a space to which the piece of the test may go. Actions: `n21-n22` is a step, `s.n14-n13` is
a soldier that steps off its carrier, `n02^n07-n13` is a jump, `x.n14` is an exchange, `end` ends the turn, and `let`
declines an exchange.
"""

from __future__ import annotations

from collections import Counter, deque

import pytest
from conquest import BOARD
from drawn_conquest import (
    FIRST,
    SECOND,
    THIRD,
    actions,
    clause_against,
    drawn,
    goes_to,
    jumps,
    no_action,
    piece_on,
    pieces_of,
    play,
    player_of,
    points_left,
    spent_of,
)

import naadam

# --- CQ-1 to CQ-4: pieces ---


@pytest.mark.rule("CQ-1")
@pytest.mark.rule("CQ-10")
def test_every_player_begins_with_26_pieces_on_the_own_island() -> None:
    state = naadam.load("conquest").start()
    for seat, island in enumerate("nesw"):
        own = pieces_of(state, seat)
        assert Counter(own.values()) == {"S": 10, "E": 4, "C": 2, "K": 4, "H": 4, "G": 2}
        assert {space[0] for space in own} == {island}
        assert own == {
            space.name: space.start for space in BOARD.spaces.values() if space.start and space.name[0] == island
        }


@pytest.mark.rule("CQ-2")
@pytest.mark.parametrize(("kind", "allowance"), [("S", 2), ("E", 6), ("C", 8), ("K", 6)])
def test_a_land_piece_has_its_own_allowance(kind: str, allowance: int) -> None:
    state = drawn(f"n22=1{kind} -- n23").state
    walk = ["n22-n23" if step % 2 == 0 else "n23-n22" for step in range(9)]
    state = play(state, *walk[:allowance])
    assert clause_against(state, walk[allowance]) in ("CQ-2", "CQ-22")


@pytest.mark.rule("CQ-2")
@pytest.mark.parametrize(("kind", "allowance"), [("H", 6), ("G", 8)])
def test_a_vessel_has_its_own_allowance(kind: str, allowance: int) -> None:
    state = drawn(f"ns09=1{kind} -- ns10 -- ns11").state
    walk = ["ns09-ns10" if step % 2 == 0 else "ns10-ns09" for step in range(9)]
    state = play(state, *walk[:allowance])
    assert clause_against(state, walk[allowance]) in ("CQ-2", "CQ-22")


@pytest.mark.rule("CQ-3")
@pytest.mark.parametrize(
    ("carrier", "room"),
    [("E", True), ("E(S)", True), ("E(SS)", False), ("C", True), ("C(S)", False), ("S", False), ("K", False)],
)
def test_elephants_carry_two_soldiers_chariots_one(carrier: str, room: bool) -> None:
    state = drawn(f"n27=1S -- n24=1{carrier}").state
    assert ("n24" in goes_to(state, "n27")) == room
    if not room:
        assert clause_against(state, "n27-n24") in ("CQ-3", "CQ-23")


@pytest.mark.rule("CQ-3")
@pytest.mark.parametrize("rider", ["E", "C", "K"])
def test_only_soldiers_are_carried_by_elephants_and_chariots(rider: str) -> None:
    state = drawn(f"n24=1E -- n27=1{rider} -- n29=1C").state
    assert goes_to(state, "n27") == {"n26"} | ({"n25", "n23", "n28", "n30"} if rider == "K" else set())
    assert clause_against(state, "n27-n24") in ("CQ-3", "CQ-23")


LOADS = {
    "": "ECKS",
    "(S)": "S",
    "(SS)": "",
    "(K)": "",
    "(E)": "S",
    "(E(S))": "S",
    "(E(SS))": "",
    "(C)": "S",
    "(C(S))": "",
}


@pytest.mark.rule("CQ-4")
@pytest.mark.rule("CQ-34")
@pytest.mark.parametrize("vessel", ["H", "G"])
@pytest.mark.parametrize("load", LOADS)
def test_what_a_vessel_with_some_load_still_takes(vessel: str, load: str) -> None:
    boarding = set()
    for kind in "SECK":
        state = drawn(f"n29=1{kind} -- np5=1{vessel}{load}").state
        if "np5" in goes_to(state, "n29"):
            boarding.add(kind)
        else:
            assert clause_against(state, "n29-np5") in ("CQ-4", "CQ-23", "CQ-34")
    assert boarding == set(LOADS[load])


# --- CQ-5 to CQ-9: board ---


@pytest.mark.rule("CQ-5")
def test_pieces_move_only_along_paths() -> None:
    drawing = drawn(
        """
        n26=x -- n27=1C -- n24=x
                   |
                 n29=x      n30
        """
    )
    assert goes_to(drawing.state, "n27") == drawing.marked
    assert no_action(drawing.state, "n27-n30") or clause_against(drawing.state, "n27-n30") == "CQ-5"


@pytest.mark.rule("CQ-6")
@pytest.mark.rule("CQ-9")
def test_land_pieces_stay_on_land_and_vessels_at_sea() -> None:
    drawing = drawn(
        """
        n27=x -- n29=1K -- n28=x      np6=x -- np5=1H -- ns17=x
                   |
                 n30=x
        """
    )
    state = drawing.state
    assert goes_to(state, "n29") == {"n27", "n28", "n30", "np5"}  # boarding
    assert goes_to(state, "np5") == {"np6", "ns17"}
    assert no_action(state, "np5-n29") or clause_against(state, "np5-n29") in ("CQ-6", "CQ-9")
    empty = drawn("n27=x -- n29=1K -- np5").state
    assert clause_against(empty, "n29-np5") in ("CQ-6", "CQ-9", "CQ-33")


@pytest.mark.rule("CQ-7")
def test_land_pieces_cross_bridges_and_vessels_pass_below_where_a_path_leads() -> None:
    over = drawn("n48=1C -- nr0=x").state
    assert "nr0" in goes_to(over, "n48")
    below = drawn("ns26=1H -- ns27=x     ns13=1H -- ns20=x").state
    assert "ns27" in goes_to(below, "ns26")
    assert "ns20" in goes_to(below, "ns13")
    river = drawn("n28=1E -- n29=x").state  # a river bridge: nothing sails below
    assert "n29" in goes_to(river, "n28")


@pytest.mark.rule("CQ-7")
def test_bridges_join_all_islands() -> None:
    """A chariot on foot, so to speak, gets from the north to every other land space, by paths of land alone."""
    land = {name for name, space in BOARD.spaces.items() if space.kind == "land"}
    seen = {"n01"}
    queue = deque(seen)
    while queue:
        for path in BOARD.paths[queue.popleft()]:
            if path.kind == "land" and path.end not in seen:
                seen.add(path.end)
                queue.append(path.end)
    assert seen == land
    assert {space.name[0] for space in BOARD.spaces.values()} == set("neswc")


@pytest.mark.rule("CQ-8")
def test_a_capital_has_five_spaces_and_the_starts_are_in_and_around_it() -> None:
    state = naadam.load("conquest").start()
    for seat, player in enumerate(("north", "east", "south", "west")):
        capital = BOARD.capitals[player]
        assert len(capital) == 5
        assert set(capital) <= pieces_of(state, seat).keys()


@pytest.mark.rule("CQ-9")
def test_a_landing_path_serves_only_to_board_and_leave() -> None:
    """The knight aboard comes ashore; the ship itself cannot, and no land piece enters the empty port."""
    drawing = drawn("n28=x -- np5=1H(K) -- n29=x")
    assert goes_to(drawing.state, "a.np5") == drawing.marked
    assert goes_to(drawing.state, "np5") == {"np6", "ns17"}


# --- CQ-10 to CQ-12: set-up and turn order ---


@pytest.mark.rule("CQ-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_and_turns_go_round(players: int) -> None:
    state = naadam.load("conquest", players=players).start()
    assert {str(action): chance for action, chance in state.chance()} == {
        f"first {player}": pytest.approx(1 / players) for player in range(1, players + 1)
    }
    state = state.apply("first 2")
    order = []
    for _ in range(players + 1):
        order.append(player_of(state))
        state = state.apply("end")
    assert order == [(1 + turn) % players + 1 for turn in range(players + 1)]


@pytest.mark.rule("CQ-12")
def test_two_players_have_opposite_islands_and_three_the_first_three() -> None:
    two, three = (naadam.load("conquest", players=players).start() for players in (2, 3))
    assert [{space[0] for space in pieces_of(two, seat)} for seat in (FIRST, SECOND)] == [{"n"}, {"s"}]
    assert [{space[0] for space in pieces_of(three, seat)} for seat in (FIRST, SECOND, THIRD)] == [{"n"}, {"e"}, {"s"}]


@pytest.mark.rule("CQ-12")
def test_an_unused_capital_counts_for_nothing() -> None:
    """The capital of the east has no owner: five knights and soldiers in it cost the second player no points."""
    state = drawn(
        """
        e01=1K  e02=1K  e03=1S  e04=1S  e05=1K
        n27=1C -- n24
        """,
        mover=SECOND,
    ).state
    assert points_left(state) == 20


# --- CQ-20 to CQ-26: movement points ---


@pytest.mark.rule("CQ-20")
def test_a_player_has_20_points_and_each_step_costs_one() -> None:
    state = drawn("n27=1C -- n24     ns09=1H -- ns10").state
    assert points_left(state) == 20
    state = play(state, "n27-n24", "ns09-ns10")
    assert (spent_of(state), points_left(state)) == (2, 18)


@pytest.mark.rule("CQ-20")
def test_unused_points_are_lost() -> None:
    state = play(drawn("n27=1C -- n24").state, "n27-n24", "end", "end")
    assert (player_of(state), points_left(state)) == (1, 20)


@pytest.mark.rule("CQ-20")
def test_without_points_only_the_end_of_the_turn_is_left() -> None:
    state = drawn("n27=1C -- n24", spent=20).state
    assert actions(state) == {"end"}
    assert clause_against(state, "n27-n24") in ("CQ-20", "CQ-64")
    one = drawn("n02=1K -- n07=1S -- n12     n27=1C -- n24", spent=19).state
    assert "n27-n24" in actions(one)
    assert clause_against(one, "n02^n07-n12") in ("CQ-20", "CQ-25", "CQ-64")


@pytest.mark.rule("CQ-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_round_has_5_10_15_and_20_points(players: int) -> None:
    state = naadam.load("conquest", players=players).start().apply("first 2")
    found = []
    for _ in range(players + 1):
        found.append(points_left(state))
        state = state.apply("end")
    assert found == [*[5, 10, 15, 20][:players], 20]


@pytest.mark.rule("CQ-22")
def test_pieces_move_in_any_order_and_may_go_on_later() -> None:
    state = drawn("n22=1K -- n23 -- n24     n29=1C -- n30").state
    state = play(state, "n22-n23", "n29-n30", "n23-n24")
    assert piece_on(state, "n24") == "1K2"
    state = play(state, "n24-n23", "n23-n22", "n22-n23", "n23-n24")
    assert goes_to(state, "n24") == set()
    assert clause_against(state, "n24-n25") == "CQ-22"
    state = play(state, "end", "end")
    assert "n25" in goes_to(state, "n24")


@pytest.mark.rule("CQ-23")
def test_a_space_holds_one_piece_and_no_friend_is_walked_over() -> None:
    drawing = drawn(
        """
        n26=x -- n27=1E -- n24=1C
                   |
                 n29=1K
        """
    )
    assert goes_to(drawing.state, "n27") == drawing.marked
    assert clause_against(drawing.state, "n27-n24") == "CQ-23"
    sea = drawn("ns10=1H -- ns09=1G -- ns08=x").state
    assert goes_to(sea, "ns09") == {"ns08", "ns11"}
    assert clause_against(sea, "ns09-ns10") == "CQ-23"


@pytest.mark.rule("CQ-24")
def test_the_carrier_spends_and_the_rider_does_not() -> None:
    state = drawn("n22=1S -- n23=1E -- n24 -- n25").state
    state = play(state, "n22-n23", "n23-n24", "n24-n25")
    assert piece_on(state, "n25") == "1E2(S1)"
    state = state.apply("s.n25-n31")
    assert piece_on(state, "n31") == "1S2"
    assert clause_against(state, "n31-n25") == "CQ-22"


@pytest.mark.rule("CQ-25")
def test_a_knight_jumps_over_a_friend_to_another_space_beside_it() -> None:
    drawing = drawn(
        """
        n22 -- n23=1K -- n24=1S -- n25=x
                           |
                         n27=x
        """
    )
    state = drawing.state
    assert jumps(state) == {"n23^n24-n25", "n23^n24-n27"}
    after = state.apply("n23^n24-n25")
    assert (piece_on(after, "n25"), piece_on(after, "n24"), spent_of(after)) == ("1K2", "1S", 2)


@pytest.mark.rule("CQ-25")
def test_a_knight_eliminates_where_it_lands() -> None:
    state = drawn("n23=1K -- n24=1S -- n25=2E").state.apply("n23^n24-n25")
    assert (piece_on(state, "n25"), spent_of(state)) == ("1K", 2)


@pytest.mark.rule("CQ-25")
@pytest.mark.parametrize(
    "picture",
    [
        "n23=1K -- n24=2S -- n25",  # over an enemy
        "n23=1K -- n24=1S -- n25=1C",  # onto a friend
        "n23=1K -- n24=1S -- n25=1E",  # onto a friend that carries only soldiers
        "n23=1E -- n24=1S -- n25",  # an elephant
        "n23=1K5 -- n24=1S -- n25",  # one step left
        "n23=1K -- n24 -- n25",  # over nothing
    ],
)
def test_what_is_no_jump(picture: str) -> None:
    state = drawn(picture).state
    assert "n23^n24-n25" not in actions(state)
    assert clause_against(state, "n23^n24-n25") in ("CQ-25", "CQ-22", "CQ-23", "CQ-2")


@pytest.mark.rule("CQ-25")
def test_a_jump_never_leads_back_to_where_it_began() -> None:
    state = drawn("n23=1K -- n24=1S -- n25").state
    assert no_action(state, "n23^n24-n23") or clause_against(state, "n23^n24-n23") == "CQ-25"


@pytest.mark.rule("CQ-25")
@pytest.mark.rule("CQ-43")
def test_a_knight_jumps_into_an_enemy_vessel_in_port_but_not_into_an_own_one() -> None:
    enemy = drawn("n30=1K -- n29=1S -- np5=2H").state
    state = enemy.apply("n30^n29-np5")
    assert piece_on(state, "np5") == "1H6(K2)"
    own = drawn("n30=1K -- n29=1S -- np5=1H").state
    assert clause_against(own, "n30^n29-np5") == "CQ-25"
    empty = drawn("n30=1K -- n29=1S -- np5").state
    assert clause_against(empty, "n30^n29-np5") in ("CQ-6", "CQ-9", "CQ-25")


@pytest.mark.rule("CQ-25")
def test_a_knight_jumps_ashore_and_only_over_land() -> None:
    drawing = drawn(
        """
        n27=x -- n29=1S -- np5=1H(K)
                   |
                 n30=x
        """
    )
    assert jumps(drawing.state) == {"np5^n29-n27", "np5^n29-n30", "np5^n29-n28"}
    after = drawing.state.apply("np5^n29-n30")
    assert (piece_on(after, "n30"), piece_on(after, "np5")) == ("1K2", "1H")
    over_a_vessel = drawn("n28=1K -- np5=1H -- n29").state
    assert no_action(over_a_vessel, "n28^np5-n29") or clause_against(over_a_vessel, "n28^np5-n29") == "CQ-25"


@pytest.mark.rule("CQ-25")
def test_a_knight_jumps_several_times_in_a_turn() -> None:
    state = drawn("n22=1K -- n23=1S -- n24 -- n25=1S -- n31").state
    state = play(state, "n22^n23-n24", "n24^n25-n31")
    assert piece_on(state, "n31") == "1K4"


@pytest.mark.rule("CQ-25")
def test_a_knight_jumps_over_one_piece_at_a_time() -> None:
    state = drawn("n22=1K -- n23=1S -- n24=1S -- n25").state
    assert jumps(state) == set()


@pytest.mark.rule("CQ-26")
def test_a_turn_ends_when_its_player_says_so() -> None:
    state = drawn("n27=1C -- n24").state
    assert "end" in actions(state)
    ended = state.apply("end")
    assert (player_of(ended), spent_of(ended)) == (2, 0)


@pytest.mark.rule("CQ-26")
def test_the_last_point_does_not_end_the_turn_by_itself() -> None:
    state = drawn("n27=1C -- n24", spent=19).state.apply("n27-n24")
    assert (player_of(state), actions(state)) == (1, {"end"})
