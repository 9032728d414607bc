"""Statistics of people and balance of seats, as folds over the results of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from naadam.bots.arena.statistics import Interval, interval
from naadam.ratings import Anchors, Entry, Ladder

PEOPLE = "people"  # the group of games without computers


class Row(Protocol):
    """The result of one seat, as a row of the database has it."""

    @property
    def table_id(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def person(self) -> str | None: ...
    @property
    def player(self) -> str | None: ...
    @property
    def spec(self) -> str: ...
    @property
    def team(self) -> int: ...
    @property
    def place(self) -> int: ...
    @property
    def share(self) -> float: ...
    @property
    def left(self) -> bool: ...
    @property
    def rated(self) -> bool: ...


Game = Sequence[Row]  # of one table, by seat


def outcome_for(game: Game, row: Row) -> Literal["won", "drawn", "lost"]:
    """The result of a seat."""
    if row.share == 0:
        return "lost"
    return "drawn" if all(other.share > 0 for other in game) else "won"


@dataclass
class Share:
    """Shares of the win in some games: 1 for a win, a half for a draw of two."""

    shares: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares) if self.shares else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval, Wilson's, made narrower by shared wins."""
        return interval(self.shares)


@dataclass
class Played:
    """The games of a person in one variant."""

    spec: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0  # of wins, the longest
    by_seat: dict[int, Share] = field(default_factory=dict)
    _run: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, game: Game, row: Row) -> None:
        outcome = outcome_for(game, row)
        setattr(self, outcome, getattr(self, outcome) + 1)
        self._run = self._run + 1 if outcome == "won" else 0
        self.streak = max(self.streak, self._run)
        self.by_seat.setdefault(row.seat, Share()).shares.append(row.share)


def games_of(person: str, games: Iterable[Game]) -> list[Played]:
    """The statistics of a person by variant, the most played first. A game with oneself counts in none."""
    found: dict[str, Played] = {}
    for game in games:
        own = [row for row in game if row.person == person]
        if len(own) == 1:
            found.setdefault(game[0].spec, Played(game[0].spec)).add(game, own[0])
    return sorted(found.values(), key=lambda played: (-played.games, played.spec))


def entries_of(game: Game) -> list[Entry]:
    """The players of a game for a ladder, each team by the place of its best."""
    best = {row.team: min(other.place for other in game if other.team == row.team) for row in game}
    return [Entry(row.person or row.player or _unknown(row), row.team, best[row.team]) for row in game]


def _unknown(row: Row) -> str:
    """A player of this game only, because unknown people are not one person."""
    return f"unknown {row.table_id} {row.seat}"


def ladder_of(spec: str, games: Iterable[Game]) -> Ladder:
    """The ladder of a variant after its rated games, in their order."""
    return Ladder.of(Anchors.of(spec), (entries_of(game) for game in games if game[0].rated))


def balance_of(games: Iterable[Game]) -> dict[str, dict[int, Share]]:
    """The share of the win of each seat: in games of people alone, and that of computers of a level against people.

    Games that a person left are not counted, and games with several levels, or with engines, are not either.
    """
    found: dict[str, dict[int, Share]] = {}
    for game in games:
        computers = {row.player for row in game if row.player is not None}
        if any(row.left for row in game) or len(computers) > 1:
            continue
        group = computers.pop() if computers else PEOPLE
        if group.startswith("engine:"):
            continue
        for row in game:
            if row.player is not None or group == PEOPLE:
                found.setdefault(group, {}).setdefault(row.seat, Share()).shares.append(row.share)
    return {group: dict(sorted(found[group].items())) for group in sorted(found, key=lambda one: (one != PEOPLE, one))}
