"""The tutorials of docs/tutorials: their commands and programs run as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import forked
import platformdirs
import pytest

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
