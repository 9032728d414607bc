"""The conformance suite is not blind: a broken promise is reported."""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import planted
import pytest
from caravan import rules as caravan

import naadam
from naadam.core import registry
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.parts.clock import Glass
from naadam.core.parts.editor import Counter
from naadam.core.parts.touches import Place, Touches
from naadam.core.seats import CHANCE
from naadam.drawing.description import Description, Saying
from naadam.drawing.story import Frame
from naadam.testing import conformance, endings, round_trips, secrets, states
from naadam.testing.promises import ConformanceWarning


def fresh(name: str) -> Game:
    """A fresh game, run uncompiled."""
    return Game(naadam.load(name).rulebook, compiled=False)


def broken(name: str, **functions: Callable[..., Any]) -> Game:
    """A game run uncompiled, with some of its rules replaced."""
    game = fresh(name)
    bound = game.bound
    rules = SimpleNamespace(**vars(bound._plain_tag.rules) | functions)
    bound._plain_tag.rules = rules
    return game


def test_a_refusal_that_differs_from_the_list() -> None:
    game = broken("bagh-chal", refusal=lambda *_: 3)
    with pytest.raises(AssertionError, match="what is listed and what is not refused"):
        states.check_legality(game.start(), random.Random(0))


def test_a_seat_that_acts_out_of_turn() -> None:
    fine = fresh("bagh-chal").bound._plain_tag.rules

    def legal(tables: Any, state: Any, seat: int, actions: Any) -> int:
        return int(fine.legal(tables, state, 0, actions))  # type: ignore[attr-defined]

    with pytest.raises(AssertionError, match="exactly the waiting seats"):
        states.check_legality(broken("bagh-chal", legal=legal).start(), random.Random(0))


def test_a_counter_of_the_editor_without_a_title() -> None:
    game = fresh("hasami-shogi")
    assert game.editor is not None
    conformance.check_texts(game)
    game.editor = copy.copy(game.editor)
    game.editor.counters = (Counter("nameless", 3),)
    with pytest.raises(naadam.PackageError, match=r"editor.nameless"):
        conformance.check_texts(game)


def test_a_position_that_can_be_set_up_and_not_be_played() -> None:
    fine = fresh("hasami-shogi").bound._plain_tag.rules

    def legal(tables: Any, state: Any, seat: int, actions: Any) -> int:
        return 0 if seat == 1 else int(fine.legal(tables, state, seat, actions))  # type: ignore[attr-defined]

    with pytest.raises(AssertionError, match="exactly the waiting seats have actions, however set up"):
        round_trips.check_edited(broken("hasami-shogi", legal=legal).start(), random.Random(0))


def test_a_view_that_leaks() -> None:
    def leak(tables: Any, state: Any, seat: int, view: Any) -> None:
        for field in state.dtype.names:
            view[field] = state[field]

    dealing = broken("caravan:players=4", view=leak).start()
    with pytest.raises(AssertionError, match="seat 1 does not learn of deal"):
        secrets.check_secrets(dealing, random.Random(0))


def test_a_view_for_spectators_that_leaks() -> None:
    fine = fresh("caravan").bound._plain_tag.rules

    def leak(tables: Any, state: Any, seat: int, view: Any) -> None:
        fine.view(tables, state, 0 if seat == CHANCE else seat, view)  # type: ignore[attr-defined]

    dealt = broken("caravan:players=4", view=leak).start().resolve(random.Random(1))
    with pytest.raises(AssertionError, match="those who watch know no more than seat 1"):
        secrets.check_views(dealt, random.Random(0))


def test_planes_without_a_name_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh("caravan")
    conformance.check_planes(game)
    for planes in ((), ("cards", "bids"), ("cards", "bids", "bids"), ("cards", "bids", "")):
        monkeypatch.setattr(game.rulebook, "planes", planes)
        with pytest.raises(AssertionError, match="planes names each plane"):
            conformance.check_planes(game)


def test_a_tensor_beyond_its_bounds() -> None:
    def observe(tables: Any, view: Any, seat: int, tensor: Any) -> None:
        tensor[0] = 1.5

    with pytest.raises(AssertionError, match="the numbers of a tensor are from 0 to 1"):
        secrets.check_views(broken("caravan", observe=observe).start(), random.Random(0))


