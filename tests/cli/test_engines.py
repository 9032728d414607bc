"""`naadam engines`: engines registered by name, in a configuration of the test's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import forked
import pytest

ENGINE = Path(__file__).parent.parent / "bots" / "engine_that.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is set as Linux has it")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run("engines", *arguments, XDG_CONFIG_HOME=str(folder))


def test_engines_are_added_listed_and_removed(tmp_path: Path) -> None:
    line = f"{sys.executable} {ENGINE} works"
    assert run(tmp_path, "list").stdout == ""
    assert run(tmp_path, "add", "mine", *line.split()).stdout == "mine: Test engine, plays bagh-chal\n"
    assert run(tmp_path, "list").stdout == f"mine: {line}\n"
    assert (tmp_path / "naadam" / "engines.toml").is_file()
    assert run(tmp_path, "remove", "mine").returncode == 0
    refused = run(tmp_path, "remove", "mine")
    assert refused.returncode == 2
    assert refused.stderr == "naadam: no engine 'mine' is registered; there is none\n"


def test_what_speaks_no_uni_is_not_added(tmp_path: Path) -> None:
    refused = run(tmp_path, "add", "mine", sys.executable, "-c", "print(1)")
    assert refused.returncode == 2
    assert "has ended (code 0)" in refused.stderr
    assert run(tmp_path, "list").stdout == ""
