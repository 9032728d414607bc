"""Positions of all kinds for questions: from play, from puzzles and lessons, turned, edited, and at the end.

A package may have a `refusals.txt`: positions of its clause tests, each with a clause that refuses an action there, or
after the action in the last column.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Literal, NamedTuple, get_args

from naadam.core.errors import NaadamError, SpecError
from naadam.core.game import Game
from naadam.core.options import choose, write_spec
from naadam.core.registry import load, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.guide import find_guide
from naadam.core.teaching.lessons import lessons
from naadam.core.teaching.puzzles import puzzles

LONGEST = 1200  # actions of a walk
KEEN = 6  # actions that a keen walker compares
EDITS = 4  # pieces that are changed in an edited position, at most
LOOKED_AT = 60  # actions among which a fighting walker looks for a capture
SEEDED = 0.5  # the share of walks that begin with a seed, while its clause is wanted
CROSSED = 20  # crossings of a seed that are tried
NEARBY = 3  # short walks from a seed

DRAWN = 400  # combinations of values by chance,
COMBINATIONS = 12  # of which so many are kept that the rules allow
KEPT = 20  # edited positions from which play goes on

Mood = Literal["wanders", "fights", "avoids", "returns"]
"""How a walker chooses: anything, captures, no captures, or an action back to a position that was there before."""
MOODS: tuple[Mood, ...] = get_args(Mood)


class Seed(NamedTuple):
    """A position in which a clause refuses an action, or does so after a last action that ends the game by it."""

    clause: str
    spec: str
    position: str
    last: str = ""  # seat and notation


class Found(NamedTuple):
    """A position, and an earlier one of the same game with an action that is legal there, where one is known.

    A seeded position is that of a clause test, or one like it.
    """

    state: State
    before: State | None = None
    action: int = 0
    seat: int = 0
    seeded: bool = False


def variants(name: str) -> list[str]:
    """The specs of a game: the default, each other value of one option, some combinations, and all that it ships."""
    book = rulebook(name)
    default = {option.name: option.default for option in book.declared}
    wanted = [default]
    for option in book.declared:
        wanted += [{**default, option.name: value} for value in option.values if value != option.default]
    rng = random.Random(name)
    drawn = ({each.name: rng.choice(each.values or (each.default,)) for each in book.declared} for _ in range(DRAWN))
    wanted += [values for values in drawn if book.allows(values)][:COMBINATIONS]
    specs = [write_spec(name, choose(book.declared, {}, values)) for values in wanted if book.allows(values)]
    specs += [state.game.spec for state in shipped(name)] + [seed.spec for seed in seeds(name)]
    return [spec for spec in dict.fromkeys(specs) if _loads(spec)]


def _loads(spec: str) -> bool:
    try:
        load(spec)
    except SpecError:
        return False
    return True


def shipped(name: str) -> list[State]:
    """The positions of a game's lessons, puzzles and guide."""
    found = [lesson.start for lesson in (*lessons(name), *puzzles(name))]
    guide = find_guide(name)
    return found + ([picture.state for picture in guide.pictures] if guide else [])


def seeds(name: str) -> list[Seed]:
    """The positions of the `refusals.txt` of a game's package: clause, spec, position and action, with tabs between."""
    file = resources.files(rulebook(name).texts.package) / "refusals.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return [Seed(*line.split("\t")) for line in lines]


