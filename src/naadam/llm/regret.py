"""Regret: the points that a player throws away per move, against solved tables, by phase and distance."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from naadam.bots.by_name import named
from naadam.core.registry import load
from naadam.lab.work import Done, Work, make_title
from naadam.llm.client import Usage
from naadam.llm.exact import Exact, view_of
from naadam.llm.seat import Forfeit, Outage

DISTANCES = ((3, "1 to 3"), (7, "4 to 7"), (15, "8 to 15"))
FAR = "16 and more"
UNMEASURED = "no distance"


@dataclass(frozen=True)
class Player:
    """A player by its name, with the seed of its luck."""

    spec: str
    bot: str
    seed: int = 0


def regret_work(player: Player, positions: Sequence[Exact]) -> Work:
    """The work of choosing one action in each position."""
    digest = hashlib.sha256(repr([asdict(one) for one in positions]).encode()).hexdigest()
    title = make_title("regret", load(player.spec), bot=player.bot, seed=player.seed, positions=digest)
    return Work(title, choose_one, player, positions, is_unanswered)


def is_unanswered(done: Done) -> bool:
    """Whether the server of a model did not answer, so that the position must be asked once more."""
    return bool(done.result.get("unanswered"))


def choose_one(player: Player, exact: Exact) -> Done:
    """A job: one position. A forfeit is no action, so it has no regret."""
    view = view_of(exact)
    bot = named(player.bot, load(player.spec), player.seed)
    action, regret, unanswered = None, None, False
    try:
        action = str(bot.choose(view))
        regret = exact.regret(action)
    except Forfeit as error:
        unanswered = isinstance(error, Outage)
    finally:
        getattr(bot, "close", lambda: None)()
    result = {"position": str(view.complete(0)), "action": action, "regret": regret}
    account = getattr(bot, "account", None)
    measured = {} if account is None else {"usage": account["usage"]}
    return Done(result | ({"unanswered": True} if unanswered else {}), measured)


def usage_of(done: Sequence[Done]) -> Usage:
    """All requests and tokens of a run."""
    total = Usage()
    for one in done:
        total.add(Usage(**one.measured.get("usage", {})))
    return total


@dataclass(frozen=True)
class Mean:
    """A mean regret with its 95 % interval, and the share of actions that throw away nothing."""

    count: int
    regret: float
    low: float
    high: float
    faultless: float
    worst: float  # the mean regret of the worst action of each position
    chance: float  # the mean regret of an action drawn at random


def mean_regret(positions: Sequence[Exact], done: Sequence[Done]) -> Mean | None:
    """The mean over the positions in which the player acted; nothing if there are none."""
    pairs = [(one, each.result["regret"]) for one, each in zip(positions, done, strict=True)]
    known = [(one, regret) for one, regret in pairs if regret is not None]
    if not known:
        return None
    regrets = [regret for _, regret in known]
    middle = fmean(regrets)
    half = 1.96 * stdev(regrets) / math.sqrt(len(regrets)) if len(regrets) > 1 else 0.0
    return Mean(
        len(known),
        middle,
        max(0.0, middle - half),
        middle + half,
        sum(regret < 1e-9 for regret in regrets) / len(regrets),
        fmean(one.best - min(one.values.values()) for one, _ in known),
        fmean(one.best - fmean(one.values.values()) for one, _ in known),
    )


def sum_up(player: Player, positions: Sequence[Exact], done: Sequence[Done]) -> dict[str, Any]:
    """Mean regrets in all, by phase and by distance, as plain data."""

    def plain(chosen: Sequence[int]) -> dict[str, Any] | None:
        mean = mean_regret([positions[index] for index in chosen], [done[index] for index in chosen])
        return None if mean is None else asdict(mean)

    def groups(names: Sequence[str]) -> Mapping[str, Any]:
        return {
            name: plain([index for index, each in enumerate(names) if each == name]) for name in dict.fromkeys(names)
        }

    return {
        "game": player.spec,
        "bot": player.bot,
        "seed": player.seed,
        "forfeits": sum(one.result["regret"] is None for one in done),
        "usage": {name: value for name, value in asdict(usage_of(done)).items() if name != "seconds"},
        "all": plain(range(len(positions))),
        "by_phase": groups([one.phase for one in positions]),
        "by_distance": groups([_bucket(one.distance) for one in positions]),
    }


def _bucket(distance: int | None) -> str:
    if distance is None:
        return UNMEASURED
    return next((name for most, name in DISTANCES if distance <= most), FAR)
