"""Imports point one way: from drawing, core, kit and games up to bots, server and lab, then llm, bridges and cli.

`LAYERS` has the rows.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "naadam"
LAYERS = {
    "drawing": 0,
    "core": 1,
    "kit": 2,
    "games": 3,
    "solve": 4,
    "ratings": 4,
    "bots": 5,
    "testing": 6,
    "server": 6,
    "lab": 6,
    "llm": 7,
    "bridges": 8,
    "cli": 9,
}
# Of the server, each folder imports only from those before it.
FOLDERS = (
    "limits",
    "protocol",
    "ops",
    "table",
    "people",
    "storage",
    "payloads",
    "workers",
    "cluster",
    "mail",
    "rooms",
    "features",
    "http",
    "app.py",
)
FILES = sorted(SOURCE.rglob("*.py"))

# The rows of core, top to bottom: a module imports only its own row and the rows above.
CORE = (
    {"errors", "seats", "options", "texts", "hashing", "extras", "priority", "spelling", "picture_files"},
    {"contract", "compiling"},  # one row, because kernels call the hooks of the contract, which are compiled
    {"parts"},
    {
        "game",
        "state",
        "view",
        "batch",
        "outcome",
        "refusals",
        "serialization",
        "history",
        "checkpoints",
        "lines",
        "records",
        "record_tree",
        "replay_page",
    }
    | {"match", "randomness", "registry", "rules_source", "warming"},
    {"teaching"},
)
ROW = {name: row for row, names in enumerate(CORE) for name in names}
CORE_FILES = sorted((SOURCE / "core").rglob("*.py"))


def imported(file: Path) -> set[str]:
    """The full names of the modules of Naadam that a file imports, wherever in it."""
    return imported_in(ast.parse(file.read_text(encoding="utf-8")))


def imported_in(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"imports are written in full: {ast.unparse(node)}"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == "naadam"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_point_one_way(file: Path) -> None:
    layer = file.relative_to(SOURCE).parts[0]
    if layer not in LAYERS:
        return
    for name in imported(file):
        parts = name.split(".")
        if len(parts) > 1 and parts[1] in LAYERS and parts[1] != layer:
            assert LAYERS[parts[1]] < LAYERS[layer], f"{layer} must not import {name}"


def imported_at_run_time(file: Path) -> set[str]:
    """The names that a file imports, except for hints of types: a part may name the state it is given."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    hints = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    for hint in hints:
        hint.body = [ast.Pass()]
    return imported_in(tree)


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_inside_core_point_one_way(file: Path) -> None:
    row = ROW.get(file.relative_to(SOURCE / "core").parts[0].removesuffix(".py"))
    for name in imported_at_run_time(file):
        parts = name.split(".")
        if parts[1] == "core" and row is not None:
            assert ROW[parts[2]] <= row, f"{file.name} must not import {name}"


def test_every_module_of_core_has_a_row() -> None:
    modules = {path.name.removesuffix(".py") for path in (SOURCE / "core").iterdir()}
    assert modules - {"__init__", "__pycache__", "texts"} == set(ROW) - {"texts"}


@pytest.mark.parametrize(
    "file", sorted((SOURCE / "server").rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE))
)
def test_folders_of_the_server_import_only_from_those_before_them(file: Path) -> None:
    own = file.relative_to(SOURCE / "server")
    if own.name == "__init__.py":
        return
    allowed = FOLDERS[: FOLDERS.index(own.parts[0]) + 1]
    for name in imported(file):
        if name.startswith("naadam.server."):
            assert name.split(".")[2] in allowed, f"{own} must not import {name}"


def test_the_server_has_these_folders_and_no_others() -> None:
    found = {file.relative_to(SOURCE / "server").parts[0] for file in (SOURCE / "server").rglob("*.py")}
    assert found - {"__init__.py"} == set(FOLDERS)


def test_every_folder_of_the_page_has_a_layer() -> None:
    """ESLint compares the layers of two files; a folder without one could import from anywhere."""
    web = SOURCE.parent.parent / "web"
    config = (web / "eslint.config.js").read_text(encoding="utf-8")
    listed = config.split("const LAYERS = [", 1)[1].split("]", 1)[0]
    layers = set(re.findall(r'^  "([^"]+)",', listed, re.MULTILINE))
    folders = {file.parent.relative_to(web / "src") for file in (web / "src").rglob("*.*") if file.is_file()}
    found = {folder.as_posix() for folder in folders if folder != Path()}
    assert layers - {"protocol"} <= found
    assert {name for name in found if not any(f"{name}/".startswith(f"{layer}/") for layer in layers)} == set()


@pytest.mark.parametrize(
    "file", [f for f in FILES if "games" in f.relative_to(SOURCE).parts], ids=lambda file: str(file.relative_to(SOURCE))
)
def test_a_game_imports_no_other_game(file: Path) -> None:
    parts = file.relative_to(SOURCE).parts
    own = ".".join(("naadam", *parts[:2]))
    others = {n for n in imported(file) if n.startswith("naadam.games.") and not (n + ".").startswith(own + ".")}
    assert not others


def test_core_has_no_cycle_that_an_import_in_a_function_would_hide() -> None:
    for file in CORE_FILES:
        if file.name != "registry.py":  # which is quick to import, and imports games late
            functions = [
                n for n in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(n, ast.FunctionDef)
            ]
            late = [n for f in functions for n in ast.walk(f) if isinstance(n, ast.Import | ast.ImportFrom)]
            assert not late, f"{file.name} imports inside a function"


def test_rules_use_our_decorator_only() -> None:
    for file in FILES:
        if "games" in file.relative_to(SOURCE).parts or file.name == "kernels.py":
            assert "numba" not in file.read_text(encoding="utf-8"), f"{file.name} must not use Numba directly"


OF_NUMBA = {"numba", "numba.extending", "numba.core.cgutils", "numba.types"}  # documented in its manual


def test_one_file_uses_private_parts_of_numba() -> None:
    for file in FILES:
        if file.name == "numba_private.py":
            continue
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numba":
                whole = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                assert whole & OF_NUMBA, f"{file.name} imports {node.module}"
        assert not re.search(r"_CacheLocator|_reload_init|_shared_module|_nrt|\._cache\b|intrinsic_template", text), (
            file
        )


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_module_opens_with_what_it_is_for(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
