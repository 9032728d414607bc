"""A ladder: the ratings of everybody in one rule set, as a fold over its games in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from naadam.ratings.anchors import POINTS_OF_ANCHORED, Anchors
from naadam.ratings.model import POINTS, SIGMA, Rating, rate

NEWCOMER = Rating.of_points(POINTS_OF_ANCHORED, POINTS * SIGMA)  # as the anchored level, and nearly unknown
PLACING_GAMES = 3  # of a newcomer against computers alone


@dataclass(frozen=True)
class Entry:
    """A player in a game: an anchor by its name, or any other key; seats with the same team win and lose together."""

    player: str
    team: int
    place: int  # 1 is the best; the same for all of a team


class Ladder:
    """Ratings by player. Anchors have their fixed ratings, and are no part of the fold."""

    def __init__(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.ratings: dict[str, Rating] = {}
        self.games: dict[str, int] = {}  # that count, by player

    @classmethod
    def of(cls, anchors: Anchors, games: Iterable[Sequence[Entry]]) -> Ladder:
        """The ladder after all these games."""
        ladder = cls(anchors)
        for game in games:
            ladder.add(game)
        return ladder

    def rating(self, player: str) -> Rating:
        if player in self.anchors:
            return self.anchors[player]
        return self.ratings.get(player, NEWCOMER)

    def add(self, game: Sequence[Entry]) -> bool:
        """Rate a game, and say whether it counts.

        A game of one person against anchors counts only while that person is a newcomer, so that a rating is mostly
        earned against people.
        """
        seated = [entry.player for entry in game if entry.player not in self.anchors]
        people = set(seated)
        teams = [[one for one in game if one.team == team] for team in {entry.team for entry in game}]
        if not people or len(teams) < 2 or len(people) < len(seated):  # one person may hold several seats at one screen
            return False
        if len(people) == 1 and self.games.get(next(iter(people)), 0) >= PLACING_GAMES:
            return False
        for team in teams:
            team.sort(key=lambda entry: entry.player)
        teams.sort(key=lambda team: [(entry.place, entry.player) for entry in team])  # seats must not matter
        before = [[self.rating(entry.player) for entry in team] for team in teams]
        after = rate(before, [team[0].place for team in teams])
        for team, rated in zip(teams, after, strict=True):
            for entry, rating in zip(team, rated, strict=True):
                if entry.player in people:
                    self.ratings[entry.player] = rating
                    self.games[entry.player] = self.games.get(entry.player, 0) + 1
        return True
