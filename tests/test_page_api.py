"""Data from which the page is made: games, options, stages, texts."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import naadam
from naadam.core import registry
from naadam.core.options import Number, choose, write_spec, write_value
from naadam.core.registry import is_shipped, rulebook, variants
from naadam.core.teaching.lessons import lessons
from naadam.core.teaching.puzzles import puzzles
from naadam.core.texts import LANGUAGES
from naadam.server.http.routes import variants as page
from naadam.server.http.routes.games import describe_game
from naadam.server.protocol.errors import UserError
from naadam.server.protocol.messages import Language

ROOT = Path(__file__).parent.parent
SHIPPED = ("bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut")
SPECS = ["bagh-chal", "bagh-chal:board=pulijudam", "bagh-chal:heroes=true"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stage_has_a_place_and_artwork_for_all_that_can_stand_on_it(spec: str, language: Language) -> None:
    stage = naadam.load(spec).face.stage(language)
    assert stage is not None
    assert len(json.loads(page.cached_stage(naadam.load(spec), language).plain)["points"]) == len(stage.points)
    drawing = naadam.load(spec).start().view(0).describe()
    left, top, width, height = stage.box
    editor = naadam.load(spec).editor
    assert editor is not None
    assert set(stage.points) == set(editor.points)
    assert all(left < x < left + width and top < y < top + height for x, y in stage.points.values())
    assert {piece.kind for piece in drawing.pieces} <= set(stage.pieces)
    assert all(tray.count in drawing.counts for tray in stage.trays)
    symbols: set[str | None] = {art.symbol for art in (*stage.pieces.values(), *stage.marks.values())}
    symbols |= {art.over for art in stage.pieces.values()} | {tray.empty for tray in stage.trays}
    assert all(f'id="{symbol}"' in stage.picture for symbol in symbols if symbol)
    assert "style=" not in stage.picture, "the content policy allows no style attributes"


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_is_a_document_without_words(spec: str) -> None:
    drawn = ET.fromstring(page.cached_picture(naadam.load(spec), None).plain)
    pieces = naadam.load(spec).start().view(0).describe().pieces
    assert len(drawn.findall(".//{http://www.w3.org/2000/svg}g[@data-kind]")) == len(pieces)
    assert "Goats" not in "".join(drawn.itertext())


@pytest.fixture
def without_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose face draws no stage: Caravan, which has that of the kit's words."""
    monkeypatch.setattr(type(naadam.load("caravan").face), "stage", lambda *_: None)


@pytest.mark.usefixtures("without_stage")
def test_a_game_without_a_stage_says_so() -> None:
    with pytest.raises(UserError):
        page.cached_stage(naadam.load("caravan"), "en")


def test_a_page_can_draw_a_game_of_words() -> None:
    told = describe_game("caravan", "en", [])
    assert told is not None
    assert told.drawn


@pytest.mark.usefixtures("without_stage")
def test_a_game_says_whether_a_page_can_draw_it() -> None:
    told = {name: describe_game(name, "en", []) for name in ("bagh-chal", "caravan")}
    assert {name: game.drawn for name, game in told.items() if game} == {"bagh-chal": True, "caravan": False}
    assert naadam.load("caravan").start().actions()  # it is played all the same


def test_home_is_told_of_all_games_before_any_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tuple(filter(is_shipped, naadam.game_names())) == SHIPPED
    with monkeypatch.context() as unable:
        unable.setattr(registry, "_load", None)
        told = {name: describe_game(name, "en", []) for name in SHIPPED}
    for name, game in told.items():
        assert game is not None
        assert game.drawn == (naadam.load(name).face.stage() is not None)
        assert (game.lessons, game.puzzles) == (len(lessons(name)), len(puzzles(name)))


def test_what_fits_is_what_the_rules_allow() -> None:
    allowed = {game.spec for game in variants("bagh-chal")}
    for spec in allowed:
        told = asyncio.run(page.fitting(spec))
        assert (told.variant.spec, told.variant.roles) == (spec, ["Goats", "Tigers"])
        for option, values in told.clashes.items():
            for value in rulebook("bagh-chal").declared[1].values if option == "rules" else (False, True):
                wanted = {**told.variant.options, option: write_value(value)}
                chosen = choose(rulebook("bagh-chal").declared, wanted, {})
                assert (write_spec("bagh-chal", chosen) not in allowed) == (write_value(value) in values)


def test_every_value_of_an_option_has_its_control() -> None:
    """The list is complete: a value that is missing could not be chosen on the page."""
    for name in SHIPPED:
        for option in rulebook(name).declared:
            if isinstance(option, Number) and option.values:
                assert set(option.values) == set(range(int(option.lowest), int(option.highest) + 1)), option


def test_the_rules_are_told_clause_by_clause() -> None:
    told = json.loads(page.cached_rules(naadam.load("bagh-chal"), "fr").plain)
    assert [clause["clause"] for clause in told["clauses"]][:2] == ["BC-1", "BC-2"]


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "make_types.py"), "--check"])
    assert done.returncode == 0
