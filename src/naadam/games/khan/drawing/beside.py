"""What lies beside the board of Khan, what is to be said about a position, and its score sheet, from a description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from naadam.games.khan.rules.state import PORTRAIT

Told = Mapping[str, Any]
SPECIALS = ("morale", "protect", "support", "explore")
STEPS = 5


def put_beside(told: Told) -> dict[str, Any]:
    """The parts of a description that `core.stage` names, beside the pieces."""
    return {
        "shelves": fill_shelves(told),
        "notes": list(make_notes(told)),
        "shown": show_card(told),
        "sheet": [
            {"lines": list(write_lines(told, seat)), "total": told["score"][seat]["total"]} for seat in seats(told)
        ],
        "secret": bool(hand_of(told)),
    }


def hand_of(told: Told) -> list[dict[str, str]]:
    """The own cards, as long as they are of any use (KH-63)."""
    return [] if told["phase"] in ("final", "over") else list(told["hand"] or ())


def seats(told: Told) -> range:
    return range(len(told["hands"]))


def fill_shelves(told: Told) -> dict[str, Any]:
    """The steps of the turn, the own hand, the shapes, the rulers, and the special cards of each seat."""
    return {
        "steps": list(make_steps(told)),
        "hand": [{"item": card["name"]} for card in hand_of(told)],
        "shapes": [
            {"item": shape["id"], "count": shape["left"]}
            | ({"seats": sorted(map(int, shape["reserved"]))} if shape["reserved"] else {})
            for shape in told["shapes"]
        ],
        "rulers": [
            {"item": f"ruler-{ruler['letter']}", "count": ruler["portrait"], "of": PORTRAIT}
            | ({"state": "out"} if ruler["removed"] else {})
            for ruler in told["rulers"]
        ],
        "specials": [
            [{"item": "back", "count": told["hands"][seat]}]
            + [
                {"item": name, "count": held[name]} | ({"state": "active"} if name in held["active"] else {})
                for name in SPECIALS
            ]
            for seat, held in enumerate(told["specials"])
        ],
    }


def make_steps(told: Told) -> Iterator[dict[str, str]]:
    now = told["step"]
    for step in range(1, STEPS + 1) if told["phase"] == "turn" and now else ():
        state = {"state": "now"} if step == now else {"state": "done"} if step < now else {}
        yield {"item": f"step-{step}"} | state


def make_notes(told: Told) -> Iterator[dict[str, Any]]:
    """The final phase, a conquest that waits for agreement, what protects whom, the last flight."""
    if told["phase"] == "final":
        yield {"say": "final"}
    proposal, fled = told["proposal"], told["fled"]
    if proposal:
        names = {"shape": proposal["shape"], "cells": ", ".join(proposal["cells"]), "points": proposal["cells"]}
        yield {"say": "proposal", "seat": proposal["proposer"], "seats": proposal["asked"]} | names
    for seat, held in enumerate(told["specials"]):
        for name, where in held["active"].items():
            yield {"say": f"{name}-{'active' if where is True else where}", "seat": seat, "soft": True}
    if told["phase"] == "turn" and told["actions_left"] and told["refused"] and not proposal:
        yield {"say": "refused", "seats": told["refused"]}
    if fled and told["phase"] == "turn":
        told_of = {"from": fled["from"], "to": fled["to"], "card": fled["card"]}
        points = [fled["from"], *([fled["to"]] if fled["to"] else [])]
        yield {
            "say": f"{'fled' if fled['to'] else 'removed'}-{fled['ruler']}",
            "points": points,
            "soft": True,
        } | told_of


def show_card(told: Told) -> dict[str, Any] | None:
    """The card that made a ruler flee last."""
    fled = told["fled"]
    if not fled or told["phase"] != "turn":
        return None
    points = [fled["from"], *([fled["to"]] if fled["to"] else [])]
    return {"item": fled["card"], "points": points, "id": told["discards"]}


def write_lines(told: Told, seat: int) -> Iterator[dict[str, Any]]:
    """The score of a seat, line by line (KH-70 to KH-74)."""
    sheet = told["score"][seat]
    for laid in told["laid"]:
        owners = laid["owners"]
        if seat in owners:
            line = {"shape": laid["shape"], "cells": ", ".join(laid["cells"]), "points": laid["cells"]}
            worth = -(-laid["value"] // len(owners))
            more = {"value": laid["value"], "seats": [other for other in owners if other != seat]}
            yield line | {"worth": worth} | ({"say": "shape"} if len(owners) == 1 else {"say": "shared"} | more)
    sizes = sheet["territories"]
    if not sizes:
        return
    yield {"say": "territories", "sizes": ", ".join(map(str, sizes)), "worth": 0}
    yield {"say": "bonus", "size": sizes[0], "worth": sheet["bonus"]}
    for tie in sheet["ties"]:
        told_of = {"seats": tie["with"], "worth": 0}
        if tie["place"] is None:
            yield {"say": "equal"} | told_of
        else:
            own, *others = tie["sizes"]
            yield {"say": "tie", "place": tie["place"], "own": own, "theirs": ", ".join(map(str, others))} | told_of
