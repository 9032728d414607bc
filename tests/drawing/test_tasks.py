"""Tasks and tallies: the player to move reads the task, in the words of the game, and every number has its name."""

from __future__ import annotations

import random

import pytest

import naadam
from naadam.core.seats import CHANCE
from naadam.core.texts import LANGUAGES
from naadam.drawing.stage import Stage

STEPS = 60
GAMES = [
    "bagh-chal",
    "bagh-chal:heroes=true",
    "hasami-shogi",
    "jarmo",
    "jarmo:variant=jasyr",
    "yut",
    "khan:rulers=hand",
    "conquest",
    "yuan",
]


def stage_of(game: naadam.Game, language: str, scene: str = "") -> Stage:
    stage = game.face.stage(language, scene)
    assert stage is not None
    return stage


@pytest.mark.parametrize("spec", GAMES)
def test_every_seat_that_is_to_act_is_told_what_to_do(spec: str) -> None:
    game, rng = naadam.load(spec).uncompiled(), random.Random(3)
    state = game.start()
    for _ in range(STEPS):
        if not state.waiting:
            break
        description, scene = state.describe(), game.face.scene(state.record)
        sayings = stage_of(game, "en", scene).sayings
        told = {task.seat for task in description.tasks if task.say in sayings}
        assert told >= {seat for seat in state.waiting if seat != CHANCE}, description.tasks
        for tally in stage_of(game, "en", scene).tallies:
            assert {tally.count, *([tally.of] if isinstance(tally.of, str) else [])} <= set(description.counts)
        if state.turn == CHANCE:
            state = state.resolve(rng)
        else:
            seat = state.waiting[0]
            state = state.apply(rng.choice(list(state.actions(seat))), seat)


@pytest.mark.parametrize("spec", GAMES)
def test_stages_have_the_tasks_and_tallies_in_every_language(spec: str) -> None:
    game = naadam.load(spec)
    keys = {language: set(stage_of(game, language).sayings) for language in LANGUAGES}
    assert keys["en"] == keys["fr"] == keys["it"]
    assert all(tally.name for language in LANGUAGES for tally in stage_of(game, language).tallies)
    assert stage_of(game, "en").tallies


def test_a_task_is_true_who_can_only_pass_is_told_so() -> None:
    game = naadam.load("jarmo:variant=jasyr").uncompiled()
    rng, passed, state = random.Random(3), 0, game.start()
    for seed in range(6):
        rng, state = random.Random(seed), game.start()
        while state.waiting:
            actions = [str(action) for action in state.actions()]
            (task,) = state.describe().tasks
            assert (task.say == "only-pass") == (actions == ["pass"])
            passed += actions == ["pass"]
            state = state.apply(rng.choice(actions))
    assert passed > 0


def test_the_first_yurts_of_khan_are_counted() -> None:
    state = naadam.load("khan").uncompiled().start().resolve(random.Random(1))
    said = []
    for _ in range(6):
        (task,) = state.describe().tasks
        said.append(task.say)
        state = state.apply(next(iter(state.actions())))
    assert said == ["yurt-1-of-3"] * 2 + ["yurt-2-of-3"] * 2 + ["yurt-3-of-3"] * 2


def test_captured_is_what_a_side_has_taken_in_jarmo_too() -> None:
    game = naadam.load("jarmo").uncompiled()
    rng, state = random.Random(2), game.start()
    while "x" not in str(action := rng.choice(list(state.actions()))):
        state = state.apply(action)
    taker = state.turn
    captured = state.apply(action).describe().counts["captured"]
    assert taker is not None
    assert isinstance(captured, tuple)
    assert captured[taker] == 1
    assert captured[1 - taker] == 0


def test_the_sheet_of_jarmo_adds_up_to_its_points() -> None:
    game = naadam.load("jarmo").uncompiled()
    for seed in range(3):
        rng, state = random.Random(seed), game.start()
        while state.waiting:
            state = state.apply(rng.choice(list(state.actions())))
        described = state.describe()
        assert tuple(score.total for score in described.sheet) == described.counts["points"]


def test_no_more_rulers_of_khan_are_gone_than_end_the_game() -> None:
    game = naadam.load("khan").uncompiled()
    rng, state = random.Random(2), game.start()
    (tally,) = (tally for tally in stage_of(game, "en").tallies if tally.count == "removed")
    assert isinstance(tally.of, int)
    told = []
    while state.waiting:
        told.append(state.describe().counts["removed"])
        state = state.resolve(rng) if state.turn == CHANCE else state.apply(rng.choice(list(state.actions())))
    assert sorted(set(told)) == list(range(tally.of + 1))


@pytest.mark.parametrize("spec", GAMES)
def test_what_is_lit_on_a_board_is_seen_on_every_ground(spec: str) -> None:
    """A mark is a line in gold with a dark edge, so it is enough that these two are told apart."""

    def light(colour: str) -> float:
        parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    colours = stage_of(naadam.load(spec), "en").colours
    assert (light(colours["gold"]) + 0.05) / (light(colours["dark"]) + 0.05) >= 4.5
