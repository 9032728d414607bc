"""The tutorials of docs/tutorials: their commands and programs run as they are written."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import forked
import numpy as np
import platformdirs
import pytest

import naadam
from naadam.core.compiling.compiled import COMPILING

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"


def programs(name: str) -> str:
    """The Python of a tutorial, one block after the other."""
    return "\n".join(re.findall(r"```python\n(.*?)```", (TUTORIALS / name).read_text(encoding="utf-8"), re.DOTALL))


def commands(name: str) -> list[list[str]]:
    """The commands of naadam in a tutorial, without the name of the program."""
    found = re.findall(r"^    naadam (.*)$", (TUTORIALS / name).read_text(encoding="utf-8"), re.MULTILINE)
    return [shlex.split(command) for command in found]


@pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")
def test_a_small_board_is_solved_and_its_tables_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data" / "naadam"
    for command in commands("solve.md"):
        done = forked.run(*command, folder=ROOT, XDG_DATA_HOME=str(tmp_path / "data"))
        assert done.returncode == 0, done.stderr
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(data))
    monkeypatch.chdir(ROOT)
    exec(compile(programs("solve.md"), "solve.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "win for the goats" in printed
    assert [line for line in printed.splitlines() if line.endswith(" win")] == ["Gc1 win", "Ga3 win"], (
        "as the text says"
    )
    assert "BC-11 (0,)" in printed
    checked = re.search(r"^(\d+) positions follow", printed, re.MULTILINE)
    assert checked
    assert int(checked[1]) > 500


def example(name: str) -> dict[str, Any]:
    """The names of a program in examples/, which may import its neighbours."""
    return runpy.run_path(str(ROOT / "examples" / name))


@pytest.fixture
def in_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder and import path with which the programs of examples/ are run."""
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'naadam[bridges]'")
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))


@pytest.mark.skipif(not COMPILING, reason="learning wants compiled rules")
@pytest.mark.usefixtures("in_examples")
def test_a_player_is_better_after_training_and_the_same_when_it_is_loaded(tmp_path: Path) -> None:
    train = example("train.py")
    policy, curve = train["train"]("jarmo", updates=20)
    assert [round(row[1]) for row in curve] == [10 * 128 * 32, 20 * 128 * 32]
    assert curve[0][2] < curve[1][2]
    assert curve[1][2] > 0.1, "a random player gets -0.1"
    np.savez(tmp_path / "jarmo.npz", **policy.weights)
    again = train["Player"](train["Policy"].load(tmp_path / "jarmo.npz"))
    view = naadam.load("jarmo").start().view(0)
    assert again.choose(view) == train["Player"](policy).choose(view)
    assert again.choose(view) in view.actions()


@pytest.mark.skipif(not COMPILING, reason="learning wants compiled rules")
@pytest.mark.usefixtures("in_examples")
def test_a_league_rates_all_generations() -> None:
    rated, policy = example("league.py")["league"]("jarmo", generations=1, updates=2, games=24)
    assert {bot.name for bot in rated} == {"generation 0", "generation 1", "level1", "random"}
    assert [bot.elo for bot in rated] == sorted((bot.elo for bot in rated), reverse=True)
    assert policy.updates == 2 * 3 * 8, "three times in eight parts"


@pytest.mark.skipif(not COMPILING, reason="learning wants compiled rules")
@pytest.mark.usefixtures("in_examples")
@pytest.mark.parametrize("name", ["train.md", "league.md"])
def test_the_snippets_of_a_tutorial_run(name: str) -> None:
    assert programs(name)
    exec(compile(programs(name), name, "exec"), {})
