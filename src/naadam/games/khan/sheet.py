"""The score sheet: where every point comes from (KH-70 to KH-75)."""

from __future__ import annotations

from typing import Any

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.games.khan.board import Realm
from naadam.games.khan.rules.score import bonus, total
from naadam.games.khan.rules.state import ORIENTATIONS, Tables

_bonus, _total = plain(bonus), plain(total)


def score_sheet(realm: Realm, tables: Tables, state: StateRecord) -> list[dict[str, Any]]:
    """By seat: its `shapes` (`shape`, `value`, `owners`, `points`), the sizes of its `territories`, largest first,
    its `bonus` for them, how a `tie` for it was broken, and the `total`.

    A tie, of the largest territory, is None or names the seats it is `with` and the `place` of the territory that broke
    it, 2 for the second largest; None for the place if they are equal in all.
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
            "tie": explain_tie(territories, seat),
            "total": int(_total(tables, state, seat)),
        }
        for seat in range(tables.seats)
    ]


def explain_tie(territories: list[list[int]], seat: int) -> dict[str, Any] | None:
    own = territories[seat]
    tied = [other for other, sizes in enumerate(territories) if other != seat and own[:1] == sizes[:1] and own]
    if not tied:
        return None
    places = []
    for other in tied:
        sizes = territories[other]
        longest = max(len(own), len(sizes))
        pairs = zip(own + [0] * longest, sizes + [0] * longest, strict=False)
        places.append(next((place for place, (one, two) in enumerate(pairs, 1) if one != two), None))
    broken = [place for place in places if place is not None]
    return {"with": tied, "place": max(broken) if len(broken) == len(places) else None}
