"""Mistakes that a newcomer makes get an answer with a remedy."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest

import naadam
from naadam.bots import Budget, level, named
from naadam.bots.analysis import analyse
from naadam.bots.simple import GreedyBot, RandomBot

BAGH_CHAL, JARMO = naadam.load("bagh-chal"), naadam.load("jarmo")
START = BAGH_CHAL.start()
FEW = Budget(nodes=10)
anything: Any = object()


def boards(game: str) -> str:
    return str(Path(naadam.__file__).parent / "games" / game / "boards" / f"{game.replace('_', '-')}.toml")


MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "a state in place of a view": (
        lambda: level(BAGH_CHAL, 1).choose(START, FEW),  # type: ignore[arg-type]
        r"a bot chooses from a view, not from a State: use state.view\(seat\)",
    ),
    "a state for the random bot": (
        lambda: RandomBot().choose(anything),
        "from a view, not from a object",
    ),
    "a state for the greedy bot": (
        lambda: GreedyBot().choose(START),  # type: ignore[arg-type]
        r"use state.view\(seat\)",
    ),
    "a seat that is not to act": (
        lambda: level(BAGH_CHAL, 1).choose(START.view(1), FEW),
        "seat 1 is not to act here; to act: 0",
    ),
    "a seat that is not to act, greedy": (lambda: GreedyBot().choose(START.view(1)), "seat 1 is not to act"),
    "a game that is over": (
        lambda: RandomBot().choose(BAGH_CHAL.playout(START, 0).view(0)),
        "seat 0 is not to act here; to act: none: the game is over",
    ),
    "a player of another game": (
        lambda: level(BAGH_CHAL, 1).choose(JARMO.start().view(0), FEW),
        "this computer player is one of bagh-chal, not of jarmo",
    ),
    "the order of named": (
        lambda: named(BAGH_CHAL, "uct"),  # type: ignore[arg-type]
        r"named needs a bot's name and then a game, as in named\('uct', game\)",
    ),
    "the order of level": (
        lambda: level(3, BAGH_CHAL),  # type: ignore[arg-type]
        r"level needs a game and then a number, as in level\(game, 3\), not 3",
    ),
    "a bot's name mistyped": (lambda: named("levle3", BAGH_CHAL), "unknown bot 'levle3'; did you mean level3?"),
    "level 9": (lambda: level(BAGH_CHAL, 9), "a level must be 1 to 5, or 6 for perfect play of a solved game, not 9"),
    "level 6 of a game that is not solved": (
        lambda: level("hasami-shogi", 6),
        "there is no level 6 in hasami-shogi: only a solved game can be played perfectly",
    ),
    "a number in place of randomness": (
        lambda: START.resolve(5),  # type: ignore[arg-type]
        r"resolve needs a source of randomness, such as random.Random\(5\), not 5",
    ),
    "a history of a spec": (
        lambda: naadam.History("bagh-chal"),  # type: ignore[arg-type]
        r"a history begins with a state, such as naadam.load\(spec\).start\(\), not with 'bagh-chal'",
    ),
    "three names for two seats": (lambda: naadam.History(START, ("a", "b", "c")), "there are 2 seats, not 3"),
    "an analysis of a text": (
        lambda: analyse("1. Gb2"),  # type: ignore[arg-type]
        r"analyse needs a record, not a str: Record.read\(text\) makes one",
    ),
    "a drawing of a state": (
        lambda: BAGH_CHAL.draw(START),  # type: ignore[arg-type]
        r"draw needs a description, not a State: use state.svg\(\)",
    ),
    "a picture of an unknown kind": (lambda: START.save("board.gif"), "a picture is saved as .svg or .png"),
    "a picture without a folder": (lambda: START.save("no/folder/board.svg"), "cannot be written: No such file"),
    "no threads": (lambda: BAGH_CHAL.batch(2).playout(1, threads=0), "the threads must be 1 or more, not 0"),
    "half a depth": (
        lambda: BAGH_CHAL.perft(START, 2.5),  # type: ignore[arg-type]
        "a depth must be a whole number, 0 or more, not 2.5",
    ),
    "a playout of a text": (
        lambda: BAGH_CHAL.playout("start", 1),  # type: ignore[arg-type]
        r"this is no state but a str: use game.start\(\) or game.position\(text\)",
    ),
    "an underscore": (lambda: naadam.load("bagh_chal"), "unknown game 'bagh_chal'; did you mean bagh-chal?"),
    "capitals": (lambda: naadam.load("Bagh Chal"), "did you mean bagh-chal? The games are bagh-chal, conquest"),
    "a game mistyped": (lambda: naadam.load("jramo"), "did you mean jarmo?"),
    "an option mistyped": (lambda: naadam.load("bagh-chal:bord=x"), "unknown option bord; did you mean board?"),
    "no game at all": (lambda: naadam.load(""), "unknown game ''; the games are bagh-chal"),
    "the seats of a history as a text": (
        lambda: naadam.History(START, "ab"),  # type: ignore[arg-type]
        "seats are a tuple with a name for each seat, not the text 'ab'",
    ),
    "a value mistyped": (lambda: naadam.load("bagh-chal:board=pulijudum"), "not pulijudum; did you mean pulijudam?"),
    "another game's board": (
        lambda: naadam.load("jarmo", board=boards("bagh_chal")),
        'game: this is a board of bagh-chal; must be "jarmo"',
    ),
    "an unknown scenario": (
        lambda: naadam.load("yuan:scenario=nowhere"),
        "There is no scenario nowhere in the file; the scenarios are quick, free, river-control",
    ),
    "a record's file in place of its text": (
        lambda: naadam.Record.read("game.txt"),
        r"this is the name of a file, not a record: use naadam.read_record\('game.txt'\)",
    ),
    "a record's path": (
        lambda: naadam.Record.read(Path("game.txt")),  # type: ignore[arg-type]
        "this is the name of a file, not a record",
    ),
    "Record.load with a path": (
        lambda: naadam.Record.load("game.txt"),  # type: ignore[arg-type]
        r"Record.load gives the game of a record; naadam.read_record\('game.txt'\) reads a file",
    ),
    "a record that is missing": (lambda: naadam.read_record("nowhere.txt"), "nowhere.txt: No such file"),
    "a record named by a number": (
        lambda: naadam.read_record(7),  # type: ignore[arg-type]
        "a file must be named by a path, not by 7",
    ),
    "fields of a position": (
        lambda: BAGH_CHAL.position("B3B/5/5/5/B3B G"),
        "Four fields may follow: the last step of the goats, that of the tigers, turns without a capture, and +",
    ),
    "fields of a position of Jarmo": (lambda: JARMO.position("x"), "Seven fields may follow: hands, captured soldiers"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_explained(mistake: str) -> None:
    make, words = MISTAKES[mistake]
    with pytest.raises(naadam.NaadamError, match=words.replace("?", r"\?").replace("+", r"\+")):
        make()


def test_level_6_plays_a_solved_game_or_searches() -> None:
    assert level(BAGH_CHAL, 6).choose(START.view(0), FEW) in START.actions()


def test_chance_is_resolved_by_any_source_of_randomness() -> None:
    assert naadam.load("yut").start().resolve(random.Random(1)).turn in (0, 1)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("play", "--sea", "2"), "(naadam play --help)"),
        (("lab", "selfplay", "--gams", "2"), "(naadam lab selfplay --help)"),
        (("perft", "bagh-chal", "-1"), "Invalid value for"),
        (("plya",), "Did you mean 'play'"),
        (("solve", "bagh-chal", "--verify"), "`naadam solve bagh-chal` does it"),
        (("arena", "bagh-chal", "random", "greedy", "--plot", "x.gif"), "a plot is written as .png, .svg, .pdf"),
    ],
)
def test_a_wrong_command_line_names_the_way_on(command: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = forked.run(*command, folder=tmp_path, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert words in done.stderr


def test_the_command_says_its_version() -> None:
    assert forked.run("--version").stdout == f"naadam {naadam.__version__}\n"
