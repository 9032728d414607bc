"""The lines of uni that both sides write and read: the budget, the thought, the move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from naadam.bots.budget import Budget, Thought
from naadam.core.errors import NaadamError
from naadam.core.lines import Step

LONGEST_LINE = 1 << 20  # bytes
_WHOLE = re.compile("[0-9]{1,15}")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_SIGNED = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
MOVES_LEFT = 30  # over which the time of a clock is spread
HURRY = 0.5  # at most this share of the time left for one move
NO_BOUND = Budget()
DELAY = 0.05  # seconds kept back, for the way of the answer


class WordsError(NaadamError):
    """A line that does not follow the protocol."""


@dataclass(frozen=True)
class Order:
    """The request of `go`: a seat (None for the one to act), a budget, the clocks of all seats."""

    seat: int | None = None
    budget: Budget = NO_BOUND
    clock: tuple[float, ...] = ()  # seconds left, by seat
    increment: float = 0.0
    infinite: bool = False  # think until `stop`

    def for_seat(self, seat: int) -> Budget:
        """The budget, with the part of the seat's clock that this move may take."""
        if not self.clock:
            return self.budget
        if seat >= len(self.clock):
            raise WordsError(f"go: the clock of seat {seat} is missing")
        left = self.clock[seat]
        share = min(left / MOVES_LEFT + 0.8 * self.increment, HURRY * left, left - DELAY)
        return replace(self.budget, seconds=max(0.001, min(share, self.budget.seconds or inf)))


def write_go(order: Order) -> str:
    words = ["go"]
    words += [] if order.seat is None else [f"seat {order.seat}"]
    words += [f"{name} {_write(bound)}" for name, bound in _bounds(order.budget)]
    words += [f"clock {' '.join(map(_write, order.clock))}"] if order.clock else []
    words += [f"increment {_write(order.increment)}"] if order.increment else []
    words += ["infinite"] if order.infinite else []
    return " ".join(words)


def _bounds(budget: Budget) -> list[tuple[str, float]]:
    named = (("seconds", budget.seconds), ("nodes", budget.nodes), ("depth", budget.depth))
    return [(name, bound) for name, bound in named if bound is not None]


def _write(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


def read_go(text: str) -> Order:
    """The order after the word `go`; WordsError names the error."""
    found: dict[str, list[str]] = {}
    for word in text.split():
        if word in ("seat", "seconds", "nodes", "depth", "clock", "increment", "infinite"):
            if word in found:
                raise WordsError(f"go: {word} stands there twice")
            found[word] = []
        elif found:
            found[list(found)[-1]].append(word)
        else:
            raise WordsError(f"go: there is no {word[:40]!r}")
    for name, words in found.items():
        kind = _NUMBER if name in ("seconds", "clock", "increment") else _WHOLE
        wanted = len(words) > 0 if name == "clock" else len(words) == (name != "infinite")
        if not wanted or not all(map(kind.fullmatch, words)):
            raise WordsError(f"go: {name} {' '.join(words)[:40]}".rstrip() + " cannot be read")

    def number(name: str) -> float | None:
        return float(found[name][0]) if name in found else None

    def whole(name: str) -> int | None:
        return int(found[name][0]) if name in found else None

    return Order(
        seat=whole("seat"),
        budget=Budget(seconds=number("seconds"), nodes=whole("nodes"), depth=whole("depth")),
        clock=tuple(map(float, found.get("clock", ()))),
        increment=number("increment") or 0.0,
        infinite="infinite" in found,
    )


def write_moves(texts: Sequence[str]) -> str:
    return " ".join(str(Step(None, text)) for text in texts)


def write_info(thought: Thought) -> str:
    words = [f"depth {thought.depth}"] if thought.depth else []
    words += [f"nodes {thought.nodes}", f"seconds {thought.seconds:.3f}", f"value {thought.value:.4f}"]
    words += [] if thought.wins_in is None else [f"wins {thought.wins_in}"]
    return " ".join(["info", *words, "line", write_moves(list(map(str, thought.line)))])


def read_info(text: str) -> tuple[dict[str, float], str] | None:
    """The numbers by name and the line, as text; None if there is no value (it may be anything for people)."""
    head, _, line = f" {text} ".partition(" line ")
    words = head.split()
    numbers = dict(zip(words[::2], words[1::2], strict=False))
    good = {name: float(number) for name, number in numbers.items() if _SIGNED.fullmatch(number)}
    return (good, line.strip()) if "value" in good else None


def read_move(text: str) -> str:
    """The notation after `bestmove`, with or without its quotes."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
