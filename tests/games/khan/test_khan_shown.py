"""The card that made a ruler flee, shown next to the flight."""

from __future__ import annotations

from naadam.core.teaching.first_games import find_first_game


def test_a_flight_is_shown_once_and_not_again_when_a_card_is_played() -> None:
    first = find_first_game("khan")
    assert first is not None
    before = first.start.view(0).describe().shown
    invasion = next(action for action in first.start.actions() if str(action).startswith("invade"))
    after = first.start.apply(invasion).view(0).describe().shown
    assert before is not None
    assert after == before, "another id would show the card again"
