"""Checks of a game against the contract, by random play: run them in the tests of your own game too.

Here are those of a whole game, in the other files those of a state. Each check is a separate
function; its first line is the promise.
"""

from __future__ import annotations

import itertools
import pickle
import random
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from naadam.core.compiling import kernels, plain
from naadam.core.compiling.cache_key import rules_sources
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.options import write_spec, write_value
from naadam.core.records import Record
from naadam.core.registry import load
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import LANGUAGES
from naadam.testing.endings import (
    check_boards,
    check_counters,
    check_end,
    check_ends,
    check_quiet_walks,
    check_resets,
    check_to_and_fro,
)
from naadam.testing.identity import check_disclosed, check_identity
from naadam.testing.named_ends import check_named_ends
from naadam.testing.promises import everyone, expect
from naadam.testing.set_up import check_set_up
from naadam.testing.states import STATE_CHECKS

LONG = 300  # states of a game that are not all looked at by the slow checks
SOME = 60  # states of such a game that are
LONGEST_COUNTED = 2  # actions of the sequences that are counted by hand


def check_game(game: Game, seeds: Iterable[int] = range(3), samples: int = 12) -> None:
    """Play one random game per seed and hold `samples` states of each, and the game as a whole, to the contract."""
    before = pickle.dumps(game.rulebook.tables)
    with naming_rules(game):
        check_whole_game(game, seeds, samples)
    expect(pickle.dumps(game.rulebook.tables) == before, "rules read the tables, and never write to them")


def check_whole_game(game: Game, seeds: Iterable[int], samples: int) -> None:
    slow = game.uncompiled()
    check_texts(game)
    check_named_ends(game)
    check_spec(game)
    check_planes(game)
    first = play(slow, random.Random(0))
    check_length(first)  # uncompiled first: an index out of bounds is an error there
    check_end(first.state)
    check_quiet_walks(first.states, random.Random(0))
    for _ in game.bound.warm():
        pass
    check_perft(game)
    check_many_playouts(game)
    check_counters(game, first.states)
    check_to_and_fro(game, first.states, random.Random(0))
    check_boards(game, random.Random(0))
    histories = []
    for seed in seeds:
        rng = random.Random(seed)
        history = play(game, rng)
        histories.append(history)
        check_identity(history, rng)
        check_length(history)
        check_positions(history)
        check_repetition(history)
        check_end(history.state)
        check_records(history)
        check_batch(history)
        if game.bound.compiled:  # or there is nothing to compare
            check_uncompiled(history, slow)
        check_playouts(game, slow, history, seed)
        chosen = set(rng.sample(range(len(history.states)), min(samples, len(history.states))))
        for index in sorted(chosen | {0, len(history.states) - 1}):
            for check in STATE_CHECKS:
                run_check(check, history.states[index], rng)
    check_set_up(game, first.states, random.Random(0))  # a warning, after all faults
    if histories:
        check_resets(histories)
        check_disclosed(histories)


def run_check(check: Callable[[State, random.Random], None], state: State, rng: random.Random) -> None:
    """A check of one state; any other error is reported with the promise and the position."""
    try:
        check(state, rng)
    except (AssertionError, NaadamError):
        raise
    except Exception as error:
        place = rules_sources(state.game.rulebook.rules)
        if any(is_below(frame.filename, place) for frame in traceback.extract_tb(error.__traceback__)):
            raise
        name_trail(state.game, error)
        promise = (check.__doc__ or check.__name__).split("\n")[0]
        raise AssertionError(
            f"{type(error).__name__}: {error}, while this was checked: {promise} In {state.game.spec}, {state}"
        ) from error


WRITERS = {"legal": "choices", "chance": "outcomes", "position": "words", "observe": "tensor", "outcome": "seats"}
"""The functions of rules that write into a buffer, and the field of Sizes that says how large it is."""


