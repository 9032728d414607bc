"""The arena: who sits where, how a game goes, bots that break down, and that nothing else matters."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import naadam
from naadam.bots import Budget, RandomBot
from naadam.bots.arena import (
    Contest,
    Entrant,
    Played,
    ShareTest,
    Sprt,
    fixtures,
    group_scores,
    play,
    ratings,
    standings,
)
from naadam.bots.arena.contest import Fixture
from naadam.bots.arena.games import is_decided, open_game
from naadam.bots.arena.report import plot, report
from naadam.cli import arena as shown
from naadam.cli.progress import Workers
from naadam.core.extras import MissingExtra
from naadam.core.game import Game
from naadam.core.view import View
from naadam.lab import run_contest

GAME = "bagh-chal"
SEARCH = "alpha-beta:nodes=300"


class Breaks:
    """Breaks down at its third move."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view: View, budget: Budget | None = None) -> naadam.Action:
        assert type(view) is View
        self.moves += 1
        if self.moves == 3:
            raise ValueError("nothing comes to mind")
        return view.actions()[0]


class Cheats:
    """Plays an action that is never legal for it."""

    def choose(self, view: View, budget: Budget | None = None) -> naadam.Action:
        legal = set(view.actions())
        number = next(number for number in range(view.game.sizes.actions) if number not in legal)
        return naadam.Action(number, view.seat)


def breaks(game: Game, seed: int) -> Breaks:
    return Breaks()


def cheats(game: Game, seed: int) -> Cheats:
    return Cheats()


def quiet(game: Game, seed: int) -> RandomBot:
    return RandomBot(seed)


BREAKS, CHEATS, QUIET = Entrant("breaks", breaks), Entrant("cheats", cheats), Entrant("quiet", quiet)


def test_two_bots_share_every_opening_with_seats_changed() -> None:
    contest = Contest(GAME, ("random", "greedy"), games=5)
    assert [one.seating for one in fixtures(contest)] == [(0, 1), (1, 0)] * 3
    assert [one.group for one in fixtures(contest)] == [0, 0, 1, 1, 2, 2]
    first, second = (play(contest, one) for one in fixtures(contest)[:2])
    assert naadam.Record.read(first.record).steps[:4] == naadam.Record.read(second.record).steps[:4]
    assert naadam.Record.read(first.record).seats == ("random", "greedy")
    assert naadam.Record.read(second.record).seats == ("greedy", "random")


def test_three_bots_meet_equally_often_in_all_seats() -> None:
    seatings = Counter(one.seating for one in fixtures(Contest(GAME, ("random", "greedy", "random"), games=12)))
    assert seatings == {(a, b): 2 for a in range(3) for b in range(3) if a != b}


def test_where_there_are_more_seats_than_bots_each_takes_every_seat() -> None:
    contest = Contest("caravan", ("random", "greedy"), games=2)
    seats = contest.game.seats
    assert seats > 2
    assert [one.seating for one in fixtures(contest)] == [
        tuple(seat % 2 for seat in range(seats)),
        tuple((seat + 1) % 2 for seat in range(seats)),
    ]
    game = play(contest, fixtures(contest)[0])
    assert sum(game.points) == pytest.approx(1)
    assert game.points_of(0) + game.points_of(1) == pytest.approx(1)
    naadam.Record.read(game.record).replay()


def test_equal_names_are_told_apart() -> None:
    assert Contest(GAME, ("random", "greedy", "random")).names == ("random #1", "greedy", "random #2")


def rated(seating: tuple[int, ...], winners: tuple[int, ...]) -> list[float]:
    """The strengths of bots after one game; the contest's game does not matter."""
    contest = Contest(GAME, ("random",) * (max(seating) + 1))
    points = tuple(seat in winners and 1 / len(winners) for seat in range(len(seating)))
    played = Played(Fixture(0, 0, seating), winners, points, "", 1, "")
    return [one.strength for one in ratings(contest, [played])]


def test_a_better_place_is_never_rated_lower() -> None:
    first, tied, third, fourth, last = rated((0, 1, 2, 2, 3, 4), winners=(0, 1, 2))
    assert first == tied > third > fourth == last
    assert third == pytest.approx(25)


@pytest.mark.parametrize("winner", range(8))
def test_tied_losers_are_rated_alike_wherever_they_sit(winner: int) -> None:
    strengths = rated(tuple(range(8)), winners=(winner,))
    losers = {round(strength, 9) for bot, strength in enumerate(strengths) if bot != winner}
    assert len(losers) == 1
    assert strengths[winner] > 25 > losers.pop()


def test_openings_are_random_repeatable_and_undecided() -> None:
    game = naadam.load(GAME)
    openings = {open_game(game, 6, f"seed {number}").state.position for number in range(8)}
    assert len(openings) == 8
    assert open_game(game, 6, "seed 3").state == open_game(game, 6, "seed 3").state
    assert open_game(game, 0, "any").state == game.start()
    won = game.position("G1B1B/G4/1B3/G4/B1G2 B 12 4")  # the fifth goat is there for the taking
    assert is_decided(won)
    assert not is_decided(game.start())
    with pytest.raises(naadam.SpecError, match="shorter opening"):
        open_game(game, 5000, "long")


