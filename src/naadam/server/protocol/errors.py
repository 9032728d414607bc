"""Errors shown to users, in their language, with the HTTP status of each; and the texts of the page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from naadam.core.errors import NaadamError
from naadam.core.texts import Texts

if TYPE_CHECKING:
    from naadam.server.protocol.kinds import Server

TEXTS = Texts("naadam.server")


class UserError(NaadamError):
    """A refusal for a reason other than a rule of the game; `key` names its text."""

    section = "failures"
    status = 422  # of the HTTP answer

    def __init__(self, key: str, /, **parameters: object) -> None:
        self.key = key
        self.words = (TEXTS, key, parameters)
        super().__init__(self.text())


class Unauthorized(UserError):
    """A request with a token that opens nothing."""

    status = 401


class Forbidden(UserError):
    """A request that this client may not make."""

    status = 403


class NotFound(UserError):
    """A request for something that does not exist."""

    status = 404


class Conflict(UserError):
    """A request that another request rules out for now."""

    status = 409


class Gone(UserError):
    """A request for something that can no longer be read."""

    status = 410


class TooLarge(UserError):
    """A request with too large a body."""

    status = 413


class TooOften(UserError):
    """A request beyond a rate limit, which may succeed after so many seconds, if they are known."""

    status = 429

    def __init__(self, key: str, /, seconds: float | None = None, **parameters: object) -> None:
        super().__init__(key, **parameters)
        self.seconds = None if seconds is None else math.ceil(seconds)


class Broken(UserError):
    """A fault of the server."""

    status = 500


class Unavailable(UserError):
    """A request that the server cannot serve now, and may serve later."""

    status = 503


class Stale(UserError):
    """A message about a table that has moved on."""

    def __init__(self) -> None:
        super().__init__("moved-on")


class NotStored(Unavailable):
    """The store cannot be written to: the disk is full, read-only, or locked by another program."""

    def __init__(self) -> None:
        super().__init__("not-stored")


class WrongServer(Unavailable):
    """A table belongs to another server, or soon will; its clients must reconnect."""

    def __init__(self, server: Server | None = None) -> None:
        super().__init__("elsewhere")
        self.server = server
