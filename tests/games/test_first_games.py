"""The first games and the games to watch: real positions, records that replay, and texts that fit them."""

from __future__ import annotations

import random
import re

import pytest

import naadam
from naadam.bots.levels import level
from naadam.core.records import Record
from naadam.core.registry import is_shipped, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.first_games import FirstGame, Introduction, find_first_game
from naadam.core.teaching.lessons import captured
from naadam.core.teaching.watched_games import WatchedGame, find_watched_game
from naadam.core.texts import LANGUAGES

SHIPPED = [name for name in naadam.game_names() if is_shipped(name)]
LONG = ("conquest", "khan", "yuan")
TURNS = {"conquest": (4, 20), "khan": (4, 12), "yuan": (3, 7)}  # of the newcomer in a first game


def watched(name: str) -> WatchedGame:
    found = find_watched_game(name)
    assert found is not None
    return found


def first(name: str) -> FirstGame:
    found = find_first_game(name)
    assert found is not None
    return found


# --- games to watch ---


@pytest.mark.parametrize("name", SHIPPED)
def test_the_record_replays_to_its_result(name: str) -> None:
    record = watched(name).record
    states = record.replay()
    outcome = states[-1].outcome
    assert outcome is not None
    assert record.result is not None
    assert outcome.winners == record.result.winners
    assert record.game.split(":")[0] == name


@pytest.mark.parametrize("name", SHIPPED)
def test_five_captions_lie_within_the_record_the_last_at_its_end(name: str) -> None:
    captions = watched(name).captions
    moves = [caption.move for caption in captions]
    assert len(moves) == 5
    assert moves == sorted(set(moves))
    assert moves[-1] == len(watched(name).record.steps)
    for caption in captions:
        assert all(caption.texts[language] for language in LANGUAGES)


CAPTURES = {  # by game and caption: the counts that its text names, before and after its move
    ("bagh-chal", 38): ("captured", 0, 1),
    ("bagh-chal", 73): ("trapped", 1, 3),
    ("bagh-chal", 75): ("trapped", 2, 4),
    ("hasami-shogi", 9): ("captured", [0, 0], [1, 0]),
    ("hasami-shogi", 13): ("captured", [1, 1], [2, 1]),
    ("hasami-shogi", 19): ("captured", [3, 1], [4, 1]),
    ("hasami-shogi", 23): ("captured", [4, 1], [5, 1]),
    ("jarmo", 10): ("points", [5, 5], [5, 6]),
    ("jarmo", 16): ("points", [5, 4], [4, 5]),
    ("jarmo", 21): ("points", [4, 5], [4, 3]),
    ("jarmo", 31): ("points", [2, 1], [3, 1]),
    ("jarmo", 38): ("points", [1, 1], [2, 1]),
    ("yut", 55): ("home", [0, 0], [2, 0]),
    ("yut", 71): ("home", [2, 0], [4, 0]),
    ("khan", 30): ("points", [0, 0], [0, 20]),
    ("khan", 73): ("points", [14, 22], [27, 18]),
    ("khan", 171): ("points", [56, 53], [56, 64]),
    ("khan", 215): ("points", [82, 82], [82, 84]),
    ("yuan", 16): ("temples", [0, 0], [2, 2]),
    ("yuan", 26): ("temples", [2, 3], [4, 2]),
    ("yuan", 30): ("temples", [4, 2], [5, 2]),
    ("yuan", 32): ("chao", [2, 3], [8, 9]),
    ("yuan", 34): ("temples", [5, 2], [6, 3]),
    ("conquest", 26): ("pieces", [25, 26], [25, 25]),
    ("conquest", 83): ("points", [29, 23], [30, 23]),
    ("conquest", 115): ("pieces", [18, 21], [17, 21]),
    ("conquest", 206): ("points", [30, 24], [31, 24]),
    ("conquest", 233): ("points", [32, 24], [33, 24]),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_the_captions_count_is_so(name: str) -> None:
    states = watched(name).record.replay()
    for (game, move), (count, before, after) in CAPTURES.items():
        if game == name:
            assert move in [caption.move for caption in watched(name).captions]
            assert [plain(states[at], count) for at in (move - 1, move)] == [before, after], f"move {move}"


def plain(state: State, count: str) -> object:
    if state.game.name == "conquest" and count == "pieces":
        return state.record["figures"][: state.game.seats].tolist()
    found = (state.describe().counts or {})[count]
    return list(found) if isinstance(found, (list, tuple)) else found


def test_the_first_moves_can_be_taken_over_without_the_luck_to_come() -> None:
    record = watched("yut").until(6)
    again = Record.from_text(record.to_text())
    assert len(again.steps) == 6
    assert again.seed is None
    assert again.replay()[-1].outcome is None


# --- first games ---


@pytest.mark.parametrize("name", LONG)
def test_a_first_game_begins_where_the_newcomer_is_to_act_with_a_chance(name: str) -> None:
    start = first(name).start
    assert start.outcome is None
    assert first(name).seat in start.waiting
    assert start == start.game.position(start.position)


@pytest.mark.parametrize("name", LONG)
def test_its_rules_name_clauses_that_apply_once_each_in_all_languages(name: str) -> None:
    clauses = [rule.clause for rule in first(name).rules]
    assert len(clauses) == len(set(clauses))
    book = rulebook(name)
    assert set(clauses) <= {f"{book.prefix}-{number}" for number in book.clauses}
    for rule in first(name).rules:
        assert all(rule.texts[language] for language in LANGUAGES)
    assert all(first(name).texts[language] for language in LANGUAGES)


@pytest.mark.parametrize("name", LONG)
def test_against_level_1_it_ends_soon_and_introduces_its_rules(name: str) -> None:
    """A game of level 1 on both sides, by the conditions that the page looks at."""
    begun, introduced, turns = first(name), set[str](), 0
    rng = random.Random(3)
    bots = [level(begun.start.game, 1, rng.getrandbits(30)) for _ in range(begun.start.game.seats)]
    state, taken, last = begun.start, list[str](), -1
    while (seat := state.turn) is not None:
        if seat == CHANCE:
            state = state.resolve(rng)
            continue
        if seat == begun.seat:
            turns += last != seat
            introduced |= {rule.clause for rule in begun.rules if matters(rule, state, seat, taken, turns)}
        last = seat
        action = bots[seat].choose(state.view(seat))
        taken.append(str(action))
        state = state.apply(action, seat)
    fewest, most = TURNS[name]
    assert fewest <= turns <= most
    timed = {rule.clause for rule in begun.rules if not rule.told}
    assert len(introduced) >= 0.7 * len(timed), f"never introduced: {timed - introduced}"


def matters(rule: Introduction, state: State, seat: int, taken: list[str], turns: int) -> bool:
    if rule.told or turns < (rule.turn or 1):
        return False
    if rule.move and not any(re.search(rule.move, text) for text in taken):
        return False
    return rule.choice is None or any(
        re.search(rule.choice, f"{action} x" if captured(state, seat, int(action)) else str(action))
        for action in state.actions(seat)
    )
