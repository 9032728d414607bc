"""The two games of the Wild Horse with two posts: it starts on B, then on D, and the other side begins (YU-40)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from naadam.core.contract import StateRecord
from naadam.core.errors import RecordError
from naadam.core.options import Value
from naadam.core.parts.match_rule import GameResult, MatchRule
from naadam.games.yut.rules.state import NOBODY

GAMES = 2


class YutMatch(MatchRule):
    clause = "YU-40"

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def seatings(self, played: Sequence[GameResult]) -> Sequence[tuple[int, ...]]:
        if not played:  # posts are drawn by lot; partners stay together
            return tuple(tuple((seat + first) % self.seats for seat in range(self.seats)) for first in (0, 1))
        return (played[0].seating,) if len(played) < GAMES else ()

    def options(self, played: Sequence[GameResult]) -> Mapping[str, Value]:
        if not played:
            return {"second_game": 0}
        began = played[0].began
        if began is None:
            raise RecordError("the match does not know who began the first game (YU-40)")
        return {"second_game": (began + 1) % self.seats + 1}

    def winners(self, played: Sequence[GameResult]) -> tuple[int, ...]:
        players = range(self.seats)
        draws = [len(game.winners) == self.seats for game in played]
        wins = [
            sum(p in game.winners and not drawn for game, drawn in zip(played, draws, strict=True)) for p in players
        ]
        return tuple(player for player in players if wins[player] == max(wins))

    def began(self, states: Iterable[StateRecord]) -> int | None:
        """The seat that was drawn to begin, even if all the throws of that turn were lost."""
        return next((int(state.mover) for state in states if state.mover != NOBODY), None)
