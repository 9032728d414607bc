"""Record tree: every position of a record with variations, after its parent and with its move in words."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.errors import RecordError
from naadam.core.record_tree import Node, check_result, grow_tree, name_mover, say_move
from naadam.core.records import Record

GAME = naadam.load("bagh-chal")
HEAD = f"Game: bagh-chal\nRules: {GAME.rules_version}\nBoard: {GAME.board_hash}\nSeat 0: Anna\nSeat 1: Bela\n"


def tree(moves: str, head: str = HEAD, most: int | None = None) -> list[Node]:
    return grow_tree(Record.from_text(f"{head}\n{moves}\n"), GAME, most)


def test_the_main_line_comes_first_and_variations_follow_from_the_position_before_the_move_they_replace() -> None:
    nodes = tree("{Begin.} Ga3 {Usual.} Ba1b2 ({Why not} Ba1a2 {slower?} Gc1 (Gd1)) Gc1")
    told = [(node.parent, str(node.step or ""), node.comment) for node in nodes]
    assert told == [
        (None, "", "Begin."),
        (0, "Ga3", "Usual."),
        (1, "Ba1b2", ""),
        (2, "Gc1", ""),
        (1, "Ba1a2", "Why not slower?"),
        (4, "Gc1", ""),
        (4, "Gd1", ""),
    ]
    assert nodes[6].state == GAME.start().apply("Ga3").apply("Ba1a2").apply("Gd1")
    assert (name_mover(nodes, nodes[1], "fr"), say_move(nodes, nodes[1], "en")) == ("Chèvres", "placed a goat on a3")
    assert (name_mover(nodes, nodes[0], "en"), say_move(nodes, nodes[0], "en")) == ("", "")


def test_an_illegal_variation_is_refused_with_its_clause_and_its_number() -> None:
    with pytest.raises(RecordError, match="action 3, Ga3, is refused by BC-"):
        tree("Ga3 Ba1b2 Gc1 (Ga3)")


def test_a_record_with_too_many_positions_is_refused() -> None:
    assert len(tree("Ga3 Ba1b2 (Ba1a2)", most=3)) == 4
    with pytest.raises(RecordError, match="more than 2 positions"):
        tree("Ga3 Ba1b2 (Ba1a2)", most=2)


def test_a_result_that_the_main_line_does_not_have_is_refused() -> None:
    head = f"{HEAD}Result: BC-10, seats 1, scores -1 1\n"
    with pytest.raises(RecordError, match="not over"):
        check_result(Record.from_text(f"{head}\nGa3\n"), tree("Ga3", head))
