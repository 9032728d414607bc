"""Touch by touch: the places that may follow, by the gestures of a game that says nothing more."""

from __future__ import annotations

import naadam
from naadam.core.parts.touches import Place, Touches


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
