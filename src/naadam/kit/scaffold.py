"""The scaffold: a new game as a separate package, which passes its tests and can be played immediately."""

from __future__ import annotations

import importlib.util
import keyword
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from string import Template

from naadam.core.errors import SpecError
from naadam.core.parts.boards import read_board
from naadam.core.registry import game_names
from naadam.kit.ground import LINE_KEYS, find_neighbours, make_points

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


HANDS = {
    "pyproject.toml": "pyproject.toml",
    "$package/__init__.py": "hands_init.py",
    "$package/rules.py": "hands_rules.py",
    "$package/texts/en.toml": "hands_en.toml",
    "test_$package.py": "hands_test.py",
}
SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Violet", "Orange", "White", "Black")
FEWEST_SEATS = 2
KINDS: dict[str, dict[str, str]] = {
    "cards": {"thing": "card", "things": "cards", "look": "card", "back": "back", "hand": "3", "unique": "True"},
    "dice": {"thing": "die", "things": "dice", "look": "die", "back": "die", "hand": "3", "unique": "False"},
}
"""What the hands of a game without a board are made of."""


def write_game(
    name: str, folder: Path, cells: str = "5x5", points: Path | None = None, hands: str | None = None, seats: int = 3
) -> list[Path]:
    """Write the package of a new game into `folder`, which must not exist; the files that were written.

    With `hands`, cards or dice, it has no board but a hidden hand for each of several seats, dealt by chance.
    """
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise SpecError(f"a game must be named by small letters, digits and hyphens, not {name!r}")
    if folder.exists():
        raise SpecError(f"{folder} exists already")
    words = name_things(name)
    if hands is not None:
        words |= deal_hands(hands, seats)
    else:
        words |= lay_cells(cells) if points is None else lay_points(points, words)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise SpecError(f"{folder} cannot be made ({error.strerror})") from None
    templates = resources.files(__package__) / "template"
    written = []
    for target, source in (FILES if hands is None else HANDS).items():
        file = folder / Template(target).substitute(words)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = Template((templates / f"{source}.txt").read_text(encoding="utf-8")).substitute(words)
        file.write_text(re.sub(r"\n\n\nfrom naadam", r"\n\nfrom naadam", text), encoding="utf-8")
        written.append(file)
    if points is not None and hands is None:
        file = folder / words["package"] / "boards" / f"{name}.toml"
        file.parent.mkdir()
        file.write_bytes(points.read_bytes())
        written.append(file)
    return written


def name_things(name: str) -> dict[str, str]:
    """The names of the game, its package, its class and its clauses for the templates; SpecError if the name is
    taken."""
    package = name.replace("-", "_")
    if name in game_names() or keyword.iskeyword(package) or importlib.util.find_spec(package):
        raise SpecError(f"{name} is taken: a game has this name, or a word or package of Python")
    title = name.replace("-", " ").title()
    initials = (part[0] for part in (*name.split("-"), *name[1:]) if part[0].isalpha())
    return {
        "name": name,
        "package": package,
        "title": title,
        "class_name": title.replace(" ", ""),
        "prefix": "".join(initials)[:2].upper(),
    }


def lay_cells(cells: str) -> dict[str, str]:
    """A board of cells for the templates, as `9x9` names it."""
    found = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", cells)
    columns, rows = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (columns, rows)):
        raise SpecError(f"cells must be columns x rows, from {SMALLEST_SIDE} to {LARGEST_SIDE} each, not {cells!r}")
    return {
        "places": str(columns * rows),
        "ground": Template(CELLS).substitute(columns=columns, rows=rows),
        "ground_names": "find_neighbours, make_cells",
        "ground_import": "",
    }


def deal_hands(kind: str, seats: int) -> dict[str, str]:
    """Hidden hands for the templates: cards or dice, for so many seats."""
    if kind not in KINDS:
        raise SpecError(f"hands are of {' or '.join(KINDS)}, not of {kind!r}")
    if not FEWEST_SEATS <= seats <= len(SEAT_NAMES):
        raise SpecError(f"a game has {FEWEST_SEATS} to {len(SEAT_NAMES)} seats, not {seats}")
    values = 6 if kind == "dice" else max(12, int(KINDS[kind]["hand"]) * seats + 4)
    return KINDS[kind] | {
        "seats": str(seats),
        "values": str(values),
        "seat_names": "\n".join(f'{seat} = "{SEAT_NAMES[seat]}"' for seat in range(seats)),
    }


def lay_points(file: Path, words: Mapping[str, str]) -> dict[str, str]:
    """A board of points and lines for the templates, from its file."""
    board = read_board(file, LINE_KEYS)
    ground = make_points(board)
    near, last = find_neighbours(ground), set(ground.rows[-1])
    if len(ground.rows) < SMALLEST_SIDE or all(set(near[place]) <= last for place in last):
        raise board.refuse("rows", f"must be {SMALLEST_SIDE} or more, with a line that leads out of the last")
    return {
        "places": str(len(ground.names)),
        "ground": Template(POINTS).substitute(words),
        "ground_names": "LINE_KEYS, find_neighbours, make_points",
        "ground_import": "from naadam.core.parts.boards import load_board",
    }
