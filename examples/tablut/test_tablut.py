"""Tablut: its clauses on drawn boards, and the whole game against the contract."""

from __future__ import annotations

import pytest

import naadam
from naadam.testing import check_game

GAME = naadam.load("tablut")


def state(drawn: str, side: str = "A") -> naadam.State:
    """A position drawn from row 9 down to row 1; rows left out at the foot are empty."""
    rows = [row.replace(" ", "").replace(".", "1") for row in drawn.strip().splitlines()]
    return GAME.position("/".join(rows + ["9"] * (9 - len(rows))) + f" {side}")


def clause(state: naadam.State, action: str) -> str | None:
    refusal = state.refusal(action)
    return refusal.clause if refusal else None


def ending(state: naadam.State) -> tuple[str, tuple[int, ...]] | None:
    return (state.outcome.clause, state.outcome.winners) if state.outcome else None


def test_it_keeps_the_contract() -> None:
    check_game(GAME, seeds=range(2), samples=6)


@pytest.mark.parametrize(("depth", "count"), [(1, 80), (2, 4400)])
def test_perft_from_the_start(depth: int, count: int) -> None:
    assert GAME.perft(GAME.start(), depth) == count


@pytest.mark.rule("TB-1")
@pytest.mark.rule("TB-2")
def test_the_start() -> None:
    start = GAME.start()
    assert start.position == "3AAA3/4A4/4D4/A3D3A/AADDKDDAA/A3D3A/4D4/4A4/3AAA3 A 0"
    assert start.turn == 0
    assert clause(start, "e4e3") == "TB-2"


@pytest.mark.rule("TB-3")
@pytest.mark.rule("TB-4")
def test_pieces_move_like_rooks_and_leave_the_throne_to_the_king() -> None:
    shown = state(
        """
        . . . . . . . . .
        . . . . A . . . .
        . . . . . . . . .
        . . . . . . K . .
        . A . . . . . . .
        """
    )
    assert clause(shown, "b5d5") is None
    assert clause(shown, "b5e5") == "TB-4"
    assert clause(shown, "b5f5") == "TB-4"
    assert clause(shown, "b5c6") == "TB-3"
    assert clause(shown, "e8") == "TB-3"


@pytest.mark.rule("TB-5")
def test_a_piece_between_two_is_captured_but_may_move_there() -> None:
    shown = state(
        """
        . . . . . . . . .
        . A D . . . . . .
        . . . A . . . . .
        . . . . K . . . .
        """
    )
    after = shown.apply("d7d8")
    assert after.record.board[65] == 0, "the defender on c8 is gone"
    safe = GAME.position("9/1A1A5/2D1K4/9/9/9/9/9/9 D")
    assert safe.apply("c7c8").record.board[65] == 2


@pytest.mark.rule("TB-6")
@pytest.mark.rule("TB-8")
def test_the_king_is_taken_by_four_on_the_throne_by_three_beside_it_and_by_two_elsewhere() -> None:
    on_throne = "9/9/9/4A4/3AK1A2/4A4/9/9/D8 A"
    beside = "9/9/4A4/3AK1A2/9/9/9/9/D8 A"
    elsewhere = "9/9/2AK1A3/9/9/9/9/9/D8 A"
    for position, move in ((on_throne, "g5f5"), (beside, "g6f6"), (elsewhere, "f7e7")):
        assert ending(GAME.position(position).apply(move)) == ("TB-8", (0,))


@pytest.mark.rule("TB-7")
def test_the_king_wins_on_the_edge() -> None:
    assert ending(GAME.position("9/9/9/9/4K4/9/9/9/4A4 D").apply("e5a5")) == ("TB-7", (1,))


@pytest.mark.rule("TB-9")
def test_who_cannot_move_has_lost() -> None:
    assert ending(GAME.position("9/9/9/4K4/9/9/9/D7D/AD5DA A")) == ("TB-9", (1,))


@pytest.mark.rule("TB-10")
def test_the_third_time_is_a_draw() -> None:
    shown = GAME.position("9/9/9/4K4/9/9/9/9/A7D A")
    for move in ("a1b1", "i1h1", "b1a1", "h1i1") * 2:
        shown = shown.apply(move)
    assert ending(shown) == ("TB-10", (0, 1))


@pytest.mark.rule("TB-11")
def test_a_hundred_quiet_turns_are_a_draw() -> None:
    assert ending(GAME.position("9/9/9/4K4/9/9/9/9/A7D A 99").apply("a1a2")) == ("TB-11", (0, 1))
