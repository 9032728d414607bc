"""The score sheet: the ranking of YN-71, line by line."""

from __future__ import annotations

from naadam.core.compiling import plain
from naadam.core.contract import StateRecord
from naadam.drawing.description import Saying, Score, ScoreLine
from naadam.games.yuan.rules.ends import armies_of, count_for_mu, mines_of, temples_of
from naadam.games.yuan.rules.state import MU, NOTHING, Tables

_temples_of, _mines_of, _armies_of, _count_for_mu = map(plain, (temples_of, mines_of, armies_of, count_for_mu))


def write_score(tables: Tables, state: StateRecord, seat: int) -> Score:
    """Temples, mine provinces, Chão and armies of a seat; for Mu the numbers of Mu's goal (YN-80)."""
    clan = int(state.clan[seat])
    if clan == NOTHING:
        return Score((), 0)
    temples = int(_temples_of(state, clan))
    counts = {
        "temples": temples,
        "mines": int(_mines_of(tables, state, clan)),
        "chao": int(state.chao[seat]),
        "armies": int(_armies_of(state, clan)),
    }
    if tables.powers and clan == MU:
        counts["mu"] = int(_count_for_mu(state))
    return Score(tuple(ScoreLine(Saying(name), count) for name, count in counts.items()), temples)
