"""Bound rules: uncompiled first on a machine that has never run a game, warmed in the background."""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path
from types import ModuleType

import numba
import pytest

import naadam
from naadam.core.compiling import bound as bound_module
from naadam.core.compiling.bound import BoundRules
from naadam.core.compiling.cache_key import check_imports
from naadam.core.compiling.compiled import COMPILING
from naadam.core.errors import PackageError
from naadam.core.warming import EVERYTHING, Warming

needs_compiler = pytest.mark.skipif(not COMPILING, reason="compiling is turned off")


@needs_compiler
def test_the_first_calls_are_uncompiled_and_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(bound_module, "is_cached", lambda *_: False)
    monkeypatch.setattr(BoundRules, "compile", lambda _self, name: compiled.append(name))
    cold = naadam.load("bagh-chal")
    state = cold.start()
    for _ in range(20):
        state = state.apply(state.actions()[-1])
    assert compiled == []
    monkeypatch.undo()
    again = naadam.load("bagh-chal").start()
    for _ in range(20):
        again = again.apply(again.actions()[-1])
    assert again == state


@needs_compiler
def test_after_some_calls_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bound_module, "is_cached", lambda *_: False)
    monkeypatch.setattr(bound_module, "CALLS_BEFORE_COMPILING", 3)
    game = naadam.load("bagh-chal")
    state = game.start()
    counts = [len(state.actions()) for _ in range(5)]
    assert counts == [21] * 5
    assert "_dynfunc" in repr(game.bound.legal)


@needs_compiler
def test_warming_reports_progress_and_fills_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    seen = set()
    with Warming("bagh-chal") as warming:
        while not warming.wait(0.02):
            seen.add(warming.progress.done)
    assert warming.progress.failed is None
    assert warming.progress.done == warming.progress.total == len(EVERYTHING)
    assert len(seen) > 3
    assert any(tmp_path.rglob("kernels.playouts*.nbi"))


def test_warming_that_fails_says_why() -> None:
    with Warming("bagh-chal:rules=none") as warming:
        assert warming.wait(60)
    assert "option rules must be ludos or classic, not none" in str(warming.progress.failed)


def test_warming_can_be_given_up() -> None:
    begin = time.monotonic()
    with Warming("bagh-chal"):
        pass
    assert time.monotonic() - begin < 30


def test_a_package_without_a_required_rule_is_refused() -> None:
    import types

    module = types.ModuleType("empty")
    module.__file__ = __file__
    with pytest.raises(PackageError, match="empty has no start"):
        BoundRules("empty", module, ())


@needs_compiler
def test_rules_taken_from_elsewhere_are_refused() -> None:
    import types

    from naadam.games.bagh_chal import rules

    module = types.ModuleType("borrower")
    module.__file__ = __file__
    module.legal = rules.legal  # type: ignore[attr-defined]
    with pytest.raises(PackageError, match="takes the rule legal from elsewhere"):
        BoundRules("borrower", module, ())


@pytest.mark.parametrize(
    "line",
    [
        "from borrower.board import SIZE",
        "from ..board import SIZE",
        "import borrower.board",
        "from .. import board",
        "from naadam.core.texts import LANGUAGES",
        "from naadam.games.bagh_chal.rules.state import STATE",
        "import numba",
    ],
)
def test_rules_import_nothing_that_the_cache_would_not_notice(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = write_borrower(tmp_path, line, monkeypatch)
    with pytest.raises(PackageError, match=r"moves\.py imports .*passed in tables"):
        check_imports(module)


def test_rules_import_their_own_files_and_the_compiled_part_of_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (
        "import math\nimport numpy as np\nfrom . import other\nfrom .other import SIZE\nimport borrower.rules.other\n"
    )
    core = "from naadam.core.contract import WORDING\nfrom naadam.core.compiling import intrinsics\n"
    check_imports(write_borrower(tmp_path, lines + core, monkeypatch))


def write_borrower(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package whose rules, in several files, have this line in one of them."""
    rules = folder / "borrower" / "rules"
    rules.mkdir(parents=True)
    for name in ("__init__.py", "rules/__init__.py"):
        (folder / "borrower" / name).write_text("")
    for name in ("board.py", "rules/other.py"):
        (folder / "borrower" / name).write_text("SIZE = 5\n")
    (rules / "moves.py").write_text(line + "\n")
    monkeypatch.syspath_prepend(folder)
    for name in ("borrower", "borrower.rules"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module("borrower.rules")
    for name in ("borrower", "borrower.rules"):
        monkeypatch.delitem(sys.modules, name)
    return module


def test_compiling_is_numbas_to_decide() -> None:
    assert (not numba.config.DISABLE_JIT) == COMPILING
