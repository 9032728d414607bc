"""Matches: BC-20 in all sequences of results, and the match as a value."""

from __future__ import annotations

import itertools
import pickle
import random
from typing import Any

import pytest

import naadam
from naadam.core.texts import LANGUAGES

GAME = naadam.load("bagh-chal")
ENDS = {
    (0,): GAME.position("BGGGB/GGGGG/G1GGG/GGGGG/BGGGB BC-11 0 0"),
    (1,): GAME.position("B3B/5/5/5/B3B BC-10 15 5"),
    (0, 1): GAME.position("BGGGB/GGGGG/G1GGG/GGGG1/BGGGB BC-14 0 1 - - 200 -"),
}


class Lots:
    """The lots of a match, known before: False is the first of two, True the second."""

    def __init__(self, *lots: bool) -> None:
        self.lots = list(lots)

    def random(self) -> float:
        return 0.75 if self.lots.pop(0) else 0.25


def end(*winners: int) -> naadam.Outcome:
    outcome = ENDS[winners].outcome
    assert outcome is not None
    assert outcome.winners == winners
    return outcome


def won_by(match: naadam.Match, player: int | None) -> naadam.Outcome:
    """The end of the game to be played, as this player wins it, or in a draw."""
    assert match.seating is not None
    return end(0, 1) if player is None else end(match.seating.index(player))


RESULTS = [*itertools.product((0, 1, None), repeat=3)]
LOTS = [*itertools.product((False, True), repeat=2)]


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize("lots", LOTS)
@pytest.mark.parametrize("results", RESULTS)
def test_a_match_goes_as_its_games_go(results: tuple[int | None, ...], lots: tuple[bool, bool]) -> None:
    rng = Lots(*lots)
    match = GAME.match(rng)
    first = (1, 0) if lots[0] else (0, 1)
    assert match.seating == first
    match = match.after(won_by(match, results[0]), rng)
    assert match.seating == first[::-1], "each player takes each side once"
    assert match.outcome is None
    match = match.after(won_by(match, results[1]), rng)
    games = 2 if results[0] == results[1] is not None else 3
    if games == 3:
        assert match.outcome is None
        assert match.seating == ((1, 0) if lots[1] else (0, 1)), "lots are drawn again"
        match = match.after(won_by(match, results[2]), rng)
    wins = [results[:games].count(player) for player in (0, 1)]
    assert match.seating is None
    assert len(match.played) == games
    assert match.outcome is not None
    assert match.outcome.clause == "BC-20"
    assert match.outcome.winners == tuple(player for player in (0, 1) if wins[player] == max(wins))
    assert match.outcome.draw == (wins[0] == wins[1])
    assert match.outcome.scores == (wins[0] - wins[1], wins[1] - wins[0])
    assert all(match.outcome.text(language) for language in LANGUAGES)


@pytest.mark.rule("BC-20")
def test_two_wins_of_one_side_are_not_two_wins_of_one_player() -> None:
    rng = Lots(False, False)
    match = GAME.match(rng).after(end(1), rng).after(end(1), rng)
    assert match.seating is not None
    assert [game.winners for game in match.played] == [(1,), (0,)]


def test_the_lots_are_fair() -> None:
    rng = random.Random(1)
    seatings = [GAME.match(rng).seating for _ in range(1000)]
    assert set(seatings) == {(0, 1), (1, 0)}
    assert 430 < seatings.count((0, 1)) < 570


def test_the_results_of_a_match_are_those_of_players() -> None:
    match = GAME.match(Lots(True))
    after = match.after(end(0), Lots())
    assert after.played[0].seating == (1, 0)
    assert after.played[0].winners == (1,)
    assert after.played[0].scores == (-1.0, 1.0)
    assert after.seating == (0, 1)


def test_a_match_that_is_over_takes_no_game() -> None:
    match = GAME.match(Lots(False)).after(end(0), Lots()).after(end(1), Lots())
    assert match.seating is None
    with pytest.raises(naadam.RecordError, match="the match is over"):
        match.after(end(0), Lots())


def test_a_game_that_is_not_over_or_not_of_the_match_does_not_count() -> None:
    match = GAME.match(Lots(False))
    caravan = naadam.load("caravan:players=4")
    foreign: list[Any] = [GAME.start().outcome, caravan.playout(caravan.start(), 1).outcome, (0,), GAME.start()]
    for outcome in foreign:
        with pytest.raises(naadam.RecordError, match="is not the end of a game of this match"):
            match.after(outcome, Lots())


def test_only_where_the_rules_leave_it_open_the_number_of_games_is_chosen() -> None:
    with pytest.raises(naadam.SpecError, match="a match of bagh-chal has as many games as the rules say, not 4"):
        GAME.match(Lots(False), games=4)


def test_a_match_is_a_value() -> None:
    match = GAME.match(Lots(False))
    after = match.after(end(1), Lots())
    assert match.played == ()
    assert match == GAME.match(Lots(False)) != GAME.match(Lots(True))
    assert after == match.after(end(1), Lots()) != match
    for one in (match, after):
        again = pickle.loads(pickle.dumps(one))
        assert again == one
        assert hash(again) == hash(one)
        assert repr(again) == repr(one)
        assert again.after(end(0), Lots(False)) == one.after(end(0), Lots(False))


@pytest.mark.parametrize("spec", ["bagh-chal:board=pulijudam", "bagh-chal:rules=classic,heroes=true"])
def test_every_variant_of_bagh_chal_has_matches(spec: str) -> None:
    game = naadam.load(spec)
    rng = random.Random(3)
    match = game.match(rng)
    for seed in range(3):
        if match.seating is not None:
            outcome = game.playout(game.start(), seed).outcome
            assert outcome is not None
            match = match.after(outcome, rng)
    assert match.outcome is not None


def test_a_game_whose_rules_know_no_match_has_none() -> None:
    with pytest.raises(naadam.SpecError, match="the rules of caravan define no match"):
        naadam.load("caravan").match(random.Random(1))
