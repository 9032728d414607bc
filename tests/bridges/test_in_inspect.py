"""The task of examples/inspect_referee.py, evaluated by Inspect."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from naadam.llm.aiming import aim
from naadam.llm.judges import Engine
from naadam.llm.prompting.prompts import Prompter
from naadam.llm.questions import Question, write_questions

sys.path.append(str(Path(__file__).parents[2] / "examples"))

from inspect_referee import referee

pytestmark = pytest.mark.filterwarnings("default")  # Inspect leaves streams open


def score_of(tmp_path: Path, answers: dict[str, str]) -> float:
    """The accuracy of a model that gives these answers, by the text of the question."""

    def answer(messages: list[Any], *_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm", answers[messages[-1].text])
        output.usage = ModelUsage()  # Inspect would fetch a tokenizer to count the tokens itself
        return output

    model = get_model("mockllm/model", custom_outputs=answer)
    task = referee(str(tmp_path / "questions.jsonl"))
    (log,) = evaluate(task, model=model, log_dir=str(tmp_path / "logs"), display="none")
    gc.collect()  # streams that Inspect leaves open are warned of here
    assert log.status == "success", log.error
    assert log.results is not None
    return float(log.results.scores[0].metrics["accuracy"].value)


def prompt_of(question: Question) -> str:
    return Prompter(question.load().game).referee(question.view(), question.move).user


def test_the_rules_are_right_and_a_constant_is_right_half_of_the_time(tmp_path: Path) -> None:
    questions = list(aim("jarmo", seed=2, per_clause=2, effort=80).questions())
    write_questions(tmp_path / "questions.jsonl", questions)
    rulings = [Engine().rule(question) for question in questions]
    answers = {
        prompt_of(question): f"I think so.\n{'LEGAL' if ruling.legal else f'ILLEGAL {ruling.clause}'}"
        for question, ruling in zip(questions, rulings, strict=True)
    }
    assert score_of(tmp_path, answers) == 1
    assert score_of(tmp_path, dict.fromkeys(answers, "LEGAL")) == 0.5
    assert score_of(tmp_path, dict.fromkeys(answers, "no ruling")) == 0
