"""Whole games of Yuan, read by a person when they were made: their ends, and the story of every resolution."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn_yuan import told

from naadam.core.records import Record
from naadam.core.state import State

HERE = Path(__file__).parent
GAMES = [Record.from_text(text) for text in (HERE / "games.txt").read_text(encoding="utf-8").split("\n\n\n")]
TOLD = (HERE / "games_told.txt").read_text(encoding="utf-8").split("\n\n\n")


def turns_of(record: Record) -> list[str]:
    """A line for each turn: the plans of all players, and the story of their resolution, clause by clause."""
    lines: list[str] = []
    plans: list[str] = []
    before: State | None = None
    for step, state in zip(record.steps, record.replay(), strict=False):
        if state.record.turn == 0:
            continue
        before = before or state
        plans.append(step.text)
        if len(plans) == state.game.seats:
            events = [" ".join(str(word) for word in event if word != "") for event in told(before, *plans)]
            lines.append(f"{state.record.turn}: {' / '.join(plans)} -> {'; '.join(events)}")
            plans, before = [], None
    return lines


@pytest.mark.parametrize("number", range(4))
def test_a_golden_game_goes_as_it_was_read(number: int) -> None:
    states = GAMES[number].replay()
    assert states[-1].outcome is not None
    told_then = TOLD[number].strip().splitlines()
    assert told_then[0] == GAMES[number].game
    assert told_then[1:] == turns_of(GAMES[number])


def test_there_are_golden_games_of_two_three_four_and_eight_clans_with_auction_powers_and_volcanoes() -> None:
    assert [record.game for record in GAMES] == [
        "yuan",
        "yuan:players=3,scenario=crossing-the-waters,auction=true,powers=true",
        "yuan:players=4,scenario=free,powers=true,volcanoes=true",
        "yuan:players=8,wheel=short",
    ]
