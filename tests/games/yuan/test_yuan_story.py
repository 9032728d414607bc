"""The film of a resolution: every event with its clause and the map as it is then; bids that are opened."""

from __future__ import annotations

import random

import pytest
from drawn_yuan import played, small, stand, told

from naadam.core.state import State
from naadam.drawing.blanks import fill
from naadam.drawing.story import Frame


def film(state: State, *plans: str) -> list[Frame]:
    """The story of the last of these plans of the seats, in their order."""
    state, seat = played(state, *plans[:-1]), len(plans) - 1
    number = state.game.notation.parse(state.record, plans[-1]).action
    assert state.game.face.tells(state.record, seat, number)
    return list(state.game.face.story(state, seat, number))


def said(state: State, frames: list[Frame]) -> list[str]:
    """Clause and words of the frames."""
    stage = state.game.face.stage("en", state.game.face.scene(state.record))
    assert stage is not None
    sentences = []
    for frame in frames:
        named = {name: stage.items[item].name for name, item in frame.saying.items.items()}
        sentences.append(f"{frame.clause} {fill(stage.sayings[frame.saying.say], **frame.saying.values, **named)}")
    return sentences


def standing(frame: Frame, point: str) -> list[str]:
    return [piece.kind for piece in frame.drawing.pieces if piece.point == point]


def test_plans_are_opened_as_flags_then_event_follows_event() -> None:
    state = stand("La:mu.city.2 Lb:mu.village Ld:suhey.city.wood.1 Pz:weyu.city")
    frames = film(state, "Ld M2", "pass", "Pa D2")
    assert said(state, frames) == [
        "YN-22 Mu plans for Ld – Militarisation: attack II",
        "YN-22 Suhey passes",
        "YN-22 Weyu plans for Pa – Development: colonise II",
        "YN-25 Chão paid: Mu 4, Weyu 3",
        "YN-31 Weyu colonises Pa",
        "YN-31 Weyu takes the neighbours too: Pb, Pf",
        "YN-46 Armies of Mu that leave La to attack: 2",
        "YN-47 Mu attacks Ld; one army from its stock joins in",
        "YN-50 They fight for Ld; armies left to Mu: 2",
        "YN-50 They fight for Ld; armies left to Suhey: 0",
        "YN-51 The defence of Ld holds; armies that Mu loses: 2",
        "YN-65 Income in Chão: Suhey 6, Weyu 2",
        "YN-21 Nobody has won yet. Turn 3: 9 temples needed",
    ]
    flags = [[piece.kind for piece in frame.drawing.pieces if "flag" in piece.kind] for frame in frames]
    assert flags[:3] == [["flag-mu"], ["flag-mu"], ["flag-mu", "flag-weyu"]]
    assert flags[-1] == [], "the next turn begins"
    assert standing(frames[3], "Pa") == ["flag-weyu"]
    assert standing(frames[4], "Pa") == ["village-weyu", "flag-weyu"]
    assert standing(frames[5], "Pb") == ["village-weyu"]
    assert "army-mu" in standing(frames[5], "La")
    assert "army-mu" not in standing(frames[6], "La")
    assert frames[-1].drawing == played(state, "Ld M2", "pass", "Pa D2").describe()
    assert not any(frame.drawing.secret for frame in frames[:-1]), "a film is for all"


@pytest.mark.parametrize(
    ("words", "plans"),
    [
        ("La:mu.city.2 Ld:suhey.city.1 Le:suhey.village Pz:weyu.city", ("Ld F1 M3", "La M1", "Pa D3")),
        ("La:mu.city Lc:suhey.city Pz:weyu.city", ("Lb D1", "Lb D2", "Pz D3 F3")),
        ("La:mu.city Lb:suhey.city Pc:weyu.city", ("La D3", "Lb D3", "pass")),
    ],
)
def test_the_film_tells_all_that_the_rules_tell(words: str, plans: tuple[str, ...]) -> None:
    state = stand(words)
    frames = film(state, *plans)
    in_film = {(frame.clause, point) for frame in frames for point in frame.saying.points}
    clauses = {frame.clause for frame in frames}
    for clause, _, province, _ in told(state, *plans):
        assert (f"YN-{clause}", province) in in_film if province else f"YN-{clause}" in clauses


