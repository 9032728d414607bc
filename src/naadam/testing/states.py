"""Checks of a single state: each is a separate function; its first line is the promise."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from naadam.core.errors import IllegalAction, NaadamError
from naadam.core.parts.touches import CAPTURES, MOST_TOUCHES
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import LANGUAGES
from naadam.drawing.description import Description
from naadam.drawing.stage import Stage
from naadam.testing.promises import SAMPLE, everyone, expect, sampled
from naadam.testing.round_trips import check_damage, check_edited, check_round_trips
from naadam.testing.secrets import check_only_sealed, check_secrets, check_views

STORIES = 2  # actions of a seat whose stories are looked at


def check_legality(state: State, rng: random.Random) -> None:
    """Check that exactly the listed actions have no refusal.

    For the seats to act the whole action space is tried. For the others, and for seats with very many choices, samples
    of it and of the list are.
    """
    sizes = state.game.sizes
    listed_in_all = 0
    for seat in everyone(state):
        listed = [int(action) for action in state.actions(seat)]
        expect(listed == sorted(set(listed)), "actions are listed once, in ascending order", state)
        expect(bool(listed) == (seat in state.waiting), "exactly the waiting seats have actions", state)
        refusal = state.game.bound.refusal
        tried: Sequence[int] = range(sizes.actions)
        if not listed or len(listed) > SAMPLE:
            tried = sorted({*sampled(tried, rng), *sampled(listed, rng)})
        codes = {action: int(refusal(state.record, seat, action)) for action in tried}
        allowed = {action for action, code in codes.items() if code == 0}
        expect(
            allowed == set(listed).intersection(tried),
            f"what is listed and what is not refused is the same for seat {seat}",
            state,
        )
        check_reasons(state, seat, {code: action for action, code in codes.items() if code})
        listed_in_all += len(listed) if seat != CHANCE else 0
    expect(listed_in_all <= sizes.choices, "there are at most sizes.choices legal actions", state)


def check_reasons(state: State, seat: int, examples: Mapping[int, int]) -> None:
    """Every way to refuse an action, here with an example of each, has a sentence in every language."""
    for action in examples.values():
        refusal = state.refusal(action, seat)
        assert refusal is not None
        for language in LANGUAGES:
            expect(refusal.text(language), f"{refusal.clause} has a sentence in {language}", state)


def check_refusals(state: State, rng: random.Random) -> None:
    """A refused action raises with the clause and a text in every language, and changes nothing."""
    before = state.to_bytes()
    clauses = state.game.clauses()
    for _ in range(40):
        action = rng.randrange(state.game.sizes.actions)
        seat = rng.choice(everyone(state))
        refusal = state.refusal(action, seat)
        if refusal is None:
            continue
        expect(refusal.clause in clauses, f"{refusal.clause} is a clause of the rules", state)
        for language in LANGUAGES:
            expect(refusal.text(language) and refusal.rule(language), "every refusal has a text", state)
        try:
            state.apply(action, seat)
        except IllegalAction as error:
            expect(error.refusal == refusal, "the exception carries the refusal", state)
        else:
            expect(False, "a refused action raises", state)
    for nonsense in (True, -1, state.game.sizes.actions, 1.0, None, "?!", "", "9" * 5000):
        try:
            state.apply(nonsense)  # type: ignore[arg-type]
        except NaadamError:
            continue
        expect(False, f"{nonsense!r} is not an action", state)
    expect(state.to_bytes() == before, "nothing is changed by what is refused", state)


def check_notation(state: State, rng: random.Random) -> None:
    """The notation of a legal action reads back, its words exist in every language, its gesture is its own."""
    for seat in state.waiting:
        texts, gestures = set(), set()
        actions = sampled(state.actions(seat), rng)
        for action in actions:
            gestures.add(tuple(state.game.face.gesture(state.record, seat, int(action))))
            text = str(action)
            texts.add(text)
            found = state.game.notation.parse(state.record, text)
            expect(found.action == action and found.seat in (None, seat), f"{text} reads back", state)
            expect('"' not in text and text == text.strip() and "\n" not in text, f"{text} fits a record", state)
            for language in LANGUAGES:
                expect(state.say(action, language), "every action can be said in words", state)
        expect(len(texts) == len(actions), "different actions are written differently", state)
        expect(len(gestures) == len(texts), "different actions have different gestures", state)


def stage_of(state: State) -> Stage | None:
    face = state.game.face
    return face.stage(scene=face.scene(state.record))


def check_previews(state: State, rng: random.Random) -> None:
    """The effects of a legal action can be shown before it is made, by places of the drawing and by seats."""
    face, stage, start = state.game.face, stage_of(state), state.game.start().record
    seats = [str(seat) for seat in range(state.game.seats)]
    for seat in state.waiting:
        for action in sampled(state.actions(seat), rng):
            gesture = face.gesture(state.record, seat, int(action))
            if stage is not None and gesture and seat != CHANCE:
                known = face.on_board(gesture[-1]) == (gesture[-1] in stage.points)
                expect(known, f"whether {gesture[-1]} is a point of the board", state)
            if face.lasts(seat, int(action)):
                expect(face.gesture(start, seat, int(action)) == gesture, f"the gesture of {action} lasts", state)
                same = face.preview(start, seat, int(action)) == face.preview(state.record, seat, int(action))
                expect(same, f"the preview of {action} lasts", state)
                written = state.game.notation.format(start, seat, int(action))
                expect(written == str(action), f"the notation of {action} lasts", state)
            if face.words_last(seat, int(action)):
                said = state.game.start().say(int(action), seat=seat)
                expect(said == state.say(action, seat=seat), f"the words for {action} last", state)
            for name, places in face.preview(state.record, seat, int(action)).items():
                expect(places, f"a preview names no {name} where there are none", state)
                there: Collection[str] | None = stage.points if stage else None
                there = seats if name in ("owners", "asks") else there
                expect(there is None or all(place in there for place in places), f"{name} exist", state)


def check_touches(state: State, rng: random.Random) -> None:
    """Places touched one after the other, as they may follow, end in actions that are legal in order."""
    face, stage = state.game.face, stage_of(state)
    marks = None if stage is None else {CAPTURES, *stage.marks}
    for seat in state.waiting:
        if seat == CHANCE:
            continue
        touched: list[str] = []
        found = face.touches(state, seat, touched)
        expect(found.places, "there is something to touch for a seat that is to act", state)
        while not found.actions:
            expect(found.places and len(touched) < MOST_TOUCHES, f"the touches {touched} lead to an action", state)
            names = [place.name for place in found.places if not place.barred]
            expect(len(set(names)) == len(names), f"a place follows {touched} once", state)
            for place in found.places:
                expect(marks is None or marks.issuperset(place.marks), f"marks of {place.name} have artwork", state)
            touched = [*(found.touched or touched), rng.choice(names)]
            found = face.touches(state, seat, touched)
        onward = state
        for action in found.actions:
            expect(seat in onward.waiting, f"all that {touched} means is for the seat to do", state)
            expect(onward.refusal(action, seat) is None, f"what {touched} means is legal in order", state)
            onward = onward.apply(action, seat)
    expect(not face.touches(state, 0, ["nowhere"]).places, "nothing follows a place that is none", state)


def check_stories(state: State, rng: random.Random) -> None:
    """An action named by `tells` has a story of the stage's sayings, which ends in the position after the action."""
    game, stage = state.game, stage_of(state)
    for seat in state.waiting:
        actions = [] if seat == CHANCE else list(state.actions(seat))
        for action in map(int, rng.sample(actions, min(len(actions), STORIES))):
            if not game.face.tells(state.record, seat, action):
                continue
            frames = game.face.story(state, seat, action)
            expect(frames, f"there is a story of {state.say(action, seat=seat)}", state)
            expect(frames[-1].drawing == state.apply(action, seat).describe(), "a story ends in what all know", state)
            for frame in frames:
                clauses = (f"{game.rulebook.prefix}-{number}" for number in game.rulebook.clauses)
                expect(not frame.clause or frame.clause in clauses, f"there is a clause {frame.clause}", state)
                for saying in filter(None, (frame.saying, frame.chapter)):
                    expect(stage is None or saying.say in stage.sayings, f"{saying.say} has a text", state)
                    expect(stage is None or set(saying.points) <= set(stage.points), "a story is on the stage", state)


