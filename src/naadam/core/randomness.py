"""Luck that can be audited: all chance follows from a secret seed, promised by its hash and revealed at the end.

It can be checked without Naadam. For the step of chance before which n steps were taken, read the first eight bytes of
SHA-256("SEED:n") as a big-endian number and divide it by 2 to the 64th: that is a number from 0 up to 1. The outcomes,
in ascending order of their actions, share that range by their probabilities; the one whose share holds the number is
drawn.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from naadam.core.errors import RecordError
from naadam.core.hashing import hash_secret
from naadam.core.seats import CHANCE

if TYPE_CHECKING:
    from naadam.core.records import Record
    from naadam.core.state import Action, State


def draw_lot(seed: str, number: int) -> float:
    """The random number of a step, from 0 up to, not including, 1 (rounded down to a float)."""
    word = int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:8], "big")
    return (word >> 11) / (1 << 53)


def draw_chance(state: State, seed: str, number: int) -> Action:
    """The outcome of the chance step that is due in `state`, before which `number` steps were taken."""
    lot = draw_lot(seed, number)
    outcomes = state.chance()
    for action, probability in outcomes:
        lot -= probability
        if lot < 0:
            return action
    return outcomes[-1][0]


def audit(record: Record) -> int:
    """Check that all luck of a record came from its seed; return how many steps of chance there were.

    RecordError names the broken promise: the promise, or the first step that the seed does not give.
    """
    if record.seed is None:
        raise RecordError("the record has no seed, so its luck cannot be audited")
    if record.seed_hash is not None and record.seed_hash != hash_secret(record.seed):
        raise RecordError("the seed is not the one that was promised: its hash is another")
    found = 0
    for number, (state, step) in enumerate(zip(record.replay(), record.steps, strict=False)):
        if state.turn != CHANCE:
            continue
        drawn = draw_chance(state, record.seed, number)
        if state.resolve_action(step.text, step.seat)[1] != drawn:
            raise RecordError(f"action {number + 1}, {step}, was not drawn from the seed, which gives {drawn}")
        found += 1
    return found
