"""The scaffold: a new game as a package of its own, which passes its tests and can be played at once."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from string import Template

from naadam.core.boards import read_board
from naadam.core.errors import SpecError
from naadam.kit.ground import LINE_KEYS, make_points

LARGEST_SIDE = 12
SMALLEST_SIDE = 3
CELLS = """GROUND = make_cells($columns, $rows)"""
POINTS = """GROUND = make_points(load_board("$name", "$package", LINE_KEYS))"""
FILES = {
    "pyproject.toml": "pyproject.toml",
    "$package/__init__.py": "__init__.py",
    "$package/rules.py": "rules.py",
    "$package/texts/en.toml": "en.toml",
    "test_$package.py": "test.py",
}


def write_game(name: str, folder: Path, cells: str = "5x5", points: Path | None = None) -> list[Path]:
    """Write the package of a new game into `folder`, which must not exist; the files that were written."""
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise SpecError(f"a game must be named by small letters, digits and hyphens, not {name!r}")
    package = name.replace("-", "_")
    words = {
        "name": name,
        "package": package,
        "title": name.replace("-", " ").title(),
        "class_name": name.replace("-", " ").title().replace(" ", ""),
        "prefix": "".join(part[0] for part in (*name.split("-"), *name[1:]))[:2].upper(),
    }
    if points is None:
        found = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", cells)
        columns, rows = (int(found[1]), int(found[2])) if found else (0, 0)
        if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (columns, rows)):
            raise SpecError(f"cells must be columns x rows, from {SMALLEST_SIDE} to {LARGEST_SIDE} each, not {cells!r}")
        words |= {"places": str(columns * rows), "ground_import": "", "ground_names": "find_neighbours, make_cells"}
        words["ground"] = Template(CELLS).substitute(columns=columns, rows=rows)
    else:
        ground = make_points(read_board(points, LINE_KEYS))
        words |= {"places": str(len(ground.names)), "ground_names": "LINE_KEYS, find_neighbours, make_points"}
        words["ground_import"] = "from naadam.core.boards import load_board"
        words["ground"] = Template(POINTS).substitute(words)
    if folder.exists():
        raise SpecError(f"{folder} exists already")
    templates = resources.files(__package__) / "template"
    written = []
    for target, source in FILES.items():
        file = folder / Template(target).substitute(words)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = Template((templates / f"{source}.txt").read_text(encoding="utf-8")).substitute(words)
        file.write_text(re.sub(r"\n\n\nfrom naadam", r"\n\nfrom naadam", text), encoding="utf-8")
        written.append(file)
    if points is not None:
        board = folder / package / "boards" / f"{name}.toml"
        board.parent.mkdir()
        board.write_bytes(points.read_bytes())
        written.append(board)
    return written
