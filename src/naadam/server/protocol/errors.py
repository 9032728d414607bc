"""What is not done, and why, in the reader's language; and the words that the page shares with the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.core.errors import NaadamError
from naadam.core.texts import Texts

if TYPE_CHECKING:
    from naadam.server.protocol.kinds import Server

TEXTS = Texts("naadam.server")


class NotDone(NaadamError):
    """Something that cannot be done now, for a reason other than a rule of the game; `key` names it in the texts."""

    section = "failures"

    def __init__(self, key: str, /, **parameters: object) -> None:
        self.key = key
        self.words = (TEXTS, key, parameters)
        super().__init__(self.text())


class Stale(NotDone):
    """A message about a table that has moved on."""

    def __init__(self) -> None:
        super().__init__("moved-on")


class NotStored(NotDone):
    """The store cannot be written to: the disk is full, read-only, or locked by somebody."""

    def __init__(self) -> None:
        super().__init__("not-stored")


class Elsewhere(NotDone):
    """A table belongs to another server, or will in a moment: whoever is at it connects again."""

    def __init__(self, server: Server | None = None) -> None:
        super().__init__("elsewhere")
        self.server = server
