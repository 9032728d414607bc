"""The score sheet: where every point comes from (KH-70 to KH-75)."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.games.khan.board import Realm
from naadam.games.khan.rules.score import bonus, total
from naadam.games.khan.rules.state import ORIENTATIONS, SHAPES, Tables

_bonus, _total = plain(bonus), plain(total)


def score_sheet(realm: Realm, tables: Tables, state: StateRecord) -> list[dict[str, Any]]:
    """By seat: its `shapes` (`shape`, `value`, `owners`, `points`), the sizes of its `territories`, largest first,
    its `bonus` for them, how `ties` for it were broken, and the `total`.

    A tie, of the largest territory, names the seats it is `with`, and the `place` of the territory that broke it, 2 for
    the second largest, with the `sizes` of that: the own, then those of the others. The place is None with those who
    are equal in all.
    """
    owned: list[list[dict[str, Any]]] = [[] for _ in range(tables.seats)]
    for conquest, mask in zip(state.laid[: state.laid_count], state.owners, strict=False):
        form = realm.forms[tables.form[conquest % ORIENTATIONS]]
        owners = [seat for seat in range(tables.seats) if mask >> seat & 1]
        points = -(-form.value // len(owners))
        for seat in owners:
            owned[seat].append({"shape": form.id, "value": form.value, "owners": owners, "points": points})
    territories = [[int(size) for size in state.territories[seat] if size] for seat in range(tables.seats)]
    return [
        {
            "shapes": owned[seat],
            "territories": territories[seat],
            "bonus": int(_bonus(tables, state, seat)),
            "ties": explain_ties(territories, seat),
            "total": int(_total(tables, state, seat)),
        }
        for seat in range(tables.seats)
    ]


def explain_ties(territories: list[list[int]], seat: int) -> list[dict[str, Any]]:
    own = territories[seat]
    by_place: dict[int | None, list[int]] = {}
    for other, sizes in enumerate(territories):
        if other != seat and own and own[0] == max(sizes, default=0):
            pairs = enumerate(zip_longest(own, sizes, fillvalue=0), 1)  # KH-73: a missing one counts as 0
            by_place.setdefault(next((place for place, (one, two) in pairs if one != two), None), []).append(other)
    return [
        {
            "with": others,
            "place": place,
            "sizes": [size_of(territories[each], place) for each in (seat, *others)] if place else [],
        }
        for place, others in sorted(by_place.items(), key=lambda tie: tie[0] or SHAPES)
    ]


def size_of(sizes: list[int], place: int) -> int:
    return sizes[place - 1] if place <= len(sizes) else 0
