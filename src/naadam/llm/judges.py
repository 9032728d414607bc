"""Judges of moves: the rules themselves, two that know nothing, a careful reader, and models.

A judge rules on one question. All but the engine see only the prompt of the question.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.view import View
from naadam.llm.aiming import refusing_clauses
from naadam.llm.answers import Ruling, read_ruling
from naadam.llm.client import Client, Model, ModelError, Usage
from naadam.llm.prompting.dialect import Dialect
from naadam.llm.prompting.prompts import Prompter
from naadam.llm.questions import Question


class Judge(Protocol):
    """Rules on questions; `note` says afterwards why there was no ruling, if there was none."""

    usage: Usage
    note: str

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        ...


class Engine:
    """The rules themselves: they read the question's position and notation, not its answer."""

    def __init__(self) -> None:
        self.usage, self.note = Usage(), ""

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        refusal = question.load().refusal(question.move, question.seat)
        return Ruling(True) if refusal is None else Ruling(False, refusal.clause)


class Constant:
    """Gives the same ruling to every question."""

    def __init__(self, ruling: Ruling) -> None:
        self.usage, self.note = Usage(), ""
        self._ruling = ruling

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        return self._ruling


class Chance:
    """Throws a coin, and draws a clause among those of the game that can refuse."""

    def __init__(self, seed: int = 0) -> None:
        self.usage, self.note = Usage(), ""
        self._seed = seed

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        rng = random.Random(f"{self._seed}/{question.id}")
        if rng.random() < 0.5:
            return Ruling(True)
        return Ruling(False, rng.choice(refusing_clauses(load(question.game).name)))


class CarefulReader:
    """A scripted reader without rules: it looks at the position, and searches the clauses for the one broken.

    It finds simple faults, such as the wrong seat or an empty place, by the description of the position alone. Then it
    names the clause whose text has most rare words in common with a sentence that says the fault.
    """

    def __init__(self) -> None:
        self.usage, self.note = Usage(), ""
        self._indexes: dict[str, Mapping[str, Counter[str]]] = {}

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        view = question.view()
        fault = find_fault(view, question.move)
        if fault is None:
            return Ruling(True)
        ended = re.search(rf"\b{view.game.rulebook.prefix}-[0-9]+", view.game.notation.format_position(view.record))
        return Ruling(False, ended[0] if ended and not view.waiting else self._search(view.game, fault))

    def _search(self, game: Game, fault: str) -> str:
        """The clause that matches the words of a fault best, each word weighed by how rare it is in the rule book."""
        if game.spec not in self._indexes:
            self._indexes[game.spec] = {name: Counter(_words(text)) for name, text in game.clauses().items()}
        index = self._indexes[game.spec]
        known = [name for name in refusing_clauses(game.name) if game.rulebook.applies(int(name.rpartition("-")[2]))]
        wanted = set(_words(fault))
        spread = Counter(word for words in index.values() for word in words)

        def match(name: str) -> float:
            found = sum(math.log(len(index) / spread[word]) for word in wanted & set(index[name]))
            return found / math.log(10 + index[name].total())

        return max(known, key=match)


def find_fault(view: View, move: str) -> str | None:
    """A sentence that says why an action seems wrong; nothing if it seems right."""
    description = view.describe()
    if not view.waiting:
        return "the game is over"
    if view.seat not in view.waiting:
        return "players take turns, one after the other"
    stage = view.game.face.stage(scene=description.scene)
    points = () if stage is None else stage.points
    places = re.findall("|".join(map(re.escape, sorted(points, key=len, reverse=True))) or "$.", move)
    held: dict[str, bool] = {}
    for piece in description.pieces:
        held[piece.point] = held.get(piece.point, False) or piece.seat in (view.seat, None)
    if len(places) >= 2:
        if places[0] not in held:
            return f"move a piece from its point along a line: {places[0]} is empty"
        if not held[places[0]]:
            return "move a piece of your own, not one of the enemy"
        if "x" not in move and places[-1] in held and places[-1] != places[0]:
            return "move to an empty neighbouring point: this one is not free"
    elif len(places) == 1 and places[0] in held:
        return "put on any empty point: this one is not free"
    return None


def _words(text: str) -> list[str]:
    return [word.removesuffix("s") for word in re.findall("[a-z]{3,}", text.lower())]


class Asked:
    """A model behind a chat route: it gets the prompt, and its last line counts."""

    def __init__(self, client: Client, language: str = "en", dialect: int | None = None, plain: bool = False) -> None:
        self.usage, self.note = client.usage, ""
        self._client = client
        self._language, self._seed, self._plain = language, dialect, plain
        self._prompters: dict[str, Prompter] = {}

    def rule(self, question: Question) -> Ruling:
        """The ruling on a question."""
        prompter = self._prompter(question.game)
        prompt = prompter.referee(question.view(), question.move)
        self.note = ""
        try:
            text = self._client.ask(prompt.messages()).text
        except ModelError as error:
            self.note = str(error)
            return Ruling(None)
        ruling = read_ruling(text)
        if ruling.legal is None:
            self.note = "no ruling in the answer" if text.strip() else "an empty answer"
        if ruling.clause is not None and prompter.dialect is not None:
            return Ruling(ruling.legal, prompter.dialect.decode_clause(ruling.clause))
        return ruling

    def _prompter(self, spec: str) -> Prompter:
        if spec not in self._prompters:
            game = load(spec)
            dialect = None if self._seed is None else Dialect(game, self._seed, self._language)
            self._prompters[spec] = Prompter(game, self._language, dialect, self._plain)
        return self._prompters[spec]


def make_judge(
    name: str, seed: int = 0, language: str = "en", dialect: int | None = None, plain: bool = False
) -> Judge:
    """The judge of a name: engine, random, reader, LEGAL, ILLEGAL XX-1, or a model as URL#NAME."""
    if name == "engine":
        return Engine()
    if name == "random":
        return Chance(seed)
    if name == "reader":
        return CarefulReader()
    if "#" in name:
        return Asked(Client(Model.read(name)), language, dialect, plain)
    ruling = read_ruling(name)
    if ruling.legal is not None:
        return Constant(ruling)
    raise SpecError(f"a judge is engine, random, reader, LEGAL, ILLEGAL XX-1 or a model URL#NAME, not {name!r}")
