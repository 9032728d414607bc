"""The ratings of the levels of a game by one league, as text for `naadam/ratings/anchors.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.bots.arena import Contest, Played
from naadam.bots.levels import LEVELS
from naadam.core.errors import SpecError
from naadam.lab.league import rate_from
from naadam.ratings.anchors import ANCHORED, POINTS_OF_ANCHORED

NAMES = tuple(f"level{number}" for number in LEVELS)


def check_bots(names: Sequence[str]) -> None:
    """SpecError unless all levels take part."""
    if missing := [name for name in NAMES if name not in names]:
        raise SpecError(f"anchors need all levels in the league; missing: {', '.join(missing)}")


def write_anchors(contest: Contest, played: Sequence[Played], digest: str, command: str) -> str:
    """A table of the file: how the league was played, and of each level the points with their 95 % interval."""
    lines = [
        f'["{contest.spec}"]',
        f'made = "{command}"',
        f"games = {len(played)}",
        f"rules = {contest.game.rules_version}",
        f'results = "{digest}"',
        f'["{contest.spec}".levels]  # points, and the 95 % interval of the difference from level {ANCHORED}',
    ]
    for bot in rate_from(contest, played, f"level{ANCHORED}"):
        if bot.name in NAMES:
            points = (round(POINTS_OF_ANCHORED + elo) for elo in (bot.elo, bot.low, bot.high))
            lines.append(f"{bot.name} = [{', '.join(map(str, points))}]")
    return "\n".join(lines) + "\n"