def test_the_number_of_workers_changes_nothing() -> None:
    contest = Contest(GAME, (SEARCH, QUIET), games=6, seed=5)
    alone, together = list(run_contest(contest, 1)), list(run_contest(contest, 2))
    assert alone == together
    assert [game.fixture.number for game in together] == list(range(6))
    assert alone != list(run_contest(Contest(GAME, (SEARCH, QUIET), games=6, seed=6), 1))


def test_nodes_can_take_the_place_of_seconds_and_time_scales_them() -> None:
    assert Contest(GAME, ("level5", "random"), nodes=400).make_bot(0, 0).budget == Budget(nodes=400)  # type: ignore[attr-defined]
    bot = Contest(GAME, ("alpha-beta:seconds=2", "random"), time=0.1).make_bot(0, 0)
    assert bot.budget == Budget(seconds=0.2)  # type: ignore[attr-defined]
    bot = Contest(GAME, ("alpha-beta:depth=2", "random"), time=0.1, nodes=7).make_bot(0, 0)
    assert bot.budget == Budget(depth=2)  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_breaks_down_or_cheats_loses_that_game_only(workers: int) -> None:
    contest = Contest(GAME, (BREAKS, "random", CHEATS), games=12)
    played = list(run_contest(contest, workers))
    assert len(played) == 12
    for game in played:
        bots = set(game.fixture.seating)
        if 2 in bots:
            assert game.failed == 2
            assert game.failure.startswith("IllegalAction: BC-")
        elif game.failed == 0:
            assert game.failure == "ValueError: nothing comes to mind"
        if game.failed is not None:
            assert game.points_of(game.failed) == 0
            assert len(game.winners) == 1
    row = standings(contest, played)[2]
    assert (row.all.wins, row.all.draws, row.all.losses, row.failures) == (0, 0, 8, 8)
    assert min(ratings(contest, played), key=lambda one: one.strength).name == "cheats"


def test_a_rigged_match_has_its_known_result() -> None:
    contest = Contest(GAME, (QUIET, CHEATS), games=200)
    sprt = Sprt(0, 50)
    played = list(run_contest(contest, 1, sprt))
    assert len(played) == 46  # see test_nothing_but_wins_is_decided_after_23_pairs
    assert group_scores(played) == [1.0] * 23
    found = report(contest, played, sprt)
    assert found["sprt"]["decision"] == "H1"
    assert found["elo"][0] is None
    assert [seat["wins"] for seat in found["standings"][0]["seats"]] == [23, 23]
    assert [seat["losses"] for seat in found["standings"][1]["seats"]] == [23, 23]


def test_a_search_beats_random_play_from_both_sides() -> None:
    contest = Contest(GAME, (SEARCH, "random"), games=20)
    row = standings(contest, list(run_contest(contest, 1)))[0]
    assert row.all.score > 0.8
    assert row.all.games == 20
    assert sum(tally.games for tally in row.by_seat) == 20
    assert row.all.wins == sum(tally.wins for tally in row.by_seat)


def test_a_bot_that_holds_several_seats_has_the_score_of_each() -> None:
    contest = Contest("yut:players=3", ("random", "greedy"), games=6)
    played = [
        Played(Fixture(number, 0, seating), (1,), (0.0, 1.0, 0.0), "YU-13", 9, "", None, "", (0.0,) * 3, (3,) * 3)
        for number, seating in enumerate([(0, 1, 1), (1, 0, 0)])
    ]
    by_bot = standings(contest, played)
    assert [(tally.games, tally.wins, tally.score) for tally in by_bot[1].by_seat] == [
        (1, 0, 0.0),
        (1, 1, 1.0),
        (1, 0, 0.0),
    ]
    assert [(tally.games, tally.wins, tally.score) for tally in by_bot[0].by_seat] == [
        (1, 0, 0.0),
        (1, 1, 1.0),
        (1, 0, 0.0),
    ]
    assert (by_bot[0].all.games, by_bot[0].all.score) == (2, 0.5)


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        ((120.4, 60.2, 190.7), "a is stronger by 120 Elo (60 to 191)"),
        ((-120.4, -190.7, -60.2), "b is stronger by 120 Elo (60 to 191)"),
        ((-0.2, -50.0, 49.6), "a and b are equally strong: 0 Elo (-50 to 50)"),
        ((0.0, -math.inf, math.inf), "a and b are equally strong: 0 Elo (any number to any number)"),
        ((math.inf, 210.4, math.inf), "a has won every point (at least 210 Elo)"),
        ((-math.inf, -math.inf, -210.4), "b has won every point (at least 210 Elo)"),
        ((80.0, 10.0, math.inf), "a is stronger by 80 Elo (10 to any number)"),
    ],
)
def test_a_difference_in_elo_is_said_of_the_stronger(difference: tuple[float, float, float], words: str) -> None:
    assert shown.say_difference(("a", "b"), *difference) == words