def check_glasses(state: State, rng: random.Random) -> None:
    """A glass stands by a waiting seat, its action is legal there, and it shows nothing that is hidden."""
    book = state.game.rulebook
    glasses = book.glasses(state.record)
    alike: dict[str, tuple[int, str]] = {}
    for seat, glass in glasses.items():
        expect(seat in state.waiting and seat != CHANCE, f"the glass {glass.name} is of a seat that is to act", state)
        expect(glass.name and glass.seconds > 0, f"a glass has a name and some sand, unlike {glass}", state)
        expect(state.refusal(glass.action, seat) is None, f"the action of the glass {glass.name} is legal", state)
        sand = (glass.seconds, glass.turned)
        expect(alike.setdefault(glass.name, sand) == sand, f"glasses of the name {glass.name} are one", state)
    for seat in range(state.game.seats):
        expect(book.talks(state.record, seat) >> state.game.seats == 0, f"seat {seat} talks to seats", state)
        other = state.view(seat).complete(rng.randrange(1 << 60))
        expect(book.glasses(other.record) == glasses, "all may know the glasses", state)


def check_stage(state: State, rng: random.Random) -> None:
    """Every piece of a description has artwork and a place on the stage, every tray a number."""
    stage, description = stage_of(state), state.game.face.describe(state.record)
    if stage is None:
        return
    for piece in description.pieces:
        expect(piece.point in {**stage.points, **stage.spots}, f"there is a place {piece.point}", state)
        expect(stage.art(piece), f"there is artwork for {piece.kind}", state)
        expect(set(piece.marks) <= set(stage.marks), f"there is artwork for the marks of {piece.kind}", state)
    for tray in stage.trays:
        count = description.number(tray.count, tray.seat)
        expect(count >= 0 and (tray.of is None or count <= tray.of), f"{tray.count} counts", state)
    check_beside(state, stage, description)


