"""What Conquest shows and what is touched: loads, meter, notes, score sheet, walks, and what cannot be taken back."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.touching import Place, Touches
from naadam.drawing.description import Piece, Thing

FIRST, SECOND = 0, 1


def position(pieces: str, rest: str = "1 9 0 1 -:3 0,0 0,0 0 - -", spec: str = "conquest:players=2") -> naadam.State:
    return naadam.load(spec).position(f"{pieces} {rest}")


def places(state: naadam.State, *touched: str) -> dict[str, Place]:
    seat = state.waiting[0]
    return {place.name: place for place in state.game.face.touches(state, seat, touched).places}


def walk(state: naadam.State, *touched: str) -> list[str]:
    """The notation of the actions that touches mean."""
    seat = state.waiting[0]
    actions = state.game.face.touches(state, seat, touched).actions
    return [state.game.notation.format(state.record, seat, action) for action in actions]


# --- pictures ---


def test_a_piece_shows_its_load_and_what_is_left_of_its_allowance() -> None:
    pieces = position("n14:E2(SS1),np1:H(C(S))/s01:K,s02:S").public().describe().pieces
    assert Piece("elephant", "n14", FIRST, load=("soldier", "soldier"), left=4) in pieces
    assert Piece("ship", "np1", FIRST, load=("chariot", "soldier")) in pieces
    assert Piece("knight", "s01", SECOND) in pieces


@pytest.mark.rule("CQ-64")
def test_the_meter_says_what_is_left_and_why_it_is_less() -> None:
    state = position("n14:E,n20:K/n01:S,cg1:K,s02:S", "1 9 5 1 -:3 0,0 0,0 0 - -")
    meter = state.public().describe().meter
    assert meter is not None
    assert (meter.left, meter.of) == (20 - 4 - 4 - 5, 20)
    assert [(line.saying.say, line.saying.points, line.worth) for line in meter.less] == [
        ("less-capital", ("n01",), -4),
        ("less-grail", ("cg1",), -4),
    ]


def test_a_row_per_player_shows_grail_capital_and_trouble() -> None:
    pieces = "n14:E,n20:K,n21:C/n01:S,n02:S,n03:S,n04:S,cg1:K/s02:S"
    rows = (
        position(pieces, "2 9 0 1 -:3 0,0,0 0,0,0 0 - -", "conquest:players=3").public().describe().shelves["standing"]
    )
    assert rows == (
        (Thing("lost", 4, 5), Thing("pinned")),
        (Thing("grail", 1, 5), Thing("capital", 4, 10)),
        (Thing("vulnerable"),),
    )


def test_notes_name_the_exchange_and_an_end_that_is_near() -> None:
    state = position("n14:K,n20:S,n21:C/n13:S,n12:K,s01:K", "1 9 0 1 2:2 1,0 0,0 0 - -")
    assert [(note.say, note.seat, note.values) for note in state.public().describe().notes] == [
        ("calm", SECOND, {"turns": 2})
    ]
    asked = state.apply("n14-n13")
    note = asked.public().describe().notes[0]
    assert (note.say, note.seat, note.seats, note.points) == ("exchange", SECOND, (SECOND,), ("n13",))
    assert asked.public().describe().turn == SECOND


@pytest.mark.rule("CQ-74")
def test_the_score_sheet_says_where_every_point_comes_from_also_during_play() -> None:
    state = position("n14:E(SS),cg1:K,s01:S/s02:K,n20:S", "1 9 0 1 2:1 3,2 0,0 0 - -")
    first, second = state.public().describe().sheet
    assert [(line.saying.say, line.saying.points, line.worth) for line in first.lines] == [
        ("pieces", (), 5),
        ("eliminated", (), 3),
        ("grail", ("cg1",), 1),
        ("capital", ("s01",), 1),
    ]
    assert (first.total, second.total) == (10, 4)


@pytest.mark.rule("CQ-97")
def test_allies_have_their_points_added() -> None:
    spec = "conquest:alliances=true"
    state = position("n14:E(SS)/e01:K/s02:K/w01:K,w02:K", "1 9 0 1 -:1 0,0,4,0 0,0,0,0 0 - -", spec)
    assert [score.total for score in state.public().describe().sheet] == [3 + 5, 1 + 2, 5 + 3, 2 + 1]


# --- touches ---


def test_a_touched_piece_shows_what_it_can_reach_and_at_what_price() -> None:
    found = places(position("n22:S,n35:C/s01:K,s02:K"), "n22")
    prices = {"n12": 1, "n23": 1, "n26": 1, "n07": 2, "n13": 2, "n24": 2, "n27": 2, "n28": 2}
    assert {name: place.price for name, place in found.items()} == prices


def test_a_far_space_is_a_walk_of_several_actions() -> None:
    state = position("n22:K,n35:C/s01:K,s02:K")
    found = places(state, "n22")
    far = next(name for name, place in found.items() if place.price == 6)
    steps = walk(state, "n22", far)
    assert len(steps) == 6
    for step in steps:
        state = state.apply(step)
    assert f"{far}:K6" in state.position


def test_a_loaded_piece_offers_its_parts() -> None:
    state = position("n14:E(SS),np1:H(K)/s01:K,s02:K")
    assert list(places(state)) == ["n14", "np1", "end"]
    assert list(places(state, "n14")) == ["whole", "soldier"]
    assert list(places(state, "np1")) == ["whole", "aboard"]
    assert walk(state, "n14", "soldier", "n13") == ["s.n14-n13"]
    assert walk(state, "end") == ["end"]


def test_what_can_be_taken_is_marked_and_where_it_could_be_answered() -> None:
    state = position("n14:K,n20:S,n21:C/n13:S,n12:K,s01:K,n30:S")
    found = places(state, "n14")
    assert found["n13"].marks == ("captures", "answered")
    assert found["n30"].marks == ("captures",)
    assert found["n15"].marks == ()


def test_a_knight_jumps_on_its_walk() -> None:
    state = position("n02:K,n08:S/s01:K,s02:K")
    assert walk(state, "n02", "n15") == ["n02^n08-n03", "n03-n15"]
    assert places(state, "n02")["n15"].price == 3


def test_nothing_follows_what_is_no_piece_of_the_seat() -> None:
    state = position("n14:E(SS)/s01:K,s02:K")
    for touched in (
        ["s01"],
        ["n99"],
        ["n01"],
        ["n14", "aboard"],
        ["n14", "whole", "s02"],
        ["n14", "whole", "n13", "n12"],
    ):
        assert state.game.face.touches(state, FIRST, touched) == Touches()


def test_an_exchange_is_touched_by_its_piece_the_part_and_the_target() -> None:
    asked = position("n14:K,n20:S,n21:C/n13:S,n12:E(SS),s01:K").apply("n14-n13")
    assert list(places(asked)) == ["let", "n12"]
    assert set(places(asked, "n12")) == {"whole", "soldier", "alone"}
    assert walk(asked, "n12", "soldier", "n13") == ["x.s.n12"]
    assert walk(asked, "n12", "whole", "n13") == ["x.n12"]
    assert {"n07", "n22"} <= set(places(asked, "n12", "alone"))
    assert walk(asked, "n12", "alone", "n07", "n13") == ["x.n12/n07"]
    assert {"n13", "n22"} <= set(places(asked, "n12", "alone", "n07"))
    assert set(places(asked, "n12", "alone", "n22", "n07")) == {"n13"}
    assert walk(asked, "n12", "alone", "n22", "n07", "n13") == ["x.n12/n07,n22"]  # in any order
    assert set(places(asked, "n12", "alone", "n07", "n07")) == set()


# --- undo ---


def test_what_takes_or_answers_cannot_be_taken_back() -> None:
    state = position("n14:K,n20:S,n21:C/n13:S,n12:K,s01:K,n30:S")
    barrier = state.game.rulebook.undo_barrier

    def barred(state: naadam.State, text: str) -> bool:
        seat = state.waiting[0]
        return barrier(state.record, seat, state.game.notation.parse(state.record, text).action)

    assert not barred(state, "n14-n15")
    assert not barred(state, "end")
    assert barred(state, "n14-n13")
    asked = state.apply("n14-n13")
    assert barred(asked, "x.n12")
    assert barred(asked, "let")


@pytest.mark.rule("CQ-12")
def test_a_seat_is_called_by_the_colour_of_its_island() -> None:
    names = {
        seats: [naadam.load(f"conquest:players={seats}").seat_name(seat) for seat in range(seats)]
        for seats in (2, 3, 4)
    }
    assert names == {2: ["White", "Red"], 3: ["White", "Gold", "Red"], 4: ["White", "Gold", "Red", "Blue"]}


def test_the_terminal_says_the_points_of_all_and_those_left() -> None:
    state = position("n14:E(SS),np1:H(K)/s01:K,s02:K", "1 9 5 1 -:3 0,0 0,0 0 - -")
    status = "Player 1: 5 points. Player 2: 2 points. Movement points left: 15 of 20."
    assert state.game.face.status(state.record) == status
