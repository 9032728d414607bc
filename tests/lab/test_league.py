"""A league rates its bots as their games say, with intervals that hold, and shows them on a page."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import forked
import numpy as np
import pytest

from naadam.bots.arena import Contest, Fixture, Played, fixtures
from naadam.bots.uni import registered
from naadam.core.errors import SpecError
from naadam.lab import run_contest
from naadam.lab.anchors import NAMES, check_bots, write_anchors
from naadam.lab.contests import Gauntlet, digest_of, list_games
from naadam.lab.league import all_bots, count_meetings, cross_table, enough_nodes, fit, rate, rate_from
from naadam.lab.league_page import write_page
from naadam.ratings.anchors import read_anchors


def game(fixture: Fixture, winner: int | None) -> Played:
    """A game that a bot has won, or a draw."""
    seats = range(len(fixture.seating))
    winners = tuple(seat for seat in seats if winner is None or fixture.seating[seat] == winner)
    points = tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)
    return Played(fixture, winners, points, "", 1, "", seconds=(0.0, 0.0), moves=(1, 1))


def test_the_fit_gives_back_the_strengths_that_made_the_scores() -> None:
    elo = np.array([300.0, 50.0, -100.0, -250.0])
    games = 1e7 * (1 - np.eye(4))
    points = games / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    assert fit(points, games) == pytest.approx(elo, abs=0.01)


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    contest = Contest("bagh-chal", ("random", "greedy"), games=100)
    played = [game(one, 1 if one.group % 4 else 0) for one in fixtures(contest)]  # 76 points of 100, or 24
    best, other = rate(contest, played)
    lost = sum(one.points_of(0) for one in played)
    assert best.name == "greedy"
    assert best.elo - other.elo == pytest.approx(400 * np.log10((100.5 - lost) / (lost + 0.5)), abs=0.01)
    assert best.low < best.elo < best.high
    assert other.high < 0 < best.low
    assert rate(contest, played) == rate(contest, played[::-1])


def test_who_won_everything_is_strong_but_not_infinitely() -> None:
    contest = Contest("bagh-chal", ("random", "greedy", "level1"), games=60)
    played = [game(one, max(one.seating)) for one in fixtures(contest)]
    rated = rate(contest, played)
    assert [one.name for one in rated] == ["level1", "greedy", "random"]
    assert all(np.isfinite([one.elo, one.low, one.high]).all() for one in rated)
    assert sum(one.elo for one in rated) == pytest.approx(0, abs=1e-6)
    table = cross_table(contest, played)
    assert [(table[a][b].points, table[a][b].games) for a, b in ((2, 0), (0, 2), (1, 0), (0, 0))] == [
        (20, 20),
        (0, 20),
        (20, 20),
        (0, 0),
    ]


def test_the_interval_holds_the_truth_about_as_often_as_promised() -> None:
    contest = Contest("bagh-chal", ("random", "greedy"), games=80)
    inside = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        played = [game(one, int(rng.random() < 0.7)) for one in fixtures(contest)]
        best, other = rate(contest, played, seed)
        inside += (best.low - other.high) < 147.2 < (best.high - other.low)
    assert 88 <= inside <= 99


@pytest.mark.parametrize("spec", ["bagh-chal", "yut:players=3"])
def test_in_a_gauntlet_the_first_bot_meets_everybody_equally_often_and_nobody_else_meets(spec: str) -> None:
    bots = ("random", "greedy", "level1", "level2")
    contest = Gauntlet(spec, bots, games=6 * count_meetings(spec, bots, gauntlet=True))
    games = list_games(contest)
    assert [one.number for one in games] == list(range(contest.games))
    assert all(0 in one.seating for one in games)
    met = Counter(tuple(sorted(one.seating)) for one in games)
    assert set(met.values()) == {6}
    assert len(met) == count_meetings(spec, bots, gauntlet=True) == 3
    sat = Counter(one.seating.index(0) for one in games)
    assert len(set(sat.values())) == 1, "every seat equally often"
    assert sorted(Counter(one.group for one in games).values()) == [contest.game.seats] * len({g.group for g in games})
    more = list_games(replace(contest, games=contest.games + 12))
    assert more[: len(games)] == games, "a longer one goes on from a shorter one"


def test_a_gauntlet_rates_everybody_by_the_games_with_the_first() -> None:
    contest = Gauntlet("bagh-chal", ("greedy", "random", "level1"), games=40)
    played = [game(one, 0 if 1 in one.seating or one.group % 4 == 1 else 2) for one in list_games(contest)]
    rated = rate(contest, played)
    assert [one.name for one in rated] == ["level1", "greedy", "random"]
    assert cross_table(contest, played)[1][2].games == 0
    assert "Bagh Chal: greedy against 2 players" in Page(write_page(contest, played, "")).texts


class Page(HTMLParser):
    """Collects the addresses a page loads, its texts, and whether tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.links += [str(value) for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def test_the_page_stands_alone_and_names_everybody() -> None:
    contest = Contest("bagh-chal", ("random", "greedy", "alpha-beta:depth=1"), games=12, nodes=100)
    page = write_page(contest, [game(one, max(one.seating)) for one in fixtures(contest)], "0123abcd")
    read = Page(page)
    assert read.links == []
    assert not re.search(r"url\(|https?:|@import|<script", page)
    assert read.open == []
    for name in contest.names:
        assert read.texts.count(name) == 4  # plot, ratings, and twice in the cross table
    assert "prefers-color-scheme: dark" in page
    assert "0123abcd" in read.texts
    assert "100%" in read.texts
    assert "Nobody thought by the clock" in page
    clocks = Contest("bagh-chal", ("random", "level5"), games=2)
    assert "level5 thought by the clock" in write_page(clocks, [game(one, 1) for one in fixtures(clocks)], "")


def test_a_name_cannot_break_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("bagh-chal", ("random", "greedy"), games=2)
    monkeypatch.setattr(Contest, "names", ("<script>alert(1)</script>", "a & b"))
    page = write_page(contest, [game(one, 1) for one in fixtures(contest)], "")
    assert "<script" not in page
    assert "a &amp; b" in page


def test_all_bots_are_the_simple_ones_the_levels_and_the_engines_that_play_it(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"mine": registered.Registered("x", ("bagh-chal",)), "yours": registered.Registered("y", ("yut",))}
    monkeypatch.setattr("naadam.lab.league.engines", lambda: known)
    assert all_bots("bagh-chal") == ("random", "greedy", *(f"level{number}" for number in range(1, 6)), "engine:mine")
    assert count_meetings("bagh-chal", all_bots("bagh-chal")) == 28
    assert enough_nodes("bagh-chal") == 48_000


def test_the_command_writes_the_page_that_the_same_games_give(tmp_path: Path) -> None:
    contest = Contest("bagh-chal", ("random", "alpha-beta:depth=1"), games=2, nodes=48_000)
    command = ["lab", "league", "bagh-chal", "--games", "2", "--workers", "1"]
    bots = [word for bot in contest.names for word in ("--bot", bot)]
    done = forked.run(*command, *bots, "--out", "page.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    played = list(run_contest(contest, 1))
    assert f"page.html: 2 games; results sha256 {digest_of(played)}" in done.stdout
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == write_page(contest, played, digest_of(played))


def test_the_command_plays_a_gauntlet(tmp_path: Path) -> None:
    contest = Gauntlet("bagh-chal", ("alpha-beta:depth=1", "random", "greedy"), games=4, nodes=48_000)
    command = ["lab", "league", "bagh-chal", "--games", "2", "--workers", "2"]
    bots = ["--bot", "random", "--bot", "greedy", "--gauntlet", "alpha-beta:depth=1"]
    done = forked.run(*command, *bots, "--out", "page.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"page.html: 4 games; results sha256 {digest_of(run_contest(contest, 1))}" in done.stdout


def test_anchors_are_the_ratings_of_the_levels_from_level_2_on() -> None:
    contest = Contest("bagh-chal", NAMES, games=200, nodes=1)
    played = [game(one, max(one.seating) if one.group % 4 else min(one.seating)) for one in fixtures(contest)]
    text = write_anchors(contest, played, "digest", "command")
    data = tomllib.loads(text)["bagh-chal"]
    assert (data["made"], data["games"], data["results"]) == ("command", 200, "digest")
    anchors = read_anchors(data)
    elo = {one.name: one.elo for one in rate(contest, played)}
    for name in NAMES:
        assert anchors[name].points == pytest.approx(1000 + elo[name] - elo["level2"], abs=0.51)
        low, high = data["levels"][name][1:]
        assert low <= data["levels"][name][0] <= high
    assert [one.elo for one in rate_from(contest, played, "level2")][1] == 0
    assert anchors["level2"].deviation == 0 < anchors["level5"].deviation


def test_anchors_need_all_levels() -> None:
    check_bots([*NAMES, "greedy"])
    with pytest.raises(SpecError, match=r"missing: level2, level5$"):
        check_bots(["level1", "level3", "level4"])
