"""The dataset: the same rows and bytes in every run, and everything that its card says of them."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import forked
import pytest

import naadam
from naadam.bots.arena import Contest
from naadam.lab import run_contest
from naadam.llm.aiming import aim
from naadam.llm.dataset import Part, game_rows, question_rows, rule_book_rows, write_dataset
from naadam.llm.questions import Question

parquet = pytest.importorskip("pyarrow.parquet")


def questions() -> list[Question]:
    return list(aim("jarmo", seed=3, per_clause=2, effort=60).questions())


def parts() -> list[Part]:
    contest = Contest("hasami-shogi", ("random", "level1"), 2, 0)
    played = list(run_contest(contest, workers=1))
    asked = questions()
    return [
        Part("questions.parquet", question_rows(asked)),
        Part("rule_books.parquet", rule_book_rows(asked)),
        Part("exact.parquet", []),
        Part("games.parquet", game_rows(contest, played)),
    ]


def test_two_runs_write_the_same_bytes_and_the_checksums_are_those_of_the_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_dataset(tmp_path / name, parts(), "naadam llm dataset")
    one, two = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert set(one) == {"questions.parquet", "rule_books.parquet", "games.parquet", "README.md", "SHA256SUMS"}
    for line in one["SHA256SUMS"].decode().splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256(one[name]).hexdigest() == digest


def test_rows_are_read_back_as_they_are_and_hold_what_the_card_says(tmp_path: Path) -> None:
    made = parts()
    write_dataset(tmp_path, made, "naadam llm dataset")
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    for part in made:
        if part.rows:
            assert parquet.read_table(tmp_path / part.name).to_pylist() == list(part.rows)
            assert f"| `{part.name}` | {len(part.rows)} | `{part.digest}` |" in card
    rows = made[0].rows
    assert sum(row["legal"] for row in rows) * 2 == len(rows)
    books = {row["game"]: row["system"] for row in made[1].rows}
    for row in rows:
        state = naadam.load(row["game"]).from_json(row["state"])
        refusal = state.refusal(row["move"], row["seat"])
        assert (refusal is None) == row["legal"]
        assert row["reason"] == ("" if refusal is None else refusal.text())
        assert row["move"] in row["user"]
        assert f"{row['clause']}: " in books[row["game"]]
    for row in made[3].rows:
        assert naadam.Record.from_text(row["record"]).replay()[-1].outcome is not None


def test_the_digest_is_that_of_the_rows_alone() -> None:
    rows = [{"b": 1, "a": "é"}]
    line = json.dumps(rows[0], ensure_ascii=False, sort_keys=True) + "\n"
    assert Part("any.parquet", rows).digest == hashlib.sha256(line.encode()).hexdigest()


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of tables is set by XDG_DATA_HOME")
def test_the_command_takes_variants_and_goes_on_with_the_parts_that_are_finished(tmp_path: Path) -> None:
    def command(*arguments: str) -> str:
        done = forked.run(*arguments, folder=tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))
        assert done.returncode == 0, done.stderr
        return done.stdout

    command("solve", "yut:horses=1")
    games = ("--game", "yut:horses=1", "--game", "yut:horses=1,posts=two")
    sizes = ("--per-clause", "1", "--effort", "12", "--positions", "20", "--matches", "1", "--nodes", "10")
    command("llm", "dataset", "plain", *games, *sizes, "--workers", "1")
    command("llm", "dataset", "first", *games, *sizes, "--workers", "1", "--results", "kept")
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").iterdir()}
    gone = next(file for file in kept if file.name.startswith("question-"))
    gone.unlink()
    command("llm", "dataset", "second", *games, *sizes, "--workers", "1", "--results", "kept")
    names = [file.name for file in (tmp_path / "plain").iterdir()]
    assert "exact.parquet" in names
    for name in names:
        plain = (tmp_path / "plain" / name).read_bytes()
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes() == plain
    again = {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").iterdir() if file.suffix != ".jsonl"}
    assert not again, "no unfinished part is left"
    for file, time in kept.items():
        assert (file.stat().st_mtime_ns == time) == (file != gone) or file.name.startswith("games-")
    rows = parquet.read_table(tmp_path / "plain" / "exact.parquet").to_pylist()
    assert {row["game"] for row in rows} == {"yut:horses=1"}
    games_of = {row["game"] for row in parquet.read_table(tmp_path / "plain" / "games.parquet").to_pylist()}
    assert games_of == {"yut:horses=1", "yut:posts=two,horses=1"}
