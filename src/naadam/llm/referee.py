"""A referee's examination as work that splits: one job per question, so a run can be resumed from its results file."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import naadam
from naadam.lab.work import Done, Work
from naadam.llm.answers import Ruling
from naadam.llm.client import Usage
from naadam.llm.judges import Judge, make_judge
from naadam.llm.questions import Question
from naadam.llm.scoring import Ruled


@dataclass(frozen=True)
class Examination:
    """A judge and how it is asked; plain values, so that every worker can make the judge."""

    judge: str
    seed: int = 0
    language: str = "en"
    dialect: int | None = None
    plain: bool = False


def examine(examination: Examination, questions: Sequence[Question]) -> Work:
    """The work of putting all questions to a judge."""
    digest = hashlib.sha256("".join(question.to_line() for question in questions).encode()).hexdigest()
    title = {"work": "referee", "naadam": naadam.__version__, **asdict(examination), "questions": digest}
    return Work(title, rule_one, examination, questions, is_unanswered)


def is_unanswered(done: Done) -> bool:
    """Whether the server of a model did not answer, so that the question must be asked once more."""
    return bool(done.result.get("unanswered"))


def rule_one(examination: Examination, question: Question) -> Done:
    """A job: one question."""
    judge = _judge(examination)
    before = Usage(**asdict(judge.usage))
    ruling = judge.rule(question)
    spent = {name: value - getattr(before, name) for name, value in asdict(judge.usage).items()}
    seconds = round(spent.pop("seconds"), 3)
    result = {"id": question.id, "legal": ruling.legal, "clause": ruling.clause, "note": judge.note, "usage": spent}
    result |= {"unanswered": True} if spent["failures"] else {}
    return Done(result, {"seconds": seconds})


@functools.lru_cache(1)
def _judge(examination: Examination) -> Judge:
    """One judge per worker, because it keeps the rule books that it has made."""
    return make_judge(examination.judge, examination.seed, examination.language, examination.dialect, examination.plain)


def rulings(questions: Sequence[Question], done: Sequence[Done]) -> list[Ruled]:
    """The questions with the rulings on them."""
    return [
        (question, Ruling(one.result["legal"], one.result["clause"]))
        for question, one in zip(questions, done, strict=True)
    ]


def usage_of(done: Sequence[Done]) -> Usage:
    """All requests and tokens of a run."""
    total = Usage()
    for one in done:
        spent: dict[str, Any] = {**one.result["usage"], "seconds": one.measured["seconds"]}
        total.add(Usage(**spent))
    return total
