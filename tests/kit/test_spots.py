"""A number of the state that is a place is written, read and edited as a point."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import naadam
from naadam.core import registry
from naadam.core.errors import PositionError
from naadam.core.game import Game
from naadam.kit.scaffold import write_game
from naadam.testing import check_game

CHANGES = [
    ("rules.py", '("peace", "i8"))', '("peace", "i8"), ("last", "i8"))'),
    ("rules.py", "    state.turn = 1 - seat\n", "    state.turn = 1 - seat\n    state.last = target + 1\n"),
    ("__init__.py", "    most: ClassVar", '    spots = ("last",)\n    most: ClassVar'),
    ("texts/en.toml", "[editor]\n", '[editor]\nlast = "Where the last piece went"\n'),
]


@pytest.fixture(scope="module", name="game")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game of the scaffold, whose state has the place of the last move."""
    folder = tmp_path_factory.mktemp("spots") / "lasting"
    write_game("lasting", folder, "3x4")
    for file, old, new in CHANGES:
        path = folder / "lasting" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        patched.setitem(registry.packages(), "lasting", ("lasting",))
        yield naadam.load("lasting").uncompiled()


def test_a_place_of_the_state_is_a_point_in_positions_and_in_the_editor(game: Game) -> None:
    start = game.start()
    assert start.position == "DDD/3/3/LLL L 0 -"
    moved = start.apply("b1b2")
    assert moved.position == "DDD/3/1L1/L1L D 1 b2"
    assert game.position(moved.position) == game.position("DDD/3/1L1/L1L D 1 b2")
    assert game.editor is not None
    counters = {counter.name: counter for counter in game.editor.counters}
    assert (counters["last"].kind, counters["last"].highest) == ("point", 12)
    assert counters["peace"].kind == "number"
    shown = game.editor.read(moved.describe())
    assert game.editor.points[shown.numbers["last"] - 1] == "b2"
    assert game.editor.write(shown) == moved.position


@pytest.mark.parametrize("text", ["3", "z9", "--"])
def test_a_place_that_is_none_is_refused(game: Game, text: str) -> None:
    with pytest.raises(PositionError, match=f"The field last must be a place such as a1, or - for none, not '{text}'"):
        game.position(f"DDD/3/1L1/L1L D 1 {text}")


def test_it_keeps_the_contract(game: Game) -> None:
    check_game(game, seeds=range(1), samples=2)
