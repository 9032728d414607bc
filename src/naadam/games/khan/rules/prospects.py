"""The best conquest at hand for a player, as computer players look for it."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, popcount, rule
from naadam.games.khan.rules.conquer import forms_for, next_fit
from naadam.games.khan.rules.state import (
    ANY,
    EVERYWHERE,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    TILES,
    WORDS,
    around,
    cell_of,
)


@large_rule
def best_conquest(tables, state, seat):
    """The conquest without agreement that earns a seat most, and its points; NOTHING and 0 if there is none."""
    forms = forms_for(tables, state, seat)
    supporters = 0
    for other in range(tables.seats):
        if other != seat and state.supporting[other] > 0:
            supporters |= 1 << other
    best = NOTHING
    most = 0
    for word in range(WORDS):
        bits = int(state.yurts[ANY, word]) | int(tables.anchors[word])
        while bits != 0:
            spot = (word << 6) + ctz(bits)
            bits &= bits - 1
            own = around(tables, state.yurts[seat], spot)
            if own == 0:
                continue
            wanted = around(tables, state.yurts[ANY], spot)
            barred = 0
            if supporters != 0:
                barred = supported(tables, state, supporters, spot)
            cell = cell_of(tables, spot)
            node = 0
            if wanted >> 4 & 1 == 0:
                node = TILES
            crossings = int(tables.crossings[cell])
            river = 0
            if crossings != 0:
                river = around(tables, tables.river, spot) & ~around(tables, state.bridged, spot)
            node = next_fit(tables, node, wanted, crossings, river)
            while node < ORIENTATIONS:
                mask = int(tables.mask[node])
                form = int(tables.form[node])
                points = int(tables.values[form])
                if own & mask != 0 and forms >> form & 1 and points > most and barred & mask == 0:
                    points = share(tables, state, seat, popcount(own & mask), spot, mask, points)
                    if points > most:
                        most = points
                        best = cell * ORIENTATIONS + node
                node = next_fit(tables, node + 1, wanted, crossings, river)
    return best, most


@rule
def supported(tables, state, supporters, spot):
    """The neutral yurts in a window that are protected by others (KH-51, KH-53)."""
    covered = 0
    neutral = around(tables, state.yurts[NEUTRAL], spot)
    while supporters != 0:
        region = int(state.supporting[ctz(supporters)]) - 1
        supporters &= supporters - 1
        covered |= neutral if region == EVERYWHERE else neutral & around(tables, tables.fits[region], spot)
    return covered


@rule
def share(tables, state, seat, own, spot, mask, points):
    """Points of a seat for a conquest with `own` of its yurts; 0 without a majority, or if a player is protected."""
    owners = 1
    for other in range(tables.seats):
        if other != seat:
            count = popcount(around(tables, state.yurts[other], spot) & mask)
            if count > own or (count > 0 and state.protecting >> other & 1):
                return 0
            if count == own:
                owners += 1
    return (points + owners - 1) // owners
