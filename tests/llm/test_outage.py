"""Outages and kills in the middle of a run: nothing is lost, nothing that was answered is asked again."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from stub_model import Messages, stub_model

import naadam
from naadam.lab import run, run_contest
from naadam.lab.contests import OUTAGE
from naadam.llm.aiming import aim
from naadam.llm.client import Client, Model, ModelError
from naadam.llm.play import make_contest
from naadam.llm.referee import Examination, examine
from naadam.llm.seat import Outage, make_seat

GAME = "bagh-chal:rules=classic"


def choose(messages: Messages) -> str:
    """An answer that depends on the conversation alone: a legal action, or sometimes an illegal one at first."""
    text = messages[1]["content"]
    state = naadam.load(GAME).position(text.partition("in notation: ")[2].partition("\n")[0])
    actions = sorted(state.actions())
    number = int(hashlib.sha256(text.encode()).hexdigest(), 16)
    return f"MOVE: {'a1a1' if number % 4 == 0 and len(messages) == 2 else actions[number % len(actions)]}"


def test_a_wait_that_would_end_after_the_budget_is_not_begun() -> None:
    waits: list[float] = []
    with stub_model(lambda _m, _n: 503) as url:
        client = Client(Model.read(f"{url}#stub,wait=30,timeout=30"), waits.append)
        begin = time.monotonic()
        with pytest.raises(ModelError, match="after 1 requests: status 503"):
            client.ask([{"role": "user", "content": "Hello"}], seconds=20)
    assert waits == []
    assert time.monotonic() - begin < 20


def test_questions_that_an_outage_left_open_are_asked_again_and_the_others_are_not(tmp_path: Path) -> None:
    questions = list(aim("jarmo", seed=3, per_clause=2, effort=60).questions())[:9]
    asked: list[str] = []
    down = True

    def answer(messages: Messages, number: int) -> str | int:
        asked.append(messages[1]["content"])
        return 500 if down and number % 3 == 0 else "LEGAL"

    with stub_model(answer) as url:
        examination = Examination(f"{url}#stub,retries=0")
        first = list(run(examine(examination, questions), workers=1, results=tmp_path / "kept"))
        assert [one.result.get("unanswered", False) for one in first] == [False, False, True] * 3
        down = False
        asked.clear()
        second = list(run(examine(examination, questions), workers=1, results=tmp_path / "kept"))
        assert len(asked) == 3
        assert all(one.result["legal"] for one in second)
        asked.clear()
        assert list(run(examine(examination, questions), workers=1, results=tmp_path / "kept")) == second
        assert asked == []


def test_a_game_that_an_outage_ended_is_played_again(tmp_path: Path) -> None:
    assert Outage.__name__ == OUTAGE
    down = True

    def answer(messages: Messages, number: int) -> str | int:
        return 500 if down and number > 3 else choose(messages)

    with stub_model(answer) as url:
        contest = make_contest(GAME, f"{url}#stub,retries=0,attempts=2", "clause", ("random",), 2, 0, 2, 50)
        first = list(run_contest(contest, workers=1, results=tmp_path / "kept"))
        assert [game.failure.partition(":")[0] for game in first] == [OUTAGE, OUTAGE]
        down = False
        second = list(run_contest(contest, workers=1, results=tmp_path / "kept"))
        assert not any(game.failure for game in second)
        assert list(run_contest(contest, workers=1, results=tmp_path / "kept")) == second


def test_an_outage_without_a_budget_is_not_a_fault_of_the_model() -> None:
    with stub_model(lambda _m, _n: 500) as url, pytest.raises(Outage):
        make_seat(f"{url}#stub,retries=0", naadam.load(GAME)).choose(naadam.load(GAME).start().view(0))


def killed_and_resumed(command: Callable[[str], list[str]], folder: Path, lines: int) -> tuple[bytes, bytes]:
    """The file of a whole run, and that of a run that was killed after some lines of results and taken up again."""

    def start(name: str) -> subprocess.Popen[bytes]:
        arguments = [sys.executable, "-m", "naadam", "llm", *command(name)]
        return subprocess.Popen(arguments, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(name: str) -> bytes:
        process = start(name)
        _, complaint = process.communicate()
        assert process.returncode == 0, complaint.decode()
        return (folder / f"{name}.json").read_bytes()

    whole = finish("whole")
    process = start("broken")
    while sum(file.read_bytes().count(b"\n") for file in folder.glob("broken/*.jsonl")) < lines:
        assert process.poll() is None, "it ended before it was killed"
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert not (folder / "broken.json").exists()
    return whole, finish("broken")


def slowly(messages: Messages, _: int) -> str:
    time.sleep(0.01)
    return choose(messages)


def test_a_killed_run_of_games_goes_on_and_ends_with_the_same_file(tmp_path: Path) -> None:
    with stub_model(slowly) as url:

        def command(name: str) -> list[str]:
            model = ["--model", f"{url}#stub,attempts=2", "--feedback", "clause", "--against", "random"]
            return ["play", GAME, *model, "--games", "4", "--workers", "1", "--results", name, "--out", f"{name}.json"]

        whole, resumed = killed_and_resumed(command, tmp_path, lines=3)
    assert resumed == whole


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of tables is set by XDG_DATA_HOME")
def test_a_killed_run_of_regret_goes_on_and_ends_with_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    spec = "yut:horses=1"
    subprocess.run([sys.executable, "-m", "naadam", "solve", spec], check=True, capture_output=True)

    def answer(messages: Messages, _: int) -> str:
        time.sleep(0.01)
        text = messages[1]["content"]
        state = naadam.load(spec).position(text.partition("in notation: ")[2].partition("\n")[0])
        return f"MOVE: {sorted(state.actions())[0]}"

    with stub_model(answer) as url:

        def command(name: str) -> list[str]:
            bot = ["--bot", f"llm:{url}#stub", "--positions", "40"]
            return ["regret", spec, *bot, "--workers", "1", "--results", name, "--out", f"{name}.json"]

        whole, resumed = killed_and_resumed(command, tmp_path, lines=8)
    assert resumed == whole
