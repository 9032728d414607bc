"""Workflows, hooks and issue forms: valid by GitHub's schemas, and they run commands and parts that exist."""

from __future__ import annotations

import configparser
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from naadam.core.errors import NaadamError
from naadam.core.extras import FIRST, LAST, check_python

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import commit_subject  # noqa: E402 (a script, found by the line above)

_spec = importlib.util.spec_from_file_location("test_runner", ROOT / "scripts" / "test.py")
assert _spec
assert _spec.loader
runner = importlib.util.module_from_spec(_spec)  # by its path, because `test` is a package of Python
_spec.loader.exec_module(runner)

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
BY_SCHEMA = {
    "vendor.github-workflows": WORKFLOWS,
    "custom.github-workflows-require-timeout": WORKFLOWS,
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("schema", BY_SCHEMA)
def test_files_for_github_are_valid(schema: str) -> None:
    files = map(str, BY_SCHEMA[schema])
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_finds_faults(tmp_path: Path) -> None:
    file = tmp_path / "ci.yml"
    file.write_text("on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    step: []\n")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    assert subprocess.run(command, capture_output=True).returncode != 0


@pytest.mark.skipif(
    not shutil.which("actionlint") and "GITHUB_ACTIONS" not in os.environ, reason="actionlint is not installed"
)
def test_actionlint_finds_nothing() -> None:
    done = subprocess.run(["actionlint", *map(str, WORKFLOWS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_and_no_more_unless_a_job_says_so(path: Path) -> None:
    assert read(path)["permissions"] == {"contents": "read"}
    assert all(
        re.fullmatch(r"[\w-]+/[\w./-]+@(?:v\d+|release/v\d+)", step["uses"]) for step in steps(path) if "uses" in step
    )


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_no_script_contains_an_expression_that_others_could_fill(path: Path) -> None:
    """An expression in a script is a shell injection; values belong in `env`."""
    assert not [step["run"] for step in steps(path) if "${{" in step.get("run", "")]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_the_commands_of_a_workflow_exist(path: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    scripts = [step["run"] for step in steps(path) if "run" in step]
    assert scripts
    for script in scripts:
        assert set(re.findall(r"\bmake ([\w-]+)", script)) <= targets
        assert all((ROOT / name).is_file() for name in re.findall(r"\bscripts/\w+\.py", script))
        for words in re.findall(r'PART="?([\w ]+)"?', script):
            assert all(runner.named(word) for word in words.split())


def test_the_matrix_runs_every_part_of_the_full_gate() -> None:
    matrix = read(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]["parts"]["strategy"]["matrix"]["part"]
    chosen = {name: part for words in matrix for word in words.split() for name, part in runner.named(word).items()}
    assert all(runner.named(word) for words in matrix for word in words.split())
    others = {name for name, part in runner.PARTS.items() if "pytest" not in part.command}
    assert others - set(runner.COMPILED) <= set(chosen)
    whole = {tuple(part.command) for part in chosen.values()}
    folders = [argument for part in chosen.values() for argument in part.command if argument.startswith("tests")]
    assert tuple(runner.PARTS["all other tests"].command) in whole
    ignored = [word.removeprefix("--ignore=") for word in runner.PARTS["all other tests"].command if "ignore" in word]
    assert [folder for folder in ignored if folder not in folders] == []


def test_every_python_that_is_promised_is_tried() -> None:
    versions = read(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]["python"]["strategy"]["matrix"]["version"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f">={versions[0]}" == project["requires-python"]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert [versions[0], versions[-1]] == [".".join(map(str, bound)) for bound in (FIRST, LAST)]
    bounds = f"{versions[0]} to {versions[-1]}"
    for file in ("Makefile", "docs/play.md", "docs/python.md", "docs/releasing.md"):
        assert f"Python {bounds}" in (ROOT / file).read_text(encoding="utf-8"), file
    assert {f"Programming Language :: Python :: {version}" for version in versions} <= set(project["classifiers"])


@pytest.mark.parametrize("version", [(3, 10), (3, 15)])
def test_another_python_is_refused_by_the_bound_of_numba(version: tuple[int, int]) -> None:
    check_python()
    words = rf"runs on Python 3.11 to 3.14, not on 3.{version[1]}: Numba, which compiles the rules, sets the bound"
    with pytest.raises(NaadamError, match=words):
        check_python(version)


def test_hooks_run_what_exists() -> None:
    hooks = [hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert {"ruff", "ruff-format", "style", "commit-subject"} <= {hook["id"] for hook in hooks}
    for hook in hooks:
        named = [word for word in hook["entry"].split() if word.startswith(("scripts/", "tests/"))]
        assert all((ROOT / word).exists() for word in named)
        assert hook["language"] == "system"


def test_the_editor_wraps_where_the_linter_does() -> None:
    config = configparser.ConfigParser()
    config.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert config["*.py"]["max_line_length"] == str(project["tool"]["ruff"]["line-length"])
    assert config["*.md"]["max_line_length"] == "100"


@pytest.mark.parametrize(
    "subject",
    [
        "server: reconnect players first",
        "bagh-chal: forbid captures",
        "server, page: x",
        'Revert "x"',
        "fixup! server: x",
    ],
)
def test_a_subject_with_a_scope_passes(subject: str) -> None:
    assert commit_subject.faults(subject) == []


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("server: " + "x" * 65, "73 characters"),
        ("Reconnect players first", "scope"),
        ("server:reconnect", "scope"),
        ("server: reconnect.", "full stop"),
    ],
)
def test_a_subject_with_a_fault_says_which(subject: str, fault: str) -> None:
    assert any(fault in found for found in commit_subject.faults(subject))


def test_a_message_is_read_from_its_file(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "commit_subject.py"), str(tmp_path / "message")]
    for text, code in (("# a comment\nserver: fine\n\nThe reason.\n", 0), ("no scope\n", 1)):
        (tmp_path / "message").write_text(text)
        assert subprocess.run(command, capture_output=True).returncode == code
