"""The plaques below a drawn board, one for each side: its name, whose turn it is or who has won, its trays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from naadam.drawing.art import use
from naadam.drawing.blanks import fill
from naadam.drawing.description import Description
from naadam.drawing.shapes import Box, rectangle
from naadam.drawing.stage import Place, Stage, Tray

GAP = 12.0
PADDING = 14.0
TITLE_LINE = 21.0
FOOT = 11.0
PLAIN, WITH_TRAYS = 34.0, 82.0  # heights
NARROWEST = 0.4
LARGEST_TOKEN = 17.0
ALONE = 0.48  # of the height, for the radius of the pieces of a tray without empty places

TO_MOVE = "M0,0l9,5l-9,5z"  # an arrow
WON = "M5.5,-1l1.7,4h4.1l-3.3,2.7l1.3,4.3l-3.8,-2.6l-3.8,2.6l1.3,-4.3l-3.3,-2.7h4.1z"  # a star
DRAWN = "M0,2h10v2.4h-10zM0,6.4h10v2.4h-10z"  # an equals sign


def height_of_plaques(stage: Stage, seats: int) -> float:
    rows = -(-seats // 2)
    return rows * (WITH_TRAYS if stage.trays else PLAIN) + (rows - 1) * GAP


def draw_plaques(stage: Stage, description: Description, seats: Sequence[str], room: Box) -> Iterator[str]:
    """Plaques by twos; that of the side to move is lit."""
    rows = [range(first, min(first + 2, len(seats))) for first in range(0, len(seats), 2)]
    height = (room.height - GAP * (len(rows) - 1)) / len(rows)
    for index, row in enumerate(rows):
        x, y = room.x, room.y + index * (height + GAP)
        for seat, width in zip(row, share_width(stage, description, row, room.width), strict=True):
            box = Box(x, y, width, height)
            trays = [tray for tray in stage.trays if tray.seat == seat and places(description, tray) > 0]
            yield draw_plaque(stage, description, box, seats[seat], trays, sign(description, seat))
            yield from draw_trays(stage, description, box, trays)
            x += width + GAP


def share_width(stage: Stage, description: Description, row: Sequence[int], width: float) -> list[float]:
    """More room for whom has more in the trays."""
    width -= GAP * (len(row) - 1)
    sizes = [sum(places(description, tray) for tray in stage.trays if tray.seat == seat) or 1 for seat in row]
    if len(row) == 1:
        return [width]
    first = max(NARROWEST, min(1 - NARROWEST, sizes[0] / sum(sizes)))
    return [first * width, (1 - first) * width]


def places(description: Description, tray: Tray) -> int:
    """For how many pieces a tray has room."""
    return description.number(tray.count, tray.seat) if tray.of is None else tray.of


def sign(description: Description, seat: int) -> str:
    """The sign before a side's name: to move, won, drawn, or none."""
    if seat in description.winners:
        return DRAWN if len(description.winners) > 1 else WON
    return TO_MOVE if seat == description.turn else ""


def in_words(description: Description, tray: Tray) -> str:
    return fill(tray.name, count=description.number(tray.count, tray.seat), of=places(description, tray))


def draw_plaque(stage: Stage, description: Description, box: Box, side: str, trays: Sequence[Tray], sign: str) -> str:
    gold, edge, text = (stage.colours[key] for key in ("gold", "edge", "text"))
    line = f'stroke="{gold}" stroke-width="2"' if sign else f'stroke="{edge}" stroke-opacity=".35"'
    left, right, baseline = box.x + PADDING, box.x + box.width - PADDING, box.y + TITLE_LINE
    title = f'x="{left + (16 if sign else 0):.1f}" y="{baseline:.1f}" font-weight="bold" letter-spacing=".8"'
    said = escape(", ".join(in_words(description, tray) for tray in trays if tray.of))
    return (
        rectangle(box, 12, f'fill="#000" fill-opacity=".26" {line}')
        + (f'<path transform="translate({left:.1f},{baseline - 10:.1f})" d="{sign}" fill="{gold}"/>' if sign else "")
        + f'<g font-family="sans-serif" font-size="13" fill="{text}"><text {title}>{escape(side)}</text>'
        f'<text x="{right:.1f}" y="{baseline:.1f}" text-anchor="end" fill-opacity=".85">{said}</text></g>'
    )


def draw_trays(stage: Stage, description: Description, box: Box, trays: Sequence[Tray]) -> Iterator[str]:
    """A token for each piece, an empty place for each that is not there; pieces without places stand at the right."""
    top, height = box.y + TITLE_LINE + 6, box.height - TITLE_LINE - FOOT
    left, right = box.x + PADDING, box.x + box.width - PADDING
    for tray in (tray for tray in trays if tray.of is None):
        radius = ALONE * height
        for _ in range(description.number(tray.count, tray.seat)):
            drawn = use(stage.pieces[tray.kind].symbol, right - radius, top + height / 2, radius)
            yield f"<g><title>{escape(in_words(description, tray))}</title>{drawn}</g>"
            right -= 2.5 * radius
    rows = [tray for tray in trays if tray.of is not None]
    share = (right - left) / (sum(places(description, tray) for tray in rows) or 1)
    for tray in rows:
        width = share * places(description, tray)
        yield f"<g><title>{escape(in_words(description, tray))}</title>"
        yield from draw_row(stage, description, tray, Box(left, top, width, height))
        yield "</g>"
        left += width


def draw_row(stage: Stage, description: Description, tray: Tray, box: Box) -> Iterator[str]:
    count, room = description.number(tray.count, tray.seat), places(description, tray)
    rows = max(range(1, 4), key=lambda rows: min(box.width / -(-room // rows), box.height / rows))
    columns = -(-room // rows)
    step, rise = min(2.3 * LARGEST_TOKEN, box.width / columns), box.height / rows
    radius = min(LARGEST_TOKEN, 0.45 * min(step, rise))
    for index in range(room):
        row, column = divmod(index, columns)
        place = (box.x + (column + 0.5) * step, box.y + (row + 0.5) * rise)
        yield (
            use(stage.pieces[tray.kind].symbol, *place, radius) if index < count else slot(stage, place, radius, tray)
        )


def slot(stage: Stage, place: Place, radius: float, tray: Tray) -> str:
    """An empty place: small, or as large as a piece with a faint symbol in it."""
    size = radius if tray.empty else 0.42 * radius
    ring = (
        f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{size:.1f}" fill="#000" fill-opacity=".22"'
        f' stroke="{stage.colours["edge"]}" stroke-opacity=".55"/>'
    )
    if not tray.empty:
        return ring
    return f'{ring}<g fill="{stage.colours["text"]}" opacity=".3">{use(tray.empty, *place, radius)}</g>'
