"""Maps of Yuan drawn in rows of hexes, cut into tiles: a tile file with the one scenario `drawn`."""

from __future__ import annotations

from string import ascii_uppercase

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TILE = ((0, 0), *STEPS)  # the hexes of a tile, from its centre
LANDS = {"r": "rice", "m": "mine", "f": "forest", "h": "hills"}
OTHERS = {"~": "water", "^": "mountain", "V": "volcano"}
SPARE = "YZ"  # tiles that no map needs, since a file must have more than a scenario lays
NOTHING = "."
HEAD = """
format = 1
game = "yuan"
neighbour_steps = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]
tile_steps = [[3, -2], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3]]
rotations = 6
wheel.printed = [10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
wheel.short = [9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3]
clans.mu = { colour = "black", chao = -2 }
clans.suhey = { colour = "red", chao = -1 }
clans.weyu = { colour = "green", chao = 0 }
clans.xiangi = { colour = "orange", chao = 0 }
clans.huan = { colour = "white", chao = 0 }
clans.zhuang = { colour = "blue", chao = 0 }
clans.luong = { colour = "purple", chao = 0 }
clans.goujian = { colour = "yellow", chao = 0 }
"""

Place = tuple[int, int]


def hexes_of(drawing: str) -> dict[Place, str]:
    """The drawn cells by place: the position in the row, and the row."""
    rows = enumerate(line.split() for line in drawing.strip().splitlines())
    return {(column, row): cell for row, cells in rows for column, cell in enumerate(cells) if cell != NOTHING}


def centre(place: Place) -> Place:
    """The centre of the tile that covers a hex: the centres are the sums of (3, -2) and (2, 1)."""
    near = [(place[0] + step[0], place[1] + step[1]) for step in TILE]
    (found,) = ((q, r) for q, r in near if (q - 2 * r) % 7 == 0 and (2 * q + 3 * r) % 7 == 0)
    return found


def terrain(cell: str) -> str:
    if cell in OTHERS:
        return OTHERS[cell]
    land, _, name = cell.partition(":")
    return f"{LANDS[land]} {name}"


def tile_file(drawing: str, players: int) -> str:
    """The text of a tile file whose scenario is the map drawn; hexes of a tile that are not drawn are mountains."""
    hexes = hexes_of(drawing)
    places = sorted({centre(place) for place in hexes})
    centres = dict(zip(ascii_uppercase[: len(places)], places, strict=True))
    tiles = {
        letter: [terrain(hexes.get((q + step[0], r + step[1]), "^")) for step in TILE]
        for letter, (q, r) in centres.items()
    }
    tiles |= {letter: [f"rice {letter}y{end}" for end in "abcdefg"] for letter in SPARE}
    lines = [HEAD]
    lines += [f'players.{number} = "{"".join(tiles)}"' for number in (2, 3, 4)]
    lines += [f"tiles.{letter} = {lands}" for letter, lands in tiles.items()]
    laid = " ".join(f"{letter}({q},{r})0" for letter, (q, r) in centres.items())
    return "\n".join([*lines, f'scenarios.drawn = {{ players = {players}, tiles = "{laid}" }}'])
