"""Numbers of actions: every number is taken apart and put together again."""

from __future__ import annotations

import pytest

from naadam.kit.ground import make_cells
from naadam.kit.images import find_images
from naadam.kit.moves import MOVE, PUT, Act, Moves

MOVES = [Moves(9), Moves(9, ["remove", "flip"], ["pass", "draw"]), Moves(9, words=["pass"])]


@pytest.mark.parametrize("moves", MOVES)
def test_every_number_is_an_act_of_its_own(moves: Moves) -> None:
    acts = [moves.split(action) for action in range(moves.count)]
    assert [moves.join(act) for act in acts] == list(range(moves.count))
    assert len(set(acts)) == moves.count


def test_kinds_of_actions_by_their_numbers() -> None:
    moves = Moves(9, ["remove", "flip"], ["pass"])
    assert moves.split(2 * 9 + 5) == Act(MOVE, 2, 5)
    assert moves.split(2 * 9 + 2) == Act(PUT, target=2)
    assert moves.split(81 + 9 + 4) == Act("flip", target=4)
    assert moves.split(moves.count - 1) == Act("pass")


@pytest.mark.parametrize("moves", MOVES)
def test_a_turned_board_turns_every_action_and_back(moves: Moves) -> None:
    for image in find_images(make_cells(3, 3).places):
        back = [image.index(place) for place in range(9)]
        turned = [moves.turned(action, image) for action in range(moves.count)]
        assert sorted(turned) == list(range(moves.count))
        assert [moves.turned(action, back) for action in turned] == list(range(moves.count))