def find_positions(
    game: Game, rng: random.Random, wants: Callable[[str], bool] = lambda _clause: True
) -> Iterator[Found]:
    """Positions without end, the same for the same source of randomness; from seeds whose clause is wanted."""
    starts = [state for state in shipped(game.name) if state.game == game]
    own = [seed for seed in seeds(game.name) if seed.spec == game.spec]
    edited: deque[State] = deque(maxlen=KEPT)
    met: deque[str] = deque([game.start().position], maxlen=KEPT)
    while True:
        wanted = [seed for seed in own if wants(seed.clause)] if rng.random() < SEEDED else []
        if wanted:
            seed = rng.choice(wanted)
            first = game.position(seed.position)
            if seed.last:
                yield from (_turned(found, rng) for found in _end(first, seed.last, met, rng))
                continue
            yield _turned(Found(first, seeded=True), rng)
            crossed = [state for _ in range(CROSSED) if (state := _cross(first, rng.choice(met), rng)) is not None]
            yield from (_turned(Found(state, seeded=True), rng) for state in crossed)
            yield from (_turned(_step_on(rng.choice([first, *crossed]), rng), rng) for _ in range(NEARBY))
            if rng.random() < 0.7:
                continue
            first = rng.choice([first, *crossed])
        else:
            of = rng.choice([[game.start()], [game.start()], starts, list(edited)])
            first = rng.choice(of or [game.start()])
        if rng.random() < 0.15:
            yield from _play_out(first, rng)
            continue
        for found in _walk(first, rng):
            yield _turned(found, rng)
            met.append(found.state.position)
            changed = _edit(found.state, rng)
            if changed is not None:
                edited.append(changed)
                yield Found(changed)


def follow(state: State, last: str) -> State:
    """The state after an action written as seat and notation; the same state if there is none."""
    seat, _, action = last.partition(" ")
    return state.apply(action, int(seat)) if last else state


def _step_on(state: State, rng: random.Random) -> Found:
    """A position a few actions after a seed."""
    before, number, seat = None, 0, 0
    for _ in range(rng.randint(1, NEARBY)):
        after = state.resolve(rng)
        if after.turn is None:
            break
        before, seat = after, rng.choice(after.waiting)
        number = rng.choice(after.numbers(seat))
        state = after.apply(number, seat)
    return Found(state, before, number, seat, seeded=True)


def _end(first: State, last: str, met: deque[str], rng: random.Random) -> Iterator[Found]:
    """The ends of a game by its last action, from the position and from crossings of it."""
    seat = int(last.partition(" ")[0])
    crossed = (_cross(first, rng.choice(met), rng) for _ in range(CROSSED))
    for state in (first, *crossed):
        if state is None:
            continue
        try:
            _, number = state.resolve_action(last.partition(" ")[2], seat)
            yield Found(follow(state, last), state, number, seat, seeded=True)
        except NaadamError:  # the action is not legal there
            continue


def _play_out(first: State, rng: random.Random) -> Iterator[Found]:
    """The end of a random game, with an action from its beginning."""
    first = first.resolve(rng)
    if first.turn is not None:
        seat = rng.choice(first.waiting)
        action = rng.choice(first.numbers(seat))
        yield Found(first.game.playout(first.apply(action, seat), rng.getrandbits(60)), first, action, seat)


def _walk(state: State, rng: random.Random) -> Iterator[Found]:
    """Some positions of a random walk; some walks go on to the end of the game, and give only that."""
    to_the_end = rng.random() < 0.3
    length = LONGEST if to_the_end else round(2 ** (rng.random() * 8.6))
    keen = {seat for seat in range(state.game.seats) if rng.random() < 0.5}
    mood: Mood = rng.choice(MOODS)
    gap = LONGEST if to_the_end else rng.randint(1, 12)
    seen = {state.key}
    last = Found(state)
    yield last
    for step in range(length):
        if state.turn == CHANCE and rng.random() < 2 / gap:
            yield last
        state = state.resolve(rng)
        if state.turn is None:
            return
        seat = rng.choice(state.waiting)
        action = _choose(state, seat, rng, seat in keen, mood, seen)
        before, state = state, state.apply(action, seat)
        seen.add(state.key)
        last = Found(state, before, action, seat)
        if state.turn is None or step % gap == 0 or step == length - 1:
            yield last


