"""Names of the three actions of a plan, by the state of its target (YN-26): the same on panel, log and film."""

from __future__ import annotations

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.games.yuan import rules
from naadam.games.yuan.names import ACTIONS
from naadam.games.yuan.rules.state import NOTHING, Tables
from naadam.games.yuan.tables import provinces_in

plain = PlainRules(rules)

LEVELS = (1, 2, 3)
ROMAN = ("", "I", "II", "III")
NAMES = (
    "colonisation", "expansion", "development", "urbanisation", "reinforcement", "fortification", "recruitment",
    "attack",
)  # fmt: skip


def find_standing(tables: Tables, known: StateRecord, clan: int, province: int) -> str:
    """Whether a province is free, the clan's own, or an enemy's."""
    owner = plain.owner_of(tables, known, province)
    if owner == NOTHING:
        return "free"
    return "own" if owner == clan else "enemy"


def name_rows(tables: Tables, known: StateRecord, clan: int, province: int) -> dict[str, str]:
    """The name of each action, by its letter."""
    city = province in provinces_in(known.cities)
    named = {
        "free": ("colonisation", "urbanisation", "recruitment"),
        "own": ("expansion", "reinforcement" if city else "urbanisation", "recruitment"),
        "enemy": ("development", "fortification", "attack"),
    }
    return dict(zip(ACTIONS, named[find_standing(tables, known, clan, province)], strict=True))
