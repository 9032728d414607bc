"""Match: several games that make one contest, by a `MatchRule`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from naadam.core.errors import RecordError
from naadam.core.options import Value
from naadam.core.outcome import Outcome
from naadam.core.parts.match_rule import GameResult, MatchRule
from naadam.core.registry import load
from naadam.core.state import Random
from naadam.core.texts import Texts

if TYPE_CHECKING:
    from naadam.core.game import Game


DRAWN = 1  # the wording of a drawn match under [ends] of the texts, as BC-20.1


@dataclass(frozen=True)
class Match:
    """A match in progress, as a value: `seating[s]` is the player on seat s of the game to be played now."""

    game: str
    rule: MatchRule = field(repr=False, compare=False)
    texts: Texts = field(repr=False, compare=False)
    played: tuple[GameResult, ...] = ()
    seating: tuple[int, ...] | None = None  # None when the match is over

    @classmethod
    def begin(cls, game: str, rule: MatchRule, texts: Texts, rng: Random) -> Match:
        """A match by a rule before its first game; `rng` draws what the rule leaves to chance."""
        return cls(game, rule, texts)._seat(rng)

    def _seat(self, rng: Random) -> Match:
        seatings = self.rule.seatings(self.played)
        if not seatings:
            return replace(self, seating=None)
        lot = int(rng.random() * len(seatings)) if len(seatings) > 1 else 0
        return replace(self, seating=seatings[lot])

    @property
    def options(self) -> Mapping[str, Value]:
        """The options of the game to be played now that the match decides, if any."""
        return {} if self.seating is None else self.rule.options(self.played)

    def next_game(self, game: Game) -> Game:
        """The game to be played now, `game` being any game of the match."""
        return load(game.name, **{**game.options, **self.options}) if self.options else game

    def after(self, outcome: Outcome, rng: Random, began: int | None = None) -> Match:
        """The match after the game that was to be played; roles still to be drawn are drawn by `rng`.

        `began` is the seat that began the game (`MatchRule.began`), which some rules want to know.
        """
        if self.seating is None:
            raise RecordError("the match is over: no game is left to be played")
        if not isinstance(outcome, Outcome) or len(outcome.scores) != len(self.seating):
            raise RecordError(f"{outcome} is not the end of a game of this match")
        winners = tuple(sorted(self.seating[seat] for seat in outcome.winners))
        scores = tuple(outcome.scores[self.seating.index(player)] for player in range(len(self.seating)))
        result = GameResult(self.seating, winners, scores, began)
        return replace(self, played=(*self.played, result))._seat(rng)

    @property
    def outcome(self) -> Outcome | None:
        """None while games are left; else the players who have won the match, and each one's sum of scores."""
        if self.seating is not None:
            return None
        totals = tuple(float(sum(column)) for column in zip(*(game.scores for game in self.played), strict=True))
        outcome = Outcome(self.rule.winners(self.played), totals, self.rule.clause, self.texts)
        return replace(outcome, wording=DRAWN) if outcome.draw else outcome
