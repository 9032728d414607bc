"""Notation of actions and positions of Yuan: written, read and refused."""

from __future__ import annotations

import random

import pytest
from drawn_yuan import small, stand

import naadam
from naadam.core.errors import NotationError, PositionError
from naadam.core.seats import CHANCE
from naadam.games.yuan.names import ACTIONS

GAME = naadam.load("yuan:players=8,scenario=free")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pass", 0),
        ("Altai D1", 1 + 63),
        ("Ge D3 F3 M3", 63),
        ("Ge M1", 16),
        ("lay A A e 0", 1 + 63 * 104),
        ("lay A-II B se 5", 1 + 63 * 104 + ((15 * 30 + 1) * 6 + 5) * 6 + 5),
        ("city goujian Yu-II", 1 + 63 * 104 + 900 * 36 + 7 * 104 + 103),
    ],
)
def test_actions_have_the_numbers_of_their_description(text: str, number: int) -> None:
    assert GAME.notation.parse(GAME.start().record, text).action == number
    assert GAME.notation.format(GAME.start().record, 0, number) == text


def test_every_action_is_read_as_it_is_written() -> None:
    game = naadam.load("yuan:players=3,scenario=free,auction=true")
    record = game.start().record
    for action in range(game.sizes.actions):
        text = game.notation.format(record, 0, action)
        found = game.notation.parse(record, text)
        assert found.action == action
        assert found.seat == (CHANCE if text.split()[0] in ("first", "deal", "clan", "draw", "lot") else None)


def test_capital_and_small_letters_are_the_same() -> None:
    read = GAME.notation.parse
    record = GAME.start().record
    assert read(record, "bao-ii d2 f1") == read(record, "Bao-II D2 F1")
    assert read(record, "LAY a B NE 3") == read(record, "lay A B ne 3")
    assert ACTIONS == "DFM"


@pytest.mark.parametrize(
    "text",
    [
        "", "Bao", "Bao F1 D1", "Bao D4", "Bao D1 D2", "Nowhere D1", "pass now", "Bao D1 X2", "lay A D ne",
        "lay A D up 3", "lay A D ne 6", "lay Q A e 0", "city mu", "city nobody Bao", "city mu Nowhere", "bid 7",
        "bid -1", "bid x", "take", "first 9", "lot 0", "Bao D1 F", "bid 03", "Bao D1\x00", "Ʊ D1",
    ],
)  # fmt: skip
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.notation.parse(GAME.start().record, text)


@pytest.mark.parametrize(
    "spec",
    [
        "yuan", "yuan:players=8,auction=true", "yuan:players=3,scenario=free,capitals=random",
        "yuan:players=3,scenario=crossing-the-waters,auction=true", "yuan:players=4,scenario=river-control",
    ],
)  # fmt: skip
def test_every_position_of_a_game_is_read_as_it_was_written(spec: str) -> None:
    state, rng = naadam.load(spec).start(), random.Random(5)
    while state.waiting:
        again = state.game.position(state.position)
        assert again.record.tobytes() == state.record.tobytes()
        state = state.apply(rng.choice(state.actions(rng.choice(state.waiting))))
    assert state.game.position(state.position) == state


LINE = stand("La:mu.city.1 Lb:suhey.village Lc:suhey.city.wood Pz:weyu.doubled.stone", turn=3).position


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("plan ", "dance "),
        ("plan ", "plan 1 "),
        ("plan ", "over YN-70 "),
        ("plan ", "draw "),
        ("turn=3", "turn=14"),
        ("turn=3", "turn=0"),
        ("turn=3", "turn=1"),
        ("turn=3", "turn=3 turn=3"),
        ("turn=3", "turn=3 spirits=4"),
        ("chao=20,20,20 turn=3", "chao=5,20,20 turn=3 plans=La.D3/-/-"),
        ("turn=3", "turn=3 plans=pass/pass/pass"),
        ("turn=3", "turn=3 plans=pass/?/-"),
        ("turn=3", "turn=3 bids=1/-/-"),
        ("chao=20,20,20", "chao=20,20"),
        ("chao=20,20,20", "chao=20,20,-1"),
        ("La:mu.city.1", "La:mu.city.10"),
        ("La:mu.city.1", "La:mu.city.4"),
        ("La:mu.city.1", "La:mu.castle"),
        ("La:mu.city.1", "La:xiangi.city"),
        ("La:mu.city.1", "La:mu.village.wood"),
        ("La:mu.city.1", "La:mu.city.wood.stone"),
        ("La:mu.city.1", "La:mu.city,La:suhey.village"),
        ("La:mu.city.1", "Nowhere:mu.city"),
        ("Ld:temple,", ""),
        ("clans=mu,suhey,weyu", "clans=mu,suhey"),
        ("seats=mu,suhey,weyu", "seats=mu,suhey,mu"),
        ("seats=mu,suhey,weyu", "seats=mu,suhey,-"),
        ("L(0,0)0", "L(0,0)1"),
        ("L(0,0)0,", ""),
        ("L(0,0)0", "L(6,-4)0"),
        ("L(0,0)0", "L(1,0)0"),
    ],
)
def test_what_is_no_position(old: str, new: str) -> None:
    assert old in LINE
    assert small().position(LINE).position == LINE
    with pytest.raises(PositionError):
        small().position(LINE.replace(old, new))


def test_a_turn_that_was_won_before_is_no_position() -> None:
    state = stand(
        "La:mu.city Lb:mu.village Lc:mu.village Ld:mu.village Le:mu.village Lf:mu.village Pc:mu.village", turn=2
    )
    words = state.position.replace("mu.village", "mu.village.temple").replace("temple.temple", "temple")
    small().position(words)
    extra = ",".join(f"{name}:mu.village.temple" for name in ("Pz", "Pa", "Pb", "Pe"))
    with pytest.raises(PositionError, match="YN-70"):
        small().position(words.replace("Pd:temple", f"Pd:temple,{extra}"))


def test_a_plan_is_touched_as_its_province_and_its_levels() -> None:
    state = stand("La:mu.city Pz:suhey.city")
    face, record = state.game.face, state.record
    action = state.game.notation.parse(record, "Lb D1 M2").action
    assert face.gesture(record, 0, action) == ["Lb", "D1", "M2", "seal"]
    assert face.meant(record, 0, ["Lb", "D1", "M2", "seal"]).action == action
    assert face.gesture(record, 0, 0) == ["pass"]
    with pytest.raises(NotationError):
        face.meant(record, 0, ["Lb", "seal"])
