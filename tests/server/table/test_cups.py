"""Cups: groups, pairings and standings, without a database."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from naadam.server.table.cups import CupGame, is_computer, make_groups, pair_group, rank_group, settle


@pytest.mark.parametrize("people", range(2, 60))
def test_groups_have_four_to_six_entrants_in_order_of_strength(people: int) -> None:
    everyone = [f"p{number}" for number in range(people)]
    groups = make_groups(everyone)
    assert [entrant for group in groups for entrant in group if not is_computer(entrant)] == everyone
    assert {len(group) for group in groups} <= {4, 5, 6}
    filled = [group for group in groups if any(map(is_computer, group))]
    assert not filled or people in (2, 3, 7)


def test_one_person_is_no_group() -> None:
    assert make_groups(["anna"]) == []


@pytest.mark.parametrize("size", [4, 5, 6])
def test_everyone_plays_everyone_once_and_both_sides_equally_often(size: int) -> None:
    group = [f"p{number}" for number in range(size)]
    pairs = pair_group(group)
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(group, 2)))
    sides = Counter(first for first, _ in pairs), Counter(second for _, second in pairs)
    assert all(abs(sides[0][entrant] - sides[1][entrant]) <= 1 for entrant in group)


def test_computers_do_not_play_each_other() -> None:
    [group] = make_groups(["anna", "ben"])
    assert len(pair_group(group)) == 5


def test_points_decide_then_those_of_the_opponents_beaten_and_equal_entrants_share_a_place() -> None:
    games = [
        CupGame("1", 0, ("anna", "ben"), (1.0, 0.0)),
        CupGame("2", 0, ("ben", "cleo"), (1.0, 0.0)),
        CupGame("3", 0, ("cleo", "anna"), (0.5, 0.5)),
        CupGame("4", 0, ("computer1", "anna"), (1.0, 0.0)),
        CupGame("5", 0, ("ben", "computer1"), None),
    ]
    ranked = rank_group(games)
    assert [(each.entrant, each.points, each.played, each.place) for each in ranked] == [
        ("anna", 1.5, 3, 1),
        ("computer1", 1.0, 1, 0),
        ("ben", 1.0, 2, 2),
        ("cleo", 0.5, 2, 3),
    ]
    level = [CupGame("1", 0, ("anna", "ben"), (0.5, 0.5)), CupGame("2", 0, ("cleo", "anna"), None)]
    assert [each.place for each in rank_group(level)] == [1, 1, 3]


def test_a_game_that_the_end_cuts_off_is_a_draw() -> None:
    [game] = settle([CupGame("1", 0, ("anna", "ben"), None)], closed=True)
    assert game.shares == (0.5, 0.5)
    assert settle([CupGame("1", 0, ("anna", "ben"), None)], closed=False)[0].shares is None
