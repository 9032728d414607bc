"""The errors of Khan, worded in its texts by key."""

from __future__ import annotations

from naadam.core.errors import NotationError, PositionError
from naadam.core.texts import Texts

TEXTS = Texts(__package__)


def impossible(key: str, **parameters: object) -> PositionError:
    return PositionError.of(TEXTS, key, **parameters)


def unreadable(key: str, **parameters: object) -> NotationError:
    return NotationError.of(TEXTS, key, **parameters)


def expect(holds: object, key: str, **parameters: object) -> None:
    """PositionError if it does not hold."""
    if not holds:
        raise impossible(key, **parameters)
