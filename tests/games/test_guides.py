"""How to play, one page a game: its aim, its pictures, and their sentences."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from importlib import resources

import pytest

import naadam
from naadam.core.errors import PackageError
from naadam.core.registry import rulebook
from naadam.core.teaching.guide import Guide, Picture, _read, find_guide
from naadam.core.texts import LANGUAGES
from naadam.drawing.picture import draw_board, find_part

SHIPPED = [name for name in naadam.game_names() if find_guide(name)]
SVG = "{http://www.w3.org/2000/svg}"
LONGEST = 240


def guide_of(name: str) -> Guide:
    found = find_guide(name)
    assert found is not None
    return found


def draw(picture: Picture) -> ET.Element:
    shown = picture.state.describe(picture.seat)
    stage = picture.state.game.face.stage("en", shown.scene)
    assert stage is not None
    return ET.fromstring(draw_board(stage, shown, picture.way, picture.taken, picture.around))


def test_every_game_with_first_steps_has_a_guide() -> None:
    packages = {name: resources.files(rulebook(name).texts.package) for name in naadam.game_names()}
    assert [name for name, folder in packages.items() if (folder / "lessons.toml").is_file()] == SHIPPED
    assert len(SHIPPED) == 7


@pytest.mark.parametrize("name", SHIPPED)
def test_a_guide_tells_the_aim_and_has_four_to_six_pictures(name: str) -> None:
    found, game = guide_of(name), naadam.load(name)
    assert set(found.aim) <= set(game.clauses())
    assert all(game.rulebook.applies(int(clause.split("-")[1])) for clause in found.aim)
    assert 4 <= len(found.pictures) <= 6
    assert set(found.texts) == set(LANGUAGES)
    for picture in found.pictures:
        assert set(picture.texts) == set(LANGUAGES)
        assert all(0 < len(picture.say(language)) <= LONGEST for language in LANGUAGES)
        assert set(picture.clauses) <= set(picture.state.game.clauses())


@pytest.mark.parametrize("name", SHIPPED)
def test_no_picture_has_names_of_points_that_are_too_small_to_read(name: str) -> None:
    for picture in guide_of(name).pictures:
        assert draw(picture).find(f".//{SVG}g[@class='coordinates']") is None


@pytest.mark.parametrize("name", SHIPPED)
def test_every_picture_is_drawn_with_its_way_and_what_is_taken(name: str) -> None:
    for picture in guide_of(name).pictures:
        drawn = draw(picture)
        arrows = drawn.findall(f"{SVG}path[@class='way']")
        assert len(arrows) == (2 if len(picture.way) > 1 else 0), "one below, dark, and one above"
        assert len(drawn.findall(f"{SVG}path[@class='taken']")) == 2 * len(picture.taken)


def test_a_part_of_a_large_board_holds_the_points_it_is_about() -> None:
    picture = guide_of("conquest").pictures[1]
    stage = picture.state.game.face.stage()
    assert stage is not None
    left, top, width, height = map(float, draw(picture).attrib["viewBox"].split())
    assert width == height < stage.box[2]
    for point in picture.around:
        x, y = stage.points[point]
        assert left < x < left + width
        assert top < y < top + height


def test_a_picture_may_show_what_a_first_step_leads_to() -> None:
    before = _read("khan", {"lesson": 2, "en": "Before."})
    after = _read("khan", {"lesson": 2, "after": True, "en": "After."})
    assert "laid=" in after.state.position
    assert "laid=" not in before.state.position
    assert after.say("it") == "After.", "English is enough"


def test_a_position_of_its_own_names_its_clauses() -> None:
    with pytest.raises(KeyError, match="clauses"):
        _read("yut", {"en": "The start."})


def test_a_guide_with_a_wrong_position_is_an_error_of_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"aim": [], "en": "Win.", "pictures": [{"position": "B3B", "clauses": [], "en": "No."}]}
    monkeypatch.setattr("naadam.core.teaching.guide.read_file", lambda *_: wrong)
    with pytest.raises(PackageError, match="the guide of bagh-chal"):
        find_guide.__wrapped__("bagh-chal")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_picture_of_a_part_shows_nothing_but_the_board(name: str) -> None:
    guide = find_guide(name)
    assert guide is not None
    for picture in guide.pictures:
        stage = picture.state.game.face.stage("en", picture.state.describe(picture.seat).scene)
        assert stage is not None
        if not picture.around:
            continue
        part, (left, top, width, height) = find_part(stage, picture.around), stage.box
        assert left <= part.x
        assert part.x + part.width <= left + width + 1e-6
        assert top <= part.y
        assert part.y + part.height <= top + height + 1e-6
        for x, y in (stage.points[point] for point in picture.around):
            assert part.x < x < part.x + part.width
            assert part.y < y < part.y + part.height
