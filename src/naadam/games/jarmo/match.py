"""The match of Jarmo: an agreed number of games with sides changed after each, and points added (JA-20)."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.core.parts.match_rule import GameResult, MatchRule

USUAL_LENGTH = 2
EITHER = ((0, 1), (1, 0))


class JarmoMatch(MatchRule):
    clause = "JA-20"
    lengths = (2, 4, 6)

    def __init__(self, by_points: bool, games: int = USUAL_LENGTH) -> None:
        self.by_points = by_points  # else games won are counted
        self.games = games

    def lasting(self, games: int) -> JarmoMatch:
        return JarmoMatch(self.by_points, games)

    def seatings(self, played: Sequence[GameResult]) -> Sequence[tuple[int, ...]]:
        if not played:
            return EITHER
        return (played[-1].seating[::-1],) if len(played) < self.games else ()

    def winners(self, played: Sequence[GameResult]) -> tuple[int, ...]:
        totals = [sum(self._result(game, player) for game in played) for player in (0, 1)]
        return tuple(player for player in (0, 1) if totals[player] == max(totals))

    def _result(self, game: GameResult, player: int) -> float:
        return game.scores[player] if self.by_points else float(game.winners == (player,))
