"""Yut: a case for every sentence by which something is refused. How to read a position is said in docs/notation.md."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.registry import rulebook
from naadam.core.seats import CHANCE

PLAIN = "yut"
TWO = "yut:posts=two"
WILD = "yut:wild_horse=true"


REFUSED: dict[str, tuple[str, str, int, str]] = {
    "2": (PLAIN, "-/0 -/0 ?", 0, "+1"),
    "2.1": (PLAIN, "-/0 -/0 ?", CHANCE, "F2"),
    "2.2": (PLAIN, "-/0 -/0 0?", CHANCE, "F0"),
    "3": (PLAIN, "-/0 -/0 0 1", 0, "304"),
    "6": (PLAIN, "-/0 -/0 0 1", 0, "+2"),
    "6.1": (PLAIN, "-/0 -/0 0 1", 0, "5-1"),
    "6.2": (PLAIN, "5*4/0 -/0 0 1", 0, "+1"),
    "7": (PLAIN, "7/0 -/0 0 1", 0, "7^1"),
    "7.1": (PLAIN, "X/0 -/0 0 1", 0, "X^1"),
    "13": (PLAIN, "-/4 -/0 YU-13", 0, "+1"),
    "15": (PLAIN, "-/0 -/0 0 1", 1, "+1"),
    "15.1": (PLAIN, "-/0 -/0 0?", 0, "+1"),
    "15.2": (PLAIN, "-/0 -/0 0 1", CHANCE, "T1"),
    "16": (PLAIN, "-/0 -/0 0 1", 0, "+^1"),
    "31": (TWO, "5/0 -/0 0 1", 0, "5^1"),
    "32": (TWO, "5,6*2/0 -/0 0 1", 0, "5-1"),
    "42": (WILD, "4/0 -/0 0 1 1 5.0", 0, "4-1"),
    "44": (WILD, "-/0 -/0 YU-44 - 0 10.2", 0, "+1"),
    "52": ("yut:wild_horse=true,hurdles=true", "7/0 -/0 0 1 1 9.0", 0, "7-1"),
    "52.1": ("yut:posts=two,hurdles=true", "7,9*2/0 -/0 0 1", 0, "7-1"),
}


@pytest.mark.parametrize("key", REFUSED)
def test_each_sentence_is_said_where_it_should_be(key: str) -> None:
    spec, position, seat, action = REFUSED[key]
    state = naadam.load(spec).position(position)
    refusal = state.refusal(int(action) if action.isdigit() else action, seat)
    assert refusal is not None
    assert (refusal.clause, refusal.key) == (f"YU-{key.split('.')[0]}", key)
    assert len({refusal.text(language) for language in ("en", "fr", "it")}) == 3
    assert "{" not in refusal.text()


def test_there_is_a_case_for_every_sentence() -> None:
    assert set(REFUSED) | {"6.3"} == set(rulebook("yut").texts.sections("en")["refusals"])


@pytest.mark.parametrize(
    ("touched", "key"),
    [
        (["7"], "6.1"),  # no horse there
        (["7", "9"], "6.1"),
        (["3", "5"], "6"),  # a 2 is not waiting
        (["3", "X"], "6.3"),  # no throw goes there
        (["new-0", "2"], "6"),
        (["new-0", "9"], "6.3"),
    ],
)
@pytest.mark.rule("YU-6")
def test_places_touched_in_vain_are_answered_by_the_clause(touched: list[str], key: str) -> None:
    state = naadam.load(PLAIN).position("3/0 -/0 0 1")
    face = state.game.face
    try:
        refusal = state.refusal(face.meant(state.record, 0, touched).action, 0)
    except naadam.IllegalAction as error:
        refusal = error.refusal
    assert refusal is not None
    assert (refusal.clause, refusal.key) == ("YU-6", key)
    assert "{" not in refusal.text("fr")


@pytest.mark.parametrize("touched", [["nowhere"], ["new-1", "3"], ["home-0"]])
def test_what_is_no_place_to_move_from_means_nothing(touched: list[str]) -> None:
    state = naadam.load(PLAIN).position("3/0 -/0 0 1")
    with pytest.raises(naadam.NotationError):
        state.game.face.meant(state.record, 0, touched)
