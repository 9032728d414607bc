"""The memory that solving Jarmo takes: a bound, checked before the work begins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.solve.jarmo.signatures import Group, following
from naadam.solve.jarmo.tables import places_of
from naadam.solve.table_files import PER_BYTE

MOST_BYTES = 14_000_000_000
BASE = 600_000_000  # the program with its compiled code and lists
FOUND = 1 + 1 / PER_BYTE  # bytes for each position of a group: plies and value
ROUND = 1  # and the round, where a group has several
LAYER = 9  # bytes for each position of the signature under way: two analyses, their results, and what is packed
MEMINFO = Path("/proc/meminfo")


def memory_of(game: Game, group: Group) -> int:
    """A bound of the bytes that solving a group takes: the group, its largest signature, and what that leads to."""
    places = places_of(game)
    layers = []
    for signature, size in zip(group.members, group.sizes, strict=True):
        after = [places[then] for mover in (0, 1) for then in set(following(signature, mover)) if not then.over]
        layers.append(2 * size * LAYER + sum(other.sizes[place] for other, place in after) / PER_BYTE)
    found = group.positions * (FOUND + (ROUND if len(group.members) > 1 else 0))
    return int(BASE + found + max(layers))


def check_memory(game: Game, groups: Sequence[Group]) -> None:
    """NaadamError if the groups take more memory than they may, or than the machine has left."""
    needed = max((memory_of(game, group) for group in groups), default=0)
    left = available_memory()
    most = MOST_BYTES if left is None else min(left, MOST_BYTES)
    if needed > most:
        words = f"solving this takes up to {needed / 1e9:.1f} GB of memory, and {most / 1e9:.1f} GB may be used"
        raise NaadamError(f"{words}: `--up-to` solves smaller endings")


def available_memory() -> int | None:
    """The bytes that the machine can give, where the system says so."""
    try:
        lines = MEMINFO.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return 1024 * int(found[0]) if found else None
