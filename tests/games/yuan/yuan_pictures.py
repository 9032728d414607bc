"""Small maps of Yuan drawn as text, the result of a turn on them, and the refusals there.

A picture shows hexes row by row, north on top, four signs apart and half a hex further with each row:

      Ra  ~   Fb
    Mc  Hd  ^

`~` is water, `^` a mountain, `*` a volcano; a province is named by its kind (R rice, F forest, M mine, H hills) and a
small letter. The rest of the tiles under the picture is filled with mountains. Keywords give the contents of
a province, as `Ra="mu city wood 2 temple"`; hills always have their temple.

Every turn is resolved by the slow reference too, and both have to agree.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from yuan import Options, Yuan
from yuan_map import OWN_FILE, Book, Hex, add
from yuan_resolution import Row

import naadam
from naadam.core.compiling import plain
from naadam.games.yuan.rules.resolution import resolve

KINDS = {"R": "rice", "F": "forest", "M": "mine", "H": "hills"}
SIGNS = {"~": "water", "^": "mountain", "*": "volcano"}
WIDTH = 4  # signs from one hex to the next
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
CLANS = ("mu", "suhey", "weyu", "xiangi", "huan", "zhuang", "luong", "goujian")
FOLDER = tempfile.TemporaryDirectory(prefix="naadam-yuan-")

Told = tuple[str, str, int]  # clan, province, number

_resolve = plain(resolve)


def hexes_of(picture: str) -> dict[Hex, str]:
    """The sign drawn on each hex."""
    found: dict[Hex, str] = {}
    base: int | None = None
    for row, line in enumerate(line for line in picture.splitlines() if line.strip()):
        column = 0
        for word in line.split():
            column = line.index(word, column)
            across = column + 2 * row
            base = across if base is None else base
            assert (across - base) % WIDTH == 0, f"{word} stands askew in {line!r}"
            found[(across - base) // WIDTH, -row] = word
            column += len(word)
    return found


@functools.cache
def board_of(picture: str, players: int) -> Path:
    """A tile file with the picture as its scenario."""
    drawn, steps = hexes_of(picture), Book(OWN_FILE).steps
    tiles: dict[Hex, list[str]] = {}
    for place in drawn:
        # Centres of tiles lie where this is divisible; just one of a hex and its six neighbours does.
        (centre,) = (
            near for near in (place, *(add(place, step) for step in steps)) if (near[0] - 2 * near[1]) % 7 == 0
        )
        tiles[centre] = [terrain(drawn.get(near, "^")) for near in (centre, *(add(centre, step) for step in steps))]
    names = dict(zip(tiles, LETTERS, strict=False))
    shipped = OWN_FILE.read_text(encoding="utf-8")
    head, clans = shipped[: shipped.index("[players]")], shipped[shipped.index("[clans]") : shipped.index("[scenarios")]
    wheel = shipped[shipped.index("[wheel]") : shipped.index("[tiles]")]
    idle = [
        'Y = ["rice Ya", "rice Yb", "rice Yc", "rice Yd", "rice Ye", "rice Yf", "rice Yg"]',
        'Z = ["rice Za", "water", "water", "water", "water", "water", "water"]',
    ]
    rows = [f"{names[centre]} = {words}".replace("'", '"') for centre, words in tiles.items()] + idle
    laid = " ".join(f"{name}({q},{r})0" for (q, r), name in names.items())
    parts = [
        head, '[players]\n2 = "Y"\n3 = "Y"\n4 = "YZ"', wheel, "[tiles]", *rows, clans,
        "[scenarios.drawn]", f"players = {players}", f'tiles = "{laid}"',
    ]  # fmt: skip
    file = Path(FOLDER.name) / f"board{len(list(Path(FOLDER.name).iterdir()))}.toml"
    file.write_text("\n".join(parts), encoding="utf-8")
    return file


def terrain(word: str) -> str:
    return SIGNS[word] if word in SIGNS else f"{KINDS[word[0]]} {word}"


@dataclass(frozen=True)
class Scene:
    """A position before planning, or after a turn with its story."""

    state: naadam.State
    options: Options
    book: Book
    clans: tuple[str, ...]
    events: tuple[Row, ...] = ()

    @property
    def fields(self) -> dict[str, str]:
        return dict(word.split("=", 1) for word in self.state.position.split() if "=" in word)

    def __getitem__(self, province: str) -> str:
        """The contents of a province, in words."""
        there = dict(word.split(":") for word in self.fields.get("provinces", "").split(",") if word)
        return there.get(province, "").replace(".", " ")

    def on(self, *provinces: str) -> list[str]:
        return [self[province] for province in provinces]

    @property
    def chao(self) -> dict[str, int]:
        return dict(zip(self.clans, map(int, self.fields["chao"].split(",")), strict=True))

    def told(self, clause: int) -> set[Told]:
        """The events of a clause."""
        names = self.book.provinces(list(self.book.scenarios["drawn"].tiles))
        return {
            (CLANS[clan] if clan >= 0 else "", names[province] if province >= 0 else "", number)
            for told, clan, province, number in self.events
            if told == clause
        }

    @property
    def winners(self) -> set[str]:
        assert self.state.outcome is not None
        return {self.clans[seat] for seat in self.state.outcome.winners}

    def may(self, clan: str, plan: str) -> str | None:
        """The clause against a plan, None if there is none."""
        refusal = self.state.refusal(plan, self.clans.index(clan))
        return refusal.clause if refusal else None


def drawn(
    picture: str,
    clans: str = "mu suhey",
    chao: str = "",
    turn: int = 2,
    powers: bool = False,
    volcanoes: bool = False,
    wheel: str = "printed",
    held: Mapping[str, str] | None = None,
    **named: str,
) -> Scene:
    """A picture before the plans of a turn; every clan has 20 Chão if nothing else is said.

    The contents of the provinces are those in `held` and those given as keywords.
    """
    provinces = {**(held or {}), **named}
    in_play = tuple(clans.split())
    file = board_of(picture, len(in_play))
    book = Book(file)
    options = Options(len(in_play), "drawn", powers=powers, volcanoes=volcanoes, wheel=wheel)
    names = book.provinces(list(book.scenarios["drawn"].tiles))
    assert set(provinces) <= set(names), f"{set(provinces) - set(names)} are not drawn"
    standing = {name: provinces.get(name, "").replace(" ", ".") for name in names}
    standing |= {name: f"{words}.temple".strip(".") for name, words in standing.items() if name[0] == "H"}
    tiles = book.scenarios["drawn"].tiles.items()
    laid = ",".join(f"{tile}({q},{r}){turned}" for tile, ((q, r), turned) in tiles)
    words = [
        "plan",
        f"tiles={laid}",
        f"clans={','.join(sorted(in_play, key=CLANS.index))}",
        f"seats={','.join(in_play)}",
        f"provinces={','.join(f'{name}:{words}' for name, words in standing.items() if words)}",
        f"chao={','.join(chao.split() or ['20'] * len(in_play))}",
        f"turn={turn}",
    ]
    game = naadam.load(
        "yuan", board=str(file), scenario="drawn", players=len(in_play), powers=powers, volcanoes=volcanoes, wheel=wheel
    )
    return Scene(game.position(" ".join(words)), options, book, in_play)


def played(scene: Scene, **plans: str) -> Scene:
    """The scene after a turn in which some clans have planned, and the others pass."""
    state = scene.state
    texts = [plans.pop(clan, "pass") for clan in scene.clans]
    assert not plans, f"{plans} are plans of nobody"
    reference = Yuan.from_position(scene.options, state.position, scene.book)
    for seat, text in enumerate(texts[:-1]):
        state = state.apply(text, seat)
    last = len(texts) - 1
    record = state.record.copy()
    record.plans[last] = 1 + state.game.notation.parse(record, texts[last]).action
    rows = np.zeros((600, 4), np.int64)
    _resolve(state.game.rulebook.tables, record, rows)
    events = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in rows[1 : 1 + rows[0, 0]])
    state = state.apply(texts[last], last)
    for seat, text in enumerate(texts):
        reference.take(seat, text)
    assert reference.position() == state.position
    assert sorted(reference.events) == sorted(events)
    return Scene(state, scene.options, scene.book, scene.clans, events)