def _choose(state: State, seat: int, rng: random.Random, keen: bool, mood: Mood, seen: set[int]) -> int:
    numbers = state.numbers(seat)
    if len(numbers) == 1:
        return numbers[0]
    looked_at = rng.sample(numbers, min(LOOKED_AT, len(numbers)))
    if mood in ("fights", "avoids"):
        wanted = mood == "fights"
        noisy = state.game.bound.noisy
        numbers = [one for one in looked_at if bool(noisy(state.record, seat, one)) == wanted] or numbers
    elif mood == "returns":
        return next((one for one in looked_at if state.apply(one, seat).key in seen), looked_at[0])
    if not keen:
        return rng.choice(numbers)
    tried = rng.sample(numbers, min(KEEN, len(numbers)))
    return max(tried, key=lambda one: _worth(state.apply(one, seat), seat))


def _worth(state: State, seat: int) -> float:
    outcome = state.outcome
    return state.value(seat) if outcome is None else 2 * outcome.value(seat)


def _turned(found: Found, rng: random.Random) -> Found:
    """The same position, or an image of it under a symmetry of the board."""
    symmetries = found.state.game.rulebook.symmetries
    if not symmetries or rng.random() < 0.5:
        return found
    symmetry = rng.choice(symmetries)
    try:
        state = found.state.game.restore(symmetry.state(found.state.record), None)
        if found.before is None:
            return Found(state, seeded=found.seeded)
        before = found.before.game.restore(symmetry.state(found.before.record), None)
    except NaadamError:
        return found
    return Found(state, before, symmetry.action(found.action), found.seat, found.seeded)


def _cross(state: State, other: str, rng: random.Random) -> State | None:
    """The position with one field, one entry of a list or one number from another position.

    None if the game has no such position.
    """
    fields, others = state.position.split(" "), other.split(" ")
    index = rng.randrange(len(fields))
    name, equals, _ = fields[index].partition("=")
    alike = [field for field in others if field.startswith(f"{name}=")] if equals else others[index : index + 1]
    kind = rng.random()
    if kind < 0.25:
        fields[index] = rng.choice(alike or fields)
    elif kind < 0.75:
        index = rng.choice([place for place, field in enumerate(fields) if "," in field] or [index])
        fields[index] = _change_list(fields[index], rng.choice(others), rng)
    else:
        parts = re.split("([0-9]+)", fields[index])
        place = rng.randrange(len(parts))
        parts[place] = rng.choice(re.findall("[0-9]+", other) or ["0"]) if place % 2 else parts[place]
        fields[index] = "".join(parts)
    try:
        return state.game.position(" ".join(fields))
    except NaadamError:
        return None


def _change_list(field: str, other: str, rng: random.Random) -> str:
    """The field with one entry of its lists left out, added, or replaced by one of another field."""
    parts = re.split("([=,/])", field)
    place = rng.randrange(0, len(parts), 2)
    entry = rng.choice(re.split("[=,/]", other))
    parts[place] = rng.choice(("", entry, f"{parts[place]},{entry}"))
    return re.sub(",+(?=[,/]|$)|(?<=[/=]),+", "", "".join(parts))


def _edit(state: State, rng: random.Random) -> State | None:
    """The position with some pieces put elsewhere, taken away or added; None if the game has no such position."""
    editor = state.game.editor
    if editor is None or rng.random() < 0.7:
        return None
    edited = editor.read(state.describe())
    pieces = dict(edited.pieces)
    for _ in range(rng.randint(1, EDITS)):
        point = rng.choice(editor.points)
        if rng.random() < 0.5 and pieces:
            pieces.pop(rng.choice(sorted(pieces)))
        else:
            pieces[point] = rng.choice(editor.kinds)
    turn = rng.randrange(state.game.seats)
    numbers = dict(edited.numbers)
    for counter in editor.counters:
        if rng.random() < 0.5:
            numbers[counter.name] = rng.choice((counter.lowest, counter.highest, counter.highest - 1))
    try:
        return state.game.position(editor.write(edited._replace(pieces=pieces, turn=turn, numbers=numbers)))
    except NaadamError:
        return None
