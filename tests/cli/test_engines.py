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


def commit_naadam(repository: Path, name: str) -> str:
    """Commit a program in Naadam's place that speaks uni and says this name; return the commit."""
    folder = repository / "src" / "naadam" / "cli"
    folder.mkdir(parents=True, exist_ok=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    words = f"id name {name}\\ngame khan\\nuniok"
    (folder / "main.py").write_text(f"import sys\n\ndef run():\n    print('{words}', flush=True)\n    input()\n")
    git = ["git", "-C", str(repository), "-c", "user.name=T", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", name]):
        subprocess.run([*git, *command], check=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


def test_a_commit_is_frozen_as_an_engine(tmp_path: Path) -> None:
    """It stays as it was while the repository goes on."""
    repository = tmp_path / "clone"
    first = commit_naadam(repository, "First")
    commit_naadam(repository, "Second")
    data = tmp_path / "data"
    for name, commit, said in (("old", first, "First"), ("new", "HEAD", "Second"), ("again", first[:9], "First")):
        options = ("--commit", commit, "--repository", str(repository), "--level", "4")
        done = forked.run("engines", "freeze", name, *options, XDG_CONFIG_HOME=str(tmp_path), XDG_DATA_HOME=str(data))
        assert done.stdout == f"{name}: {said}, plays khan\n", done.stderr
    assert len(list((data / "naadam" / "frozen").iterdir())) == 2
    assert run(tmp_path, "list").stdout.count("frozen.py engine --level 4\n") == 3
    done = run(tmp_path, "freeze", "x", "--commit", "nowhere", "--repository", str(repository))
    assert done.returncode == 2
    assert "git rev-parse" in done.stderr


def test_what_speaks_no_uni_is_not_added(tmp_path: Path) -> None:
    refused = run(tmp_path, "add", "mine", sys.executable, "-c", "print(1)")
    assert refused.returncode == 2
    assert "has ended (code 0)" in refused.stderr
    assert run(tmp_path, "list").stdout == ""
