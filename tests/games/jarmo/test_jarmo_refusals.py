"""Every sentence with which Jarmo refuses an action, and a position in which it is said."""

from __future__ import annotations

import pytest
from pictures import assert_said

import naadam

PLAIN, LEGENDARY, JASYR = "jarmo", "jarmo:variant=legendary", "jarmo:variant=jasyr"
REMOTE = "jarmo:remote_camps=true"
START = "aaaaa/5/5/5/AAAAA G"
OPEN = "1a3/1a3/1A1a1/5/1A3 G"
RECOVERY = "1a1A1/1a3/3a1/5/1A3 G 0-0 3-2 - - 0 - r"
TURNED = RECOVERY
HELD = "1a3/3a1/1A1A1/5/4A G 0-0 2-3 - - 0 m c"

# key of the sentence: spec, position, seat, action
CASES: dict[str, tuple[str, str, int, str]] = {
    "3": (PLAIN, START, 1, "a5b3"),
    "3.1": (PLAIN, START, 0, "b3b4"),
    "3.2": (PLAIN, START, 0, "a1a2"),
    "3.3": (PLAIN, "aaaaa/5/5/2A2/1AAAA G", 0, "e1c2"),
    "6": (PLAIN, "3A1/1a3/3a1/5/1A3 G", 0, "d5e3"),
    "7": (PLAIN, RECOVERY, 0, "b1a3"),
    "8": (PLAIN, RECOVERY, 0, "+c3"),
    "8.1": (PLAIN, RECOVERY, 0, "+b1"),
    "8.2": (PLAIN, OPEN, 0, "+a1"),
    "9": (JASYR, "3A1/5/a3A/5/1a3 G", 0, "e3d5"),
    "9.1": (PLAIN, START, 0, "pass"),
    "10": (PLAIN, "3A1/5/5/1a3/5 B", 1, "b2b3"),
    "11": (PLAIN, "5/5/1A3/5/5 B", 1, "b3b4"),
    "12": (PLAIN, "aaaaa/5/5/5/AAAAA G 0-0 0-0 a2c1*4 e4c5*4 8", 0, "a1b3"),
    "14": (PLAIN, f"{OPEN} 0-0 3-2 - - 200", 0, "b1a3"),
    "16": (PLAIN, START, 0, "keep"),
    "30": (LEGENDARY, "3A1/5/5/1a3/5 JA-30:G", 1, "b2b3"),
    "31": (LEGENDARY, "A4/2a2/5/5/1A3 B", 1, "c4a5"),
    "32": (PLAIN, "3A1/1a3/3a1/5/1A3 G", 0, "Td5"),
    "32.1": (LEGENDARY, "3A1/1a3/3a1/5/1A3 G", 0, "Td5"),
    "32.2": (LEGENDARY, "3G1/1a3/3a1/5/AAAA1 G", 0, "Td5"),
    "32.3": (LEGENDARY, TURNED, 0, "none"),
    "41": (PLAIN, OPEN, 0, "b3c3"),
    "42": (JASYR, OPEN, 0, "b3b2"),
    "43": (JASYR, OPEN, 0, "+a1"),
    "52": ("jarmo:golden=true", "g*4/1a3/1(gA)3/5/1A3 G", 0, "b3b2"),
    "61": (REMOTE, HELD, 0, "e1c2"),
    "61.1": (REMOTE, HELD, 0, "keep"),
}


@pytest.mark.parametrize("key", CASES)
def test_each_sentence_is_said_where_it_should_be(key: str) -> None:
    assert_said("JA", key, CASES[key])


def test_there_is_a_case_for_every_sentence() -> None:
    for language in ("en", "fr", "it"):
        assert set(CASES) == set(naadam.load(PLAIN).rulebook.texts.sections(language)["refusals"])
