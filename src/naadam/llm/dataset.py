"""A dataset as Parquet: referee questions with their prompts, positions with exact values, games between levels.

The same arguments give the same rows. `SHA256SUMS` has the checksums of the files, and the data card has a checksum of
the rows, which does not depend on the version of the Parquet library.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import naadam
from naadam.bots.arena import Contest, Played
from naadam.core.errors import NaadamError
from naadam.core.extras import need
from naadam.core.registry import load
from naadam.llm.exact import Exact
from naadam.llm.prompting.prompts import Prompter
from naadam.llm.questions import Question

Row = Mapping[str, Any]
LICENCE = "CC0-1.0"
GROUP = 4096  # rows that are compressed together

CARD = """---
license: cc0-1.0
pretty_name: Naadam, the rule book in hand
tags: [board games, rules, legality, game theory]
---

# Naadam: the rule book in hand

Made by Naadam {version} with `{command}`. Every row follows from the rules of the games: no person
and no model has labelled anything.

| file | rows | SHA-256 of the rows |
|---|---|---|
{files}

`questions.parquet` has a proposed action in a position. `legal` is the ruling of the rules; `clause` is
the clause that forbids the action, or, for a legal action, the clause that its illegal partner breaks.
Half of the questions are legal for every clause. `user` is the prompt of the question, and the prompt of
the system with the whole rule book is in `rule_books.parquet`, by `game`.

`exact.parquet` has positions with the points to expect after every action with best play: 1 for a win, ½
for a draw, 0 for a loss, or the exact odds in a game of chance. `games.parquet` has whole games of
computer players, as records that replay.

## Questions by clause

{clauses}
"""


@dataclass(frozen=True)
class Part:
    """A file of the dataset."""

    name: str
    rows: Sequence[Row]

    @property
    def digest(self) -> str:
        """SHA-256 of the rows as JSON lines."""
        found = hashlib.sha256()
        for row in self.rows:
            found.update(json.dumps(row, ensure_ascii=False, sort_keys=True).encode() + b"\n")
        return found.hexdigest()


def question_rows(questions: Iterable[Question], language: str = "en") -> list[Row]:
    """The questions with their prompts and reasons."""
    prompters: dict[str, Prompter] = {}
    rows: list[Row] = []
    for question in questions:
        prompter = prompters.setdefault(question.game, Prompter(load(question.game), language))
        state = question.load()
        refusal = state.refusal(question.move, question.seat)
        rows.append(
            {
                "id": question.id,
                "game": question.game,
                "seat": question.seat,
                "move": question.move,
                "legal": question.legal,
                "clause": question.clause,
                "reason": "" if refusal is None else refusal.text(language),
                "state": question.state,
                "user": prompter.referee(state.view(question.seat), question.move).user,
            }
        )
    return rows


def rule_book_rows(questions: Iterable[Question], language: str = "en") -> list[Row]:
    """The prompt of the system, with the whole rule book, for every variant in the questions."""
    rows: dict[str, Row] = {}
    for question in questions:
        if question.game not in rows:
            prompt = Prompter(load(question.game), language).referee(question.view(), question.move)
            rows[question.game] = {"game": question.game, "system": prompt.system}
    return [rows[game] for game in sorted(rows)]


def exact_rows(positions: Iterable[Exact]) -> list[Row]:
    """A row for each position with exact values: its actions, and the points of each."""
    return [
        {
            "game": one.game,
            "position": str(one.load()),
            "seat": one.seat,
            "actions": list(one.values),
            "points": list(one.values.values()),
            "phase": one.phase,
            "distance": one.distance,
        }
        for one in positions
    ]


def game_rows(contest: Contest, played: Iterable[Played]) -> list[Row]:
    """A row for each game of a contest, with its record."""
    return [
        {
            "game": contest.spec,
            "players": [contest.names[bot] for bot in game.fixture.seating],
            "winners": list(game.winners),
            "clause": game.clause,
            "plies": game.plies,
            "record": game.record,
        }
        for game in played
    ]


def write_dataset(folder: Path, parts: Sequence[Part], command: str) -> None:
    """Write the files of the parts that have rows, the data card, and the checksums."""
    arrow = need("pyarrow", "a dataset", "llm")
    parquet = need("pyarrow.parquet", "a dataset", "llm")
    parts = [part for part in parts if part.rows]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part in parts:
            table = arrow.Table.from_pylist([dict(row) for row in part.rows])
            parquet.write_table(table, folder / part.name, compression="zstd", row_group_size=GROUP)
        (folder / "README.md").write_text(_card(parts, command), encoding="utf-8")
        names = sorted([*(part.name for part in parts), "README.md"])
        sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
        (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    except OSError as error:
        raise NaadamError(f"{folder} cannot be written: {error.strerror}") from None


def _card(parts: Sequence[Part], command: str) -> str:
    files = [f"| `{part.name}` | {len(part.rows)} | `{part.digest}` |" for part in parts]
    counts: dict[str, int] = {}
    for part in parts:
        for row in part.rows if part.name == "questions.parquet" else ():
            counts[row["clause"]] = counts.get(row["clause"], 0) + 1
    clauses = ", ".join(f"{clause} {count}" for clause, count in counts.items()) or "(no questions)"
    return CARD.format(version=naadam.__version__, command=command, files="\n".join(files), clauses=clauses)
