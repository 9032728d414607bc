"""The pieces of Conquest, put together from the sheet of artwork: a figure on the base of its player.

Players differ by the shape of the base, so that the colours are not needed to tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naadam.drawing.art import use
from naadam.drawing.stage import PREFIX

KINDS = ("soldier", "elephant", "chariot", "knight", "ship", "galleon")


class Dress(NamedTuple):
    """The colours of a player, and how a figure stands on the player's base."""

    tint: str
    ink: str
    size: float
    down: float


DRESSES = (
    Dress("#f6f0df", "#1d3a2d", 0.88, 0.0),
    Dress("#efb432", "#3b2203", 0.92, 0.0),
    Dress("#b02a24", "#fff0dc", 0.84, 0.0),
    Dress("#24406e", "#eef4ff", 0.84, -3.0),
)


def draw_all() -> Iterator[tuple[str, str]]:
    """Every kind of piece of every player, by its symbol."""
    for player, dress in enumerate(DRESSES):
        for kind in KINDS:
            figure = use(f"{PREFIX}{kind}", 0, dress.down, 50 * dress.size)
            yield (
                f"{kind}-{player}",
                f'<use href="#%base-{player}"/><g fill="{dress.ink}" stroke="{dress.tint}" color="{dress.tint}">'
                f"{figure}</g>",
            )


def ally_of(player: int) -> int:
    """The player opposite, in alliances (CQ-95)."""
    return player ^ 2


def draw_allies() -> Iterator[tuple[str, str]]:
    """The bases of two allies, linked, by the symbol of each player: the own base before that of the ally."""
    for player in range(len(DRESSES)):
        bases = "".join(use(f"{PREFIX}base-{one}", x, 0, 28) for one, x in ((ally_of(player), 25), (player, -25)))
        link = '<path d="M-14,0H14" fill="none" stroke="#3a2a17" stroke-width="9" stroke-linecap="round"/>'
        yield f"ally-{player}", f"{bases}{link}"
