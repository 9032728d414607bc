"""The tray below a drawn board of Bagh Chal: the goats in hand and the Buck, the captured goats, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from naadam.games.bagh_chal.drawing.pieces import use
from naadam.games.bagh_chal.drawing.scenery import Box, Look, rectangle

GOATS, TIGERS = 0, 1
GOATS_SHARE = 0.6
PLAQUE_GAP = 12.0
PADDING = 14.0
TITLE_LINE = 21.0
HAND_ROWS = 2
WIDEST_STEP = 33.0
BUCK_ROOM = 66.0
BUCK_RADIUS = 22.0
LARGEST_SLOT = 17.0
SLOT_SHARE = 0.42

TO_MOVE = "M0,0l9,5l-9,5z"  # an arrow
WON = "M5.5,-1l1.7,4h4.1l-3.3,2.7l1.3,4.3l-3.8,-2.6l-3.8,2.6l1.3,-4.3l-3.3,-2.7h4.1z"  # a star
DRAWN = "M0,2h10v2.4h-10zM0,6.4h10v2.4h-10z"  # an equals sign


def draw_tray(prefix: str, look: Look, tray: Box, description: Mapping[str, Any]) -> str:
    """Two plaques, one for each side; that of the side to move is lit."""
    width = (tray.width - PLAQUE_GAP) * GOATS_SHARE
    goats = Box(tray.x, tray.y, width, tray.height)
    tigers = Box(tray.x + width + PLAQUE_GAP, tray.y, tray.width - width - PLAQUE_GAP, tray.height)
    hand, captured, needed = (int(description[key]) for key in ("hand", "captured", "captures_to_win"))
    sign = signs(description)
    return (
        draw_plaque(look, goats, "Goats", f"{hand} in hand", sign[GOATS])
        + "".join(draw_hand(prefix, look, goats, description))
        + draw_plaque(look, tigers, "Tigers", f"{captured} of {needed} captured", sign[TIGERS])
        + "".join(draw_captured(prefix, look, tigers, captured, needed))
    )


def signs(description: Mapping[str, Any]) -> tuple[str, str]:
    """The sign before each side's name: to move, won, drawn, or none."""
    winners, turn = description.get("winners") or [], description["turn"]
    won = DRAWN if len(winners) > 1 else WON
    first, second = (won if side in winners else TO_MOVE if side == turn else "" for side in (GOATS, TIGERS))
    return first, second


def draw_plaque(look: Look, box: Box, side: str, count: str, sign: str) -> str:
    edge = f'stroke="{look.gold}" stroke-width="2"' if sign else f'stroke="{look.edge}" stroke-opacity=".35"'
    baseline = box.y + TITLE_LINE
    left, right = box.x + PADDING, box.x + box.width - PADDING
    title = f'x="{left + (16 if sign else 0):.1f}" y="{baseline:.1f}" font-weight="bold" letter-spacing=".8"'
    return (
        rectangle(box, 12, f'fill="#000" fill-opacity=".26" {edge}')
        + (
            f'<path transform="translate({left:.1f},{baseline - 10:.1f})" d="{sign}" fill="{look.gold}"/>'
            if sign
            else ""
        )
        + f'<g font-family="sans-serif" font-size="13" fill="{look.text}">'
        f"<text {title}>{side}</text>"
        f'<text x="{right:.1f}" y="{baseline:.1f}" text-anchor="end" fill-opacity=".85">{count}</text></g>'
    )


def draw_hand(prefix: str, look: Look, box: Box, description: Mapping[str, Any]) -> Iterator[str]:
    """A token for each goat in hand, in two rows, an empty slot for each that was put down; the Buck beside them."""
    hand, goats = int(description["hand"]), max(1, int(description["goats"]))
    beside = bool(description["buck_beside"])
    columns = -(-goats // HAND_ROWS)
    room = box.width - 2 * PADDING - (BUCK_ROOM if beside else 0)
    step = min(WIDEST_STEP, room / columns)
    rise = (box.height - TITLE_LINE - PADDING) / HAND_ROWS
    radius = 0.46 * min(step, rise)
    yield f'<g class="hand"><title>{hand} of {goats} goats in hand</title>'
    for index in range(goats):
        row, column = divmod(index, columns)
        x = box.x + PADDING + (column + 0.5) * step
        y = box.y + TITLE_LINE + 8 + (row + 0.5) * rise
        yield use(prefix, "goat", x, y, radius) if index < hand else slot(look, x, y, 0.42 * radius)
    yield "</g>"
    if beside:
        x, y = box.x + box.width - PADDING - BUCK_ROOM / 2 + 8, box.y + TITLE_LINE + 8 + rise
        yield '<g data-kind="buck"><title>The Buck, beside the board</title>'
        yield use(prefix, "buck", x, y, BUCK_RADIUS) + "</g>"


def draw_captured(prefix: str, look: Look, box: Box, captured: int, needed: int) -> Iterator[str]:
    """A slot for each goat that the tigers need, with a paw until it is filled."""
    step = (box.width - 2 * PADDING) / max(1, needed)
    radius = min(LARGEST_SLOT, SLOT_SHARE * step)
    y = box.y + (TITLE_LINE + 8 + box.height - PADDING / 2) / 2 + 1
    yield f'<g class="captured"><title>{captured} of {needed} goats captured</title>'
    for index in range(needed):
        x = box.x + PADDING + (index + 0.5) * step
        if index < captured:
            yield use(prefix, "goat", x, y, radius)
        else:
            yield slot(look, x, y, radius)
            yield f'<g fill="{look.text}" opacity=".3">{use(prefix, "paw", x, y, radius * 1.6)}</g>'
    yield "</g>"


def slot(look: Look, x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#000" fill-opacity=".22" stroke="{look.edge}"'
        ' stroke-opacity=".55"/>'
    )
