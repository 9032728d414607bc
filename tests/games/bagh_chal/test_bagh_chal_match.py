"""BC-20: the match; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import random

import pytest
from drawn_bagh_chal import BAGH_CHAL, DRAW, GOATS, GOATS_WIN, TIGERS, phase_one, phase_two

import naadam


def outcome_for(winners: tuple[int, ...]) -> naadam.Outcome:
    """The outcome of a game that the goats win, the tigers win, or neither side wins."""
    trap = """
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  G x G G G
        1  B G G G B
           a b c d e
    """
    if winners == GOATS_WIN:
        outcome = phase_two(trap).state.apply("Gc2b2").outcome
    elif winners == DRAW:
        outcome = phase_two(trap, quiet=199).state.apply("Gb1b2").outcome
    else:
        fifth = "5 B . . . B \n 4 . . . . . \n 3 . . . . . \n 2 . G . . . \n 1 B . . . B"
        outcome = phase_one(fifth, TIGERS, captured=4).state.apply("Bxa1c3").outcome
    assert outcome is not None
    assert outcome.winners == winners
    return outcome


def match_of(results: str, seed: int = 1) -> tuple[naadam.Match, tuple[int, int]]:
    """A match in which the player who begins with the goats wins (+), loses (-) or draws (=) each game.

    Given with that player and the opponent.
    """
    rng = random.Random(seed)
    match = BAGH_CHAL.match(rng)
    assert match.seating is not None
    player = match.seating[GOATS]
    for result in results:
        assert match.outcome is None
        assert match.seating is not None
        seat = match.seating.index(player)
        winners = {"+": (seat,), "-": (1 - seat,), "=": DRAW}[result]
        match = match.after(outcome_for(winners), rng)
    return match, (player, 1 - player)


@pytest.mark.rule("BC-20")
def test_each_player_has_each_role_once_in_the_first_two_games() -> None:
    for seed in range(8):
        for result in "+-=":
            match, (player, opponent) = match_of(result, seed)
            assert match.outcome is None
            assert match.seating == (opponent, player)  # the player who had the goats has the tigers


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize(("results", "winner"), [("++", 0), ("--", 1)])
def test_a_player_who_wins_both_games_wins_the_match(results: str, winner: int) -> None:
    match, players = match_of(results)
    assert match.outcome is not None
    assert match.outcome.winners == (players[winner],)
    assert match.outcome.clause == "BC-20"
    assert not match.outcome.draw
    assert match.seating is None
    assert len(match.played) == 2


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize("results", ["+-", "-+", "+=", "=+", "-=", "=-", "=="])
def test_otherwise_roles_are_drawn_again_for_a_third_game(results: str) -> None:
    seatings = set()
    for seed in range(20):
        match, (player, _) = match_of(results, seed)
        assert match.outcome is None
        assert match.seating is not None
        seatings.add(match.seating.index(player))
    assert seatings == {GOATS, TIGERS}


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize(
    ("results", "winners"),
    [
        ("+-+", (0,)),
        ("+--", (1,)),
        ("-++", (0,)),
        ("+=+", (0,)),
        ("+==", (0,)),  # one win against none
        ("=+=", (0,)),
        ("=-=", (1,)),
        ("==+", (0,)),
        ("==-", (1,)),
        ("+=-", (0, 1)),  # one win each
        ("=-+", (0, 1)),
        ("+-=", (0, 1)),
        ("===", (0, 1)),  # the case that the rules name
    ],
)
def test_after_three_games_the_player_with_more_wins_takes_the_match(results: str, winners: tuple[int, ...]) -> None:
    match, players = match_of(results)
    assert match.outcome is not None
    assert match.outcome.winners == tuple(sorted(players[winner] for winner in winners))
    assert match.outcome.draw == (len(winners) == 2)
    assert match.outcome.clause == "BC-20"
    end = "both have won equally many games" if match.outcome.draw else "it goes to the player who has won more games"
    assert match.outcome.text() == f"The match is over: {end}."
    assert len(match.played) == 3
    with pytest.raises(naadam.RecordError):
        match.after(outcome_for(DRAW), random.Random(1))
