"""Verification of the tables of Jarmo: random positions against turns by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import mix, plain
from naadam.core.compiling.pinned import Pinned
from naadam.core.errors import TableError
from naadam.core.game import Game
from naadam.games.jarmo.rules.state import GREEN
from naadam.solve.checks import SAMPLES_AT_ONCE, Check, Sample
from naadam.solve.jarmo.kernels import DRAW, OVER
from naadam.solve.jarmo.layer import know
from naadam.solve.jarmo.numbering import order_points
from naadam.solve.jarmo.rederivation import QUIET, list_turns, set_up
from naadam.solve.jarmo.signatures import Group, Signature
from naadam.solve.jarmo.tables import ENDLESS, JarmoTable, group_file, groups_of, kinds_of, numbers_of, places_of
from naadam.solve.table_files import check_table

GROUPS = "groups of signatures"  # the one phase
AT_A_TIME = 10_000  # positions
SCORES = np.array([0, 1, -1, 9], np.int8)  # by value; the last one is of a damaged table
BEFORE_ALL = -1  # the stage of a position outside the group


@lru_cache(maxsize=4)
def list_signatures(game: Game) -> tuple[Signature, ...]:
    return tuple(member for group in groups_of(game) for member in group.members)


def solved_groups(game: Game) -> list[Group]:
    """The groups whose files are there."""
    return [group for group in groups_of(game) if group_file(game, group.number, "values").is_file()]


def list_phases(_game: Game) -> tuple[str, ...]:
    return (GROUPS,)


def list_tables(game: Game, _phases: Sequence[str]) -> list[Path]:
    """The files of all groups that are solved."""
    return [group_file(game, group.number, kind) for group in solved_groups(game) for kind in kinds_of(group)]


def list_samples(game: Game, phase: str, samples: int, seed: int = 0) -> list[Sample]:
    """So many positions of all signatures that are solved; TableError if a table is damaged."""
    for file in list_tables(game, (phase,)):
        check_table(file, game)
    solved, found = solved_groups(game), []
    if not solved:
        raise TableError(f"{game.spec} is not solved on this machine: `naadam solve {game.spec}` does it")
    numbers = {signature: number for number, signature in enumerate(list_signatures(game))}
    whole = sum(group.positions for group in solved)
    for group in solved:
        for signature, size in zip(group.members, group.sizes, strict=True):
            wanted = max(1, round(samples * 2 * size / whole))
            for start in range(0, wanted, SAMPLES_AT_ONCE):
                number = numbers[signature]
                own = mix(len(numbers) * (seed + start) + number)
                found.append(Sample(phase, number, min(SAMPLES_AT_ONCE, wanted - start), own))
    return found


def check_sample(game: Game, sample: Sample) -> Check:
    check = SignatureCheck(JarmoTable(game), list_signatures(game)[sample.layer])
    rng = np.random.default_rng(sample.seed % 2**63)
    faults, first = 0, ""
    for start in range(0, sample.samples, AT_A_TIME):
        wanted = min(AT_A_TIME, sample.samples - start)
        side = int(rng.integers(2))
        wrong = check.find_wrong(side, rng.integers(check.size, size=wanted))
        first = first or (check.show(side, int(wrong[0])) if len(wrong) else "")
        faults += len(wrong)
    return Check(sample.samples, faults, first)


class Proof(NamedTuple):
    """Turns, with the entries of the position before and those of the position after, as scores of the side to move.

    Values that equal the best of those after could still rest on each other in a circle. So the winner has a turn to an
    earlier stage, or in the same stage to fewer plies, as has the side that makes haste to draw; and the other side has
    no turn that leads anywhere else. Where endless play wins, staying in the stage is enough.
    """

    plies: Any
    stages: Any
    then: Any
    after: Any  # plies
    stages_after: Any
    quiet: Any
    endless: int

    def holds(self, score: int) -> Any:
        """Which turns are as they must be where the side to move has this score."""
        if score == 0:
            nearer = ~self.quiet | (self.after < self.plies)
            return (self.then == 0) & (nearer | (self.endless == 0)) if self.endless <= 0 else (self.then < 0) | nearer
        earlier = self.stages_after < self.stages
        same = self.quiet & (self.stages_after == self.stages)
        stays = (self.plies == ENDLESS) & (self.endless == score)
        return (self.then == score) & (earlier | (same & (stays | (self.after < self.plies))))


set_up_plain = plain(set_up)


class SignatureCheck:
    """The check of the positions of one signature."""

    def __init__(self, table: JarmoTable, signature: Signature) -> None:
        self.table, self.game, self.signature = table, table.game, signature
        self.group, self.member = places_of(self.game)[signature]
        self.size = self.group.sizes[self.member]
        self.alone = len(self.group.members) == 1
        numbers, compiled = numbers_of(self.game), self.game.bound.compiled
        self.rows, shapes, known = know(numbers, signature)
        order = np.array(order_points(self.game.rulebook.grid), np.int64)  # type: ignore[attr-defined]
        states = np.zeros(4, self.game.state_type)
        states[0] = self.game.start().record
        self._states, self._shapes, self._order = states, shapes, order
        self._numbers = Pinned(numbers) if compiled else numbers
        choices = np.zeros((2, self.game.sizes.choices), np.int64)
        most = self.game.sizes.choices * (len(self.game.rulebook.grid.camps[0]) + 3)  # type: ignore[attr-defined]
        self._firsts = np.zeros(AT_A_TIME + 1, np.int64)
        self._slots, self._places = np.zeros((2, AT_A_TIME * most), np.int64)
        self._before: tuple[Any, ...] = (
            self._numbers,
            shapes,
            Pinned(known) if compiled else known,
            order,
            np.argsort(order).astype(np.int64),
            states,
            choices,
        )
        sample = (0, np.zeros(1, np.int64), self._firsts, self._slots, self._places)
        self._list = self.game.bound.bind(list_turns, *self._before, *sample)

    def find_wrong(self, side: int, chosen: Any) -> Any:
        """The positions whose entries do not follow from those after their turns."""
        count = int(self._list(*self._before, side, chosen, self._firsts, self._slots, self._places))
        firsts, slots, places = self._firsts[: len(chosen) + 1], self._slots[:count], self._places[:count]
        values, plies, stages = self.read(self.signature, side, chosen)
        scores = SCORES[values]
        endless = self.signature.sign * (1 if side == GREEN else -1)
        then, after, stage_after = self.follow(side, slots, places)
        over = np.diff(firsts) == 0
        wrong = over & (scores != endless)
        if count:
            starts = np.minimum(firsts[:-1], count - 1)
            wrong |= ~over & (scores != np.maximum.reduceat(then, starts))
            owner = np.repeat(np.arange(len(chosen)), np.diff(firsts))
            quiet = slots == QUIET
            proof = Proof(plies[owner], stages[owner], then, after, stage_after, quiet, endless)
            for score in (1, 0, -1):
                every = score < 0 or (score == 0 and endless > 0)
                holds = (np.logical_and if every else np.logical_or).reduceat(proof.holds(score), starts)
                wrong |= ~over & (scores == score) & ~holds
            if self.alone:
                wrong |= ~over & self._is_far_off(scores, plies, then, np.where(quiet, after, 0), starts)
        return chosen[wrong]

    def _is_far_off(self, scores: Any, plies: Any, then: Any, after: Any, starts: Any) -> Any:
        """Where a win or a loss is at another distance than its turns say."""
        soonest = np.minimum.reduceat(np.where((then == 1) & (after < ENDLESS), after, ENDLESS), starts) + 1
        latest = np.maximum.reduceat(after, starts) + 1
        forced = plies < ENDLESS
        return forced & (((scores == 1) & (plies != soonest)) | ((scores == -1) & (plies != latest)))

    def follow(self, side: int, slots: Any, places: Any) -> tuple[Any, Any, Any]:
        """The scores after turns for the side that makes them, the plies from there, and the stages."""
        then = np.where(slots == OVER, places * (1 if side == GREEN else -1), 0).astype(np.int8)
        plies, stages = np.zeros(len(slots), np.int64), np.full(len(slots), BEFORE_ALL, np.int64)
        for row, signature in enumerate(self.rows):
            chosen = np.flatnonzero(slots == row)
            if len(chosen):
                values, far, found = self.read(signature, 1 - side, places[chosen])
                then[chosen], plies[chosen], stages[chosen] = -SCORES[values], far, found
        return then, plies, stages

    def read(self, signature: Signature, side: int, places: Any) -> tuple[Any, Any, Any]:
        """The values, plies and stages of positions; wins and losses by endless play have ENDLESS plies."""
        group, member = places_of(self.game)[signature]
        at = 2 * member + side
        packed = self.table.read(group.number, "values")[at]
        values = packed[places >> 2] >> (2 * (places & 3)).astype(np.uint8) & 3
        stages = np.full(len(places), BEFORE_ALL, np.int64)
        plies = np.zeros(len(places), np.int64)
        if group == self.group:
            plies += self.table.read(group.number, "distances")[at][places]
            plies[(plies == 0) & (values != DRAW)] = ENDLESS
            stages[:] = member
            if not self.alone:
                stages += len(group.members) * self.table.read(group.number, "rounds")[at][places].astype(np.int64)
        return values, plies, stages

    def show(self, side: int, place: int) -> str:
        record = self._states[0].copy()
        set_up_plain(numbers_of(self.game), self._shapes, self._order, record, side, place)
        return self.game.notation.format_position(record)
