"""The searches by name, and how one is made from its settings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Budget
from naadam.bots.regret import Regret
from naadam.bots.solved import Perfect, SolvedAlphaBeta, SolvedUct
from naadam.bots.turns import Turns
from naadam.bots.uct import Uct
from naadam.core.errors import SpecError

Search = AlphaBeta | Uct | Turns | Regret
SEARCHES: dict[str, type[Search]] = {
    "alpha-beta": AlphaBeta,
    "uct": Uct,
    "solved-alpha-beta": SolvedAlphaBeta,
    "solved-uct": SolvedUct,
    "perfect": Perfect,
    "turns": Turns,
    "regret": Regret,
}
BUDGET = ("seconds", "nodes", "depth")


def make_search(name: str, settings: Mapping[str, Any], seed: int = 0) -> Search:
    """A search with settings, those of its budget among them."""
    make = SEARCHES[name]
    settable = inspect.signature(Uct if issubclass(make, Uct) else make).parameters
    known = (*BUDGET, *(key for key in settable if key not in ("budget", "seed")))
    for key in settings:
        if key not in known:
            raise SpecError(f"{name} has no setting {key!r}; it has {', '.join(known)}")
    budget = {key: value for key, value in settings.items() if key in BUDGET}
    others = {key: value for key, value in settings.items() if key not in BUDGET}
    return make(Budget(**budget) if budget else None, seed=seed, **others)
