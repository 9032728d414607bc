"""The board of the Conquest reference: spaces, and the paths from each of them, read from its own copy of the file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

OWN_FILE = Path(__file__).with_name("conquest_board.toml")
LETTERS = {"soldier": "S", "elephant": "E", "chariot": "C", "knight": "K", "ship": "H", "galleon": "G"}


class Space(NamedTuple):
    """A space, as the file describes it."""

    name: str
    kind: str  # land, sea or port
    capital: str  # the player whose capital it belongs to, or ""
    grail: bool
    start: str  # the letter of the piece that starts here, or ""
    owner: str


class Way(NamedTuple):
    """A path in one direction."""

    end: str
    kind: str  # land, sea or landing
    no_elephants: bool  # CQ-86
    downwards: bool  # CQ-85


class Board:
    """A board file."""

    def __init__(self, file: Path = OWN_FILE) -> None:
        with file.open("rb") as opened:
            told = tomllib.load(opened)
        self.players: list[str] = told["players"]
        self.spaces: dict[str, Space] = {}
        for one in told["spaces"]:
            self.spaces[one["id"]] = Space(
                one["id"],
                one["kind"],
                one.get("capital", ""),
                bool(one.get("grail")),
                LETTERS[one["start"]] if "start" in one else "",
                one.get("owner", ""),
            )
        self.paths: dict[str, list[Way]] = {name: [] for name in self.spaces}
        for one in told["paths"]:
            for start, end in ((one["a"], one["b"]), (one["b"], one["a"])):
                downwards = "up_from" in one and one["up_from"] != start
                self.paths[start].append(Way(end, one["kind"], bool(one.get("bridge_x")), downwards))
        self.order = {name: number for number, name in enumerate(self.spaces)}
        self.grail = [name for name, space in self.spaces.items() if space.grail]
        self.capitals = {
            player: [name for name, space in self.spaces.items() if space.capital == player] for player in self.players
        }

    def __deepcopy__(self, _: object) -> Board:
        return self  # nothing of a board ever changes

    def islands(self, players: int) -> list[str]:
        """CQ-12: whose islands the seats have."""
        return {2: [self.players[0], self.players[2]], 3: self.players[:3], 4: self.players}[players]
