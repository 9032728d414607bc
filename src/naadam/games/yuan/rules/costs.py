"""Costs of a plan (YN-24, YN-75)."""

from __future__ import annotations

from naadam.core.compiling import popcount, rule
from naadam.games.yuan.rules.state import RESOURCES, RICE, WORDS


@rule
def production(tables, state, clan, kind):
    """The units of a resource that a clan produces: two of a doubled city, twice as many next to a volcano."""
    units = 0
    for word in range(WORDS):
        own = int(state.held[clan, word]) & int(tables.kinds[kind - RICE, word])
        doubled, volcanic = own & int(state.doubled[word]), int(state.volcanic[word])
        units += popcount(own) + popcount(doubled) + popcount(own & volcanic) + popcount(doubled & volcanic)
    return units


@rule
def price(tables, level, units):
    """The cost of one action, with so many units of its resource."""
    full = int(tables.prices[level])
    return full - units if full > units else 0


@rule
def cost(tables, code, rice, forest, mines):
    """The cost of a plan, with so many units of the resources."""
    return price(tables, code & 3, rice) + price(tables, code >> 2 & 3, forest) + price(tables, code >> 4, mines)


@rule
def cost_of(tables, state, clan, code):
    """The cost of a clan's plan."""
    total = 0
    for number in range(RESOURCES):
        total += price(tables, code >> 2 * number & 3, production(tables, state, clan, RICE + number))
    return total
