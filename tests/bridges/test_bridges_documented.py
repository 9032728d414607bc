"""docs/bridges.md and the example hold, and a missing library is named in one line."""

from __future__ import annotations

import importlib
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bridged import ALL

import naadam
from naadam.core.extras import MissingExtra, need

ROOT = Path(__file__).parent.parent.parent
LIBRARIES = {"Gymnasium": "gymnasium", "PettingZoo": "pettingzoo", "OpenSpiel": "pyspiel"}


def sections() -> list[tuple[str, str]]:
    """The headings of the document with their code, in order."""
    parts = re.split(r"^## (.*)$", (ROOT / "docs" / "bridges.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    code = [re.findall(r"^```python\n(.*?)^```$", part, re.MULTILINE | re.DOTALL) for part in parts[1::2]]
    return [(title, "\n".join(blocks)) for title, blocks in zip(parts[::2], code, strict=True) if blocks]


def test_the_code_of_the_document_runs() -> None:
    scope: dict[str, object] = {}
    for title, code in sections():
        if title in LIBRARIES:
            pytest.importorskip(LIBRARIES[title])
        exec(compile(code, title, "exec"), scope)
    assert len(sections()) == 5


def test_the_training_loop_learns_something() -> None:
    learn = runpy.run_path(str(ROOT / "examples" / "learn.py"))["learn"]
    learn.__globals__["GAMES"] = 4
    weights, means = learn(naadam.load("yut:horses=1").uncompiled(), 60)
    assert weights.shape == (int(np.prod(naadam.load("yut").sizes.tensor)), naadam.load("yut").sizes.actions)
    assert weights.any()
    assert len(means) == 5
    assert all(-1 <= mean <= 1 for mean in means)


@pytest.mark.parametrize("bridge", ["gymnasium", "pettingzoo", "openspiel", "vectors"])
def test_a_missing_library_is_named_with_its_extra_in_one_line(bridge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("gymnasium", "pettingzoo", "pyspiel"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"naadam.bridges.{bridge}", raising=False)
    with pytest.raises(
        MissingExtra, match=r"^the bridge to \w+ needs \w+: pip install 'naadam\[bridges\]'$"
    ) as missing:
        importlib.import_module(f"naadam.bridges.{bridge}")
    assert isinstance(missing.value, ImportError)


def test_a_library_that_is_broken_inside_is_not_called_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_library.py").write_text("import no_such_module_at_all\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
        need("broken_library", "a test", "bridges")


def test_the_notebook_was_executed_without_an_error() -> None:
    notebook = json.loads((ROOT / "examples" / "bridges.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)


@pytest.mark.skipif(not ALL, reason="make test-bridges: it wants compiled rules")
def test_the_notebook_shows_what_its_code_gives_today() -> None:
    for library in LIBRARIES.values():
        pytest.importorskip(library)
    compiled = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, str(Path(__file__).parent / "run_notebook.py"), "bridges.ipynb"]
    done = subprocess.run(command, cwd=ROOT / "examples", env=compiled, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
