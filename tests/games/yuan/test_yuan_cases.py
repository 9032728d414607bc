"""Yuan: independent test cases of resolved turns, written from the clauses without knowledge of the implementation.

They are in `cases*.toml`; the head of `cases.toml` says how to read them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from yuan_drawn_maps import tile_file

import naadam

CASES = sorted(Path(__file__).parent.glob("cases*.toml"))


class Case(NamedTuple):
    """A case of the file; a key that is not one of these is an error."""

    clauses: str
    map: str
    clans: str
    before: str
    chao: list[int]
    plans: list[str]
    after: str
    chao_after: list[int]
    turn: int = 3
    ends: str = ""
    winners: str = ""
    options: dict[str, Any] = {}  # noqa: RUF012 (never changed)
    handed_in: list[int] = []  # noqa: RUF012 (never changed)


def begin(case: Case, file: Path) -> naadam.State:
    clans = case.clans.split()
    file.write_text(tile_file(case.map, len(clans)), "utf-8")
    game = naadam.load("yuan", board=str(file), scenario="drawn", players=len(clans), **case.options)
    fields = {
        "turn": case.turn,
        "clans": ",".join(clans),
        "seats": ",".join(clans),
        "provinces": case.before.replace(" ", ","),
        "chao": ",".join(map(str, case.chao)),
    }
    return game.position("plan " + " ".join(f"{name}={value}" for name, value in fields.items()))


def fields_of(state: naadam.State) -> dict[str, str]:
    words = str(state).split()
    return dict(word.split("=", 1) for word in words if "=" in word)


def cases() -> list[object]:
    found = {name: Case(**keys) for file in CASES for name, keys in tomllib.loads(file.read_text("utf-8")).items()}
    return [
        pytest.param(case, id=name, marks=[pytest.mark.rule(clause) for clause in case.clauses.split()])
        for name, case in found.items()
    ]


@pytest.mark.parametrize("case", cases())
def test_a_case(case: Case, tmp_path: Path) -> None:
    state = begin(case, tmp_path / "drawn.toml")
    for seat in case.handed_in or range(len(case.plans)):
        state = state.apply(case.plans[seat], seat)
    fields = fields_of(state)
    assert set(fields["provinces"].split(",")) == set(case.after.split())
    assert fields["chao"] == ",".join(map(str, case.chao_after))
    if case.ends:
        assert state.outcome is not None
        assert state.outcome.clause == case.ends
        assert [case.clans.split()[seat] for seat in state.outcome.winners] == case.winners.split()
    else:
        assert state.outcome is None
        assert fields["turn"] == str(case.turn + 1)
