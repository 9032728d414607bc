"""`python run_notebook.py FILE`: run the code of a notebook and compare its outputs with those stored in it."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(source: str, scope: dict[str, Any]) -> tuple[str, str]:
    """The output of a cell, and the drawing of its last expression."""
    *body, last = ast.parse(source).body
    shown = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), scope)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), scope)
    return printed.getvalue(), getattr(shown, "_repr_svg_", str)()


def stored(cell: dict[str, Any]) -> tuple[str, str]:
    """The same as the notebook has it."""
    printed = [part for output in cell["outputs"] for part in output.get("text", ())]
    drawn = [part for output in cell["outputs"] for part in output.get("data", {}).get("image/svg+xml", ())]
    return "".join(printed), "".join(drawn)


def main() -> None:
    scope: dict[str, Any] = {}
    cells = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["cells"]
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code" and run("".join(cell["source"]), scope) != stored(cell):
            sys.exit(f"cell {number} gives something else today: execute the notebook anew")


if __name__ == "__main__":
    main()
