"""Collect positions in which a clause refuses an action: `collect_refusals.py yut` runs the clause tests of Yut.

It writes the `refusals.txt` of the game's package, from which questions about rare clauses begin
(src/naadam/llm/prompting/positions.py). A clause that ends a game refuses all actions after it: its positions are those
before the last action, which is written next to them. Clauses that the tests show only on small boards keep the lines
that the file has.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest

from naadam.core.contract import WORDING
from naadam.core.errors import NaadamError
from naadam.core.refusals import Refusal
from naadam.core.registry import load, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.llm.prompting.positions import follow, seeds

MOST = 4  # positions for each clause
SLOW = ("reference", "games", "golden", "drawing", "face")  # tests that are left out


class Place(NamedTuple):
    """A position, and an action that leads from there to the refusal, or nothing."""

    spec: str
    position: str
    last: str


class Collector:
    """A plugin of pytest that notes the position of every refusal."""

    def __init__(self) -> None:
        self.found: dict[str, dict[Place, None]] = {}
        self._checks = False  # a last action is played again
        plain = State._refuse

        def note(state: State, code: int, seat: int, number: int) -> Refusal:
            refusal = plain(state, code, seat, number)
            place = Place(state.game.spec, state.position, "")
            if is_repeatable(place, seat, number, refusal.clause):
                self.found.setdefault(refusal.clause, {})[place] = None
            return refusal

        apply = State.apply

        def note_end(state: State, action: int | str, seat: int | None = None) -> State:
            after = apply(state, action, seat)
            if after.outcome is not None and not self._checks:
                self._checks = True
                seat, number = state.resolve_action(action, seat)
                clause = after.outcome.clause
                last = f"{seat} {state.game.notation.format(state.record, seat, number)}"
                place = Place(state.game.spec, state.position, last)
                if seat != CHANCE and is_repeatable(place, 0, 0, clause):
                    self.found.setdefault(clause, {})[place] = None
                self._checks = False
            return after

        State._refuse = note  # type: ignore[method-assign, assignment]
        State.apply = note_end  # type: ignore[method-assign, assignment]


def is_repeatable(place: Place, seat: int, number: int, clause: str) -> bool:
    """Whether the position, with the action, leads to the same refusal, by a clause of its variant's rule book."""
    spec, position, last = place
    try:
        game = load(spec)
        if seat == CHANCE or "/" in spec or not game.rulebook.applies(int(clause.rpartition("-")[2])):
            return False
        state = follow(game.position(position), last)
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
    places = {
        clause: [place for place in found if load(place[0]).name == name] for clause, found in collector.found.items()
    }
    kept: dict[str, list[Place]] = {}
    for clause, *place in seeds(name):
        kept.setdefault(clause, []).append(Place(*place))
    chosen = kept | {clause: choose(found) for clause, found in places.items() if found}
    lines = [
        "\t".join((clause, *place)).rstrip("\t") + "\n"
        for clause in sorted(chosen, key=lambda clause: int(clause.rpartition("-")[2]))
        for place in chosen[clause]
    ]
    file = Path(str(resources.files(rulebook(name).texts.package))) / "refusals.txt"
    file.write_text("".join(lines), encoding="utf-8")
    print(f"{file}: {len(lines)} positions")


if __name__ == "__main__":
    main(sys.argv[1])
