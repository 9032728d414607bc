"""The grounds of a board in words: land, sea, ports, capitals, Grail, V spaces and bridges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Words = Mapping[str, Mapping[str, str]]


def name_grounds(board: Mapping[str, Any], seats: Sequence[int], words: Words) -> dict[str, list[str]]:
    """Spaces and ways by their kind.

    `board` is a board file that has been checked, `seats` are the players of it who play, and `words` are the texts of
    a language.
    """
    kinds: dict[str, list[str]] = {}
    owners = {board["players"][player]: words["seats"][str(seat)] for seat, player in enumerate(seats)}
    for space in board["spaces"]:
        for key, owner in _kinds_of_space(space, owners):
            kinds.setdefault(words["grounds"][key].format(seat=owner), []).append(space["id"])
    for path in board["paths"]:
        for key in _kinds_of_path(path):
            ends = (path["up_from"], path["up_to"]) if key == "up" else (path["a"], path["b"])
            kinds.setdefault(words["grounds"][key], []).append(
                words["grounds"]["ends"].format(first=ends[0], last=ends[1])
            )
    return kinds


def _kinds_of_space(space: Mapping[str, Any], owners: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield space["kind"], ""
    if space.get("capital") in owners:
        yield "capital", owners[space["capital"]]
    yield from (("grail", ""),) if space.get("grail") else ()
    yield from (("obstacle", ""),) if space.get("v") else ()


def _kinds_of_path(path: Mapping[str, Any]) -> Iterator[str]:
    if "bridge" in path:
        yield "bridge-marked" if path.get("bridge_x") else "bridge"
    if "up_from" in path:
        yield "up"
