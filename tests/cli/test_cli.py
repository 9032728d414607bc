"""The terminal program: its output, messages, exit codes and files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from forked import run

import naadam
from naadam.core.history import History

TOY = Path(__file__).parent.parent / "toy"
BOARDS = Path(naadam.__file__).parent / "games" / "bagh_chal" / "boards"


def out(*arguments: str, typed: str = "", folder: Path | None = None) -> str:
    """The output of a command that must succeed."""
    done = run(*arguments, typed=typed, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def error(*arguments: str, typed: str = "") -> str:
    """The one line of a command that is expected to fail."""
    done = run(*arguments, typed=typed)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_perft_prints_a_line_a_depth() -> None:
    assert out("perft", "bagh-chal", "4") == "1 21\n2 252\n3 5052\n4 68204\n"
    assert out("perft", "bagh-chal:board=pulijudam", "3") == "1 20\n2 120\n3 2286\n"


def test_perft_counts_from_a_position() -> None:
    assert out("perft", "bagh-chal", "1", "--position", "B3B/5/2G2/5/B3B B 19 0") == "1 12\n"


def test_games_lists_games_and_options() -> None:
    listed = out("games")
    assert "bagh-chal" in listed
    assert "rules = ludos or classic (default ludos)" in listed
    assert "Échiquier" in out("games", "--lang", "fr") or "Plateau" in out("games", "--lang", "fr")


def test_rules_are_read_by_clause_and_language() -> None:
    assert "shuttle back and forth" in " ".join(out("rules", "bagh-chal", "BC-8").split())
    assert out("rules", "bagh-chal", "bc-8", "--lang", "it") != out("rules", "bagh-chal", "BC-8")
    everything = out("rules", "bagh-chal")
    assert all(f"BC-{number}" in everything for number in (1, 20, 33, 49))


def test_bench_measures_a_game() -> None:
    assert "bagh-chal" in out("bench", "bagh-chal", "--seconds", "0.1")


def test_check_board_accepts_good_boards_and_names_what_is_wrong(tmp_path: Path) -> None:
    good = out("check-board", str(BOARDS / "pulijudam.toml"))
    assert "a good board for bagh-chal" in good
    bad = tmp_path / "bad.toml"
    bad.write_text((BOARDS / "pulijudam.toml").read_text().replace('tigers = "a1 b3 b4"', 'tigers = "a1 b3 z9"'))
    assert error("check-board", str(bad)).endswith("bad.toml: tigers: there is no point z9")


def test_replay_checks_a_record(tmp_path: Path) -> None:
    history = History(naadam.load("bagh-chal").start(), ("Anna", "naadam"))
    for move in ("Gc3", "Ba1b1", "Gc4"):
        history.play(move)
    file = tmp_path / "game.txt"
    file.write_text(history.record().to_text())
    shown = out("replay", str(file))
    assert "1. Gc3 Ba1b1\n2. Gc4" in shown
    assert out("replay", str(file), "--boards").count("a   b   c   d   e") == 4
    file.write_text(history.record().to_text().replace("Ba1b1", "Ba1c3"))
    assert "action 2, Ba1c3, is refused by BC-6" in error("replay", str(file))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("perft", "chess", "3"), "unknown game 'chess'"),
        (("perft", "bagh-chal:rules=none", "3"), "option rules must be ludos or classic, not none"),
        (("perft", "bagh-chal", "deep"), "depth"),
        (("perft", "bagh-chal", "2", "--position", "nonsense"), "A position must have rows"),
        (("rules", "bagh-chal", "BC-99"), "there is no clause BC-99"),
        (("rules", "bagh-chal", "--lang", "de"), "unknown language 'de'"),
        (("check-board", "missing.toml"), "missing.toml: there is no such file"),
        (("replay", "missing.txt"), "missing.txt: No such file"),
        (("play", "bagh-chal", "--seat", "9"), "there is no seat '9'"),
        (("play", "bagh-chal:board=pulijudam,heroes=true"), "Heroes of Asia is not played on Pulijudam (BC-33)"),
        (("dance",), "No such command 'dance'"),
        (("perft", "bagh-chal", "2", "--fast"), "unexpected extra argument(s) (--fast)"),
    ],
)
def test_errors_are_one_clear_line(arguments: tuple[str, ...], line: str) -> None:
    assert line in error(*arguments)


def test_a_refused_move_is_answered_by_its_clause() -> None:
    shown = " ".join(out("play", "bagh-chal", "--seat", "both", typed="Ba1b1\nGc3\nBa1d1\nquit\n").split())
    assert "Rule BC-3" in shown
    assert "Rule BC-5" in shown


def test_nonsense_at_the_prompt_is_no_move() -> None:
    shown = out("play", "bagh-chal", "--seat", "both", typed="xyzzy\nquit\n")
    assert "is not a move" in shown


def test_capitals_do_not_matter() -> None:
    shown = out("play", "bagh-chal", "--seat", "both", typed="GC3\nQUIT\n")
    assert "───G───" in shown


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("mine")
    shown = out("play", "bagh-chal", "--seat", "both", typed="save game.txt\nquit\n", folder=tmp_path)
    assert "game.txt already exists" in shown
    assert (tmp_path / "game.txt").read_text() == "mine"


def test_a_game_with_chance_and_hidden_cards_is_played_from_views(tmp_path: Path) -> None:
    """The toy game at the terminal: dealt by chance, other seats' cards never on the screen."""
    code = (
        f"import sys; sys.path.insert(0, {str(TOY)!r})\n"
        "from naadam.core import registry; registry.packages()['caravan'] = ('caravan',)\n"
        "import sys; sys.argv[1:] = ['play', 'caravan:players=2', '--seconds', '0.01', '--seed', '1']\n"
        "from naadam.cli.main import run; run()"
    )
    typed = "bid 3\ntake\nstop\nlet\n" * 12
    done = subprocess.run([sys.executable, "-c", code], input=typed, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Three rounds have been played. (CV-6)" in done.stdout
    assert "-1" in done.stdout  # the other's card, covered


def test_two_people_play_and_save_and_take_back(tmp_path: Path) -> None:
    typed = "help\nmoves\nrules BC-1\nGc3\nBa1b1\nundo\nBe1d1\nsave game.txt\nhint\nquit\n"
    shown = out("play", "bagh-chal", "--seat", "both", "--seconds", "0.05", typed=typed, folder=tmp_path)
    assert "1. Gc3 Be1d1" in (tmp_path / "game.txt").read_text()
    assert "You could try" in shown


@pytest.mark.parametrize("spec", ["bagh-chal", "bagh-chal:heroes=true", "bagh-chal:board=pulijudam"])
def test_a_whole_game_against_the_computer(spec: str) -> None:
    """A player who always takes the first legal move loses, sees why, and the program ends well."""
    game = naadam.load(spec)
    names = game.rulebook.grid.names  # type: ignore[attr-defined]
    tries = [f"G{name}" for name in names] + [f"{a}{b}" for a in names for b in names if a != b] + ["--"]
    typed = "\n".join(tries * 40)
    shown = out("play", spec, "--seconds", "0.02", "--seed", "1", typed=typed).splitlines()
    end = next(line for line in shown if line in ("Victory for Goats.", "Victory for Tigers.", "A draw."))
    assert "BC-" in shown[shown.index(end) - 1]


def test_a_match_changes_sides() -> None:
    shown = out("play", "bagh-chal", "--match", "--seat", "both", "--seed", "3", typed="quit\n")
    assert "Game 1: Player 1 as" in shown
    assert "Game 1: You as" in out("play", "bagh-chal", "--match", "--seed", "3", typed="quit\n")


def test_french_and_italian_at_the_table() -> None:
    assert "Chèvres" in out("play", "bagh-chal", "--seat", "both", "--lang", "fr", typed="quit\n")
    assert "Capre" in out("play", "bagh-chal", "--seat", "both", "--lang", "it", typed="quit\n")


def test_the_arena_shows_and_writes_results(tmp_path: Path) -> None:
    arguments = ["arena", "bagh-chal", "--seats", "random", "greedy", "--games", "3", "--workers", "2"]
    shown = out(*arguments, "--json", "results.json", "--plot", "plot.png", "--sprt", folder=tmp_path)
    assert "bagh-chal: 4 games" in shown
    assert shown.count("as Goats") == shown.count("as Tigers") == 2
    assert "sequential test of 0 Elo against 50 Elo: nothing decided after 2 pairs" in " ".join(shown.split())
    assert len(json.loads((tmp_path / "results.json").read_text())["games"]) == 4
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_the_arena_says_what_it_does_not_understand() -> None:
    assert "at least two bots" in error("arena", "bagh-chal", "--seats", "random")
    assert "unknown bot 'nobody'" in error("arena", "bagh-chal", "--seats", "random", "nobody")
    assert "no folder" in error("arena", "bagh-chal", "--seats", "random", "random", "--json", "nowhere/at/all.json")
    refused = error("arena", "bagh-chal", "random", "random", "greedy", "--sprt", "--shares", "0.25", "0.35")
    assert "a bot for each of the 2 seats" in " ".join(refused.split())
    assert "elo0 below elo1" in error("arena", "bagh-chal", "random", "random", "--sprt", "--elo", "5", "1")


def test_searches_have_a_number_that_tells_whether_they_changed() -> None:
    lines = out("bench", "bots", "bagh-chal").splitlines()
    assert [line.split()[:2] for line in lines] == [["bagh-chal", "alpha-beta"], ["bagh-chal", "uct"]]
    assert lines == out("bench", "bots", "bagh-chal").splitlines()
    assert all(int(line.split()[2]) > 10_000 for line in lines)