def test_scores_that_add_up_to_something_else() -> None:
    def outcome(tables: Any, state: Any, scores: Any) -> int:
        scores[0] = 1.0
        return 1

    end = naadam.load("bagh-chal").playout(naadam.load("bagh-chal").start(), 1)
    game = broken("bagh-chal", outcome=outcome)
    with pytest.raises(AssertionError, match=r"the scores add up to sizes.total"):
        endings.check_end(game.from_bytes(end.to_bytes()))


def test_allies_of_whom_one_wins_and_one_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh("bagh-chal")
    end = naadam.load("bagh-chal").playout(naadam.load("bagh-chal").start(), 1)
    assert end.outcome is not None
    monkeypatch.setattr(type(game.rulebook), "allies", lambda *_: (0, 1))
    with pytest.raises(AssertionError, match="allies win and lose together"):
        endings.check_end(game.from_bytes(end.to_bytes()))


def test_a_secret_that_was_never_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fresh("caravan").start().resolve(random.Random(1))
    secrets.check_only_sealed(state, random.Random(0))
    monkeypatch.setattr(state.game.rulebook, "only_sealed", True)
    with pytest.raises(AssertionError, match="hides nothing else"):
        secrets.check_only_sealed(state, random.Random(0))


def test_rules_that_differ_uncompiled() -> None:
    game = naadam.load("bagh-chal")
    fine = fresh(game.spec).bound._plain_tag.rules

    def apply(tables: Any, state: Any, seat: int, action: int) -> None:
        fine.apply(tables, state, seat, action)  # type: ignore[attr-defined]
        state.peace += 1

    history = conformance.play(game, random.Random(2))
    with pytest.raises(AssertionError, match="uncompiled rules give the same state"):
        conformance.check_uncompiled(history, broken("bagh-chal", apply=apply))


@pytest.mark.parametrize("grown", ["twice", "by a counter of the game"])
def test_a_trail_without_room(grown: str) -> None:
    fine = fresh("hasami-shogi").bound._plain_tag.rules

    def apply(tables: Any, state: Any, seat: int, action: int) -> None:
        fine.apply(tables, state, seat, action)  # type: ignore[attr-defined]
        if grown == "twice":
            state.quiet += 1
        else:
            state.quiet = state.peace

    with pytest.raises(AssertionError, match="quiet grows by at most one per action, and is 0 in a position"):
        conformance.play(broken("hasami-shogi", apply=apply), random.Random(0))


def test_positions_that_have_the_same_words_and_are_not_the_same() -> None:
    def position(tables: Any, state: Any, words: Any) -> None:
        words[:] = 0

    history = conformance.play(broken("hasami-shogi", position=position, repetition=lambda: 0), random.Random(0))
    with pytest.raises(AssertionError, match="positions with the same words are the same"):
        conformance.check_positions(history)


def test_a_trail_that_never_grows() -> None:
    war = "hasami-shogi:variant=war"
    fine = fresh(war).bound._plain_tag.rules

    def apply(tables: Any, state: Any, seat: int, action: int) -> None:
        fine.apply(tables, state, seat, action)  # type: ignore[attr-defined]
        state.quiet = 0

    history = History(broken(war, apply=apply).start())
    for move in ("a1a2", "a9a8", "a2a1", "a8a9"):
        history.play(move)
    with pytest.raises(AssertionError, match="quiet reaches back to a position come again"):
        conformance.check_positions(history)


def test_a_refusal_without_a_sentence() -> None:
    fine = fresh("hasami-shogi").bound._plain_tag.rules

    def refusal(tables: Any, state: Any, seat: int, action: int) -> int:
        return 3 + 7000 if fine.refusal(tables, state, seat, action) else 0  # type: ignore[attr-defined]

    with pytest.raises(naadam.PackageError, match=r"refusals.3.7"):
        states.check_legality(broken("hasami-shogi", refusal=refusal).start(), random.Random(0))


def dealt_caravan() -> Any:
    return fresh("caravan:players=4").start().resolve(random.Random(1))


@pytest.mark.parametrize(
    ("glass", "promise"),
    [
        (lambda _: {0: Glass("bid", 20, caravan.STOP)}, "the action of the glass bid is legal"),
        (lambda _: {CHANCE: Glass("bid", 20, caravan.BID)}, "of a seat that is to act"),
        (lambda _: {0: Glass("", 20, caravan.BID)}, "a glass has a name"),
        (lambda _: {0: Glass("bid", 20, caravan.BID), 1: Glass("bid", 30, caravan.BID)}, "of the name bid are one"),
        (lambda state: {0: Glass(f"bid-{state.cards[1]}", 20, caravan.BID)}, "all may know the glasses"),
    ],
)
def test_a_glass_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, glass: Callable[[Any], dict[int, Glass]], promise: str
) -> None:
    state = dealt_caravan()
    monkeypatch.setattr(state.game.rulebook, "glasses", glass)
    with pytest.raises(AssertionError, match=promise):
        states.check_glasses(state, random.Random(0))


