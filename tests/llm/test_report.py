"""The report: every number that was given is in it, names are escaped, and it needs nothing from elsewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import forked

from naadam.llm.aiming import aim
from naadam.llm.answers import Ruling
from naadam.llm.judges import make_judge
from naadam.llm.report import write_report

SHARE = {"right": 3, "of": 4, "share": 0.75, "interval": [0.3, 0.95]}
RATING = {"bot": 0, "name": "llm:http://localhost:1/v1#a<b", "elo": 40.0, "low": -10.0, "high": 90.0}
PLAY: dict[str, Any] = {
    "feedback": "clause",
    "game": "bagh-chal",
    "games": 4,
    "conduct": {"turns": 77},
    **dict.fromkeys(("illegal_rate", "wrong_first_rate", "repair_rate", "repair_illegal_rate", "forfeits"), SHARE),
    "usage": {"prompt_tokens": 1234, "answer_tokens": 56},
    "ratings": [RATING, {**RATING, "bot": 1, "name": "level1", "elo": -40.0, "low": -90.0, "high": 10.0}],
    "ratings_without_forfeits": [],
}
MEAN = {"count": 9, "regret": 0.125, "low": 0.1, "high": 0.15, "faultless": 0.5, "worst": 1.0, "chance": 0.4}
REGRET: dict[str, Any] = {
    "game": "bagh-chal",
    "bot": "level1",
    "seed": 0,
    "forfeits": 2,
    "all": MEAN,
    "by_phase": {"movement": MEAN, "placement": None},
    "by_distance": {"1 to 3": MEAN, "4 to 7": {**MEAN, "regret": 0.25}},
}


def page() -> str:
    questions = list(aim("jarmo", seed=3, per_clause=2, effort=60).questions())
    answers: dict[str, dict[str, Ruling]] = {
        name: {question.id: make_judge(name).rule(question) for question in questions} for name in ("engine", "LEGAL")
    }
    return write_report(questions, answers, [PLAY], [REGRET])


def test_a_report_has_every_part_and_is_well_formed() -> None:
    text = page()
    for heading in ("Referees", "Accuracy by clause", "Conduct by mode", "Rating ladder", "Points thrown away"):
        assert heading in text
    assert "100% · 100%" in text, "the engine is right everywhere"
    assert "0% · 50%" in text, "the constant judge allows everything"
    assert "llm a&lt;b" in text
    assert "localhost" not in text, "addresses are left out"
    assert "1234 + 56" in text
    assert "0.1250" in text
    for svg in re.findall(r"<svg.*?</svg>", text):
        xml.etree.ElementTree.fromstring(svg)
    assert not re.search(r"(?:src|href)=|@import|url\(", text)


def test_commands_lead_from_questions_to_the_report(tmp_path: Path) -> None:
    def naadam(*arguments: str) -> str:
        done = forked.run(*arguments, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    naadam("llm", "questions", "yut", "--per-clause", "2", "--effort", "60", "--out", "q.jsonl")
    for judge in ("engine", "random"):
        naadam("llm", "referee", "q.jsonl", "--judge", judge, "--out", f"{judge}.jsonl", "--workers", "1")
    arguments = ["--questions", "q.jsonl", "--answers", "engine.jsonl", "--answers", "random.jsonl"]
    naadam("lab", "report", *arguments, "--out", "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "engine" in text
    assert "YU-6" in text
    assert "## Rules" in naadam("llm", "prompt", "yut")
    assert "ILLEGAL" in naadam("llm", "prompt", "bagh-chal", "--move", "Ga1")
