"""An Inspect task: questions about the rules, scored by the clause. `inspect eval examples/inspect_referee.py`.

`naadam llm questions yut --out questions.jsonl` makes the questions; `-T questions=FILE` names another file.
"""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

import naadam
from naadam.llm.answers import read_ruling
from naadam.llm.prompting.prompts import Prompter
from naadam.llm.questions import Question, read_questions


@scorer(metrics=[accuracy(), stderr()])
def ruling():
    async def score(state: TaskState, target: Target) -> Score:
        found = read_ruling(state.output.completion)
        answer = "LEGAL" if found.legal else f"ILLEGAL {found.clause}"
        return Score(value=CORRECT if answer == target.text else INCORRECT, answer=answer)

    return score


def sample(question: Question) -> Sample:
    prompt = Prompter(naadam.load(question.game)).referee(question.view(), question.move)
    target = "LEGAL" if question.legal else f"ILLEGAL {question.clause}"
    messages = [ChatMessageSystem(content=prompt.system), ChatMessageUser(content=prompt.user)]
    return Sample(id=question.id, input=messages, target=target, metadata={"clause": question.clause})


@task
def referee(questions: str = "questions.jsonl") -> Task:
    dataset = MemoryDataset([sample(question) for question in read_questions(Path(questions))])
    return Task(dataset=dataset, solver=generate(), scorer=ruling())
