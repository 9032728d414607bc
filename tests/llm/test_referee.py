"""Questions for referees: aimed at clauses, balanced, repeatable; judges score as theory predicts."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stub_model import Messages, stub_model

import naadam
from naadam.core.contract import WORDING
from naadam.lab import run
from naadam.llm.aiming import Aim, aim, refusing_clauses
from naadam.llm.answers import Ruling
from naadam.llm.judges import find_fault
from naadam.llm.prompting.positions import follow, seeds
from naadam.llm.prompting.prompts import Prompter
from naadam.llm.questions import Question, read_questions, write_questions
from naadam.llm.referee import Examination, examine, rulings, usage_of
from naadam.llm.scoring import Score, score, score_by

GAMES = ("bagh-chal", "jarmo", "yut")


@functools.cache
def aimed(name: str) -> Aim:
    return aim(name, seed=1, per_clause=6, effort=800)


def asked(*names: str) -> list[Question]:
    return [question for name in names for question in aimed(name).questions()]


def judged(judge: str, questions: list[Question], **settings: object) -> Score:
    examination = Examination(judge, **settings)  # type: ignore[arg-type]
    return score(rulings(questions, list(run(examine(examination, questions), workers=1))))


@pytest.mark.parametrize("name", GAMES)
def test_half_of_the_questions_are_legal_for_every_clause(name: str) -> None:
    for clause, found in score_by([(question, Ruling(None)) for question in asked(name)], "clause").items():
        assert found.clause.of == found.near_miss.of > 0, clause


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_refuses_is_asked_for_and_most_are_reached(name: str) -> None:
    pairs = aimed(name).pairs
    assert list(pairs) == refusing_clauses(name)
    assert sum(len(found) > 0 for found in pairs.values()) >= 0.6 * len(pairs)
    assert all(len(found) <= 6 for found in pairs.values())


@pytest.mark.parametrize("name", naadam.game_names())
def test_in_the_positions_of_the_clause_tests_a_clause_of_the_rule_book_refuses_an_action(name: str) -> None:
    found = seeds(name)
    assert len({seed.clause for seed in found}) >= 0.6 * len(refusing_clauses(name))
    for seed in found:
        game = naadam.load(seed.spec)
        state = follow(game.position(seed.position), seed.last)
        number = int(seed.clause.rpartition("-")[2])
        assert game.rulebook.applies(number)
        codes = (
            int(game.bound.refusal(state.record, seat, action)) % WORDING
            for seat in range(game.seats)
            for action in range(game.sizes.actions)
        )
        assert number in codes, seed


def test_clauses_that_play_seldom_reaches_are_asked_for_by_their_tests() -> None:
    aimed = aim("yut", seed=5, per_clause=6, effort=3000)
    assert {clause: len(pairs) for clause, pairs in aimed.pairs.items() if len(pairs) < 6} == {"YU-3": 0}


@pytest.mark.parametrize(
    ("name", "clauses"),
    [("conquest", ("CQ-42", "CQ-53", "CQ-61")), ("khan", ("KH-48", "KH-52", "KH-62")), ("yuan", ("YN-15", "YN-80"))],
)
def test_clauses_with_few_legal_actions_next_to_them_or_few_illegal_ones_are_reached(
    name: str, clauses: tuple[str, ...]
) -> None:
    aimed = aim(name, seed=1, per_clause=2, effort=400, clauses=clauses)
    assert {clause: len(pairs) for clause, pairs in aimed.pairs.items()} == dict.fromkeys(clauses, 2)
    for illegal, legal in (pair for pairs in aimed.pairs.values() for pair in pairs):
        refusal = illegal.load().refusal(illegal.move, illegal.seat)
        assert refusal is not None
        assert refusal.clause == illegal.clause
        assert legal.load().refusal(legal.move, legal.seat) is None


def test_only_clauses_that_refuse_can_be_aimed_at() -> None:
    with pytest.raises(naadam.SpecError, match="YU-1 refuses no action"):
        aim("yut", clauses=("YU-1",))


@pytest.mark.parametrize("name", GAMES)
def test_the_clause_of_a_question_is_in_the_rule_book_of_its_prompt(name: str) -> None:
    for question in asked(name):
        assert f"\n{question.clause}: " in f"\n{Prompter(naadam.load(question.game)).rules()}"


@pytest.mark.parametrize("name", GAMES)
def test_no_question_is_asked_twice_and_the_same_seed_asks_the_same(name: str) -> None:
    questions = asked(name)
    assert len({question.id for question in questions}) == len(questions)
    again = aim(name, seed=1, per_clause=3, effort=40)
    assert [*again.questions()] == [*aim(name, seed=1, per_clause=3, effort=40).questions()]
    assert [*again.questions()] != [*aim(name, seed=2, per_clause=3, effort=40).questions()]


def test_the_engine_rules_right_on_everything() -> None:
    found = judged("engine", asked(*GAMES))
    assert found.accuracy.value == found.clause.value == found.near_miss.value == 1


def test_a_question_has_no_secret_of_another_seat() -> None:
    for question in aim("khan", seed=0, per_clause=3, effort=30).questions():
        state = question.load()
        view = state.view(question.seat)
        assert view.complete(0).to_json() == question.state, "its state is made from the view alone"


def test_a_constant_judge_is_right_half_of_the_time() -> None:
    questions = asked(*GAMES)
    legal = judged("LEGAL", questions)
    assert (legal.accuracy.value, legal.clause.value, legal.near_miss.value) == (0.5, 0, 1)
    clause = questions[0].clause
    share = sum(question.clause == clause for question in questions) / len(questions)
    illegal = judged(f"ILLEGAL {clause}", questions)
    assert (illegal.accuracy.value, illegal.near_miss.value) == (0.5, 0)
    assert illegal.clause.value == pytest.approx(share)


def test_a_random_judge_is_right_half_of_the_time_and_names_the_clause_by_luck() -> None:
    questions = asked("bagh-chal")
    found = [judged("random", questions, seed=seed) for seed in range(20)]
    accuracy = sum(one.accuracy.value for one in found) / len(found)
    clause = sum(one.clause.value for one in found) / len(found)
    assert accuracy == pytest.approx(0.5, abs=0.03)
    assert clause == pytest.approx(0.5 / len(refusing_clauses("bagh-chal")), abs=0.015)


def test_a_careful_reader_does_better_than_luck_and_worse_than_the_rules() -> None:
    found = judged("reader", asked("bagh-chal"))
    assert found.accuracy.interval.low > 0.5
    assert 0.05 < found.clause.value < 1


def test_the_careful_reader_sees_simple_faults() -> None:
    view = naadam.load("bagh-chal").start().view(0)
    assert find_fault(view, "Gc3") is None
    assert "empty point" in str(find_fault(view, "Ga1"))
    assert "c3 is empty" in str(find_fault(view, "Gc3c4"))
    assert "take turns" in str(find_fault(naadam.load("bagh-chal").start().view(1), "Ba1b1"))


def test_questions_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    questions = asked("jarmo")
    write_questions(file, questions)
    assert [*read_questions(file)] == questions
    file.write_text(file.read_text().replace('"legal": true', '"legal": false', 1))
    assert [*read_questions(file)] != questions, "the answer is no part of the id"
    file.write_text(file.read_text().replace('"move": "', '"move": "x', 1))
    with pytest.raises(naadam.RecordError, match="was changed"):
        list(read_questions(file))


ANSWERS = [
    "LEGAL",
    "ILLEGAL BC-4",
    "**ILLEGAL** bc-6.",
    "",
    "I cannot help with that.",
    "rant\n" * 1000,
    "LEGAL?\nILLEGAL",
]


def test_whatever_a_model_answers_it_is_counted() -> None:
    questions = asked("bagh-chal")[:21]

    def misbehave(messages: Messages, number: int) -> str | bytes | int | None:
        assert "## Rules" in messages[0]["content"]
        trouble: list[str | bytes | int | None] = [*ANSWERS, b"{", 500, None]
        return trouble[number % len(trouble)]

    with stub_model(misbehave) as url:
        done = list(run(examine(Examination(f"{url}#stub,retries=1,wait=0"), questions), workers=1))
    assert [one.result["id"] for one in done] == [question.id for question in questions]
    found = score(rulings(questions, done))
    notes = [one.result["note"] for one in done if one.result["legal"] is None]
    assert found.without == len(notes) > 3
    assert {"an empty answer", "no ruling in the answer"} <= set(notes)
    usage = usage_of(done)
    assert usage.requests == len(questions) + usage.retries
    assert usage.retries > 0
    assert usage.prompt_tokens == 7 * (usage.requests - usage.retries - usage.failures)


def test_a_model_is_asked_in_a_dialect_and_its_clauses_are_translated_back() -> None:
    questions = [question for question in asked("bagh-chal") if not question.legal][:6]
    prefixes = set()

    def answer(messages: Messages, _: int) -> str:
        text = messages[0]["content"] + messages[1]["content"]
        assert "tiger" not in text.lower()
        assert "BC-" not in text
        prefix = messages[0]["content"].split("## Rules\n")[1].split("-")[0]
        prefixes.add(prefix)
        return f"ILLEGAL {prefix}-{questions[0].clause.partition('-')[2]}"

    with stub_model(answer) as url:
        done = list(run(examine(Examination(f"{url}#stub", dialect=3), questions), workers=1))
    assert {one.result["clause"] for one in done} == {questions[0].clause}
    assert len(prefixes) >= 1


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_results(tmp_path: Path) -> None:
    questions = asked("yut")[:30]
    file, wanted = tmp_path / "questions.jsonl", tmp_path / "whole.jsonl"
    write_questions(file, questions)

    def slow(messages: Messages, number: int) -> str:
        time.sleep(0.02)
        return "LEGAL" if len(messages[1]["content"]) % 2 else "ILLEGAL YU-6"

    with stub_model(slow) as url:

        def command(out: Path, results: Path) -> list[str]:
            judge = ["--judge", f"{url}#stub", "--workers", "1"]
            return [
                sys.executable,
                "-m",
                "naadam",
                "llm",
                "referee",
                str(file),
                *judge,
                "--out",
                str(out),
                "--results",
                str(results),
            ]

        subprocess.run(command(wanted, tmp_path / "r1"), check=True, capture_output=True)
        out, results = tmp_path / "resumed.jsonl", tmp_path / "r2"
        process = subprocess.Popen(command(out, results), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not results.exists() or results.read_bytes().count(b"\n") < 8:
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert not out.exists()
        subprocess.run(command(out, results), check=True, capture_output=True)
    assert out.read_bytes() == wanted.read_bytes()
