"""Join codes: nine digits in place of an invitation, or of a key for a further device, once within 30 minutes.

They are in memory only: after a restart the host must ask for a new one.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.protocol.errors import Conflict, NotFound, TooOften, Unavailable

DIGITS = 9
MINUTES = 30
MOST_CODES = 10_000
TRIES_AT_ONCE = 5  # of one address
TRIES_PER_MINUTE = 5
CODES_OF_ADDRESS = 30  # in a burst, and as many more in the life of a code


class Invitation(NamedTuple):
    """The invitation that a code stands for: the table and the token."""

    table: str
    token: str
    until: float

    @property
    def place(self) -> tuple[str, str]:
        return self.table, self.token


class NewDevice(NamedTuple):
    """The person whose further device the browser becomes that shows the code."""

    person: str
    until: float

    @property
    def place(self) -> tuple[str, str]:
        return "", self.person


class JoinCodes:
    """The codes that are open now, and how often each address has tried and asked for one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Invitation | NewDevice] = {}  # in the order in which they were issued
        self._of_place: dict[tuple[str, str], str] = {}
        self._tries = Addresses(TRIES_AT_ONCE, TRIES_PER_MINUTE, clock)
        self._issued = Addresses(CODES_OF_ADDRESS, CODES_OF_ADDRESS / MINUTES, clock)

    def issue(self, table_id: str, token: str, address: str = "") -> str:
        """A new code for an invitation; the one it had before is void."""
        return self._issue(Invitation(table_id, token, self._clock() + 60 * MINUTES), address)

    def issue_for(self, person: str, address: str = "") -> str:
        """A new code for a further device of a person; the one before is void."""
        return self._issue(NewDevice(person, self._clock() + 60 * MINUTES), address)

    def _issue(self, opens: Invitation | NewDevice, address: str) -> str:
        now = self._clock()
        self._void(self._of_place.get(opens.place))
        while self._open and next(iter(self._open.values())).until <= now:
            self._void(next(iter(self._open)))
        if len(self._open) >= MOST_CODES or not (is_local(address) or self._issued.spend(address)):
            raise Unavailable("no-more-codes")
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        while code in self._open:
            code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._open[code] = opens
        self._of_place[opens.place] = code
        return code

    def take(self, code: str, address: str) -> Invitation:
        """The invitation of a code, once; UserError if there is none, or if the address has tried too often."""
        found = self._look(code, address)
        if not isinstance(found, Invitation):
            raise Conflict("code-of-device")
        self._void(digits_of(code))
        return found

    def look_for_device(self, code: str, address: str) -> str:
        """The person of a code for a further device; UserError as for a seat. `void` it once it is used."""
        found = self._look(code, address)
        if not isinstance(found, NewDevice):
            raise Conflict("code-of-seat")
        return found.person

    def void(self, code: str) -> None:
        self._void(digits_of(code))

    def count_try(self, address: str) -> None:
        """Count an attempt with a code of any kind; TooOften beyond the rate limit."""
        if not self._tries.spend(address):
            raise TooOften("too-many-tries")

    def forgive_try(self, address: str) -> None:
        """Take back one attempt only, because a guesser can redeem valid codes in between."""
        self._tries.give_back(address)

    def _look(self, code: str, address: str) -> Invitation | NewDevice:
        self.count_try(address)
        found = self._open.get(digits_of(code))
        if found is None or found.until <= self._clock():
            raise NotFound("no-such-code")
        self.forgive_try(address)
        return found

    def _void(self, code: str | None) -> None:
        found = self._open.pop(code or "", None)
        if found is not None:
            del self._of_place[found.place]


def digits_of(code: str) -> str:
    return "".join(filter(str.isdigit, code))
