"""Cups: groups of four to six who all play each other, and the standings as a fold over stored games and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LEAST, MOST = 4, 6  # of a group
FEWEST = 2  # people without whom a cup does not begin
COMPUTER = "computer"  # begins the id of a computer in a group
UNFINISHED = 0.5  # for both sides of a game that the end of the cup cuts off


@dataclass(frozen=True)
class CupGame:
    """A game of a cup, its two entrants by seat, and the shares of the win once it counts."""

    table: str
    group: int
    entrants: tuple[str, str]
    shares: tuple[float, float] | None


@dataclass(frozen=True)
class Standing:
    """An entrant of a group; `against` are the points of the opponents beaten, halves for draws."""

    entrant: str
    points: float
    played: int
    against: float
    place: int  # shared where points and `against` are equal; 0 for a computer


def is_computer(entrant: str) -> bool:
    return entrant.startswith(COMPUTER)


def make_groups(people: Sequence[str]) -> list[list[str]]:
    """People in order of strength in groups of nearly equal size; computers fill a group of less than four."""
    if len(people) < FEWEST:
        return []
    count = -(-len(people) // MOST)
    size, more = divmod(len(people), count)
    groups, first = [], 0
    for number in range(count):
        last = first + size + (number < more)
        group = list(people[first:last])
        group += [f"{COMPUTER}{free}" for free in range(1, LEAST - len(group) + 1)]
        groups.append(group)
        first = last
    return groups


def pair_group(group: Sequence[str]) -> list[tuple[str, str]]:
    """Everyone against everyone once, each on either side as often as possible; computers not among themselves."""
    pairs = []
    for one in range(len(group)):
        for other in range(one + 1, len(group)):
            if is_computer(group[one]) and is_computer(group[other]):
                continue
            # of an odd number of entrants, each has the first seat against every second one that follows
            pair = (group[one], group[other])
            pairs.append(pair if (other - one) % 2 else (pair[1], pair[0]))
    return pairs


def settle(games: Sequence[CupGame], closed: bool) -> list[CupGame]:
    """The games with their shares; at the end of a cup an unfinished one counts as a draw."""
    cut = (UNFINISHED, UNFINISHED)
    return [CupGame(game.table, game.group, game.entrants, game.shares or (cut if closed else None)) for game in games]


def rank_group(games: Sequence[CupGame]) -> list[Standing]:
    """The entrants of a group by points, then by the points of those whom they beat."""
    entrants = dict.fromkeys(entrant for game in games for entrant in game.entrants)
    counted = [(game.entrants, game.shares) for game in games if game.shares is not None]
    points: dict[str, float] = dict.fromkeys(entrants, 0.0)
    played = dict.fromkeys(entrants, 0)
    against: dict[str, float] = dict.fromkeys(entrants, 0.0)
    for pair, shares in counted:
        for entrant, share in zip(pair, shares, strict=True):
            points[entrant] += share
            played[entrant] += 1
    for pair, shares in counted:
        for seat in (0, 1):
            against[pair[seat]] += shares[seat] * points[pair[1 - seat]]
    return _places(points, played, against)


def _places(points: Mapping[str, float], played: Mapping[str, int], against: Mapping[str, float]) -> list[Standing]:
    order = sorted(points, key=lambda entrant: (points[entrant], against[entrant]), reverse=True)
    found: list[Standing] = []
    place = people = 0
    last: tuple[float, float] | None = None
    for entrant in order:
        score = points[entrant], against[entrant]
        if not is_computer(entrant):
            people += 1
            place, last = (place, last) if score == last else (people, score)
        shown = 0 if is_computer(entrant) else place
        found.append(Standing(entrant, points[entrant], played[entrant], against[entrant], shown))
    return found