@pytest.mark.rule("YN-55")
def test_the_film_shows_the_army_that_falls_to_a_bonus_attack() -> None:
    state = stand("La:mu.city.2 Lb:suhey.village Lc:suhey.city.2 Pz:weyu.city")
    frames = film(state, "Lb M3", "pass", "pass")
    (bonus,) = [number for number, frame in enumerate(frames) if frame.clause == "YN-55"]
    assert said(state, frames)[bonus] == "YN-55 Bonus attack of Mu: one defending army falls on each of these: Lc"
    armies = [
        piece.count
        for frame in frames[bonus - 1 : bonus + 1]
        for piece in frame.drawing.pieces
        if (piece.kind, piece.point) == ("army-suhey", "Lc")
    ]
    assert armies == [2, 1]


@pytest.mark.rule("YN-22")
def test_a_plan_has_the_same_names_on_the_panel_in_the_log_and_in_the_film() -> None:
    state = stand("La:mu.city.2 Ld:suhey.city.2 Pz:weyu.city")
    face = state.game.face
    stage = face.stage("en", face.scene(state.record))
    assert stage is not None
    rows = {place.name: stage.sayings[place.row] for place in face.touches(state, 0, ("La",)).places if place.row}
    assert rows["D2"] == "Development: expand"
    assert rows["F1"] == "Fortification: reinforce"
    (plan,) = [action for action in state.actions(0) if str(action) == "La D2 F1"]
    assert state.say(plan) == "Plan for La – Development: expand II, Fortification: reinforce I"
    frames = film(state, "La D2 F1", "pass", "pass")
    assert said(state, frames)[0] == "YN-22 Mu plans for La – Development: expand II, Fortification: reinforce I"


@pytest.mark.rule("YN-70")
def test_the_film_ends_with_who_wins() -> None:
    state = stand("Ld:mu.city Pd:mu.city La:mu.city.temple Lc:mu.village Pz:weyu.city Lf:suhey.city", turn=13)
    frames = film(state, "Lc D3", "pass", "pass")
    assert said(state, frames)[-1].startswith("YN-70 Mu has 4 temples")
    assert frames[-1].drawing.winners == (0,)
    assert not any(frame.drawing.winners for frame in frames[:-1])


@pytest.mark.rule("YN-16")
def test_bids_are_shown_together() -> None:
    game = small(auction=True)
    state, rng = game.start().resolve(random.Random(1)), random.Random(1)
    while not state.position.startswith("bid"):
        state = state.apply(state.actions()[0]).resolve(rng)
    frames = film(state, "bid 3", "bid 1", "bid 3")
    assert [(frame.saying.seat, frame.saying.values.get("amount")) for frame in frames[:-1]] == [(0, 3), (1, 1), (2, 3)]
    assert (frames[-1].saying.say, frames[-1].saying.seats, frames[-1].clause) == ("bid-tied", (0, 2), "YN-17")
    assert film(state, "bid 3", "bid 1", "bid 4")[-1].saying.seat == 2


