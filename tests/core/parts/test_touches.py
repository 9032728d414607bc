"""Touch by touch: the places that may follow, by the gestures of a game that says nothing more."""

from __future__ import annotations

import naadam
from naadam.core.parts.touches import Place, Touches, refusal_of_first


def test_a_gesture_of_one_place_is_whole_at_once() -> None:
    start = naadam.load("bagh-chal").start()
    found = start.game.face.touches(start, 0, [])
    assert Place("c3") in found.places
    assert found.actions == ()
    meant = next(int(action) for action in start.actions() if str(action) == "Gc3")
    assert start.game.face.touches(start, 0, ["c3"]) == Touches(actions=(meant,))


def test_what_follows_a_piece_are_its_targets_with_what_it_takes() -> None:
    state = naadam.load("bagh-chal").start().apply("Gb2")
    face = state.game.face
    assert {place.name for place in face.touches(state, 1, []).places} == {"a1", "a5", "e1", "e5"}
    follow = {place.name: place.marks for place in face.touches(state, 1, ["a1"]).places}
    assert follow == {"a2": (), "b1": (), "c3": ("captures",)}
    (action,) = face.touches(state, 1, ["a1", "c3"]).actions
    assert state.game.notation.format(state.record, 1, action) == "Bxa1c3"


def test_nothing_follows_what_leads_nowhere() -> None:
    state = naadam.load("bagh-chal").start()
    assert state.game.face.touches(state, 0, ["c3", "c3"]) == Touches()
    assert state.game.face.touches(state, 1, []) == Touches()


def why(state: naadam.State, seat: int, point: str) -> str | None:
    refusal = refusal_of_first(state, seat, [point])
    return str(refusal) if refusal else None


def test_a_piece_without_a_move_is_refused_at_the_first_touch() -> None:
    trapped = naadam.load("bagh-chal").position("B3B/5/GGG2/GG3/BGG1B B 13 0 - - 0 -")
    assert why(trapped, 1, "a1") == "BC-5: The tiger cannot walk to b1, because that point is not empty."
    assert why(trapped, 1, "e1") is None
    assert why(trapped, 1, "b2") == "BC-5: There is no tiger on b2."


def test_a_point_that_is_touched_alone_is_no_first_touch() -> None:
    placing = naadam.load("bagh-chal").start()
    assert why(placing, 0, "a1") is None
    assert why(placing, 0, "c3") is None
