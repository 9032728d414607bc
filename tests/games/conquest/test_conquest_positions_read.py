"""Positions of Conquest that no game can have are refused with the reason, and nothing else happens."""

from __future__ import annotations

import json

import pytest

import naadam
from naadam.core.errors import NotationError, PositionError
from naadam.core.texts import LANGUAGES

TWO = "conquest:players=2"
REST = "1 9 0 1 -:3 0,0 0,0 0 - -"
PIECES = "n14:E(SS),np1:H(K)/n44:S,s01:K"
SOLDIERS = ",".join(f"n{number:02}:S" for number in range(1, 12))


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "A position has 11 fields"),
        (f"{PIECES} {REST} -", "A position has 11 fields"),
        (f"{PIECES}/n01:K {REST}", "pieces of 2 players"),
        (f"{SOLDIERS}/s01:K,s02:K {REST}", "Nobody has so many pieces (soldier): there are 10"),
        (f"n14:E,n15:E,n18:E,n19:E,np1:H(E)/s01:K,s02:K {REST}", "Nobody has so many pieces (elephant)"),
        (f"np1:E,n02:K/s01:K,s02:K {REST}", "np1: only vessels are at sea"),
        (f"ns01:E,n02:K/s01:K,s02:K {REST}", "ns01: only vessels are at sea"),
        (f"n01:H,n02:K/s01:K,s02:K {REST}", "n01: a vessel cannot be on land"),
        (f"cg1:E,n02:K/s01:K,s02:K {REST}", "cg1: only knights and soldiers are on Grail spaces"),
        (f"n14:E(SSS)/s01:K,s02:K {REST}", "'E(SSS)' cannot carry that"),
        (f"n14:E(K)/s01:K,s02:K {REST}", "'E(K)' cannot carry that"),
        (f"n14:C(SS)/s01:K,s02:K {REST}", "'C(SS)' cannot carry that"),
        (f"np1:H(ES)/s01:K,s02:K {REST}", "'H(ES)'"),
        (f"np1:H(KS)/s01:K,s02:K {REST}", "'H(KS)' cannot carry that"),
        (f"np1:H(H)/s01:K,s02:K {REST}", "'H(H)' cannot carry that"),
        (f"np1:H(C(SS))/s01:K,s02:K {REST}", "'C(SS)' cannot carry that"),
        (f"n14:S3,n02:K/s01:K,s02:K {REST}", "'S3' has spent more than its allowance, 2"),
        (f"n14:X/s01:K {REST}", "A piece must be written as"),
        (f"n14/s01:K {REST}", "A piece must be written as"),
        (f"n14:K,n14:S/s01:K {REST}", "There are two pieces on n14"),
        (f"n99:K/s01:K {REST}", "There is no space 'n99'"),
        (f"{PIECES.replace('s01:K', 's01:K1')} {REST}", "s01: only the pieces of the player whose turn it is"),
        (f"{PIECES} 3 9 0 1 -:3 0,0 0,0 0 - -", "There is no player '3'; there are 2"),
        (f"{PIECES} 1 0 0 1 -:3 0,0 0,0 0 - -", "turn must be from 1"),
        (f"{PIECES} 1 9 21 1 -:3 0,0 0,0 0 - -", "More points have been spent than the turn has"),
        (f"{PIECES} 1 1 6 1 -:0 0,0 0,0 0 - -", "More points have been spent than the turn has"),
        (f"{PIECES} 1 9 x 1 -:3 0,0 0,0 0 - -", "This must be a number, not 'x'"),
        (f"{PIECES} 1 9 0 - -:3 0,0 0,0 0 - -", "It is somebody’s turn from the lots"),
        (f"{PIECES} 1 9 0 1 3 0,0 0,0 0 - -", "The count of CQ-73 must be written as"),
        (f"{PIECES} 1 9 0 1 -:12 0,0 0,0 0 - -", "must be from 0 to 11 here"),
        (f"{PIECES} 1 9 0 1 2:-1 0,0 0,0 0 - -", "must be from 0 to 3 here"),
        (f"{PIECES} 1 9 0 1 1:4 0,0 0,0 0 - -", "must be from -1 to 3 here"),
        (f"{PIECES} 1 9 0 1 -:3 0 0,0 0 - -", "There must be 2 numbers"),
        (f"{PIECES} 1 9 0 1 -:3 40,40 0,0 0 - -", "More pieces have been eliminated than are missing"),
        (f"{PIECES} 1 9 0 1 -:3 0,0 1,0 0 - -", "Nobody takes own pieces"),
        (f"{PIECES} 1 9 0 1 -:3 0,0 0,0 2 - -", "risked must be from 0 to 1"),
        (f"{PIECES} - 1 0 - -:0 0,0 0,0 0 - -", "Before lots decide who begins"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,1 0 n14 -", "An exchange must be written as"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,1 0 n14:2:- -", "An exchange has a space"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,1 0 n44:2:2 -", "An exchange is against a piece of the player whose turn it is"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,1 0 n14:1:1 -", "Only a player who lost a piece to an enemy"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,0 0 n14:2:2 -", "Nothing has been taken from that player"),
        (f"{PIECES} 1 9 1 1 2:0 1,0 0,1 0 n14:2:2 -", "The player who is asked has no exchange"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-99", "The end must be written as"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-97", "has ended by one of its clauses"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-73", "The game has not ended by CQ-73 here"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-70", "The game has not ended by CQ-70 here"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-71", "The game has not ended by CQ-71 here"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-72", "The game has not ended by CQ-72 here"),
        (f"{PIECES} - 9 0 1 -:3 0,0 0,0 0 - CQ-80", "The game has not ended by CQ-80 here"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(position: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        naadam.load(TWO).position(position)
    assert reason in str(refused.value)
    assert len({refused.value.text(language) for language in LANGUAGES}) == 3


def test_the_player_to_move_is_neither_pinned_nor_out() -> None:
    game = naadam.load("conquest:players=3")
    grail = ",".join(f"cg{number}:S" for number in range(1, 6))
    over = game.position(f"n01:K/{grail}/s01:K 1 9 0 1 -:3 0,0,0 0,0,0 0 - -")
    assert over.outcome is not None
    assert over.outcome.clause == "CQ-71"
    capital = "n01:S,n02:S,n03:S,n04:S,n05:S"
    with pytest.raises(PositionError, match="The turn of a pinned player passes immediately"):
        game.position(f"n14:E/{capital}/s01:K 1 9 0 1 -:3 0,0,0 0,0,0 0 - -")
    with pytest.raises(PositionError, match="A player without pieces has no turn"):
        game.position("-/e01:K/s01:K 1 9 0 1 -:3 0,0,0 0,0,0 0 - -")


def test_soldiers_of_a_carrier_are_written_in_one_order_and_read_in_any() -> None:
    game = naadam.load(TWO)
    told = game.position(f"n14:E2(S1S)/s01:K,s02:K {REST}")
    assert told.position == f"n14:E2(SS1)/s01:K,s02:K {REST}"
    assert told == game.position(told.position)


@pytest.mark.parametrize("change", [{"pieces": 1 << 25}, {"pieces": 7}, {"figures": 9}, {"own": 1}])
def test_fields_that_contradict_the_pieces_are_refused(change: dict[str, int]) -> None:
    game = naadam.load(TWO)
    told = json.loads(game.position(f"{PIECES} {REST}").to_json())
    for name, number in change.items():
        first = told["state"][name]
        if isinstance(first[0], list):
            first[0][0] += number
        else:
            first[0] += number
    with pytest.raises(PositionError):
        game.from_json(json.dumps(told))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("n21", "is not an action"),
        ("n21-n99", "There is no space 'n99'"),
        ("n21-n45", "No path leads from n21 to n45"),
        ("z.n21-n22", "is not an action"),
        ("n01^n02-n03", "a knight cannot jump there"),
        ("x.n14/n13,n13", "Two soldiers must be put on two different spaces"),
        ("x.n14/n45", "No path leads from n14 to n45"),
        ("x.t.n14", "is not an action"),
        ("first 9", "There is no player '9'"),
    ],
)
def test_a_text_that_names_no_action_is_refused(text: str, reason: str) -> None:
    state = naadam.load(TWO).start().apply("first 1")
    before = state.to_bytes()
    with pytest.raises(NotationError) as refused:
        state.apply(text)
    assert reason in str(refused.value)
    assert state.to_bytes() == before
