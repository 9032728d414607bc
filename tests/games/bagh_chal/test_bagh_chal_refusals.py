"""Every sentence with which Bagh Chal refuses an action, and a position in which it is said."""

from __future__ import annotations

import pytest
from pictures import assert_said

import naadam

PLAIN, HEROES = "bagh-chal", "bagh-chal:heroes=true"
START = "B3B/5/5/5/B3B G 20 0"
TIGERS = "B3B/5/2G2/5/B3B B 19 0"
PHASE_TWO = "BGGGB/GGGGG/1GGG1/GGG2/BGG1B G 0 4"

# key of the sentence: spec, position, seat, action
CASES: dict[str, tuple[str, str, int, str | int]] = {
    "3": (PLAIN, START, 1, "a1b1"),
    "3.1": (PLAIN, TIGERS, 1, "--"),
    "4": (PLAIN, START, 0, "a1"),
    "4.1": (PLAIN, "B3B/5/2G2/5/B3B G 19 0", 0, "c3c4"),
    "5": (PLAIN, TIGERS, 1, "b1c1"),
    "5.1": (PLAIN, "B3B/5/5/5/BG2B B 19 0", 1, "a1b1"),
    "5.2": (PLAIN, TIGERS, 1, "a1d2"),
    "5.3": (PLAIN, TIGERS, 1, "c4"),
    "6": (PLAIN, "B3B/5/5/5/BGG1B B 18 0", 1, "a1c1"),
    "6.1": (PLAIN, TIGERS, 1, "a1c1"),
    "7": (PLAIN, PHASE_TWO, 0, "a3"),
    "7.1": (PLAIN, PHASE_TWO, 0, "d2d1"),
    "7.2": (PLAIN, PHASE_TWO, 0, "c2e3"),
    "7.3": (PLAIN, PHASE_TWO, 0, "b1d1"),
    "7.4": (PLAIN, PHASE_TWO, 0, "c2c3"),
    "8": (PLAIN, f"{PHASE_TWO} a3a2 - 1", 0, "a2a3"),
    "10": (PLAIN, "B3B/5/5/5/B3B G 15 5", 0, "c3"),
    "11": (PLAIN, "BGGGB/GG1GG/G1G1G/GG1GG/BGGGB B 3 0", 1, "a1b1"),
    "12": (PLAIN, PHASE_TWO.replace(" G ", " BC-12 "), 0, "a2a3"),
    "13": (PLAIN, "GGGGG/GGGGG/GGGBG/GGGBB/GGGB1 G 0 0", 0, "a1b1"),
    "14": (PLAIN, f"{PHASE_TWO} - - 200", 0, "a2a3"),
    "40": (PLAIN, "B3B/5/2G2/5/B3B G 17 2", 0, "Kc3"),
    "41": (HEROES, "B3B/5/2G2/5/A3B B 19 0", 1, "--"),
    "41.1": (HEROES, "1B2B/5/2G2/5/A3B B 19 0 - - 0 +", 1, "e1d1"),
    "43": (HEROES, "B3B/5/2G2/5/A3B B 17 2", 1, 25 * 25 + 12),
    "43.1": (HEROES, "B3B/5/2K1G/5/A3B G 16 2", 0, "Ke3"),
    "43.2": (HEROES, "B3B/5/2G2/5/A3B G 18 1", 0, "Kc3"),
    "43.3": (HEROES, "B3B/5/2G2/5/A3B G 17 2", 0, "Kc4"),
    "44": (HEROES, "B3B/5/2K1G/5/A3B G 16 2", 0, "Ke3e4"),
    "47": (HEROES, "B3B/5/2K2/5/A3B G 17 2", 0, "Kc3c4"),
}


@pytest.mark.parametrize("key", CASES)
def test_each_sentence_is_said_where_it_should_be(key: str) -> None:
    assert_said("BC", key, CASES[key])


@pytest.mark.rule("BC-45")
def test_after_the_capture_of_the_buck_every_action_is_refused_by_it() -> None:
    state = naadam.load(HEROES).position("B3B/5/5/1K3/A3B B 17 2").apply("Bxa1c3")
    refusal = state.refusal("c4")
    assert refusal is not None
    assert refusal.key == "45"


def test_there_is_a_case_for_every_sentence() -> None:
    assert {*CASES, "45"} == set(naadam.load(PLAIN).rulebook.texts.sections("en")["refusals"])
