"""Rulers and cards of Khan, put together from the sheet of artwork: rulers and decks differ from board to board."""

from __future__ import annotations

LIGHT_ABOVE = 0.42  # the lightness of a colour from which on a dark letter is read better
DARK, LIGHT = "#1a120a", "#fff"
INK = "#3a2914"  # of the writing on cards


def draw_ruler(letter: str, colour: str) -> str:
    """A round pawn with a crown and its letter."""
    ink, halo = (DARK, LIGHT) if lightness(colour) > LIGHT_ABOVE else (LIGHT, DARK)
    return (
        f'<use href="#%pawn"/><circle cy="8" r="32.5" fill="{colour}" stroke="{DARK}" stroke-width="1.5"/>'
        '<circle cy="8" r="32.5" fill="url(#%gloss)"/>'
        f'<text y="24" text-anchor="middle" font-family="Georgia, serif" font-weight="bold" font-size="46" fill="{ink}"'
        f' stroke="{halo}" stroke-opacity=".35" stroke-width="2.5" paint-order="stroke">{letter}</text>'
    )


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return float(0.3 * red**2.2 + 0.6 * green**2.2 + 0.1 * blue**2.2)


def draw_card(letter: str, land: str, direction: str, short: str) -> str:
    """A card of the deck: its ruler on top, its landscape, and the direction of flight as letters and a compass."""
    return (
        f'<use href="#%paper"/><use href="#%ruler-{letter}" transform="translate(0 -49) scale(.42)"/>'
        f'<use href="#%scene-{land}"/><use href="#%to-{direction}"/>'
        f'<text x="-38" y="62" font-family="sans-serif" font-weight="bold" font-size="24" fill="{INK}">{short}</text>'
    )
