"""The editor of positions: choices become a position, or the reason why they are not one."""

from __future__ import annotations

import asyncio
import random

import pytest

import naadam
from naadam.core.errors import PositionError
from naadam.core.registry import game_names
from naadam.core.texts import LANGUAGES
from naadam.server.features.editor import get_editor, read_edited
from naadam.server.protocol.errors import UserError
from naadam.server.protocol.schemas import EditedPosition, EditorInfo
from naadam.testing.cover import cover

EDITED = [game.spec for name in game_names() for game in cover(name) if game.editor is not None]


def editor(spec: str, position: str | None = None) -> EditorInfo:
    return asyncio.run(get_editor(spec, position))


def read(edited: EditedPosition) -> str:
    return asyncio.run(read_edited(edited)).position


def reason(edited: EditedPosition, language: str = "en") -> str:
    with pytest.raises(PositionError) as refused:
        read(edited)
    return refused.value.text(language)


@pytest.mark.parametrize("spec", EDITED)
def test_the_start_and_later_positions_are_read_and_written_again(spec: str) -> None:
    state, rng = naadam.load(spec).start(), random.Random(3)
    for _ in range(12):
        found = editor(spec, state.position).edited
        again = editor(spec, read(found)).edited
        assert again == found
        state = state.resolve(rng)
        state = state.apply(state.actions()[len(state.actions()) // 2])


@pytest.mark.parametrize("spec", EDITED)
def test_there_is_artwork_and_a_title_for_all_that_can_be_chosen(spec: str) -> None:
    game = naadam.load(spec)
    stage = game.face.stage()
    assert stage is not None
    assert {kind.partition("x")[0] for kind in editor(spec).kinds} <= set(stage.pieces)
    for language in LANGUAGES:
        info = asyncio.run(get_editor(spec, None, language))  # type: ignore[arg-type]
        assert all(counter.title for counter in info.counters)


def test_an_impossible_position_is_refused_with_the_reason() -> None:
    edited = editor("bagh-chal").edited
    del edited.pieces["a1"]
    assert reason(edited) == "There must be 4 tigers on the board, not 3 (BC-2)."
    assert reason(edited, "fr").startswith("Il faut 4 tigres")
    edited.pieces["a1"] = "tiger"
    edited.pieces["c3"] = "goat"
    assert "must be 20 together" in reason(edited)
    edited.numbers["hand"] = 19
    assert read(edited) == "B3B/5/2G2/5/B3B G 19 0 - - 0 -"
    edited.numbers["peace"] = 5
    assert "Phase II" in reason(edited)


def test_heroes_have_an_alpha_and_a_buck_after_two_captures() -> None:
    edited = editor("bagh-chal:heroes=true").edited
    assert edited.pieces["a1"] == "alpha"
    edited.pieces["c3"] = "buck"
    edited.numbers |= {"hand": 17, "captured": 2}
    assert read(edited).split()[0] == "B3B/5/2K2/5/A3B"
    edited.numbers |= {"hand": 19, "captured": 0}
    assert "after two captures" in reason(edited)
    edited.pieces["a1"] = "tiger"
    assert "Alpha" in reason(edited)


def test_soldiers_of_jarmo_that_are_missing_have_been_captured() -> None:
    edited = editor("jarmo").edited
    del edited.pieces["a1"]
    assert read(edited) == "aaaaa/5/5/5/1AAAA G 0-0 1-0 - - 0 - -"
    edited.numbers["hand-0"] = 2
    assert "must be 5 together" in reason(edited)
    edited.numbers["hand-0"] = 0
    edited.pieces["a5"] = "guard-0"
    assert reason(edited, "fr").startswith("Un garde qui entre dans le camp ennemi")
    assert "golden-archer-0" not in editor("jarmo").kinds
    golden = editor("jarmo:golden=true,remote_camps=true").edited
    assert "golden-archer-0" in golden.pieces.values() or "golden-guard-0" in golden.pieces.values()
    assert golden.numbers["markers"] == 1
    golden.numbers["markers"] = 0
    assert read(golden).split()[-2] == "-"


def test_horses_of_yut_stand_in_stacks_and_the_wild_horse_alone() -> None:
    edited = editor("yut").edited
    edited.pieces |= {"5": "horse-0x2", "10": "horse-1"}
    edited.numbers["home-0"] = 1
    assert read(edited) == "5*2/1 10/0 0? - 0 -"
    assert editor("yut", read(edited)).edited.pieces == edited.pieces
    edited.pieces["1"] = "horse-0x2"
    assert reason(edited).startswith("Orange must have 4 horses")
    wild = editor("yut:wild_horse=true").edited
    station = next(point for point, kind in wild.pieces.items() if kind == "wild")
    wild.pieces["1"] = "wild"
    assert "only one Wild Horse" in reason(wild)
    del wild.pieces["1"], wild.pieces[station]
    assert "on the rim" in reason(wild)
    assert editor("yut:hurdles=true").fixed


@pytest.mark.parametrize(
    "change",
    [
        {"pieces": {"z9": "goat"}},
        {"pieces": {"a1": "dragon"}},
        {"turn": 2},
        {"numbers": {"hand": 20}},
        {"numbers": {"hand": 21, "captured": 0, "peace": 0}},
        {"numbers": {"hand": -1, "captured": 0, "peace": 0}},
    ],
)
def test_what_is_not_to_be_chosen_is_refused(change: dict[str, object]) -> None:
    assert reason(editor("bagh-chal").edited.model_copy(update=change))


def test_a_game_without_an_editor_says_so() -> None:
    with pytest.raises(UserError):
        editor("caravan")
