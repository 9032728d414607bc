"""Options of Yut, and the track read from a custom board file."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

import naadam
from naadam.core.registry import variants
from naadam.testing import check_game

PLAIN = "yut"
TRACK = (resources.files("naadam.games.yut") / "boards" / "yut.toml").read_text("utf-8")


# --- options ---


@pytest.mark.parametrize(
    ("spec", "clause"),
    [
        ("yut:players=3,posts=two", "YU-30"),
        ("yut:second_game=1", "YU-40"),
        ("yut:wild_horse=true,second_game=1", "YU-40"),
        ("yut:posts=two,wild_horse=true,second_game=3", "YU-40"),
        ("yut:players=3,horses=4", "YU-20"),
        ("yut:hurdle_1=7", "YU-50"),
        ("yut:hurdles=true,hurdle_1=7,hurdle_2=7", "YU-50"),
        ("yut:hurdles=true,hurdle_1=Q7", "YU-50"),
        ("yut:hurdles=true,wild_horse=true,hurdle_2=10", "YU-50"),
        ("yut:hurdles=true,wild_horse=true,posts=two,hurdle_2=15", "YU-50"),  # the start of the second game
        ("yut:hurdles=true,wild_horse=true,posts=two,hurdle_2=5,second_game=1", "YU-50"),  # that of the first
    ],
)
def test_options_that_do_not_go_together(spec: str, clause: str) -> None:
    with pytest.raises(naadam.SpecError, match=clause):
        naadam.load(spec)


@pytest.mark.parametrize(
    "spec", ["yut:flat=0", "yut:flat=1", "yut:horses=5", "yut:players=5", "yut:hurdles=true,hurdle_1=a b"]
)
def test_options_out_of_bounds(spec: str) -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load(spec)


def test_every_combination_that_the_rules_allow_is_tried() -> None:
    assert len({game.spec for game in variants("yut")}) == 32


@pytest.mark.parametrize(
    "spec",
    [
        "yut:horses=1,flat=0.9",
        "yut:hurdles=true,hurdle_1=X,hurdle_2=18",
        "yut:players=3,hurdles=true,hurdle_1=19,hurdle_2=20",
        "yut:posts=two,hurdles=true,hurdle_1=5,hurdle_2=10",
        "yut:posts=two,wild_horse=true,hurdles=true,hurdle_1=4,hurdle_2=6",
    ],
)
def test_odd_choices_conform(spec: str) -> None:
    check_game(naadam.load(spec), seeds=range(1), samples=6)


# --- the track as a file ---


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('centre = "X"', 'centre = "Q"', "centre"),
        ('wild_horse = "10"', 'wild_horse = "X"', "wild_horse"),
        ('wild_horse_two_posts = "5 15"', 'wild_horse_two_posts = "5"', "wild_horse_two_posts"),
        ('hurdles = "8 18"', 'hurdles = "8 8"', "hurdles"),
        ('"5 W1 W2 X E2 E1 15"\nshort', '"5 W1 W2 E2 E1 15"\nshort', "a.first_short_cut"),
        ('"5 W1 W2 X E2 E1 15"\nshort', '"6 W1 W2 X E2 E1 15"\nshort', "a.first_short_cut"),
        ('["10 S1 S2 X N2 N1 20", ', '["10 S1 S2 X N1 N2 20", ', "a.short_cuts[1]"),
        ('["20 N1 N2 X S2 S1 10", ', '["20 N1 N2 X S2 S1 19", ', "c.short_cuts[0]"),
        ("X = [0, 0]", "X = [0, 4]", "stations"),
        ("X = [0, 0]", "xx = [0, 0]", "stations.xx"),
        ('rim = "11 12 13 14 15', 'rim = "15 11 12 13 14', "c.first_short_cut"),
        ("[c] ", "[d] ", "d"),
    ],
)
def test_tracks_that_are_refused(tmp_path: Path, old: str, new: str, key: str) -> None:
    file = tmp_path / "track.toml"
    assert old in TRACK
    file.write_text(TRACK.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(naadam.BoardError) as error:
        naadam.load(PLAIN, board=str(file))
    assert error.value.key == key


def test_a_track_of_ones_own_is_played(tmp_path: Path) -> None:
    file = tmp_path / "track.toml"
    file.write_text(TRACK.replace('title = "Yut"', 'title = "Mine"'), encoding="utf-8")
    game = naadam.load(PLAIN, board=str(file))
    assert game.title() == "Mine"
    assert not game.playout(game.start(), 1).waiting
