"""The score sheet: where every point comes from (KH-70 to KH-75)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from types import SimpleNamespace
from typing import NamedTuple

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.seats import seats_in
from naadam.drawing.description import Saying, Score, ScoreLine
from naadam.games.khan import rules
from naadam.games.khan.board import Realm
from naadam.games.khan.rules.state import ORIENTATIONS, SHAPES, Tables

plain = PlainRules(rules)


class Laid(NamedTuple):
    """A shape on the board."""

    shape: str
    code: str  # of its orientation
    cells: tuple[str, ...]
    value: int
    owners: tuple[int, ...]

    @property
    def points(self) -> int:
        """KH-70: its value to each of its owners."""
        return -(-self.value // len(self.owners))


class Tie(NamedTuple):
    """Seats whose largest territory is as large as the own one (KH-73).

    `place` is the rank of the territory that broke the tie, 2 for the second largest. `sizes` are the sizes at that
    rank: the player's own, then those of the others. Players who are equal at every rank have None and no sizes.
    """

    others: tuple[int, ...]
    place: int | None
    sizes: tuple[int, ...] = ()


class Sheet(NamedTuple):
    """The score of a seat: its shapes, the sizes of its territories, largest first, and the bonus for them."""

    seat: int
    shapes: tuple[Laid, ...]
    territories: tuple[int, ...]
    bonus: int
    ties: tuple[Tie, ...]

    @property
    def total(self) -> int:
        return sum(laid.points for laid in self.shapes) + self.bonus


def list_laid(realm: Realm, state: StateRecord) -> list[Laid]:
    """The shapes on the board, in the order of their conquests."""
    found = []
    for conquest, owners in zip(state.laid[: state.laid_count].tolist(), state.owners.tolist(), strict=False):
        form, code, _ = realm.orientations[conquest % ORIENTATIONS]
        shape, cells = realm.forms[form], realm.covered(conquest) or ()
        found.append(Laid(shape.id, code, tuple(realm.names[cell] for cell in cells), shape.value, seats_in(owners)))
    return found


def write_sheets(tables: Tables, state: StateRecord, laid: Sequence[Laid]) -> list[Sheet]:
    """The sheets of all seats, with these shapes on the board."""
    sizes = SimpleNamespace(territories=state.territories)  # a record is slow to read again and again
    territories = [tuple(size for size in row if size) for row in state.territories[: tables.seats].tolist()]
    return [
        Sheet(
            seat,
            tuple(each for each in laid if seat in each.owners),
            territories[seat],
            int(plain.bonus(tables, sizes, seat)),
            tuple(explain_ties(territories, seat)),
        )
        for seat in range(tables.seats)
    ]


def explain_ties(territories: Sequence[tuple[int, ...]], seat: int) -> Iterator[Tie]:
    """The ties for the largest territory, those broken first before the others."""
    own = territories[seat]
    by_place: dict[int | None, list[int]] = {}
    for other, sizes in enumerate(territories):
        if other != seat and own and own[0] == max(sizes, default=0):
            pairs = enumerate(zip_longest(own, sizes, fillvalue=0), 1)  # KH-73: a missing one counts as 0
            by_place.setdefault(next((place for place, (one, two) in pairs if one != two), None), []).append(other)
    for place, others in sorted(by_place.items(), key=lambda tie: tie[0] or SHAPES):
        sizes = tuple(size_of(territories[each], place) for each in (seat, *others)) if place else ()
        yield Tie(tuple(others), place, sizes)


def size_of(sizes: tuple[int, ...], place: int) -> int:
    return sizes[place - 1] if place <= len(sizes) else 0


def write_score(sheet: Sheet) -> Score:
    """The sheet as lines that a page can show."""
    return Score(tuple(write_lines(sheet)), sheet.total)


def write_lines(sheet: Sheet) -> Iterator[ScoreLine]:
    for laid in sheet.shapes:
        values: dict[str, str | int] = {"shape": laid.shape, "cells": ", ".join(laid.cells)}
        others = tuple(owner for owner in laid.owners if owner != sheet.seat)
        if others:
            yield line("shared", laid.points, values | {"value": laid.value}, others, laid.cells)
        else:
            yield line("shape", laid.points, values, points=laid.cells)
    if not sheet.territories:
        return
    yield line("territories", 0, {"sizes": join(sheet.territories)})
    yield line("bonus", sheet.bonus, {"size": sheet.territories[0]})
    for tie in sheet.ties:
        if tie.place is None:
            yield line("equal", 0, {}, tie.others)
        else:
            yield line("tie", 0, {"place": tie.place, "own": tie.sizes[0], "theirs": join(tie.sizes[1:])}, tie.others)


def line(
    say: str, worth: int, values: dict[str, str | int], seats: tuple[int, ...] = (), points: tuple[str, ...] = ()
) -> ScoreLine:
    return ScoreLine(Saying(say, values, seats=seats, points=points), worth)


def join(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))
