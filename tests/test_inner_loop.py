"""Choice of tests by `make test PART=...` and `CHANGED=1`, and the runner of parts."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import changes  # noqa: E402 (a script, found by the line above)
import check  # noqa: E402
import parts  # noqa: E402

_spec = importlib.util.spec_from_file_location("test_runner", ROOT / "scripts" / "test.py")
assert _spec
assert _spec.loader
runner = importlib.util.module_from_spec(_spec)  # by its path, because `test` is a package of Python
_spec.loader.exec_module(runner)
LAYERS: dict[str, int] = importlib.import_module("test_layers").LAYERS


def test_the_packages_are_those_of_the_layer_table() -> None:
    assert {name.split("/")[0] for name in changes.PACKAGES} == set(LAYERS)


def test_dependents_are_in_higher_layers() -> None:
    for name in changes.PACKAGES:
        layer = name.split("/")[0]
        for dependent in changes.dependents([name]) - {name}:
            assert LAYERS[dependent.split("/")[0]] > LAYERS[layer], f"{dependent} depends on {name}"


def test_the_server_and_every_game_depend_on_core() -> None:
    reached = changes.dependents(["core"])
    assert {"core", "kit", "bots", "server", "cli", "lab"} <= reached
    assert {f"games/{game}" for game in changes.GAMES} <= reached
    assert "drawing" not in reached


def test_only_solvers_and_their_dependents_know_a_single_game() -> None:
    assert changes.dependents(["games/khan"]) == {"games/khan"}
    assert "solve" in changes.dependents(["games/yut"])


@pytest.mark.parametrize("name", changes.PACKAGES)
def test_every_package_has_tests(name: str) -> None:
    assert changes.tests_of(name)
    assert all((ROOT / path).exists() for path in changes.tests_of(name))


def test_a_changed_rule_runs_the_tests_of_its_game() -> None:
    found = changes.tests_for({"src/naadam/games/khan/rules/chase.py"})
    assert "tests/games/khan" in found
    assert not {"tests/server", "tests/games", "tests/games/yuan", "tests/core"} & set(found)
    assert changes.changed_games({"src/naadam/games/khan/rules/chase.py"}) == ["khan"]
    assert changes.changed_games({"src/naadam/core/state.py"}) == list(changes.GAMES)


def test_a_changed_layer_runs_the_tests_of_all_that_import_it() -> None:
    assert {"tests/server", "tests/browser"} <= set(changes.tests_for({"src/naadam/server/app.py"}))
    assert "tests/cli" in changes.tests_for({"src/naadam/bots/budget.py"})
    assert not any("server" in path for path in changes.tests_for({"src/naadam/cli/main.py"}))


def test_other_changed_files_run_their_own_tests() -> None:
    assert changes.tests_for({"README.md"}) == ["tests/test_docs.py", "tests/test_shape.py"]
    assert changes.tests_for({"scripts/style.py"}) == ["tests/test_style.py"]
    assert changes.tests_for({"deploy/compose.yaml"}) == ["tests/test_deploy.py"]
    assert changes.tests_for({"web/src/main.ts"}) == ["tests/browser"]
    assert changes.tests_for({"tests/core/test_state.py"}) == ["tests/core/test_state.py"]
    assert changes.tests_for({"tests/core/test_state.py", "src/naadam/core/state.py"}).count("tests/core") == 1
    assert changes.tests_for({"pyproject.toml"}) == ["tests"]
    assert changes.tests_for({"LICENSE"}) == []


def test_changed_files_are_those_since_the_branch_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)

    monkeypatch.setattr(changes, "ROOT", tmp_path)
    git("init", "--initial-branch", "main")
    for name in ("kept", "edited", "committed", "removed"):
        write(name, "before")
    git("add", "--all")
    git("commit", "--message", "begin")
    git("switch", "--create", "branch")
    write("committed", "after")
    git("commit", "--all", "--message", "change")
    write("edited", "after")
    write("new", "")
    (tmp_path / "removed").unlink()
    assert changes.changed_files() == {"committed", "edited", "new", "removed"}


@pytest.mark.parametrize("word", ["khan", "bagh-chal", "server", "core", "page", "docs", "types", "rules", "style"])
def test_a_word_names_parts(word: str) -> None:
    chosen = runner.named(word)
    assert chosen
    assert word.split("-")[0] in runner.words() or word == "bagh-chal"


def test_every_word_that_is_offered_names_parts() -> None:
    assert all(runner.named(word) for word in runner.words())
    assert not runner.named("nonsense")


def test_parts_set_up_what_they_need() -> None:
    assert runner.named("server")["tests/server"].needs == ("page", "postgresql")
    assert runner.named("khan")["khan"].needs == ("chromium", "page", "postgresql")
    assert runner.named("core")["tests/core"].needs == ()
    assert {need for part in runner.PARTS.values() for need in part.needs} <= {*parts.SETTING_UP, *runner.COMPILED}


def test_the_parts_of_servers_and_browsers_leave_no_file_out() -> None:
    for folder in ("tests/server", "tests/browser"):
        files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("test_*.py"))
        run = [word for part in runner.PARTS.values() for word in part.command if word.startswith(f"{folder}/")]
        assert sorted(run) == files


def test_changes_of_the_page_are_linted() -> None:
    assert "page: lint" in runner.touched({"web/src/main.ts"})
    assert "page: lint" not in runner.touched({"README.md"})
    assert {"types", "lint", "tests/test_style.py"} <= set(runner.touched({"README.md"}))


def test_the_check_has_the_clauses_of_changed_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "changed_files", lambda: {"src/naadam/games/yut/rules/moves.py"})
    found = check.parts()
    assert found["clauses of tests/games/yut"].environment == {"NUMBA_DISABLE_JIT": "1"}
    assert "page: lint" not in found
    monkeypatch.setattr(changes, "changed_files", lambda: {"web/src/main.ts"})
    found = check.parts()
    assert "page: lint" in found
    assert not any("clauses" in name for name in found)


def test_a_part_that_fails_fails_the_run_and_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    fine = parts.Part([sys.executable, "-c", "print('fine')"])
    bad = parts.Part([sys.executable, "-c", "print('the reason'); raise SystemExit(3)"])
    assert parts.Run({"fine": fine}, quiet=True).run() == 0
    assert "fine\n" in capsys.readouterr().out.split("=== how long")[1]
    assert parts.Run({"fine": fine, "bad": bad}, quiet=True).run() == 1
    shown = capsys.readouterr().out
    assert "the reason" in shown
    assert "parts: 1 passed, 1 failed" in shown


def test_a_part_whose_needs_cannot_be_met_is_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(parts.SETTING_UP, "moon", lambda: "There is no moon.")
    file = tmp_path / "written"
    part = parts.Part([sys.executable, "-c", f"open({str(file)!r}, 'w')"], needs=("moon",))
    assert parts.Run({"landing": part}).run() == 1
    assert not file.exists()


def test_a_test_that_passes_alone_is_named_as_flaky(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    second = f"__import__('pathlib').Path({str(tmp_path / 'again')!r})"
    test = f"def test_late(): a = {second}; b = a.exists(); a.touch(); assert b\ndef test_fine(): pass\n"
    (tmp_path / "test_some.py").write_text(test)
    cache = str(tmp_path / "cache")
    command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={cache}", str(tmp_path)]
    assert parts.Run({"some": parts.Part(command, cache=cache)}).run() == 0
    assert "only at the second try: test_some.py::test_late" in capsys.readouterr().out


def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text("def test_bad(): assert False\n")
    cache = str(tmp_path / "cache")
    command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={cache}", str(tmp_path)]
    assert parts.Run({"some": parts.Part(command, cache=cache)}).run() == 1
