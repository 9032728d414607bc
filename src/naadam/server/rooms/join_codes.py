"""Join codes: nine digits that open a seat once, within 30 minutes.

They are in memory only: after a restart the host must ask for a new one.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.protocol.errors import NotFound, TooOften, Unavailable

DIGITS = 9
MINUTES = 30
MOST_CODES = 10_000
TRIES_AT_ONCE = 5  # of one address
TRIES_PER_MINUTE = 5
CODES_OF_ADDRESS = 30  # in a burst, and as many more in the life of a code


class Invitation(NamedTuple):
    """The seat that a code opens: the table and the secret of the seat."""

    table: str
    token: str
    until: float


class JoinCodes:
    """The codes that are open now, and how often each address has tried and asked for one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Invitation] = {}  # in the order in which they were issued
        self._of_seat: dict[tuple[str, str], str] = {}
        self._tries = Addresses(TRIES_AT_ONCE, TRIES_PER_MINUTE, clock)
        self._issued = Addresses(CODES_OF_ADDRESS, CODES_OF_ADDRESS / MINUTES, clock)

    def issue(self, table_id: str, token: str, address: str = "") -> str:
        """A new code for a seat; the one it had before is void."""
        now = self._clock()
        self._void(self._of_seat.get((table_id, token)))
        while self._open and next(iter(self._open.values())).until <= now:
            self._void(next(iter(self._open)))
        if len(self._open) >= MOST_CODES or not (is_local(address) or self._issued.spend(address)):
            raise Unavailable("no-more-codes")
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        while code in self._open:
            code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._open[code] = Invitation(table_id, token, now + 60 * MINUTES)
        self._of_seat[table_id, token] = code
        return code

    def take(self, code: str, address: str) -> Invitation:
        """The seat that a code opens, once; UserError if it opens none, or if the address has tried too often."""
        if not self._tries.spend(address):
            raise TooOften("too-many-tries")
        found = self._void("".join(filter(str.isdigit, code)))
        if found is None or found.until <= self._clock():
            raise NotFound("no-such-code")
        self._tries.give_back(address)  # only this one, because a guesser can redeem valid codes in between
        return found

    def _void(self, code: str | None) -> Invitation | None:
        found = self._open.pop(code or "", None)
        if found is not None:
            del self._of_seat[found.table, found.token]
        return found
