"""Codes to join by: short enough to be said on the telephone, for one use, for a short time, and hard to guess.

They live in memory only: a restart voids them, and whoever invites asks for a new one.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from naadam.server.failures import NotDone

DIGITS = 9
MINUTES = 30
MOST_CODES = 10_000
TRIES_AT_ONCE = 5  # of one address
TRIES_A_MINUTE = 5
MOST_ADDRESSES = 10_000


class Invitation(NamedTuple):
    """The seat that a code opens: the match and the secret of the seat."""

    match: str
    token: str
    until: float


class Codes:
    """The codes that are open now, and how often each address has tried."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Invitation] = {}
        self._tries: dict[str, tuple[float, float]] = {}  # by address: tries left, and when that was

    def issue(self, match: str, token: str) -> str:
        """A new code for a seat; the one it had before is void."""
        now = self._clock()
        self._open = {
            code: seat for code, seat in self._open.items() if seat.until > now and seat[:2] != (match, token)
        }
        if len(self._open) >= MOST_CODES:
            raise NotDone("no-more-codes")
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        while code in self._open:
            code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._open[code] = Invitation(match, token, now + 60 * MINUTES)
        return code

    def take(self, code: str, address: str) -> Invitation:
        """The seat that a code opens, once; NotDone if it opens none, or if the address has tried too often."""
        self._spend(address)
        found = self._open.pop("".join(filter(str.isdigit, code)), None)
        if found is None or found.until <= self._clock():
            raise NotDone("no-such-code")
        self._tries.pop(address, None)
        return found

    def _spend(self, address: str) -> None:
        now = self._clock()
        left, at = self._tries.get(address, (float(TRIES_AT_ONCE), now))
        left = min(TRIES_AT_ONCE, left + (now - at) * TRIES_A_MINUTE / 60)
        if left < 1:
            raise NotDone("too-many-tries")
        if len(self._tries) >= MOST_ADDRESSES and address not in self._tries:
            self._tries.pop(next(iter(self._tries)))  # the one that has been known for longest
        self._tries[address] = (left - 1, now)
