"""Checks of how games end: positions are set up near every counter and repetition, so that draws are reached too."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from naadam.core.batch import Batch
from naadam.core.compiling import plain
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.parts.editor import Counter, Edited
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.texts import LANGUAGES
from naadam.testing.identity import words_of
from naadam.testing.promises import everyone, expect, warn

BASES = 6  # states of a game that positions are set up from
TRIES = 5  # for a way to and fro from each
FEW = 8  # actions of a seat that a way back is looked for
WALKS = 3  # of quiet actions only
LONGEST_WALK = 400  # actions
BOARDS = 40  # random boards with few pieces
ALIKE = 3  # ends of a kind that are looked at


def check_end(state: State) -> None:
    """A game that is over has winners, scores within bounds, and a clause with a text; before there is none."""
    low, high = state.game.sizes.scores
    scores = np.zeros(state.game.sizes.seats)
    winners = int(state.game.bound.outcome(state.record, scores))
    expect(winners >> state.game.seats == 0, "the winners are seats", state)
    expect(winners, "a finished game has a winner: all seats that share a draw have won", state)
    outcome = state.outcome
    assert outcome is not None
    expect(all(low <= score <= high for score in outcome.scores), "scores are within bounds", state)
    total = state.game.sizes.total
    expect(total in (None, sum(outcome.scores)), "the scores add up to sizes.total", state)
    best = max(outcome.scores[seat] for seat in outcome.winners)
    expect(best == max(outcome.scores), "the winners have the best score", state)
    alike = {score for seat, score in enumerate(outcome.scores) if seat in outcome.winners}
    expect(len(outcome.winners) < state.game.seats or len(alike) == 1, "those who share a draw score the same", state)
    for seat in range(state.game.seats):
        allies = state.game.rulebook.allies(seat)
        expect(seat in allies, f"seat {seat} is one of its own allies", state)
        together = {(ally in outcome.winners, outcome.scores[ally]) for ally in allies}
        expect(len(together) == 1, f"allies win and lose together, with the same score, unlike {allies}", state)
    expect(outcome.clause in state.game.clauses(), "the clause of the end is one of the rules", state)
    for language in LANGUAGES:
        expect(outcome.text(language), "the end has a text", state)
    expect(state.turn is None and not state.actions(), "nobody acts after the end", state)
    expect(state.game.start().outcome is None, "a game does not begin with its end")


def check_ends(batch: Batch) -> None:
    """Some of each kind of ends that games of a batch have come to are in order."""
    ended = batch.records["ended"]
    for code in np.unique(ended).tolist():
        for index in np.flatnonzero(ended == code).tolist()[:ALIKE]:
            check_end(batch[index])


def spread(states: Sequence[State], count: int) -> list[State]:
    """Some states of a game that goes on, spread over all of it."""
    going = [state for state in states if state.waiting and CHANCE not in state.waiting]
    return going[:: max(1, len(going) // count)][:count]


# --- counters ---


def near_counters(game: Game, states: Iterable[State]) -> Iterator[tuple[Counter, State, State]]:
    """Positions one or two before the end of each counter of the editor, and the same with the counter at its start."""
    editor = game.editor
    assert editor is not None
    for state in states:
        shown = editor.read(game.face.describe(state.record))
        for counter in editor.counters:
            for left in (1, 2):
                high = shown._replace(numbers={**shown.numbers, counter.name: counter.highest - left})
                low = shown._replace(numbers={**shown.numbers, counter.name: counter.lowest})
                try:
                    near, far = (game.position(editor.write(edited)) for edited in (high, low))
                except NaadamError:
                    continue
                if near.waiting == far.waiting != ():
                    yield counter, near, far


def check_counters(game: Game, states: Sequence[State]) -> None:
    """Games that a counter ends are in order, and `patience` has not promised more."""
    if game.editor is None:
        return
    for counter, near, far in near_counters(game, spread(states, BASES)):
        batch = game.batch(8 if game.bound.compiled else 1, near)
        batch.playout(0)
        check_ends(batch)
        action = near.actions()[0]
        if far.refusal(action) is not None or near.refusal(action) is not None:
            continue
        after = near.apply(action)
        if not after.waiting and far.apply(action).waiting:  # so it is the counter that has ended it
            check_end(after)
            if not hasattr(game.rulebook.rules, "patience"):
                continue
            patience = game.bound.patience(near.record)
            promise = f"patience promises {patience} actions more, and the counter {counter.name} ends the game by one"
            expect(patience <= 1, promise, near)


# --- repetition ---


def way_back(state: State, before: State, action: Action) -> Action | None:
    """The action that takes an earlier one back: its gesture the other way round."""
    gesture = before.game.face.gesture(before.record, action.seat, int(action))[::-1]
    for each in state.actions(action.seat):
        if state.game.face.gesture(state.record, action.seat, int(each)) == gesture:
            return each
    return None


def to_and_fro(state: State, rng: random.Random) -> list[Action]:
    """Actions of the seats that lead back to the same position, each first there and then back; or none."""
    line: list[tuple[State, Action]] = []
    here = state
    for _ in range(state.game.seats):
        actions = list(here.actions())
        for action in rng.sample(actions, min(FEW, len(actions))):
            after = here.apply(action)
            if after.waiting and CHANCE not in after.waiting:
                line.append((here, action))
                here = after
                break
        else:
            return []
    back = []
    for before, action in line:
        found = way_back(here, before, action)
        if found is None:
            return []
        here = here.apply(found)
        back.append(found)
        if not here.waiting:
            return []
    return [*(action for _, action in line), *back] if (words_of(here) == words_of(state)).all() else []


def check_quiet_walks(states: Sequence[State], rng: random.Random) -> None:
    """`sizes.trail` has room for the longest play without anything final, which avoids what was there before."""
    game = states[0].game
    if game.sizes.trail == 1:
        return
    for here in spread(states, WALKS):
        known = {words_of(here).tobytes()}
        for _ in range(min(game.sizes.trail, LONGEST_WALK) + 1):
            actions = list(here.actions())
            rng.shuffle(actions)
            onward = [here.apply(action) for action in actions[:FEW]]
            quiet = [state for state in onward if state.waiting and state.record["quiet"] > here.record["quiet"]]
            fresh = [state for state in quiet if words_of(state).tobytes() not in known and state.turn != CHANCE]
            here = next(iter(fresh), here)
            if not fresh:
                break
            known.add(words_of(here).tobytes())
            expect(here.record["quiet"] + 1 <= game.sizes.trail, "a trail is no longer than sizes.trail", here)


def check_to_and_fro(game: Game, states: Sequence[State], rng: random.Random) -> None:
    """Pieces that go to and fro reach the repetition, as an end in order that reads back."""
    rules = game.rulebook.rules
    times = plain(rules.repetition)() if hasattr(rules, "repetition") else 0
    if times == 0:
        return
    for state in spread(states, BASES):
        cycle = next(filter(None, (to_and_fro(state, rng) for _ in range(TRIES))), [])
        history = History(state)
        for action in cycle * times:
            if history.state.refusal(int(action), action.seat) is not None or not history.state.waiting:
                break
            history.play(int(action), action.seat)
            if len(history.steps) == len(cycle) and history.state.waiting:
                reached = int(history.state.record["quiet"])
                expect(reached >= len(cycle), "quiet reaches back to a position come again", history.state)
        if cycle and not history.state.waiting:
            check_end(history.state)
            end = history.state
            expect(game.position(end.position).outcome == end.outcome, "an end by repetition reads back", end)
            return


def check_resets(histories: Sequence[History]) -> None:
    """Where no piece ever comes back, `quiet` is 0 after a piece has gone. (A warning: one might come back later.)"""
    game = histories[0].state.game
    if not hasattr(game.rulebook.rules, "repetition"):
        return
    left: list[State] = []
    for history in histories:
        states = list(history.states)
        counts = [sum(piece.count for piece in game.face.describe(state.record).pieces) for state in states]
        for state, before, after in zip(states[1:], counts, counts[1:], strict=False):
            if after > before:
                return
            if after < before and state.waiting and state.record["quiet"] != 0:
                left.append(state)
    if left:
        warn("quiet is not 0 after a piece has gone, though no piece ever comes back", left[0])


# --- boards ---


def check_boards(game: Game, rng: random.Random) -> None:
    """A board with few pieces is refused, or is over, or the side to move can do something."""
    editor = game.editor
    if editor is None:
        return
    numbers = {counter.name: counter.lowest for counter in editor.counters}
    for _ in range(BOARDS):
        points = rng.sample(editor.points, rng.randint(1, min(6, len(editor.points))))
        pieces = {point: rng.choice(editor.kinds) for point in points}
        try:
            placed = game.position(editor.write(Edited(pieces, rng.randrange(game.seats), numbers)))
        except NaadamError:
            continue
        for seat in everyone(placed):
            able = len(placed.actions(seat)) > 0
            expect(able == (seat in placed.waiting), "exactly the waiting seats have actions, however set up", placed)
        if not placed.waiting:
            check_end(placed)
