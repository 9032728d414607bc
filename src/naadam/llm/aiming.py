"""Questions aimed at clauses: for every clause that can refuse an action, as many positions in which it does.

Each illegal question has a legal one next to it: an action of the same position that is written as similarly as
possible. So half of all questions are legal, for every clause. A clause is asked for only in variants whose rule book
has it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from naadam.core.contract import WORDING
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.registry import load, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.llm.positions import Found, find_positions, variants
from naadam.llm.questions import Question

PER_CLAUSE = 50
EFFORT = 4000  # positions of a game that are looked at, at most
SAMPLED = 1500  # actions of a position that are tried
IN_FULL = 0.15  # the share of positions in which all are
HOT = 40  # actions by which a clause is remembered
PATIENCE = 25  # positions of a variant without a new question, after which it is tried less and less often
EACH = 3  # questions for one clause from one position
TRIED = 12  # refused actions of a clause among which the one most like a legal action is asked
COMPARED = 120  # legal actions that these are compared with
ASIDE = 0.25  # the share of positions in which a seat that is not to act is asked about too


@dataclass
class Aim:
    """The questions of one game so far, by clause: illegal ones, each with its legal near-miss."""

    name: str
    per_clause: int
    rng: random.Random
    pairs: dict[str, list[tuple[Question, Question]]]
    positions: int = 0  # looked at
    hot: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # by variant and clause: actions it has refused
    spare: dict[str, Near] = field(default_factory=dict)  # by variant: legal actions of its last position
    _asked: set[str] = field(default_factory=set)

    @classmethod
    def begin(cls, name: str, seed: int, per_clause: int) -> Aim:
        pairs: dict[str, list[tuple[Question, Question]]] = {clause: [] for clause in refusing_clauses(name)}
        return cls(name, per_clause, random.Random(f"{seed}/questions/{name}"), pairs)

    def wants(self, clause: str) -> bool:
        return len(self.pairs.get(clause, ())) < self.per_clause

    @property
    def done(self) -> bool:
        return not any(map(self.wants, self.pairs))

    @property
    def count(self) -> int:
        """The number of pairs."""
        return sum(map(len, self.pairs.values()))

    def add(self, illegal: Question, legal: Question) -> None:
        """Keep a pair unless one of the two is known already."""
        if self.wants(illegal.clause) and not {illegal.id, legal.id} & self._asked:
            self._asked |= {illegal.id, legal.id}
            self.pairs[illegal.clause].append((illegal, legal))

    def questions(self) -> Iterator[Question]:
        """All questions by clause, in the order in which they were found."""
        for pairs in self.pairs.values():
            for pair in pairs:
                yield from pair

    def refused(self, state: State, seat: int) -> dict[str, list[int]]:
        """The actions of a seat that are refused, by clause; where there are very many actions, those of a sample.

        Actions that a rare clause has refused before are always among them.
        """
        prefix, count = state.game.rulebook.prefix, state.game.sizes.actions
        hot = self.hot.setdefault(state.game.spec, {})
        numbers = set(range(count))
        if count > SAMPLED and self.rng.random() > IN_FULL:
            numbers = set(self.rng.sample(range(count), SAMPLED)).union(*hot.values())
        refusal, record = state.game.bound.refusal, state.record
        found: dict[str, list[int]] = {}
        for number in sorted(numbers):
            if code := refusal(record, seat, number):
                found.setdefault(f"{prefix}-{int(code) % WORDING}", []).append(number)
        for clause, refused in found.items():
            known = hot.setdefault(clause, [])
            if len(known) < HOT:
                known += self.rng.sample(refused, min(len(refused), HOT - len(known)))
        return found


class Near(NamedTuple):
    """Legal actions of a seat in a state, as notation."""

    state: State
    seat: int
    moves: list[str]


def refusing_clauses(name: str) -> list[str]:
    """The clauses of a game that have a sentence for a refusal, in the order of the rules."""
    book = rulebook(name)
    numbers = {int(key.partition(".")[0]) for key in book.texts.sections("en")["refusals"]}
    return [f"{book.prefix}-{number}" for number in sorted(numbers)]


def aim(name: str, seed: int = 0, per_clause: int = PER_CLAUSE, effort: int = EFFORT) -> Aim:
    """Questions about a game; the same for the same arguments. Clauses that are hard to reach get fewer."""
    aimed = Aim.begin(name, seed, per_clause)
    sources = {
        spec: find_positions(load(spec), random.Random(f"{seed}/positions/{spec}"), aimed.wants)
        for spec in variants(name)
    }
    dry = dict.fromkeys(sources, 0)  # positions since a variant had a question
    while not aimed.done and aimed.positions < effort:
        for spec, source in sources.items():
            if aimed.rng.random() * dry[spec] > PATIENCE:
                continue
            before = aimed.count
            for pair in _pairs(next(source), aimed):
                aimed.add(*pair)
            aimed.positions += 1
            dry[spec] = dry[spec] + 1 if aimed.count == before else 0
    return aimed


def _pairs(found: Found, aimed: Aim) -> Iterator[tuple[Question, Question]]:
    state, rng = found.state, aimed.rng
    waiting = [seat for seat in state.waiting if seat != CHANCE]
    seats = rng.sample(waiting, min(2, len(waiting)))
    if not seats or rng.random() < ASIDE:
        others = [seat for seat in range(state.game.seats) if seat not in waiting]
        seats += rng.sample(others, min(1, len(others)))
    for seat in seats:
        near = _find_near(found, seat, rng) or aimed.spare.get(state.game.spec)
        if near is None:
            continue
        aimed.spare[state.game.spec] = near
        for clause, numbers in aimed.refused(state, seat).items():
            if aimed.wants(clause) and state.game.rulebook.applies(int(clause.rpartition("-")[2])):
                yield from _ask(state, seat, clause, numbers, near, rng)


def _ask(
    state: State, seat: int, clause: str, numbers: list[int], near: Near, rng: random.Random
) -> Iterator[tuple[Question, Question]]:
    tried = rng.sample(numbers, min(TRIED, len(numbers)))
    written = [text for number in tried if (text := _write(state, seat, number)) is not None]
    likest = sorted(written, key=lambda text: max(_likeness(text, move) for move in near.moves), reverse=True)
    for text in likest[:EACH]:
        illegal = _make(state, seat, text, False, clause)
        move = max(near.moves, key=lambda move: _likeness(text, move))
        legal = _make(near.state, near.seat, move, True, clause)
        if illegal is not None and legal is not None:
            yield illegal, legal


def _find_near(found: Found, seat: int, rng: random.Random) -> Near | None:
    """Legal actions of the seat in this position, else of one that is to act, else one of the position before."""
    state = found.state
    waiting = [other for other in state.waiting if other != CHANCE]
    if waiting:
        return _near(state, seat if seat in waiting else rng.choice(waiting), rng)
    return None if found.before is None else _near(found.before, found.seat, rng)


def _near(state: State, seat: int, rng: random.Random) -> Near:
    numbers = state.numbers(seat)
    chosen = rng.sample(numbers, min(COMPARED, len(numbers)))
    return Near(state, seat, [state.game.notation.format(state.record, seat, number) for number in chosen])


def _write(state: State, seat: int, number: int) -> str | None:
    """The notation of an action that may be illegal; None if it has none that reads back."""
    try:
        text = state.game.notation.format(state.record, seat, number)
        named, read = state.game.notation.parse(state.record, text)
    except (NaadamError, LookupError, ValueError, ArithmeticError):  # a number that names nothing there is
        return None
    return text if read == number and named in (None, seat) and text.isprintable() else None


def _likeness(text: str, move: str) -> tuple[int, int]:
    """How much of two notations is the same, from both ends."""
    front, back = _shared(text, move), _shared(text[::-1], move[::-1])
    return min(front + back, len(text), len(move)), -abs(len(text) - len(move))


def _shared(text: str, other: str) -> int:
    """The length of the longest common beginning."""
    return next(
        (index for index, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other))
    )


def _make(state: State, seat: int, text: str, legal: bool, clause: str) -> Question | None:
    """A question on a state that the seat must think possible; None if the ruling there is another one."""
    game: Game = state.game
    try:
        known = state.view(seat).complete(0) if game.hides else state
        refusal = known.refusal(text, seat)
    except NaadamError:
        return None
    if (refusal is None) != legal or (refusal is not None and refusal.clause != clause):
        return None
    return Question(game.spec, known.to_json(), seat, text, legal, clause)
