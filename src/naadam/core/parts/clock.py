"""Glass: the time that a seat has, as the rules know it: a name, an amount, and the action taken when it has run out.

Rules and records know no time. They only say, for each state, whose glass runs; the server keeps the sand.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Glass:
    """An hourglass of a seat. The name is its identity.

    While one state after the other names it, it runs on; while no state does, it pauses with the time left. A new name
    is a full glass; or, if `turned` is the name of one before, that glass turned over: it starts with the larger of the
    time left in it and the time that has run through it. When it is empty, `action` is taken for the seat: it must be
    legal in every state that names the glass. `clause` says how much it holds then.
    """

    name: str
    seconds: int
    action: int
    turned: str = ""
    clause: str = ""
