"""Scores of rulings: accuracy, accuracy of the clause, per game and per clause, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from naadam.bots.arena.statistics import Interval, interval
from naadam.llm.answers import Ruling
from naadam.llm.questions import Question


@dataclass(frozen=True)
class Share:
    """How many of so many."""

    right: int
    of: int

    @property
    def value(self) -> float:
        """The share as a number from 0 to 1."""
        return self.right / self.of if self.of else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval."""
        return interval([1.0] * self.right + [0.0] * (self.of - self.right))

    def plain(self) -> dict[str, Any]:
        """The numbers for JSON."""
        return {"right": self.right, "of": self.of, "share": round(self.value, 6), "interval": list(self.interval)}


@dataclass(frozen=True)
class Score:
    """Rulings on some questions.

    `accuracy` counts whether legality was right. `clause` counts, of the illegal actions, those that were refused by
    the right clause. `near_miss` counts, of the legal ones, those that were allowed.
    """

    accuracy: Share
    clause: Share
    near_miss: Share
    without: int  # questions without a ruling

    def plain(self) -> dict[str, Any]:
        """The numbers for JSON."""
        shares = {name: getattr(self, name).plain() for name in ("accuracy", "clause", "near_miss")}
        return {**shares, "without": self.without}


Ruled = tuple[Question, Ruling]


def score(ruled: Sequence[Ruled]) -> Score:
    """The score of rulings on questions."""
    illegal = [(question, ruling) for question, ruling in ruled if not question.legal]
    legal = [ruling for question, ruling in ruled if question.legal]
    return Score(
        Share(sum(ruling.legal == question.legal for question, ruling in ruled), len(ruled)),
        Share(sum(ruling == Ruling(False, question.clause) for question, ruling in illegal), len(illegal)),
        Share(sum(ruling.legal is True for ruling in legal), len(legal)),
        sum(ruling.legal is None for _, ruling in ruled),
    )


def score_by(ruled: Iterable[Ruled], key: str) -> Mapping[str, Score]:
    """Scores by `game` (its name without options) or by `clause`."""
    groups: dict[str, list[Ruled]] = {}
    for question, ruling in ruled:
        name = question.clause if key == "clause" else question.game.partition(":")[0]
        groups.setdefault(name, []).append((question, ruling))
    return {name: score(group) for name, group in groups.items()}
