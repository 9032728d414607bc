"""Display and input of Conquest: loads, meter, notes, score sheet, walks, and steps that cannot be taken back."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.parts.touches import Place, Touches
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


@pytest.mark.rule("CQ-95")
def test_the_row_of_a_player_names_the_ally() -> None:
    state = naadam.load("conquest:alliances=true").start()
    assert [things[0].item for things in state.public().describe().shelves["standing"]] == [
        f"ally-{seat}" for seat in range(4)
    ]
    for language, names in (
        ("en", "Red Blue White Gold"),
        ("fr", "Rouge Bleu Blanc Or"),
        ("it", "Rosso Blu Bianco Oro"),
    ):
        stage = state.game.face.stage(language)
        assert stage is not None
        assert [stage.items[f"ally-{seat}"].name.split()[-1] for seat in range(4)] == names.split()
    assert naadam.load("conquest").start().public().describe().shelves["standing"] == ((),) * 4


@pytest.mark.rule("CQ-11")
def test_whoever_begins_is_named_by_colour() -> None:
    state = naadam.load("conquest:players=2").start()
    assert [state.say("first 2", language) for language in ("en", "fr", "it")] == [
        "Red begins", "Rouge commence", "Rosso comincia",
    ]  # fmt: skip


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


@pytest.mark.parametrize(
    ("pieces", "rest", "touched", "clause", "words"),
    [
        ("n22:S,n35:C/s01:K,s02:K", "1 9 0", "n22 n14", "CQ-22", "costs 3, and this piece has 2 of its own"),
        ("n22:K,n35:C/s01:K,s02:K", "1 9 19", "n22 n14", "CQ-20", "costs 3 movement points, and you have 1 left"),
        ("n22:K6,n35:C/s01:K,s02:K", "1 9 6", "n22 n14", "CQ-22", "used up its own allowance"),
        ("n22:K,n35:C/s01:K,s02:K", "1 9 20", "n22 n14", "CQ-20", "not have enough movement points"),
        ("n22:K,n35:C/s01:K,s02:K", "1 9 0", "n22 ns01", "CQ-6", "ns01 is at sea"),
        ("np1:H,n35:C/s01:K,s02:K", "1 9 0", "np1 n14", "CQ-6", "n14 is land"),
        ("n22:E,n35:C/s01:K,s02:K", "1 9 0", "n22 cg1", "CQ-61", "Only knights and soldiers"),
        ("ns01:H(K),n35:C/s01:K,s02:K", "1 9 0", "ns01 aboard n22", "CQ-33", "only in port"),
        ("n22:S,n35:C,n12:S/s01:K,s02:K", "1 9 0", "n35 n12", "CQ-30", "the one on n12 must mount"),
        ("n22:S/s01:K,s02:K", "1 9 0", "s01", "CQ-1", "not yours"),
        ("n22:S/s01:K,s02:K", "1 9 0", "n23", "CQ-5", "There is no piece on n23"),
        ("n22:S2,n01:S/s01:K,s02:K", "1 9 2", "n22", "CQ-22", "used up its own allowance"),
    ],
)
def test_a_touch_in_vain_is_answered_by_the_clause_that_bars_it(
    pieces: str, rest: str, touched: str, clause: str, words: str
) -> None:
    state = position(pieces, f"{rest} 1 -:3 0,0 0,0 0 - -")
    with pytest.raises(naadam.IllegalAction) as caught:
        state.game.face.meant(state.record, FIRST, touched.split())
    assert caught.value.refusal.clause == clause
    assert words in str(caught.value)
    for language in ("fr", "it"):
        assert caught.value.text(language) != caught.value.text()


@pytest.mark.rule("CQ-5")
def test_where_pieces_stand_in_the_way_no_way_is_free() -> None:
    """Every path to n12 leads past enemies, which no piece may pass."""
    state = position("n22:K,n35:C/n26:S,n12:S,n23:S,s02:K")
    with pytest.raises(naadam.IllegalAction, match="There is no free way from n22 to n14"):
        state.game.face.meant(state.record, FIRST, ["n22", "n14"])


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


# --- reasons ---


@pytest.mark.parametrize(
    ("pieces", "action", "clause", "said"),
    [
        ("ch1:K/s01:K", "ch1-cg1", "CQ-62", "From the Grail space cg1 it takes four points from every enemy"),
        ("s07:K/s20:K", "s07-s01", "CQ-60", "In the capital of Red it takes four points from Red"),
        ("n14:S,n15:E/s01:K", "n14-n15", "CQ-24", "Carried by the elephant"),
        ("n14:S/n26:K", "n14-n15", "CQ-40", "The enemy knight on n26 is at most two steps from n14"),
        ("n14:K,n44:S/n46:K", "n14-n15", "CQ-50", "From n15 it can answer by an exchange if the soldier on n44"),
        ("n14:K/n44:S", "n14-n15", "CQ-40", "The enemy soldier on n44 is then at most two steps away."),
        ("n20:E/s01:K", "n20-n19", "CQ-60", "The capital of Red is then 18 steps away"),
        ("n14:K/n15:S", "n14-n15", None, ""),
        ("n14:K/s01:S", "end", None, ""),
    ],
)
def test_a_quiet_step_has_a_reason_with_its_clause(pieces: str, action: str, clause: str | None, said: str) -> None:
    state = position(pieces)
    number = int(state.resolve_action(action, FIRST)[1])
    face = state.game.face
    english, *others = (face.reason(state, FIRST, number, language) for language in ("en", "fr", "it"))
    assert english.startswith(said)
    assert {bool(text) for text in (english, *others)} == {bool(said)}
    assert face.clause(state.record, FIRST, number) == clause
