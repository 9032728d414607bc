"""Every sentence with which Hasami Shogi refuses an action, and a position in which it is said."""

from __future__ import annotations

import pytest
from pictures import assert_said

import naadam

FIVE, SHOGUNS, WAR = "hasami-shogi", "hasami-shogi:shoguns=true", "hasami-shogi:variant=war"
START = "RRRRRRRRR/RRRRRRRRR/9/9/9/9/9/GGGGGGGGG/GGGGGGGGG G"
OPEN = "RRRRRRRRR/RRRRRRRR1/9/4R4/2G1G1G2/9/9/GG1G1G1GG/GGGGGGGGG G"
GENERALS = "RRRRRRRRR/RRRR+RRRRR/9/9/9/9/9/GGGG+GGGGG/GGGGGGGGG G"

# key of the sentence: spec, position, seat, action
CASES: dict[str, tuple[str, str, int, str | int]] = {
    "2": (FIVE, START, 1, "a8a7"),
    "2.1": (FIVE, START, 0, 9 * 81 + 9),
    "3": (FIVE, START, 0, "a8a7"),
    "3.1": (FIVE, START, 0, "a1a2"),
    "3.2": (FIVE, START, 0, "a2b3"),
    "3.3": (FIVE, OPEN, 0, "c5f5"),
    "4": (FIVE, START, 0, "a1a4"),
    "4.1": (FIVE, "RRRRRRRRR/9/9/9/2GRR4/9/9/9/GGGGGGGGG G", 0, "c5f5"),
    "5": (FIVE, OPEN, 0, "i2i8"),
    "5.1": (FIVE, OPEN, 0, "c5c2"),
    "8": (FIVE, "RRRRRRRRR/9/9/9/GGGGG4/9/9/9/9 R", 1, "a9a8"),
    "9": (FIVE, "RRRR5/9/9/9/9/9/9/9/GGGGGGGGG R", 1, "a9a8"),
    "10": (FIVE, "9/9/9/GG7/GGG6/RRGG5/RRRGG4/9/9 R", 1, "a3a2"),
    "10.1": (FIVE, f"{START.replace(' G', ' R')} 8 HS-10.1", 1, "a8a7"),
    "11": (FIVE, f"{START} 200", 0, "a2a3"),
    "23": (WAR, "R8/9/9/9/9/9/9/9/GGGGGGGGG R", 1, "a9a8"),
    "31": (SHOGUNS, GENERALS, 0, "e2f4"),
    "31.1": (SHOGUNS, GENERALS, 0, "d2e3"),
}


@pytest.mark.parametrize("key", CASES)
def test_each_sentence_is_said_where_it_should_be(key: str) -> None:
    assert_said("HS", key, CASES[key])


def test_there_is_a_case_for_every_sentence() -> None:
    assert set(CASES) == set(naadam.load(FIVE).rulebook.texts.sections("en")["refusals"])


def test_a_sentence_names_the_piece_that_is_in_the_way() -> None:
    state = naadam.load(FIVE).position(OPEN)
    refusal = state.refusal("c5h5")
    assert refusal is not None
    assert refusal.text() == "The way from c5 to h5 is blocked on e5."
    refusal = naadam.load(FIVE).start().refusal("a1a4")
    assert refusal is not None
    assert refusal.text() == "A jump over a2 ends on the cell right behind it; it cannot go on to a4."
