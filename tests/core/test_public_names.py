"""The public API can be found: by tab completion, by `help`, and by a docstring on every method."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import naadam

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from docsite.api import MODULES, load, public

LATE = {"Action", "Batch", "Game", "History", "Match", "Outcome", "Record", "Refusal", "State", "View", "tablebase"}


def test_tab_completion_shows_every_name() -> None:
    assert set(naadam.__all__) | LATE <= set(dir(naadam))
    assert all(getattr(naadam, name) is not None for name in naadam.__all__)


def test_help_shows_the_classes_that_are_imported_late() -> None:
    shown = pydoc.plain(pydoc.render_doc(naadam))
    assert all(f"class {name}" in shown for name in LATE - {"tablebase"})


def test_a_completion_alone_imports_no_numpy() -> None:
    code = "import sys, naadam; dir(naadam); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_mistyped_name_suggests_the_right_one() -> None:
    with pytest.raises(AttributeError, match=r"module 'naadam' has no attribute 'Recrod'; did you mean Record\?"):
        _ = naadam.Recrod
    with pytest.raises(AttributeError, match=r"has no attribute 'chess'$"):
        _ = naadam.chess


def undocumented(name: str, found: object) -> Iterator[str]:
    if not inspect.getdoc(found):
        yield name
    for key, value in vars(found).items() if inspect.isclass(found) else ():
        inner = getattr(value, "__func__", None) or getattr(value, "fget", None) or getattr(value, "func", value)
        if not key.startswith("_") and inspect.isfunction(inner):
            doc = inspect.getdoc(value if isinstance(value, property) else getattr(found, key))
            if not doc:
                yield f"{name}.{key}"


@pytest.mark.parametrize("module", MODULES)
def test_every_public_method_has_a_docstring(module: str) -> None:
    listed = [missing for name, found in public(load(module)) for missing in undocumented(f"{module}.{name}", found)]
    assert listed == []


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_state_is_saved_as_a_picture(ending: str, tmp_path: Path) -> None:
    state = naadam.load("bagh-chal").start().apply("Gc3")
    assert state.svg() == state.view(0).svg() == state._repr_svg_()
    assert "Chèvres" in state.svg("fr")
    file = tmp_path / f"board.{ending}"
    if ending == "png":
        pytest.importorskip("resvg_py")
    state.save(file, width=300)
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<svg")
    if ending == "png":
        assert int.from_bytes(data[16:20], "big") == 300
    state.view(1).save(str(file))
    assert file.stat().st_size > 2000


def test_a_record_is_read_from_its_file(tmp_path: Path) -> None:
    history = naadam.History(naadam.load("bagh-chal").start(), ("Anna", "Ben"))
    history.play("Gc3")
    for name, text in (("game.txt", history.record().to_text()), ("game.json", history.record().to_json())):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert naadam.read_record(tmp_path / name) == naadam.read_record(str(tmp_path / name)) == history.record()
