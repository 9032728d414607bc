"""The match of Bagh Chal: two games with roles changed, and a third if neither player won both (BC-20)."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.core.parts.match_rule import GameResult, MatchRule

EITHER = ((0, 1), (1, 0))


class BaghChalMatch(MatchRule):
    clause = "BC-20"

    def seatings(self, played: Sequence[GameResult]) -> Sequence[tuple[int, ...]]:
        if not played:
            return EITHER  # BC-2: roles are drawn
        if len(played) == 1:
            return (played[0].seating[::-1],)
        if len(played) == 2 and max(self._wins(played)) < 2:
            return EITHER
        return ()

    def winners(self, played: Sequence[GameResult]) -> tuple[int, ...]:
        wins = self._wins(played)
        return tuple(player for player in (0, 1) if wins[player] == max(wins))

    @staticmethod
    def _wins(played: Sequence[GameResult]) -> tuple[int, int]:
        first, second = (sum(game.winners == (player,) for game in played) for player in (0, 1))
        return first, second
