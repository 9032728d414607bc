"""Changes between descriptions: the first one plus the changes gives the second."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import naadam
from naadam.core.seats import CHANCE
from naadam.drawing.changes import find_changes
from naadam.drawing.description import Description, Piece, Thing

sys.path.append(str(Path(__file__).parent.parent / "server"))
import itertools

from serving import follow_changes

GAMES = ("bagh-chal", "hasami-shogi", "jarmo", "khan:players=3", "yut:posts=two,wild_horse=true", "caravan:players=4")


def what_is_there(drawing: dict[str, Any]) -> dict[str, Any]:
    """A drawing without its empty parts: changes name parts that are empty now, descriptions do not."""
    return {key: value for key, value in drawing.items() if value not in ([], {}, None, False)}


@pytest.mark.parametrize("spec", GAMES)
def test_changes_lead_from_any_position_of_a_game_to_any_other(spec: str) -> None:
    rng = random.Random(1)
    game = naadam.load(spec).uncompiled()
    state = game.start()
    seen: list[Description] = []
    while len(seen) < 40 and state.waiting:
        seen.append(state.describe(rng.choice((CHANCE, *range(game.seats)))))
        state = state.apply(rng.choice(state.actions()))
    for before, after in [*itertools.pairwise(seen), (seen[-1], seen[0]), (seen[0], seen[0])]:
        found = follow_changes(before.to_plain(), find_changes(before, after).to_plain())
        assert what_is_there(found) == what_is_there(after.to_plain())


def test_a_step_is_one_piece_gone_and_one_come() -> None:
    before = Description(
        (Piece("goat", "a1"), Piece("goat", "b1"), Piece("tiger", "c1")), 0, counts={"hand": 3, "peace": 1}
    )
    after = Description(
        (Piece("goat", "b1"), Piece("tiger", "c1"), Piece("goat", "c2")), 1, counts={"hand": 3, "peace": 2}
    )
    told = find_changes(before, after).to_plain()
    assert told == {
        "gone": [0],
        "come": [[2, {"kind": "goat", "point": "c2"}]],
        "others": {"turn": 1, "counts": {"peace": 2}},
    }


def test_what_is_gone_from_a_shelf_is_told() -> None:
    shelf = ((Thing("card"),),)
    before, after = (
        Description((), 0, shelves={"hand": shelf, "row": shelf}),
        Description((), 0, shelves={"row": shelf}),
    )
    assert find_changes(before, after).to_plain() == {"others": {"shelves": {"hand": None}}}


def test_pieces_that_change_places_in_the_list_are_all_told_again() -> None:
    one, other = Piece("goat", "a1"), Piece("goat", "b1")
    told = find_changes(Description((one, other), 0), Description((other, one), 0))
    assert told.gone == (0, 1)
    assert [place for place, _ in told.come] == [0, 1]


def test_equal_pieces_are_the_same_though_they_are_other_objects() -> None:
    before, after = Description((Piece("goat", "a1"), Piece("goat", "a1")), 0), Description((Piece("goat", "a1"),), 0)
    told = find_changes(before, after)
    assert len(told.gone) - len(told.come) == 1
    assert follow_changes(before.to_plain(), told.to_plain()) == after.to_plain()
