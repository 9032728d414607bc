"""Tile files of Yuan: an error is named by key and clause, and the shipped one is counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from drawn_yuan import SMALL

import naadam
from naadam.core.errors import BoardError
from naadam.core.registry import rulebook
from naadam.games.yuan.board import KINDS
from naadam.games.yuan.rulebook import SHIPPED, Yuan, imposes


def load(tmp_path: Path, *changes: tuple[str, str], spec: str = "yuan") -> naadam.Game:
    text = Path(SMALL).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "tiles.toml"
    file.write_text(text, encoding="utf-8")
    return naadam.load(spec, board=str(file))


LAKE = 'players = 3\ntiles = "L(0,0)0 P(3,-2)0"'


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('L = ["water", ', "L = [", "tiles.L", "YN-1"),
        ('"rice La"', '"swamp La"', "tiles.L[1]", "YN-1"),
        ('"rice La"', '"rice"', "tiles.L[1]", "name"),
        ('"rice La"', '"rice Lay"', "tiles.L[1]", "name"),
        ('"rice La"', '"rice la"', "tiles.L[1]", "name"),
        ('"rice La"', '"rice La-II"', "tiles.L[1]", "name"),
        ('"rice La"', '"rice Pz"', "tiles.P", "two provinces"),
        ('L = ["water"', 'L = ["water Sea"', "tiles.L[0]", "YN-1"),
        ('2 = "LP"', '2 = "LQ"', "players.2", "YN-10"),
        ('2 = "LP"', '2 = "LL"', "players.2", "YN-10"),
        ('3 = "LP"', '3 = "LM"', "players.3", "YN-10"),
        ("mu = {", "um = {", "clans", "YN-85"),
        ("chao = -2", "chao = -5", "clans.mu.chao", "YN-15"),
        ("[10, 10, 9", "[10, 9", "wheel", "13 numbers"),
        ("rotations = 6", "rotations = 3", "rotations", "6"),
        ("[3, -2]", "[3, -1]", "tile_steps", "every file"),
        (LAKE, LAKE.replace("P(3,-2)", "P(0,0)"), "scenarios.lake.tiles", "overlaps tile L (YN-11)"),
        (LAKE, LAKE.replace("P(3,-2)", "P(1,0)"), "scenarios.lake.tiles", "lattice"),
        (LAKE, LAKE.replace("P(3,-2)", "P(6,-4)"), "scenarios.lake.tiles", "apart from the other tiles (YN-11)"),
        (LAKE, LAKE.replace("P(", "L("), "scenarios.lake.tiles", "twice"),
        (LAKE, LAKE.replace("P(3,-2)0", "P(3,-2)6"), "scenarios.lake.tiles", "YN-12"),
        (LAKE, LAKE.replace("P(", "Q("), "scenarios.lake.tiles", "YN-12"),
        (LAKE, LAKE.replace("P(", "P-II("), "scenarios.lake.tiles", "YN-12"),
        (LAKE, LAKE.replace("3", "9", 1), "scenarios.lake.players", "from 2 to 8"),
        (LAKE, LAKE + '\ncities = { mu = "water" }', "scenarios.lake.cities.mu", "YN-14"),
        (LAKE, LAKE + '\ncities = { mu = "Ma" }', "scenarios.lake.cities.mu", "YN-14"),
        (LAKE, LAKE + '\ncities = { huan = "La" }', "scenarios.lake.cities.huan", "YN-85"),
        (LAKE, LAKE + '\ncities = { mu = "La" }', "scenarios.lake.cities", "YN-14"),
        (LAKE, LAKE + '\ncities = { mu = "La", suhey = "La", weyu = "Lb" }', "scenarios.lake.cities.suhey", "YN-14"),
        ("[scenarios.lake]", "[scenarios.quick]", "scenarios.quick", "quick"),
        (LAKE, LAKE + "\nstorms = 3", "scenarios", "perhaps cities and auction"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(BoardError) as error:
        load(tmp_path, (old, new))
    assert f" {key}: " in str(error.value)
    assert reason in str(error.value)


def test_a_scenario_of_ones_own_with_cities_is_played(tmp_path: Path) -> None:
    cities = 'cities = { weyu = "La", mu = "Pz", suhey = "pe" }'
    game = load(tmp_path, (LAKE, f"{LAKE}\n{cities}"), spec="yuan:players=3,scenario=lake")
    assert "Pz:mu.city" in game.start().position
    assert "Pe:suhey.city" in game.start().position
    assert game.start().position.startswith("draw ")


def test_too_many_hills_for_the_temples(tmp_path: Path) -> None:
    hills = "\n".join(f"{tile} = {[f'hills {tile}{other}' for other in 'abcdefg']}" for tile in "HIJ")
    with pytest.raises(BoardError, match="YN-2"):
        load(tmp_path, ("[clans]", f"{hills}\n\n[clans]"), ('4 = "LP"', '4 = "LPHIJ"'))


def test_the_shipped_file_is_counted() -> None:
    atlas = naadam.load("yuan").rulebook.atlas  # type: ignore[attr-defined]
    kinds = Counter(KINDS[each.kind] for name, tile in atlas.tiles.items() if len(name) == 1 for each in tile.hexes)
    assert kinds == {"water": 27, "mountain": 23, "volcano": 3, "rice": 13, "forest": 13, "mine": 13, "hills": 13}
    assert atlas.corrections == (-2, -1, 0, 0, 0, 0, 0, 0)


def test_what_the_shipped_scenarios_ask_of_the_options_is_known_without_the_file() -> None:
    scenarios = naadam.load("yuan").rulebook.atlas.scenarios  # type: ignore[attr-defined]
    assert {name: imposes(scenario) for name, scenario in scenarios.items()} == SHIPPED


def test_options_are_allowed_or_not_without_loading_a_board() -> None:
    defaults = {option.name: option.default for option in Yuan.declared}
    assert Yuan.allows(defaults)
    assert not Yuan.allows(defaults | {"scenario": "river-control"})
    assert Yuan.allows(defaults | {"scenario": "river-control", "players": 4})
    assert not Yuan.allows(defaults | {"capitals": "random"})
    assert Yuan.allows(defaults | {"scenario": "river-control", "board": "/nowhere.toml"})
    assert rulebook("khan").allows({})
