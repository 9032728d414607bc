"""Collect positions in which a clause refuses an action: `collect_refusals.py yut` runs the clause tests of Yut.

It writes the `refusals.txt` of the game's package, from which questions about rare clauses begin
(src/naadam/llm/positions.py).
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import pytest

from naadam.core.contract import WORDING
from naadam.core.errors import NaadamError
from naadam.core.refusals import Refusal
from naadam.core.registry import load, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State

MOST = 4  # positions for each clause
SLOW = ("reference", "games", "golden", "drawing", "face")  # tests that are left out

Place = tuple[str, str]  # spec and position


class Collector:
    """A plugin of pytest that notes the position of every refusal."""

    def __init__(self) -> None:
        self.found: dict[str, dict[Place, None]] = {}
        plain = State._refuse

        def note(state: State, code: int, seat: int, number: int) -> Refusal:
            refusal = plain(state, code, seat, number)
            place = state.game.spec, state.position
            if is_repeatable(place, seat, number, refusal.clause):
                self.found.setdefault(refusal.clause, {})[place] = None
            return refusal

        State._refuse = note  # type: ignore[method-assign, assignment]


def is_repeatable(place: Place, seat: int, number: int, clause: str) -> bool:
    """Whether the position alone leads to the same refusal, by a clause of its variant's rule book."""
    spec, position = place
    try:
        game = load(spec)
        if seat == CHANCE or "/" in spec or not game.rulebook.applies(int(clause.rpartition("-")[2])):
            return False
        state = game.position(position)
        code = game.bound.refusal(state.record, seat, number)
        return bool(code) and clause == f"{game.rulebook.prefix}-{int(code) % WORDING}"
    except NaadamError:
        return False


def choose(places: list[Place]) -> list[Place]:
    """Some places, of as many variants as possible, the shortest first."""
    by_spec: dict[str, list[Place]] = {}
    for place in sorted(places, key=lambda place: (len(place[0]), len(place[1]), place)):
        by_spec.setdefault(place[0], []).append(place)
    turns = [(turn, place) for own in by_spec.values() for turn, place in enumerate(own)]
    return [place for _, place in sorted(turns, key=lambda each: each[0])][:MOST]


def main(name: str) -> None:
    collector = Collector()
    folder = Path(__file__).parents[1] / "tests" / "games" / name.replace("-", "_")
    files = [str(file) for file in sorted(folder.glob("test_*.py")) if not any(word in file.stem for word in SLOW)]
    if pytest.main(["-q", "-p", "no:cacheprovider", *files]):
        sys.exit("these tests fail")
    lines = [
        f"{clause}\t{spec}\t{position}\n"
        for clause in sorted(collector.found, key=lambda clause: int(clause.rpartition("-")[2]))
        for spec, position in choose(list(collector.found[clause]))
        if load(spec).name == name
    ]
    file = Path(str(resources.files(rulebook(name).texts.package))) / "refusals.txt"
    file.write_text("".join(lines), encoding="utf-8")
    print(f"{file}: {len(lines)} positions")


if __name__ == "__main__":
    main(sys.argv[1])