@contextmanager
def naming_rules(game: Game) -> Iterator[None]:
    """An error inside a rule names the rule; an index out of a buffer's bounds names the field of Sizes."""
    try:
        yield
    except (AssertionError, NaadamError):
        raise
    except Exception as error:
        place = rules_sources(game.rulebook.rules)
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_below(frame.filename, place)]
        if not frames:
            name_trail(game, error)
            raise
        name, last = frames[0].name, frames[-1]
        if isinstance(error, IndexError) and name in WRITERS:
            size = getattr(game.sizes, WRITERS[name])
            raise AssertionError(
                f"sizes.{WRITERS[name]} of {size} is too small for what {name} writes: {error}"
            ) from error
        where = f"{Path(last.filename).name}:{last.lineno}"
        raise AssertionError(f"the rule {last.name} ({where}) fails: {type(error).__name__}: {error}") from error


def name_trail(game: Game, error: Exception) -> None:
    """An index out of bounds in a kernel, not in the rules, is one of the trail."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if isinstance(error, IndexError) and Path(last.filename).samefile(kernels.__file__):
        problem = "is too small: `quiet` reaches further back"
        raise AssertionError(f"sizes.trail of {game.sizes.trail} {problem} ({error})") from error


def is_below(file: str, place: Path) -> bool:
    return Path(file).resolve().is_relative_to(place)


def play(game: Game, rng: random.Random) -> History:
    """A game played at random, any waiting seat first."""
    history = History(game.start())
    while history.state.waiting:
        seat = rng.choice(history.state.waiting)
        if seat == CHANCE:
            expect(has_weights(history.state), "every outcome of chance has a positive weight", history.state)
            actions, chances = zip(*history.state.chance(), strict=True)
            action = rng.choices(actions, chances)[0]
        else:
            listed = [int(each) for each in history.state.actions(seat)]
            expect(listed, "a waiting seat has actions", history.state)
            expect(listed == sorted(set(listed)), "actions are listed once, in ascending order", history.state)
            action = rng.choice(history.state.actions(seat))
        if not game.bound.compiled:  # before anything relies on it
            check_quiet(history.state, seat, int(action))
        history.play(action)
        expect(is_within(game, len(history.steps)), "a game is no longer than sizes.length", history.state)
    return history


def has_weights(state: State) -> bool:
    actions, weights = state.game.buffers.actions, state.game.buffers.weights
    count = state.game.bound.chance(state.record, actions, weights)
    return bool(count > 0 and (weights[:count] > 0).all())


def check_quiet(state: State, seat: int, action: int) -> None:
    """The trail has room for one more position after an action, also where nothing before is known."""
    sizes = state.game.sizes
    for quiet in {0, int(state.record["quiet"])} if sizes.trail > 1 else ():
        after = state.record.copy()
        after["quiet"] = quiet
        roomy = np.zeros((2 * sizes.trail, sizes.words), np.int64)  # so that no index is out of bounds
        state.game.bound.attempt(after, roomy, seat, action)
        promise = "quiet grows by at most one per action, and is 0 in a position that somebody set up"
        expect(0 <= after["quiet"] <= quiet + 1, f"{promise}: not {quiet}, then {after['quiet']}", state)


def looked_at(history: History) -> set[int]:
    """The states that a slow check looks at: all of a game, or some of a long one, its first and last among them."""
    last = len(history.states) - 1
    if last < LONG:
        return set(range(last + 1))
    return {last * number // (SOME - 1) for number in range(SOME)}


def is_within(game: Game, length: int, games: int = 1) -> bool:
    """Whether so many actions in so many games keep to sizes.length, if the rules set a bound."""
    return game.sizes.length == 0 or length <= games * game.sizes.length


def check_texts(game: Game) -> None:
    """Every clause, seat and option has a text in every language, and so has all that the page says of a game."""
    for language in LANGUAGES:
        texts = game.rulebook.texts
        expect(all(game.clauses(language).values()), f"every clause has a text in {language}")
        expect(game.title(language), "the game has a title")
        for seat in range(game.seats):
            expect(game.seat_name(seat, language), "every seat has a name")
        for key in ("summary", "players", "minutes"):
            expect(texts.get("game", key, language), f"the page says the {key} of the game")
        for option in game.options.declared:
            for key in ("title", *map(write_value, option.values)):
                expect(texts.get(f"options.{option.name}", key, language), "every option and its values have a text")
        game.face.stage(language)  # with the names of pieces, trays and items
        for counter in game.editor.counters if game.editor else ():
            expect(texts.get("editor", counter.name, language), "every counter of the editor has a title")
        if game.rulebook.match_rule:
            expect(texts.get("ends", game.rulebook.match_rule.clause, language), "the end of a match has a text")


def check_spec(game: Game) -> None:
    """The spec of a game loads the same game."""
    expect(write_spec(game.name, game.options) == game.spec, "a spec is written in one way")
    expect(load(game.spec) == game, f"{game.spec} loads itself")
    expect(pickle.loads(pickle.dumps(game)) == game, "a game can be pickled")


def check_planes(game: Game) -> None:
    """Every plane of the tensor has a unique name."""
    named = game.sizes.tensor[:1] == (len(game.planes),) and len(set(game.planes)) == len(game.planes)
    expect(named and all(game.planes), "planes names each plane of sizes.tensor")


def check_perft(game: Game) -> None:
    """The compiled count of sequences equals the count by hand."""

    def count(state: State, left: int) -> int:
        if left == 0:
            return 1
        return sum(count(state.apply(action), left - 1) for seat in state.waiting for action in state.actions(seat))

    for left in range(LONGEST_COUNTED + 1):
        expect(game.perft(game.start(), left) == count(game.start(), left), f"perft {left} is right")


def check_many_playouts(game: Game) -> None:
    """However a game goes, it ends, and within sizes.length if there is such a bound."""
    count = 1000 if game.bound.compiled else 5
    batch = game.batch(count)
    played = batch.playout(0)
    expect(batch.over.all() and is_within(game, played, count), "games end within sizes.length")
    check_ends(batch)
    low, high = game.sizes.scores
    expect(low <= batch.scores.min() and batch.scores.max() <= high, "scores are within sizes.scores")


def check_length(history: History) -> None:
    """The trail of a state is never longer than declared."""
    for state, (action, seat) in zip(history.states, history.steps, strict=False):
        state.game.rulebook.undo_barrier(state.record, seat, action)
    for before, after in itertools.pairwise(history.states):
        grown = after.record["quiet"] - before.record["quiet"]
        expect(grown <= 1, "quiet grows by at most one per action", after)
    for state in history.states:
        expect(state.record["quiet"] + 1 <= state.game.sizes.trail, "a trail is no longer than sizes.trail", state)


def check_positions(history: History) -> None:
    """Positions with the same words are the same: the same seats wait and can do the same, and `quiet` reaches back."""
    known: dict[bytes, tuple[int, object]] = {}
    counts = hasattr(history.state.game.rulebook.rules, "repetition")
    for number, state in enumerate(history.states):
        words = np.empty(state.game.sizes.words, np.int64)
        state.game.bound.position(state.record, words)
        now = [state.waiting, *(list(state.actions(seat)) for seat in state.waiting)]
        last, before = known.get(words.tobytes(), (number, now))
        expect(before == now, f"positions with the same words are the same, as number {last} and this", state)
        expect(
            not counts or state.record["quiet"] >= number - last, "quiet reaches back to a position come again", state
        )
        known[words.tobytes()] = (number, now)


def check_repetition(history: History) -> None:
    """The end by a repetition, where a game knows it, reads back."""
    game = history.state.game
    times = plain(game.rulebook.rules.repetition)() if hasattr(game.rulebook.rules, "repetition") else 0
    if times == 0:
        return
    quiet = [int(state.record["quiet"]) for state in history.states]
    state = history.states[quiet.index(max(quiet))]
    if max(quiet) < 2 * (times - 1) or not state.waiting:
        return
    repeated = state.record.copy()
    plain(game.rulebook.rules.repeated)(game.rulebook.tables, repeated)
    end = game.restore(repeated, None)
    expect(game.position(end.position).position == end.position, "an end by repetition is read as it was written", end)
    expect(game.from_bytes(end.to_bytes()) == end, "an end by repetition comes back from its bytes", end)
    if not end.waiting:
        check_end(end)


def check_records(history: History) -> None:
    """A record as text and as JSON reads back equal, and replays to the same end."""
    record = history.record()
    for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        expect(again == record, "a record reads back equal", history.state)
        expect(again.to_text() == record.to_text(), "and is written the same", history.state)
    expect(Record.read(record.to_text()).replay()[-1] == history.state, "a record replays to its end", history.state)
    middle = History(history.states[len(history.states) // 2])
    while middle.state.waiting:
        middle.play(random.Random(len(middle.steps)).choice(middle.state.actions()))
    expect(middle.record().replay()[-1] == middle.state, "a record from a position replays to its end", middle.state)
    expect(Record.from_text(middle.record().to_text()) == middle.record(), "so does one from a position")


def check_batch(history: History) -> None:
    """A batch stepped by the actions of a game goes through the states of that game."""
    game, chosen = history.state.game, looked_at(history)
    batch = game.batch(2)
    for number, (state, (action, seat)) in enumerate(zip(history.states, history.steps, strict=False)):
        expect(batch[1] == state, "a batch follows the game", state)
        if number in chosen:
            masks = batch.legal([seat, seat])
            listed = [int(legal) for legal in state.actions(seat)]
            expect(np.flatnonzero(masks[0]).tolist() == listed, "a batch has the same legal actions", state)
        batch.step([action, action], [seat, seat])
    expect(batch[0] == history.state and batch.over.all(), "a batch ends as the game does", history.state)
    outcome = history.state.outcome
    expect(outcome and tuple(batch.scores[0].tolist()) == outcome.scores, "with the same scores", history.state)


def check_uncompiled(history: History, slow: Game) -> None:
    """The uncompiled rules go through the same states, with the same actions, keys, values and views."""
    twin, chosen = slow.start(), looked_at(history)
    seats = itertools.cycle(range(slow.seats))  # values and views take long: those of one seat after the other
    for number, (state, (action, seat)) in enumerate(zip(history.states, [*history.steps, (0, 0)], strict=True)):
        expect(twin == state, "uncompiled rules give the same state", state)
        if number in chosen:
            compare(twin, state, next(seats))
        if state.waiting:
            twin = twin.apply(action, seat)
    expect(twin.outcome == history.state.outcome, "and the same outcome", history.state)


def compare(twin: State, state: State, seat: int) -> None:
    """An uncompiled state has the same actions and key, and to a seat the same value and view."""
    expect(twin.key == state.key, "uncompiled rules give the same key", state)
    for one in everyone(state):
        expect(twin.actions(one) == state.actions(one), "and the same actions", state)
    expect(abs(twin.value(seat) - state.value(seat)) < 1e-12, "and the same value", state)
    expect(twin.view(seat).to_bytes() == state.view(seat).to_bytes(), "and the same view", state)
    expect((twin.view(seat).tensor() == state.view(seat).tensor()).all(), "and the same tensor", state)
    refused = random.Random(len(state.actions())).randrange(state.game.sizes.actions)
    expect(twin.refusal(refused) == state.refusal(refused), "and the same refusals", state)


def check_playouts(game: Game, slow: Game, history: History, seed: int) -> None:
    """Playouts with one seed are one game: compiled or not, alone or in a batch, in one thread or two."""
    start = history.states[len(history.states) // 3]
    if game.bound.compiled:
        expect(game.playout(start, seed) == slow.playout(start, seed), "a playout is the same uncompiled", start)
    expect(not game.playout(start, seed).waiting, "a playout goes to the end", start)
    alone = game.batch(1, start)
    alone.playout(seed)
    expect(alone[0] == game.playout(start, seed), "a playout is the same alone or in a batch", start)
    count = 5 if game.bound.compiled else 2
    one, two = game.batch(count, start), game.batch(count, start)
    expect(one.playout(seed) == two.playout(seed, threads=2), "threads change nothing", start)
    expect(all(one[index] == two[index] for index in range(count)), "threads change no game", start)
