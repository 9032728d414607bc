"""Statistics of people and balance of seats, as folds over results."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from naadam.server.people.statistics import PEOPLE, balance_of, entries_of, games_of, ladder_of, outcome_for


class Row(NamedTuple):
    seat: int
    share: float
    person: str | None = None
    player: str | None = None
    table_id: str = "table"
    spec: str = "yut"
    team: int = -1
    place: int = 1
    left: bool = False
    rated: bool = True


def duel(first: str, second: str, share: float, **more: Any) -> list[Row]:
    """A game of two, in which the first has this share of the win; levels are named `level3`."""
    return [
        Row(
            seat,
            won,
            person=None if name.startswith("level") else name,
            player=name if name.startswith("level") else None,
            team=seat,
            place=1 if won >= 0.5 else 2,
        )._replace(**more)
        for seat, (name, won) in enumerate(((first, share), (second, 1 - share)))
    ]


def test_games_are_counted_by_variant_and_side_with_the_longest_streak() -> None:
    games = [duel("anna", "bao", share) for share in (1, 1, 0.5, 1, 1, 1, 0)]
    games += [duel("bao", "anna", 0), duel("bao", "anna", 1, spec="jarmo"), duel("anna", "anna", 1)]
    yut, jarmo = games_of("anna", games)
    assert (yut.spec, yut.games, yut.won, yut.drawn, yut.lost, yut.streak) == ("yut", 8, 6, 1, 1, 3)
    assert {seat: (len(share.shares), share.mean) for seat, share in yut.by_seat.items()} == {
        0: (7, pytest.approx(5.5 / 7)),
        1: (1, 1.0),
    }
    low, high = yut.by_seat[0].interval
    assert 0 < low < 5.5 / 7 < high < 1
    assert (jarmo.spec, jarmo.lost, jarmo.streak) == ("jarmo", 1, 0)
    assert games_of("chiara", games) == []


def test_a_shared_win_of_several_is_no_draw() -> None:
    game = [Row(0, 0.5, "anna"), Row(1, 0.5, "bao"), Row(2, 0.0, "chiara")]
    assert [outcome_for(game, row) for row in game] == ["won", "won", "lost"]
    assert [outcome_for(game[:2], row) for row in game[:2]] == ["drawn", "drawn"]


def test_a_ladder_takes_rated_games_only_and_teams_as_one() -> None:
    games = [duel("anna", "bao", 1), duel("bao", "anna", 1, rated=False)]
    ladder = ladder_of("yut", games)
    assert ladder.games == {"anna": 1, "bao": 1}
    assert ladder.rating("anna").points > ladder.rating("bao").points
    assert ladder.ratings == ladder_of("yut", [*games[:1]]).ratings
    four = [Row(seat, 0.5 * (seat % 2 == 0), f"p{seat}", team=seat % 2, place=1 + 2 * (seat % 2)) for seat in range(4)]
    assert [(one.team, one.place) for one in entries_of(four)] == [(0, 1), (1, 3), (0, 1), (1, 3)]


def test_balance_is_that_of_people_alone_and_of_computers_by_level() -> None:
    games = [duel("anna", "bao", 1)] * 3 + [duel("bao", "anna", 0)]
    games += [duel("anna", "level3", 0)] * 2 + [duel("level3", "anna", 1)]
    games += [duel("level2", "level3", 1), duel("anna", "bao", 1, left=True)]
    found = balance_of(games)
    assert list(found) == [PEOPLE, "level3"]
    shown = {group: {seat: share.shares for seat, share in seats.items()} for group, seats in found.items()}
    assert shown == {PEOPLE: {0: [1, 1, 1, 0], 1: [0, 0, 0, 1]}, "level3": {0: [1], 1: [1, 1]}}
