"""The positions of one signature of Jarmo, handed to retrograde analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naadam.solve.jarmo.kernels import OVER, SIDE_BITS, judge, list_moves
from naadam.solve.jarmo.numbering import Numbers, make_shapes
from naadam.solve.jarmo.signatures import Side, Signature, following
from naadam.solve.retrograde.solver import pin, ready
from naadam.solve.table_files import PER_BYTE

Values = Callable[[Signature, int], Any]  # packed, by signature and side to move


class Known(NamedTuple):
    """The signatures that turns lead to, and the values of their positions."""

    side_ids: Any  # [numbers of soldiers in one word]
    slots: Any  # [green's side, blue's side]
    starts: Any  # [side to move, row]: where the values begin in `after`
    after: Any  # packed
    sign: int  # of the score


def word_of(side: Side) -> int:
    """The numbers of soldiers in one word, as the kernels have them."""
    return sum(count << SIDE_BITS * place for place, count in enumerate(side))


def know(numbers: Numbers, signature: Signature, values: Values | None = None) -> tuple[list[Signature], Any, Known]:
    """A signature and those that its turns lead to, their shapes, and what is known of them."""
    after = [sorted(set(following(signature, mover))) for mover in (0, 1)]
    rows = [signature, *sorted({then for turns in after for then in turns if not then.over})]
    places = {then: row for row, then in enumerate(rows)}
    sides = {side for turns in after for then in (signature, *turns) for side in then}
    ids = {side: number for number, side in enumerate(sorted(sides))}
    side_ids = np.zeros(1 << len(Side._fields) * SIDE_BITS, np.int64)
    for side, number in ids.items():
        side_ids[word_of(side)] = number
    slots = np.zeros((len(ids), len(ids)), np.int64)
    starts = np.zeros((2, len(rows)), np.int64)
    packed: list[Any] = [np.zeros(1, np.uint8)]
    end = 1
    for mover, turns in enumerate(after):
        for then in turns:
            slots[ids[then.green], ids[then.blue]] = OVER + then.sign if then.over else places[then]
            if values is not None and not then.over:
                packed.append(values(then, 1 - mover))
                starts[1 - mover, places[then]] = PER_BYTE * end
                end += len(packed[-1])
    known = Known(side_ids, slots, starts, np.concatenate(packed), signature.sign)
    return rows, make_shapes(rows, numbers.camp, numbers.field), known


class SignatureLayer:
    """All positions of a signature; `values` are those of the signatures that its turns lead to."""

    reversible = True

    def __init__(self, numbers: Numbers, signature: Signature, values: Values) -> None:
        _, shapes, known = know(numbers, signature, values)
        self.sizes = (int(shapes[0, -1]), int(shapes[0, -1]))
        soldiers = max(side.outside for side in signature)
        self.most_moves = max(1, soldiers * int(np.bitwise_count(numbers.ways).max()))
        self._numbers, self._shapes, self._known = pin(numbers), shapes, pin(known)
        positions, exits, lists = np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros(1, np.int64)
        self._judge = ready(judge, self._numbers, shapes, self._known, 0, positions, exits)
        self._list = ready(list_moves, self._numbers, shapes, 0, positions, lists, lists)

    def judge_exits(self, side: int, positions: Any, exits: Any) -> None:
        self._judge(self._numbers, self._shapes, self._known, side, positions, exits)

    def list_moves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        self._list(self._numbers, self._shapes, side, positions, firsts, targets)

    def list_unmoves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        self.list_moves(1 - side, positions, firsts, targets)
