"""The table of positions that an alpha-beta search has seen: two slots a key, for the deepest and the last."""

from __future__ import annotations

from naadam.bots.alpha_beta.memory import PROVEN
from naadam.core.compiling import rule

ACTION_BITS = 30
BOUND_BITS = 2
DEPTH_BITS = 8
OFFSET = 1 << 21  # makes scores positive


@rule
def find_entry(memory, key):
    """The entry of a position, or 0."""
    slot = key & len(memory.keys) - 2
    if memory.keys[slot] == key:
        return memory.entries[slot]
    if memory.keys[slot + 1] == key:
        return memory.entries[slot + 1]
    return 0


@rule
def keep_entry(memory, key, level, depth, bound, score, action):
    slot = key & len(memory.keys) - 2
    if memory.keys[slot] != key and entry_depth(memory.entries[slot]) > depth:
        slot += 1
    if score > PROVEN:  # wins and losses are counted from this position, not from the root
        score += level
    elif score < -PROVEN:
        score -= level
    entry = (score + OFFSET) << DEPTH_BITS | depth
    memory.keys[slot] = key
    memory.entries[slot] = (entry << BOUND_BITS | bound) << ACTION_BITS | action + 1


@rule
def entry_action(entry):
    """The best action, or -1."""
    return (entry & (1 << ACTION_BITS) - 1) - 1


@rule
def entry_bound(entry):
    return entry >> ACTION_BITS & (1 << BOUND_BITS) - 1


@rule
def entry_depth(entry):
    return entry >> ACTION_BITS + BOUND_BITS & (1 << DEPTH_BITS) - 1


@rule
def entry_score(entry, level):
    """The score, wins and losses counted from the root again."""
    score = (entry >> ACTION_BITS + BOUND_BITS + DEPTH_BITS) - OFFSET
    if score > PROVEN:
        return score - level
    if score < -PROVEN:
        return score + level
    return score
