"""Measures of the artwork on a stage, which pictures and the page share: the page is sent them with the stage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measures:
    """In radii of the piece, unless something else is said."""

    under_right: float = 0.46  # how far a piece of a stack looks out from under the one above it, in radii of the stage
    under_down: float = 0.38
    pile: float = 0.13  # how far a piece of a pile stands above the next
    badge_right: float = 0.74  # where the number of a pile is
    badge_down: float = 0.7
    badge: float = 0.42  # its radius, in radii of the stage
    badge_least: float = 7.0  # and at least, in units of the drawing
    badge_edge: float = 0.14  # in radii of the badge, as the two below
    badge_text: float = 1.25
    badge_baseline: float = 0.42
    load: float = 0.46  # the radius of a piece's load
    load_out: float = 0.88  # how far from its middle that is drawn, from below it to both sides
    load_apart: float = 50.0  # and how far from one another, in degrees
    left_right: float = 0.72  # where the number of steps is that are left to a piece
    left_down: float = -0.72
    decisive: float = 1.16  # the ring around a point that decided the game, in radii of the stage


MEASURES = Measures()