def check_beside(state: State, stage: Stage, description: Description) -> None:
    """Shelves contain items of the stage, and notes are its sayings."""
    for shelf in stage.shelves:
        rows = description.shelves.get(shelf.key, ())
        expect(len(rows) == (state.game.seats if shelf.by_seat else 1), f"{shelf.key} has the rows it needs", state)
        things = [thing for row in rows for thing in row]
        expect(all(thing.item in stage.items for thing in things), f"what lies on {shelf.key} has artwork", state)
    said = [*description.notes, *(line.saying for score in description.sheet for line in score.lines)]
    expect(all(saying.say in stage.sayings for saying in said), "every saying has a text", state)
    shared = {shelf.key for shelf in stage.shelves if not shelf.by_seat}
    laid = {thing.item for key in shared for row in description.shelves.get(key, ()) for thing in row}
    for seat in state.waiting:
        for action in state.actions(seat) if seat != CHANCE else ():
            first = next(iter(state.game.face.gesture(state.record, seat, int(action))), "")
            seen = first not in laid or stage.items[first].symbol
            expect(seen, f"the item {first} has artwork, or it cannot be touched on its shelf", state)
    expect(len(description.sheet) in (0, state.game.seats), "a score sheet has a score for every seat", state)


def check_symmetry(state: State, rng: random.Random) -> None:
    """The board turned, everything is turned with it: actions, their next states, and the outcome."""
    for symmetry in state.game.rulebook.symmetries:
        turned = state.game.restore(symmetry.state(state.record), None)
        if state.outcome is not None:
            expect(turned.outcome == state.outcome, "a turned end is the same end", state)
        for seat in state.waiting:
            images = sorted(symmetry.action(int(action)) for action in state.actions(seat))
            expect(images == [int(action) for action in turned.actions(seat)], "turned actions are the same", state)
            action = int(rng.choice(state.actions(seat)))
            onward = turned.apply(symmetry.action(action), seat)
            unturned = state.game.restore(state.record.copy(), None).apply(action, seat)
            image = state.game.restore(symmetry.state(unturned.record), None)
            expect(image.position == onward.position, "a turned action leads to the turned position", state)


def check_chance(state: State, rng: random.Random) -> None:
    """Chance has outcomes exactly if it waits, with probabilities that add up to 1."""
    outcomes = state.chance()
    expect(bool(outcomes) == (CHANCE in state.waiting), "chance has outcomes exactly if it waits", state)
    expect(len(outcomes) <= state.game.sizes.outcomes, "there are at most sizes.outcomes of them", state)
    if outcomes:
        expect(state.waiting == (CHANCE,), "nobody acts beside chance", state)
        expect(all(chance > 0 for _, chance in outcomes), "every outcome can happen", state)
        expect(abs(sum(chance for _, chance in outcomes) - 1) < 1e-9, "probabilities add up to 1", state)
        expect(state.resolve(rng).turn != CHANCE, "resolving chance ends it", state)


def check_search_hints(state: State, rng: random.Random) -> None:
    """Promises of a game to a search: patience falls by at most one per action, plausible actions are legal."""
    bound = state.game.bound
    if not state.waiting:
        return
    patience = bound.patience(state.record)
    expect(patience > 0, "a game that goes on has patience left", state)
    seat = rng.choice(state.waiting)
    legal = np.array([int(action) for action in state.actions(seat)], np.int64)
    action = int(rng.choice(legal))
    onward = state.apply(action, seat)
    lasts = not onward.waiting or bound.patience(onward.record) >= patience - 1
    expect(lasts, "an action lowers patience by one at most", state)
    if seat == CHANCE:
        return
    expect(bound.noisy(state.record, seat, action) in (False, True), "an action is noisy or not", state)
    kept = legal.copy()
    count = bound.plausible(state.record, seat, np.array([rng.getrandbits(60)], np.int64), kept, len(kept))
    expect(1 <= count <= len(legal), "some legal actions are plausible", state)
    expect(sorted(kept) == sorted(legal), "and the others are kept behind them", state)


STATE_CHECKS: tuple[Callable[[State, random.Random], None], ...] = (
    check_legality,
    check_refusals,
    check_notation,
    check_previews,
    check_touches,
    check_stories,
    check_glasses,
    check_stage,
    check_round_trips,
    check_damage,
    check_edited,
    check_symmetry,
    check_chance,
    check_views,
    check_only_sealed,
    check_secrets,
    check_search_hints,
)
