"""Fast check of a working tree, in under a minute: `make check`.

Format, lint, types, layers, documents and style of all files. Clause tests, uncompiled, of the games that this branch
changes. Format, lint, types and unit tests of the page if it changes. `make test` is the full gate.
"""

from __future__ import annotations

import sys

import changes
from parts import PAGE, PYTEST, PYTHON, ROOT, Part, Run

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
SHAPE = ["tests/test_layers.py", "tests/test_shape.py", "tests/test_style.py"]
LINT_CACHE = ["--cache", "--cache-strategy", "content", "--cache-location", "node_modules/.cache/eslint"]


def parts() -> dict[str, Part]:
    """The parts of the check that this working tree needs; the longest first."""
    changed = changes.changed_files()
    games = [folder for game in changes.changed_games(changed) if (ROOT / (folder := f"tests/games/{game}")).is_dir()]
    page = any(path.startswith("web/") for path in changed)
    found: dict[str, Part] = {}
    if games:
        found["clauses of " + ", ".join(games)] = Part([*PYTEST, "-m", "rule", *games], UNCOMPILED)
    found |= {
        "documents": Part([*PYTEST, "tests/test_docs.py"]),
        "layers, shape, style": Part([*PYTEST, *SHAPE], UNCOMPILED),
        "types": Part([PYTHON, "-m", "mypy"]),
        "format": Part([PYTHON, "-m", "ruff", "format", "--check", "."]),
        "lint": Part([PYTHON, "-m", "ruff", "check", "."]),
        "types of the protocol are current": Part([PYTHON, "scripts/make_types.py", "--check"]),
    }
    if page:
        found |= {
            "page: types": Part([*PAGE, "check", "--", "--incremental"], needs=("node",)),
            "page: unit tests": Part([*PAGE, "test"], needs=("node",)),
            "page: format": Part([*PAGE, "format"], needs=("node",)),
            "page: lint": Part([*PAGE, "lint", "--", *LINT_CACHE], needs=("node",)),
        }
    return found


if __name__ == "__main__":
    sys.exit(Run(parts(), quiet=True).run())
