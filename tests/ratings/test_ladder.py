"""Ratings: properties for every game, and the meaning of a rating."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naadam.ratings import Anchors, Entry, Ladder, Rating
from naadam.ratings.ladder import NEWCOMER, PLACING_GAMES

LEVELS = {f"level{number}": Rating.of_points(500.0 + 250 * number, 20.0) for number in range(1, 6)}
ANCHORS = Anchors(LEVELS)
NAMES = ("anna", "bao", "chiara", "dorji", "emil", "fatma", "gita", "hana")


@st.composite
def games(draw: st.DrawFn) -> list[Entry]:
    """A game of two to eight seats, with computers in some, in teams of one, two or more."""
    seats = draw(st.integers(2, 8))
    names = draw(st.permutations(NAMES))[:seats]
    players = [draw(st.sampled_from((name, name, *LEVELS))) for name in names]
    team_of = [draw(st.integers(0, seats - 1)) for _ in range(seats)]
    place_of = [draw(st.integers(1, seats)) for _ in range(seats)]
    return [Entry(player, team, place_of[team]) for player, team in zip(players, team_of, strict=True)]


histories = st.lists(games(), max_size=8)


def after(history: Sequence[Sequence[Entry]]) -> dict[str, Rating]:
    return Ladder.of(ANCHORS, history).ratings


@given(histories, games(), st.data())
def test_a_better_place_never_gets_less(history: list[list[Entry]], game: list[Entry], data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(game))
    better = data.draw(st.integers(1, one.place))
    raised = [replace(entry, place=better) if entry.team == one.team else entry for entry in game]
    lower, higher = after([*history, game]), after([*history, raised])
    for entry in game:
        if entry.team == one.team and entry.player in lower:
            assert higher[entry.player].mu >= lower[entry.player].mu


@given(games())
def test_of_newcomers_the_better_placed_has_the_higher_rating(game: list[Entry]) -> None:
    alone = [replace(entry, team=number) for number, entry in enumerate(game)]
    rated = after([alone])
    people = [entry for entry in alone if entry.player in rated]
    for one in people:
        for other in people:
            if one.place < other.place:
                assert rated[one.player].mu > rated[other.player].mu
            elif one.place == other.place:
                assert rated[one.player].mu == pytest.approx(rated[other.player].mu)


@given(histories, st.randoms(use_true_random=False))
def test_the_order_of_seats_and_the_numbers_of_teams_do_not_matter(
    history: list[list[Entry]], rng: random.Random
) -> None:
    turned = []
    for game in history:
        numbers = rng.sample(range(10, 18), 8)
        turned.append([replace(entry, team=numbers[entry.team]) for entry in rng.sample(game, len(game))])
    assert after(turned) == after(history)


@given(histories)
def test_anchors_do_not_move(history: list[list[Entry]]) -> None:
    ladder = Ladder.of(ANCHORS, history)
    assert not set(ladder.ratings) & set(LEVELS)
    assert {name: ladder.rating(name) for name in LEVELS} == LEVELS


@given(histories, st.integers(0, 8))
def test_a_ladder_that_goes_on_equals_one_that_is_recomputed(history: list[list[Entry]], stop: int) -> None:
    ladder = Ladder.of(ANCHORS, history[:stop])
    for game in history[stop:]:
        ladder.add(game)
    assert ladder.ratings == after(history)


def test_a_game_against_computers_counts_only_for_a_newcomer() -> None:
    ladder = Ladder(ANCHORS)
    game = [Entry("anna", 0, 1), Entry("level3", 1, 2)]
    assert [ladder.add(game) for _ in range(PLACING_GAMES + 1)] == [True] * PLACING_GAMES + [False]
    assert ladder.add([Entry("anna", 0, 1), Entry("bao", 1, 2)])
    assert ladder.add([Entry("anna", 0, 1), Entry("bao", 1, 2), Entry("level3", 2, 3)])


def test_a_person_who_plays_two_sides_is_not_rated() -> None:
    assert not Ladder(ANCHORS).add([Entry("anna", 0, 1), Entry("anna", 1, 2)])
    assert not Ladder(ANCHORS).add([Entry("level1", 0, 1), Entry("level2", 1, 2)])
    assert not Ladder(ANCHORS).add([Entry("anna", 0, 1), Entry("bao", 0, 1)])


def test_sixty_games_find_the_strength_of_a_player() -> None:
    """A player as strong as level 4 is found, and the interval says how well."""
    rng = random.Random(5)
    strong, ladder = 1500.0, Ladder(ANCHORS)
    ladder.ratings["bao"], ladder.games["bao"] = Rating.of_points(1500, 30), 100
    assert ladder.rating("anna") == NEWCOMER
    assert NEWCOMER.provisional
    for _ in range(60):
        won = rng.random() < 1 / (1 + 10 ** ((ladder.rating("bao").points - strong) / 400))
        ladder.add([Entry("anna", 0, 1 if won else 2), Entry("bao", 1, 2 if won else 1)])
        ladder.ratings["bao"] = Rating.of_points(1500, 30)
    found = ladder.rating("anna")
    assert found.certain
    assert found.interval[0] < strong < found.interval[1]


def test_an_even_game_is_worth_more_than_a_sure_one() -> None:
    gains = {}
    for level in ("level1", "level3", "level5"):
        ladder = Ladder.of(ANCHORS, [[Entry("anna", 0, 1), Entry(level, 1, 2)]])
        gains[level] = ladder.rating("anna").points - NEWCOMER.points
    assert 0 < gains["level1"] < gains["level3"] < gains["level5"]
