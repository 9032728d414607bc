"""Whole games of Conquest, read by a person when they were made, and positions that the computer must solve."""

from __future__ import annotations

from pathlib import Path

import pytest

import naadam
from naadam.bots.levels import level
from naadam.core.compiling.compiled import COMPILING
from naadam.core.records import Record
from naadam.games.conquest.checks import FIGURES

GAMES = [
    Record.from_text(text) for text in Path(__file__).with_name("games.txt").read_text(encoding="utf-8").split("\n\n\n")
]
REST = "1 9 0 1 -:3 0,0 0,0 0 - -"
GRAIL = "cg1:S,cg2:S,cg3:S,cg4:S"


@pytest.mark.parametrize("record", GAMES, ids=lambda record: str(record.game))
def test_a_golden_game_replays_to_its_end(record: Record) -> None:
    states = record.replay()
    assert states[-1].outcome is not None
    assert record.to_text() == Record.from_text(record.to_text()).to_text()
    exchanges = [state for state in states if state.record["target"] >= 0]
    assert exchanges


@pytest.mark.rule("CQ-76")
@pytest.mark.parametrize("record", GAMES, ids=lambda record: str(record.game))
def test_figures_are_conserved(record: Record) -> None:
    """Every figure is on the board or counted as eliminated by one of the players."""
    for state in record.replay():
        assert state.record["figures"].sum() + state.record["eliminated"].sum() == FIGURES * state.game.seats


def test_there_is_a_golden_game_of_each_number_of_players_and_of_alliances() -> None:
    assert [record.game for record in GAMES] == [
        "conquest:players=2", "conquest:players=3", "conquest", "conquest:alliances=true",
    ]  # fmt: skip


def play_turn(state: naadam.State, number: int = 4) -> naadam.State:
    """Play the turn of the first player as the computer plays it; the opponents answer no move."""
    bot = level(state.game, number)
    turn = state.record["turn"]
    while state.waiting and state.record["turn"] == turn:
        (seat,) = state.waiting
        state = state.apply(bot.choose(state.view(0)) if seat == 0 else "let")
    return state


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
@pytest.mark.parametrize(
    ("pieces", "clause"),
    [
        pytest.param(f"{GRAIL},cv3:K/s01:K,s02:K,s03:S", "CQ-71", id="the fifth Grail space, one step away"),
        pytest.param(f"{GRAIL},cf1:K/s01:K,s02:K,s03:S", "CQ-71", id="the fifth Grail space, two steps away"),
        pytest.param(f"{GRAIL},cf1:C(S)/s01:K,s02:K,s03:S", "CQ-71", id="a chariot brings the soldier"),
        pytest.param("n14:K,n40:K,n21:E/n28:S,n39:S", "CQ-70", id="the last two pieces, each beside a knight"),
        pytest.param("np1:G,n14:K,n21:E/ns01:H,n13:S", "CQ-70", id="the last two pieces by land and by sea"),
        pytest.param("n14:K,n20:S,n21:E/n13:S,n24:S", "CQ-70", id="one knight takes both, four steps apart"),
        pytest.param(
            "n01:K,n02:S,sp7:H(K)/s16:S,s44:S", "CQ-70", id="a knight lands, takes, and walks on to the other"
        ),
    ],
)
def test_a_win_in_this_turn_is_found(pieces: str, clause: str) -> None:
    over = play_turn(naadam.load("conquest:players=2").position(f"{pieces} {REST}"))
    assert over.outcome is not None
    assert (over.outcome.clause, over.outcome.winners) == (clause, (0,))


def both_turns(pieces: str) -> naadam.State:
    """The turns of both players as level 4 plays them, exchanges included."""
    state = naadam.load("conquest:players=2").position(f"{pieces} {REST}")
    bots = [level(state.game, 4), level(state.game, 4)]
    turn = state.record["turn"]
    while state.waiting and state.record["turn"] < turn + 2:
        (seat,) = state.waiting
        state = state.apply(bots[seat].choose(state.view(seat)))
    return state


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param("n01:S,n02:S,n14:K,cf1:K/s01:K,s42:K,cg1:S,cg2:S,cg3:S,cg4:S,cf2:K", id="the fifth Grail space"),
        pytest.param("n06:K,n18:K,n21:E/n02:S,n03:S,n04:S,n05:S,n11:K,s01:K", id="the fifth space of the capital"),
    ],
)
def test_what_the_enemy_would_win_by_is_not_left_to_him(pieces: str) -> None:
    after = both_turns(pieces)
    assert after.outcome is None or after.outcome.winners == (0,)


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
def test_a_capital_is_retaken() -> None:
    pieces = "n06:K,n07:K,n08:E/n01:S,n02:S,n03:S,s01:K,s02:K"
    after = play_turn(naadam.load("conquest:players=2").position(f"{pieces} {REST}"))
    enemies = after.position.split()[0].split("/")[1]
    assert not any(name in enemies for name in ("n01", "n02", "n03"))


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
def test_a_loss_is_answered_with_the_cheapest_piece() -> None:
    state = naadam.load("conquest:players=2").position(f"n14:K,n40:K,n21:E/n13:S,n12:E,n22:S,s01:K,s02:K {REST}")
    asked = state.apply("n14-n13")
    assert str(level(asked.game, 4).choose(asked.view(1))) == "x.n22"
