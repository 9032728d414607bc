"""A contest and its results as plain data for JSON, and as a plot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from naadam.bots.arena.contest import Contest
from naadam.bots.arena.games import Played
from naadam.bots.arena.rating import ratings
from naadam.bots.arena.results import Tally, group_scores, standings
from naadam.bots.arena.statistics import SequentialTest, elo, interval
from naadam.core.errors import NaadamError


def report(contest: Contest, played: Sequence[Played], sprt: SequentialTest | None = None) -> dict[str, Any]:
    """All that is known of a contest: its settings, the standings, every game with its record."""
    names, two = contest.names, len(contest.bots) == 2
    found: dict[str, Any] = {
        "game": contest.spec,
        "rules": contest.game.rules_version,
        "bots": list(names),
        "settings": {key: getattr(contest, key) for key in ("games", "seed", "opening", "time", "nodes")},
        "standings": [
            {"bot": one.name, "failures": one.failures, "seconds": one.seconds, **_plain(one.all)}
            | {"seats": [_plain(tally) for tally in one.by_seat]}
            for one in standings(contest, played)
        ],
        "games": [_plain_game(game, names) for game in played],
    }
    if two:
        found["elo"] = [_finite(value) for value in elo_difference(played)]
    else:
        found["ratings"] = [asdict(one) for one in ratings(contest, played)]
    if sprt is not None:
        scores = group_scores(played)
        found["sprt"] = vars(sprt) | {"ratio": sprt.ratio(scores), "decision": sprt.decision(scores)}
    return found


def elo_difference(played: Sequence[Played]) -> tuple[float, float, float]:
    """By how much Elo the first of two bots is stronger, and the ends of the 95 % interval."""
    scores = [game.points_of(0) for game in played]
    low, high = interval(scores)
    return elo(math.fsum(scores) / len(scores)) if scores else 0.0, elo(low), elo(high)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None  # JSON knows no infinity


def _plain(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "interval": list(tally.interval),
    }


def _plain_game(game: Played, names: Sequence[str]) -> dict[str, Any]:
    data = asdict(game)
    data |= data.pop("fixture")
    data["seating"] = [names[bot] for bot in game.fixture.seating]
    data["failed"] = None if game.failed is None else names[game.failed]
    return data


def plot(contest: Contest, played: Sequence[Played], file: Path) -> None:
    """Draw the scores with their intervals, in all and by seat, and how they came about game by game."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: F401 (draws without a screen)
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise NaadamError("plots need matplotlib: pip install 'naadam[arena]'") from None
    game = contest.game
    rows = standings(contest, played)
    figure = Figure(figsize=(11, 1.5 + 0.5 * len(rows) * (game.seats + 1)), layout="constrained")
    bars, lines = figure.subplots(1, 2)
    labels: list[str] = []
    for row in rows:
        seats = [f"as {game.seat_name(seat)}" for seat in range(game.seats)]
        for label, tally in zip([row.name, *seats], [row.all, *row.by_seat], strict=True):
            low, high = tally.interval
            height = -len(labels)
            bars.barh(height, tally.score, 0.7, color=f"C{row.bot}", alpha=1.0 if label == row.name else 0.5)
            bars.hlines(height, low, high, color="black")
            labels.append(label)
        scores = [one.points_of(row.bot) for one in played if row.bot in one.fixture.seating]
        numbers = range(1, len(scores) + 1)
        ends = [interval(scores[:number]) for number in numbers]
        lines.plot(numbers, [math.fsum(scores[:number]) / number for number in numbers], label=row.name)
        lines.fill_between(numbers, [end.low for end in ends], [end.high for end in ends], alpha=0.15)
    bars.set_yticks([-index for index in range(len(labels))], labels)
    bars.set(xlim=(0, 1), xlabel="score, with its 95 % interval")
    lines.set(ylim=(0, 1), xlabel="games", ylabel="score so far")
    lines.legend()
    figure.suptitle(f"{contest.spec}: {len(played)} games")
    try:
        figure.savefig(file, dpi=120)
    except (OSError, ValueError) as error:
        raise NaadamError(f"the plot cannot be written: {error}") from None
