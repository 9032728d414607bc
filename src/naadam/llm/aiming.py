"""Questions aimed at clauses: for every clause that can refuse an action, as many positions in which it does.

Each illegal question has a legal partner: an action of the same position, or of one seen shortly before in the same
variant, that was not asked yet and is written as similarly as possible. So half of all questions are legal, for every
clause. A clause is asked for only in variants whose rule book has it.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from naadam.core.contract import WORDING
from naadam.core.errors import NaadamError, SpecError
from naadam.core.registry import load, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.llm.prompting.positions import Found, find_positions, seeds, variants
from naadam.llm.questions import Question

PER_CLAUSE = 50
EFFORT = 4000  # positions of a game that are looked at, at most
SAMPLED = 1500  # actions of a position that are tried, unless it is a seed
IN_FULL = 0.15  # the share of other positions in which all are
HOT = 40  # actions by which a clause is remembered
PATIENCE = 25  # positions of a variant without a new question, after which it is tried less and less often
DRY = 1500  # positions of a game without a new question, after which the search ends
EACH = 3  # questions for one clause from one position
TRIED = 12  # refused actions of a clause among which the one most like a legal action is asked
COMPARED = 120  # legal actions that these are compared with
SPARE = 40  # positions of a variant whose legal actions are kept as partners
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
    spare: dict[str, deque[Near]] = field(default_factory=dict)  # by variant: legal actions of its last positions
    _asked: set[str] = field(default_factory=set)

    @classmethod
    def begin(cls, name: str, seed: int, per_clause: int, clauses: Sequence[str] = ()) -> Aim:
        """No questions yet; they will be about some clauses, or about all that can refuse."""
        known = refusing_clauses(name)
        if unknown := [clause for clause in clauses if clause not in known]:
            raise SpecError(f"{unknown[0]} refuses no action of {name}; these clauses do: {', '.join(known)}")
        pairs: dict[str, list[tuple[Question, Question]]] = {clause: [] for clause in clauses or known}
        return cls(name, per_clause, random.Random(f"{seed}/questions/{name}"), pairs)

    def wants(self, clause: str) -> bool:
        """True while a clause has fewer pairs than wanted."""
        return clause in self.pairs and len(self.pairs[clause]) < self.per_clause

    @property
    def done(self) -> bool:
        """True once every clause has its pairs."""
        return not any(map(self.wants, self.pairs))

    @property
    def count(self) -> int:
        """The number of pairs."""
        return sum(map(len, self.pairs.values()))

    def knows(self, question: Question) -> bool:
        """Whether a question was asked already."""
        return question.id in self._asked

    def add(self, illegal: Question, legal: Question) -> None:
        """Keep a pair of new questions, if its clause has too few."""
        if self.wants(illegal.clause) and not (self.knows(illegal) or self.knows(legal)):
            self._asked |= {illegal.id, legal.id}
            self.pairs[illegal.clause].append((illegal, legal))

    def questions(self) -> Iterator[Question]:
        """All questions by clause, in the order in which they were found."""
        for pairs in self.pairs.values():
            for pair in pairs:
                yield from pair

    def refused(self, state: State, seat: int, in_full: bool = False) -> dict[str, list[int]]:
        """The actions of a seat that are refused, by clause; where there are very many actions, those of a sample.

        Actions that a rare clause has refused before are always among them.
        """
        prefix, count = state.game.rulebook.prefix, state.game.sizes.actions
        hot = self.hot.setdefault(state.game.spec, {})
        numbers = set(range(count))
        if count > SAMPLED and not in_full and self.rng.random() > IN_FULL:
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
    """Legal actions of a seat in a state that it must think possible, as notation."""

    known: State
    json: str  # of that state
    seat: int
    moves: list[str]

    def question(self, move: str, clause: str) -> Question:
        """The question whether a move is legal, which the clause refuses."""
        return Question(self.known.game.spec, self.json, self.seat, move, True, clause)


def refusing_clauses(name: str) -> list[str]:
    """The clauses of a game that have a sentence for a refusal, in the order of the rules."""
    book = rulebook(name)
    numbers = {int(key.partition(".")[0]) for key in book.texts.sections("en")["refusals"]}
    return [f"{book.prefix}-{number}" for number in sorted(numbers)]


def aim(
    name: str, seed: int = 0, per_clause: int = PER_CLAUSE, effort: int = EFFORT, clauses: Sequence[str] = ()
) -> Aim:
    """Questions about a game; the same for the same arguments. Clauses that are hard to reach get fewer."""
    aimed = Aim.begin(name, seed, per_clause, clauses)
    sources = {
        spec: find_positions(load(spec), random.Random(f"{seed}/positions/{spec}"), aimed.wants)
        for spec in variants(name)
    }
    dry = dict.fromkeys(sources, 0)  # positions since a variant had a question
    found_at = 0  # the number of the last position with a new question
    seeded = {spec: {seed.clause for seed in seeds(name) if seed.spec == spec} for spec in sources}
    while not aimed.done and aimed.positions < min(effort, found_at + DRY):
        lacking = {spec: sum(map(aimed.wants, clauses)) for spec, clauses in seeded.items()}
        for spec in [each for each in sources for _ in range(1 + lacking[each])]:
            if aimed.rng.random() * dry[spec] > PATIENCE * (1 + lacking[spec]):
                continue
            before = aimed.count
            for pair in _pairs(next(sources[spec]), aimed):
                aimed.add(*pair)
            aimed.positions += 1
            found_at = found_at if aimed.count == before else aimed.positions
            dry[spec] = dry[spec] + 1 if aimed.count == before else 0
    return aimed


def _pairs(found: Found, aimed: Aim) -> Iterator[tuple[Question, Question]]:
    state, rng = found.state, aimed.rng
    waiting = [seat for seat in state.waiting if seat != CHANCE]
    seats = rng.sample(waiting, min(2, len(waiting)))
    if not seats or rng.random() < ASIDE:
        others = [seat for seat in range(state.game.seats) if seat not in waiting]
        seats += rng.sample(others, min(1, len(others)))
    spare = aimed.spare.setdefault(state.game.spec, deque(maxlen=SPARE))
    for seat in seats:
        near = _find_near(found, seat, rng)
        if near is not None:
            spare.appendleft(near)
        refused = aimed.refused(state, seat, found.seeded)
        wanted = [
            clause
            for clause in refused
            if aimed.wants(clause) and state.game.rulebook.applies(int(clause.rpartition("-")[2]))
        ]
        for clause in sorted(wanted, key=lambda clause: len(aimed.pairs[clause])):  # legal actions may be few
            yield from _ask(state, seat, clause, refused[clause], aimed)


def _ask(state: State, seat: int, clause: str, numbers: list[int], aimed: Aim) -> Iterator[tuple[Question, Question]]:
    spare = aimed.spare[state.game.spec]
    moves = spare[0].moves if spare else []
    found = []
    for number in aimed.rng.sample(numbers, len(numbers)):
        text = _write(state, seat, number)
        illegal = None if text is None else _make(state, seat, text, clause)
        if illegal is not None and not aimed.knows(illegal):
            found.append((max((_likeness(illegal.move, move) for move in moves), default=(0, 0)), illegal))
            if len(found) == TRIED:
                break
    found.sort(key=lambda each: each[0], reverse=True)
    for _, illegal in found[:EACH]:
        legal = _find_partner(illegal, spare, aimed)
        if legal is not None:
            yield illegal, legal


def _find_partner(illegal: Question, spare: Iterable[Near], aimed: Aim) -> Question | None:
    """The legal action most like an illegal one, of those not asked yet in the last position that has any."""
    for near in spare:
        legal = [near.question(move, illegal.clause) for move in near.moves]
        legal = [question for question in legal if not aimed.knows(question)]
        for question in sorted(legal, key=lambda question: _likeness(illegal.move, question.move), reverse=True):
            if near.known.refusal(question.move, near.seat) is None:
                return question
    return None


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
    known = _think(state, seat)
    moves = [state.game.notation.format(state.record, seat, number) for number in chosen]
    return Near(known, known.to_json(), seat, moves)


def _think(state: State, seat: int) -> State:
    """A state that a seat must think possible, made of its view alone."""
    return state.view(seat).complete(0) if state.game.hides else state


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


def _make(state: State, seat: int, text: str, clause: str) -> Question | None:
    """An illegal question on a state that the seat must think possible; None if the ruling there is another one."""
    try:
        known = _think(state, seat)
        refusal = known.refusal(text, seat)
    except NaadamError:
        return None
    if refusal is None or refusal.clause != clause:
        return None
    return Question(state.game.spec, known.to_json(), seat, text, False, clause)
