"""Table of modules: each with the first line of its docstring, by package and folder.

python scripts/modules.py                 all packages
python scripts/modules.py server bots     some of them
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "naadam"


def first_line(file: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def modules(folder: Path) -> Iterator[tuple[str, str]]:
    """Every module below a folder with its first line; a folder's own line comes before its modules."""
    for file in sorted(
        folder.rglob("*.py"), key=lambda file: (file.parent.parts, file.name != "__init__.py", file.name)
    ):
        name = file.relative_to(SOURCE).as_posix()
        yield name.removesuffix("__init__.py"), first_line(file)


def main() -> None:
    names = sys.argv[1:] or sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file())
    for name in names:
        for module, line in modules(SOURCE / name):
            print(f"{module:44} {line}")


if __name__ == "__main__":
    main()
