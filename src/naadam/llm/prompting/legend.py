"""How actions and positions of a game are written: the legend of its package, and examples from play.

A package may have a `notation.md`, in English. The examples need no file: they are actions of a few random games, one
for each sentence under [actions] in the texts.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from importlib import resources

from naadam.core.game import Game
from naadam.core.seats import CHANCE

GAMES = 6  # played at random
STEPS = 80  # of each of these
LOOKED_AT = 24  # actions of a position
MOST = 14  # examples

MODELS = 64  # games whose examples are kept


def read_legend(game: Game) -> str:
    """The `notation.md` of a game's package; empty if it has none."""
    file = resources.files(game.rulebook.texts.package) / "notation.md"
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


@functools.lru_cache(MODELS)
def find_examples(game: Game, language: str = "en") -> Mapping[str, str]:
    """Actions in notation with their words, one for each sentence of the texts; the same in every run."""
    found: dict[str, tuple[str, str]] = {}
    for number in range(GAMES):
        rng = random.Random(number)
        state = game.start().resolve(rng)
        for _ in range(STEPS):
            if state.turn is None or len(found) >= MOST:
                break
            seat = rng.choice(state.waiting)
            numbers = state.numbers(seat)
            for action in rng.sample(numbers, min(LOOKED_AT, len(numbers))):
                phrase = game.face.phrase(state.record, seat, action)
                if seat != CHANCE and phrase not in found and len(found) < MOST:
                    text = game.notation.format(state.record, seat, action)
                    found[phrase] = text, state.say(action, language, seat)
            state = state.apply(rng.choice(numbers), seat).resolve(rng)
    return dict(sorted(found.values()))
