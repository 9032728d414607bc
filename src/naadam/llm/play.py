"""Games of a model against known players: conduct, strength and usage, for each mode of feedback apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from naadam.bots.arena import Contest, Played
from naadam.lab.contests import Gauntlet
from naadam.lab.league import count_meetings, rate
from naadam.llm.client import Usage
from naadam.llm.scoring import Share
from naadam.llm.seat import Account, Forfeit, Outage, read_seat


def make_contest(
    spec: str, model: str, feedback: str, rivals: Sequence[str], games: int, seed: int, opening: int, nodes: int
) -> Gauntlet:
    """The games of a model against each rival, with one mode of feedback."""
    bots = (f"llm:{model},feedback={feedback}", *rivals)
    count = games * count_meetings(spec, bots, gauntlet=True)
    return Gauntlet(spec, bots, count, seed, opening, nodes=nodes)


def sum_up(contest: Contest, played: Sequence[Played], feedback: str) -> dict[str, Any]:
    """All numbers of a contest of a model, as plain data for JSON.

    The first rating is of all games, in which a forfeit is a loss. The second leaves out games with a forfeit, so that
    strength is not confused with obedience to the form of answers.
    """
    account, usage = Account(), Usage()
    for game in played:
        for bot, kept in zip(game.fixture.seating, game.accounts, strict=False):
            if bot == 0 and kept:
                account.add({name: kept[name] for name in asdict(account)})
                usage.add(Usage(**kept["usage"]))
    finished = [game for game in played if not is_forfeit(game)]
    return {
        "feedback": feedback,
        "game": contest.spec,
        "rivals": list(contest.names[1:]),
        "games": len(played),
        "seed": contest.seed,
        "nodes": contest.nodes,
        "conduct": asdict(account),
        "illegal_rate": Share(account.illegal, account.attempts).plain(),
        "wrong_first_rate": Share(account.wrong_first, account.turns).plain(),
        "repair_rate": Share(account.repaired, account.wrong_first).plain(),
        "repair_illegal_rate": Share(account.repaired_illegal, account.illegal_first).plain(),
        "forfeits": Share(len(played) - len(finished), len(played)).plain(),
        "usage": {name: value for name, value in asdict(usage).items() if name != "seconds"},
        "cost": round(usage.cost(read_seat(contest.names[0].removeprefix("llm:"))[0]), 6),
        "ratings": [asdict(one) for one in rate(contest, played)],
        "ratings_without_forfeits": [asdict(one) for one in rate(contest, finished)] if finished else [],
    }


def is_forfeit(game: Played) -> bool:
    """True if a game ended because a model gave no legal action."""
    return game.failure.startswith((Forfeit.__name__, Outage.__name__))