def test_results_of_other_work_are_refused_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, out = tmp_path / "results.jsonl", Console(file=StringIO())
    list(run_contest(Contest(GAME, ("random", "greedy"), games=2), 1, results=file))
    monkeypatch.setattr(shown, "prepare", lambda _contest: pytest.fail("it compiles"))
    with pytest.raises(naadam.NaadamError, match="has the results of other work: bots is"):
        shown.hold(Contest(GAME, ("random", "random"), games=2), Workers(1, None, file), None, None, None, out, out)


@pytest.mark.parametrize(
    ("bots", "settings"),
    [
        (("random",), {}),
        (("random", "nobody"), {}),
        (("random", "level7"), {}),
        (("random", "uct:speed=9"), {}),
        (("random", "greedy"), {"games": 0}),
        (("random", "greedy"), {"games": True}),
        (("random", "greedy"), {"opening": -1}),
        (("random", "greedy"), {"time": 0.0}),
        (("random", "greedy"), {"time": float("nan")}),
        (("random", "greedy"), {"nodes": 0}),
    ],
)
def test_a_senseless_contest_is_refused(bots: tuple[str, ...], settings: dict[str, int]) -> None:
    with pytest.raises(naadam.SpecError):
        Contest(GAME, bots, **settings)


def test_alpha_beta_is_refused_where_it_cannot_play() -> None:
    with pytest.raises(naadam.SpecError, match="two seats"):
        Contest("caravan", ("alpha-beta", "random"))


def test_a_sequential_test_wants_bots_that_fit() -> None:
    with pytest.raises(naadam.SpecError, match="two bots"):
        next(run_contest(Contest(GAME, ("random", "random", "greedy")), 1, Sprt()))
    with pytest.raises(naadam.SpecError, match="a bot for each of the 2 seats, not 3"):
        next(run_contest(Contest(GAME, ("random", "random", "greedy")), 1, ShareTest()))


def played_with(bots: int, winners: list[int]) -> list[Played]:
    """Games of a contest with a bot for each seat, won by these bots."""
    games = []
    for number, winner in enumerate(winners):
        seating = tuple((seat + number) % bots for seat in range(bots))
        seat = seating.index(winner)
        points = tuple(float(each == seat) for each in range(bots))
        zeros = (0.0,) * bots
        games.append(
            Played(Fixture(number, number // bots, seating), (seat,), points, "", 1, "", None, "", zeros, (1,) * bots)
        )
    return games


def test_the_scores_of_groups_of_four_are_the_shares_of_the_first_bot() -> None:
    """A group counts when the first bot has had each of the four seats."""
    assert group_scores(played_with(4, [0, 1, 2, 3, 0, 0, 2, 0])) == [0.25, 0.75]
    assert group_scores(played_with(4, [0, 1, 2, 3, 0, 0, 2])) == [0.25]
    assert group_scores(played_with(8, [0] * 8)) == [1.0]


def test_report_and_plot_can_be_written(tmp_path: Path) -> None:
    contest = Contest(GAME, ("random", "greedy", "random"), games=6)
    played = list(run_contest(contest, 1))
    found = json.loads(json.dumps(report(contest, played)))
    assert found["bots"] == ["random #1", "greedy", "random #2"]
    assert len(found["games"]) == len(found["standings"]) * 2 == 6
    assert naadam.Record.read(found["games"][0]["record"]).replay()
    for name in ("plot.png", "plot.svg"):
        plot(contest, played, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5000
    with pytest.raises(naadam.NaadamError):
        plot(contest, played, tmp_path / "plot.nothing")


def test_a_stopped_contest_shows_what_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(*arguments: object) -> Iterator[Played]:
        games = run_contest(contest, 1)
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    contest = Contest(GAME, ("random", "greedy"), games=50)
    monkeypatch.setattr(shown, "run_contest", stopped)
    out, err = StringIO(), StringIO()
    to_its_end = shown.hold(
        contest,
        Workers(1),
        None,
        tmp_path / "results.json",
        None,
        Console(file=out, width=120),
        Console(file=err, width=120),
    )
    assert not to_its_end
    assert "bagh-chal: 2 games" in out.getvalue()
    assert "stopped after 2 games" in err.getvalue()
    assert len(json.loads((tmp_path / "results.json").read_text())["games"]) == 2


@pytest.mark.parametrize(
    ("bots", "plot", "missing"),
    [(("random", "random", "greedy"), None, "openskill"), (("random", "greedy"), Path("plot.png"), "matplotlib")],
)
def test_a_missing_extra_is_named_before_anything_is_played(
    bots: tuple[str, ...], plot: Path | None, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    out = Console(file=StringIO())
    with pytest.raises(MissingExtra, match=rf"^a .* needs {missing}: pip install 'naadam\[arena\]'$"):
        shown.hold(Contest(GAME, bots, games=2), Workers(1), None, None, plot, out, out)
    assert out.file.getvalue() == ""  # type: ignore[attr-defined]