@pytest.mark.parametrize(
    ("touches", "promise"),
    [
        (Touches(), "there is something to touch"),
        (Touches((Place("a"), Place("a"))), "follows .* once"),
        (Touches((Place("a"),)), "lead to an action"),
        (Touches((Place("a"),), (), (caravan.BID, caravan.BID)), "is for the seat to do"),
        (Touches((Place("a"),), (), (caravan.STOP,)), "is legal in order"),
        (Touches((Place("a"),), (), (caravan.BID,)), "nothing follows a place that is none"),
    ],
)
def test_touches_that_are_wrong(monkeypatch: pytest.MonkeyPatch, touches: Touches, promise: str) -> None:
    state = dealt_caravan()
    monkeypatch.setattr(state.game.face, "touches", lambda *_: touches)
    with pytest.raises(AssertionError, match=promise):
        states.check_touches(state, random.Random(0))


@pytest.mark.parametrize(
    ("frames", "promise"),
    [
        ([], "there is a story of"),
        ([Frame(Saying("bid"), Description((), 0))], "a story ends in what all know"),
        ([Frame(Saying("bid"), Description((), 0), "CV-77")], "there is a clause CV-77"),
    ],
)
def test_a_story_that_is_wrong(monkeypatch: pytest.MonkeyPatch, frames: list[Frame], promise: str) -> None:
    state = dealt_caravan()
    for seat in (0, 1, 2):
        state = state.apply("bid 1", seat)
    states.check_stories(state, random.Random(0))
    if promise.startswith("there is a clause"):
        monkeypatch.setattr(type(state), "describe", lambda *_: frames[-1].drawing)
    monkeypatch.setattr(state.game.face, "story", lambda *_: frames)
    with pytest.raises(AssertionError, match=promise):
        states.check_stories(state, random.Random(0))


def test_of_a_long_game_some_states_are_looked_at_its_ends_among_them() -> None:
    short = conformance.play(fresh("bagh-chal"), random.Random(0))
    assert conformance.looked_at(short) == set(range(len(short.states)))
    long = SimpleNamespace(states=[None] * 1000)
    chosen = conformance.looked_at(long)  # type: ignore[arg-type]
    assert len(chosen) == conformance.SOME
    assert {0, 999} <= chosen <= set(range(1000))


def test_an_overrun_of_the_trail_names_its_size() -> None:
    def overrun(state: Any, rng: random.Random) -> None:
        """A promise."""
        state.game.bound.attempt(state.record.copy(), state.trail[:0], 0, int(state.actions()[0]))

    with pytest.raises(AssertionError, match=r"sizes\.trail of \d+ is too small"):
        conformance.run_check(overrun, fresh("hasami-shogi:variant=war").start(), random.Random(0))


@pytest.fixture(scope="module")
def planted_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for packages with planted faults, which can be imported from it."""
    folder, path, known = tmp_path_factory.mktemp("planted"), list(sys.path), dict(registry.packages())
    planted.write_base(folder)
    yield folder
    sys.path[:] = path
    for name in set(registry.packages()) - set(known):
        del registry.packages()[name]


@pytest.mark.parametrize("game", [planted.BOARD, planted.LONG, planted.HANDS])
def test_the_games_without_a_fault_conform(game: str, planted_folder: Path) -> None:
    conformance.check_game(planted.plant(None, planted_folder, game).uncompiled(), seeds=range(1), samples=4)


@pytest.mark.parametrize("fault", planted.FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(fault: planted.Fault, planted_folder: Path) -> None:
    with pytest.raises((AssertionError, naadam.NaadamError, ConformanceWarning), match=fault.words):
        conformance.check_game(planted.plant(fault, planted_folder).uncompiled(), seeds=range(1), samples=4)


def test_many_faults_are_planted() -> None:
    assert len(planted.FAULTS) >= 60
    assert len({fault.name for fault in planted.FAULTS}) == len(planted.FAULTS)
