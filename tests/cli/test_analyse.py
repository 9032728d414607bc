"""`naadam analyse`, and the computer players at the terminal."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from forked import run

import naadam
from naadam.core.history import History

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of four actions, in which Gd1 gives the game away."""
    history = History(naadam.load("bagh-chal").position("B3B/5/5/5/B3B G 16 4"), ("Anna", "Ben"))
    for move in ("Ga3", "Ba1b1", "Gd1", "Bxe1c1"):
        history.play(move)
    file = tmp_path / "game.txt"
    file.write_text(history.record().to_text(), encoding="utf-8")
    return file


def test_a_record_is_analysed_as_table_json_and_graph(record: Path, tmp_path: Path) -> None:
    graph, data = tmp_path / "graph.png", tmp_path / "analysis.json"
    done = run("analyse", str(record), "--nodes", "2000", "--json", str(data), "--plot", str(graph), "--lang", "it")
    assert done.returncode == 0, done.stderr
    assert "Gd1??" in done.stdout
    assert "Le mosse che sono costate di più:\n  3. Capre: Gd1 è costata 0." in done.stdout
    assert [move["number"] for move in json.loads(data.read_text(encoding="utf-8"))["moves"]] == [1, 2, 3, 4]
    assert graph.read_bytes().startswith(b"\x89PNG")


def test_the_analysis_can_be_interrupted() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "naadam", "analyse", str(EXAMPLES / "bagh-chal.txt"), "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # the parent of the tests may ignore it
    )
    said = ""
    with process:
        for _ in range(10):  # one that comes while modules are being loaded may be lost
            time.sleep(5.0)
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                _, said = process.communicate(timeout=15)
                break
        process.kill()
    assert process.returncode == 130
    assert said.splitlines()[-1] == "naadam: stopped"
    assert "Traceback" not in said


def test_wrong_records_and_files_are_one_clear_line(record: Path, tmp_path: Path) -> None:
    for arguments, words in (
        ((str(tmp_path / "none.txt"),), "none.txt: No such file"),
        ((str(record), "--nodes", "5", "--json", str(tmp_path / "no" / "a.json")), "No such file"),
        ((str(record), "--nodes", "5", "--plot", str(tmp_path / "a.doc")), "cannot be drawn"),
        ((str(record), "--nodes", "0"), "Invalid value for '--nodes'"),
        ((str(record), "--lang", "de"), "unknown language 'de'"),
    ):
        done = run("analyse", *arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_the_level_is_chosen_and_its_thoughts_are_shown() -> None:
    shown = run("play", "bagh-chal", "--level", "4", "--seconds", "0.1", "--thoughts", typed="Gb2\nhint\nquit\n").stdout
    assert "Thinks: Bxa1c3" in shown
    assert "Tigers played: Bxa1c3." in shown
    assert "You could try: G" in shown
    assert run("play", "bagh-chal", "--level", "6").returncode == 2


def test_the_example_bot_plays_a_game() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLES / "careful.py")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "(BC-" in done.stdout