@pytest.mark.parametrize(
    ("touched", "sentences"),
    [
        (("Ld",), ["plan", "there-enemy", "does-development", "does-fortification", "does-attack"]),
        (("La",), ["plan", "there-own", "does-expansion", "does-reinforcement", "does-recruitment"]),
        (("Pa",), ["plan", "there-free", "does-colonisation", "does-urbanisation", "does-recruitment"]),
        (("Lb", "D2"), ["plan", "alone", "event-31-0", "event-31-1", "event-65", "rivals-free"]),
        (("La", "D3"), ["plan", "alone", "event-35-1", "event-37", "rivals-own"]),
        (("La", "F1"), ["plan", "alone", "event-41-1", "rivals-own"]),
        (("Ld", "M1"), ["plan", "alone", "event-46", "event-50", "event-50", "rivals-enemy"]),
        (("Ld", "D1"), ["plan", "alone-nothing", "idle-development", "rivals-enemy"]),
        (("Ld", "F1"), ["plan", "alone-nothing", "idle-fortification", "rivals-enemy"]),
        (("Pa", "D1"), ["plan", "alone-nothing", "idle-colonisation", "rivals-free"]),
        (("Pa", "F2"), ["plan", "alone-nothing", "idle-urbanisation", "rivals-free"]),
        (("Pa", "M2"), ["plan", "alone-nothing", "idle-recruitment", "rivals-free"]),
        (("Pz", "M1"), ["plan", "alone-nothing", "idle-attack", "rivals-enemy"]),
        (("Pz", "F1", "M1"), ["plan", "alone", "event-60", "idle-attack", "rivals-enemy"]),
        (("La", "M1"), ["plan", "alone-nothing", "idle-recruitment", "rivals-own"]),
    ],
)
def test_a_plan_is_told_as_things_stand_and_what_others_could_do_to_it(
    touched: tuple[str, ...], sentences: list[str]
) -> None:
    state = stand("La:mu.city.2 Ld:suhey.city.2 Pc:weyu.village Pz:weyu.city")
    found = state.game.face.touches(state, 0, touched)
    assert [saying.say for saying in found.sayings] == sentences
    assert state.game.face.touches(state.apply("Lb D1", 1), 0, touched).sayings == found.sayings, "it tells no secret"


def test_what_a_plan_would_change_is_foreseen_piece_by_piece() -> None:
    state = stand("La:mu.city.2 Ld:suhey.village Pc:weyu.village Pz:weyu.city")
    touches = state.game.face.touches
    settled = touches(state, 0, ("Lb", "D1")).foreseen
    assert settled is not None
    assert settled.attacks == ()
    assert "Lb" in settled.gained
    assert {piece.point for piece in settled.pieces if piece.kind == "village-mu"} == set(settled.gained)
    taken = touches(state, 0, ("Ld", "M1")).foreseen
    assert taken is not None
    assert taken.gained == ("Ld",)
    assert taken.attacks == (("La", "Ld"),)
    assert ("army-mu", "Ld") in {(piece.kind, piece.point) for piece in taken.pieces}
    recruited = touches(state, 0, ("La", "M2")).foreseen
    assert recruited is not None
    assert [(piece.kind, piece.point, piece.count) for piece in recruited.pieces] == [("army-mu", "La", 3)]
    assert touches(state, 0, ("La",)).foreseen is None
    assert touches(state.apply("Lb D1", 1), 0, ("Lb", "D1")).foreseen == settled, "it tells no secret"


def test_targets_levels_and_the_seal_say_whether_they_would_change_anything() -> None:
    state = stand("La:mu.city Ld:suhey.city Pz:weyu.city", chao="4,4,4")
    touches = state.game.face.touches
    idle = {place.name: place.idle for place in touches(state, 0, ()).places}
    assert not idle["La"], "a city of one's own"
    assert not idle["Lb"], "next to it"
    assert idle["Ld"], "no army is near"
    assert idle["Pa"], "out of reach"
    levels = {place.name: place.idle for place in touches(state, 0, ("La", "M1")).places}
    assert levels["M1"]
    assert not levels["D1"]
    assert levels["seal"]
    assert not next(place.idle for place in touches(state, 0, ("La", "M1", "D1")).places if place.name == "seal")


@pytest.mark.rule("YN-25")
def test_a_level_that_is_too_dear_says_its_price_and_the_purse() -> None:
    state = stand("La:mu.city Ld:suhey.city Pz:weyu.city", chao="4,4,4")
    dear = next(place for place in state.game.face.touches(state, 0, ("La", "D2")).places if place.name == "M3")
    assert dear.barred == "YN-25"
    assert dear.reason is not None
    assert dear.reason.values["cost"] == dear.price
