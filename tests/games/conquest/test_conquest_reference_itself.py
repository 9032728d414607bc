"""The slow implementation of Conquest by itself: the printed example, positions worked out by hand, whole games."""

from __future__ import annotations

import random

import pytest
from conquest import BOARD, Conquest, from_position
from conquest_pieces import FIGURES, Piece, read_piece
from conquest_positions import KINDS, random_position
from conquest_steering import Steering

GAMES = [(2, False, "plain"), (3, False, "hunt"), (4, False, "grail"), (4, True, "sea"), (2, False, "capital")]
ALL = sum(FIGURES.values())


def test_the_reference_begins_with_all_pieces_on_their_spaces() -> None:
    game = Conquest(3)
    assert [game.field.figures(seat) for seat in game.seats] == [ALL] * 3
    assert {space[0] for space, _ in game.field.own(2)} == {"s"}
    assert game.legal(8) == {"first 1", "first 2", "first 3"}


def test_two_players_of_the_reference_sit_opposite_each_other() -> None:
    assert Conquest(2).islands == ["north", "south"]


def test_the_reference_gives_the_printed_8_points() -> None:
    """CQ-62: each of four players holds one Grail space."""
    game = from_position("n01:K,cg1:K/e01:K,cg2:K/s01:K,cg3:K/w01:K,cg4:K 1 30 0 1 1:0 0,0,0,96 0,0,0,0 0 - -")
    assert [game.points_left(seat) for seat in game.seats] == [8, 8, 8, 8]


def test_the_reference_gives_5_10_15_and_20_points_in_the_first_round() -> None:
    game = Conquest(4)
    game.take("first 3", 8)
    points = []
    for seat in (2, 3, 0, 1, 2):
        points.append(game.points_left(seat))
        game.take("end", seat)
    assert points == [5, 10, 15, 20, 20]


@pytest.mark.parametrize("text", ["K", "K3", "E2(SS1)", "H(E(SS))", "G8(S)", "H1(C2(S1))"])
def test_the_reference_reads_what_it_writes(text: str) -> None:
    assert str(read_piece(text)) == text


def test_the_reference_knows_the_exchange_of_the_printed_picture() -> None:
    """A soldier has taken; it is answered by the carried soldier, by elephant and soldier, or by the elephant alone."""
    game = Conquest(2)
    game.field.standing = {"n27": (0, Piece("S")), "n29": (1, read_piece("E(S)")), "n24": (1, Piece("K"))}
    assert game.field.exchanges(1, "n27").keys() == {"x.n29", "x.s.n29", "x.n29/n28", "x.n29/n30", "x.n24"}


def all_figures(game: Conquest) -> int:
    return sum(game.field.figures(seat) for seat in game.seats) + sum(game.eliminated)


@pytest.mark.parametrize(("players", "alliances", "style"), GAMES)
def test_figures_are_conserved_and_every_game_ends(players: int, alliances: bool, style: str) -> None:
    game = Conquest(players, alliances)
    steering = Steering(style, random.Random(f"{players} {alliances} {style}"), patience=0.9)
    while game.result is None:
        seat, text = steering.choose(game)
        game.take(text, seat)
        assert all_figures(game) == ALL * players
        assert all(
            (piece.vessel if BOARD.spaces[space].kind != "land" else not piece.vessel)
            for space, (_, piece) in game.field.standing.items()
        )
    assert game.waiting == ()
    assert game.result.winners


@pytest.mark.parametrize(("players", "alliances"), KINDS)
def test_random_positions_read_as_they_are_written_and_can_be_played_on(players: int, alliances: bool) -> None:
    rng = random.Random(f"{players} {alliances}")
    for _ in range(25):
        game = from_position(random_position(rng, players, alliances).position(), players, alliances)
        assert all_figures(game) == ALL * players
        steering = Steering("hunt", rng, patience=0.9)
        for _ in range(20):
            if game.result is not None:
                break
            seat, text = steering.choose(game)
            game.take(text, seat)
            if game.result is None:
                assert from_position(game.position(), players, alliances).legal(seat) == game.legal(seat)
