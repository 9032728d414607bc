"""Events of a resolution, one row for each: clause, clan, province, number.

The rows are written into an array that the caller gives, behind a first one that counts them; into an empty array
nothing is written.
"""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yuan.rules.state import NOTHING

FIELDS = 4
STEP = 27  # the row that opens a step


@rule
def tell(events, clause, clan, province, number):
    if len(events) > 0:
        events[0, 0] += 1
        row = events[events[0, 0]]
        row[0] = clause
        row[1] = clan
        row[2] = province
        row[3] = number


@rule
def open_step(events, step):
    tell(events, STEP, NOTHING, NOTHING, step)
