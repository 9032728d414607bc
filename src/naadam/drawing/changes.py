"""Changes between two descriptions of a position: the message to a client that has the first one."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from naadam.drawing.description import Description, Piece, to_plain


@dataclass(frozen=True)
class Changes:
    """The way from one description to the next.

    First the pieces at the places `gone` of the list are taken out; then those that `come` are put in, in this order,
    each at its place in the new list. `others` are the parts that changed besides, as they are now; of `counts` and
    `shelves` only the keys that changed, with null for one that there is no more.
    """

    gone: tuple[int, ...] = ()
    come: tuple[tuple[int, Piece], ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """As values that JSON can carry, without empty ones."""
        plain: dict[str, Any] = {}
        if self.gone:
            plain["gone"] = list(self.gone)
        if self.come:
            plain["come"] = [[place, piece.plain] for place, piece in self.come]
        if self.others:
            plain["others"] = to_plain(self.others)
        return plain


def find_changes(before: Description, after: Description) -> Changes:
    """Return the changes from one description to another."""
    if before is after:
        return Changes()
    gone, come = _compare_pieces(before.pieces, after.pieces)
    kind: Any = type(after)
    names, by_key, values_of = _other_parts(kind)
    others = {}
    for name, had, has in zip(names, values_of(before), values_of(after), strict=True):
        if had is not has and had != has:
            others[name] = _compare_keys(had, has) if name in by_key else has
    return Changes(gone, come, others)


@functools.cache
def _other_parts(kind: Any) -> tuple[tuple[str, ...], set[str], Callable[[Description], tuple[Any, ...]]]:
    """The names of the parts without the pieces, the names of mappings among them, and a getter for all values."""
    parts = [part for part in fields(kind) if part.name != "pieces"]
    names = tuple(part.name for part in parts)
    return names, {part.name for part in parts if part.default_factory is dict}, operator.attrgetter(*names)


def _compare_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return changed | {key: None for key in before if key not in after}


def _compare_pieces(
    before: Sequence[Piece], after: Sequence[Piece]
) -> tuple[tuple[int, ...], tuple[tuple[int, Piece], ...]]:
    """Where pieces are gone, and which come where.

    Faces give the same object for a piece that stays, mostly; so these are set aside first, and values compared only
    where that leaves something.
    """
    had, has = list(map(id, before)), list(map(id, after))
    lost, new = {*had}.difference(has), {*has}.difference(had)
    gone = [place for place, piece in enumerate(had) if piece in lost] if lost else []
    come = [place for place, piece in enumerate(has) if piece in new] if new else []
    if gone and come and not {before[place] for place in gone}.isdisjoint(after[place] for place in come):
        same = Counter(before[place] for place in gone) & Counter(after[place] for place in come)
        gone, come = _leave_out(same, before, gone), _leave_out(same, after, come)
    if not _agree(before, gone, after, come):  # the order has changed, or a piece stands there twice
        gone, come = list(range(len(before))), list(range(len(after)))
    return tuple(gone), tuple((place, after[place]) for place in come)


def _leave_out(same: Counter[Piece], pieces: Sequence[Piece], places: Sequence[int]) -> list[int]:
    """The places of those pieces that are not the same."""
    left, found = Counter(same), []
    for place in places:
        if left[pieces[place]]:
            left[pieces[place]] -= 1
        else:
            found.append(place)
    return found


def _agree(before: Sequence[Piece], gone: Sequence[int], after: Sequence[Piece], come: Sequence[int]) -> bool:
    """Whether both lists are the same without lost and new items."""
    without, others = list(before), list(after)
    for place in reversed(gone):
        del without[place]
    for place in reversed(come):
        del others[place]
    return without == others
