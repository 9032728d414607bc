"""The board of Khan as lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

NEUTRAL = "o"
LETTERS = {"mountain": "^", "ice": "*", "tundra": '"', "rocky": ":", "sand": ".", "forest": "%", "river": "~"}


def sketch_board(description: Mapping[str, Any]) -> str:
    """Yurts by the number of their player, `o` for neutral ones, rulers by their letters; `[1]` is a cell of a tile,
    `=1=` of a bridge, with its owner, or `+` for several."""
    columns = description["columns"]
    cells = [f" {LETTERS[ground]} " for ground in description["terrain"]]

    def write(name: str, text: str) -> None:
        cells[(int(name[1:]) - 1) * columns + ascii_lowercase.index(name[0])] = text

    for seat, names in enumerate(description["yurts"]):
        for name in names:
            write(name, f" {seat + 1} ")
    for name in description["neutral"]:
        write(name, f" {NEUTRAL} ")
    for ruler in description["rulers"]:
        if ruler["cell"]:
            write(ruler["cell"], f" {ruler['letter']} ")
    for shape in description["laid"]:
        owner = str(shape["owners"][0] + 1) if len(shape["owners"]) == 1 else "+"
        for name in shape["cells"]:
            write(name, f"[{owner}]" if shape["kind"] == "tile" else f"={owner}=")
    head = "   " + "".join(f" {letter} " for letter in ascii_lowercase[:columns])
    lines = [
        f"{row + 1:>2} {''.join(cells[row * columns : (row + 1) * columns])}" for row in range(description["rows"])
    ]
    return "\n".join((head.rstrip(), *(line.rstrip() for line in lines)))
