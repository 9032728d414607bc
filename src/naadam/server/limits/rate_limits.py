"""Rate limits: token buckets for a connection and for each address."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MOST_ADDRESSES = 10_000  # that are remembered


class Allowance:
    """A token bucket: a burst, refilled at a rate per second."""

    def __init__(self, at_once: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._per_second, self._clock = at_once, per_second, clock
        self._left, self._at = at_once, clock()

    def spend(self, amount: float = 1.0) -> bool:
        """Spend an amount, and say whether there was as much; a refusal costs nothing."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def owe(self, amount: float) -> float:
        """Spend an amount, though there may be less, and say after how many seconds there is as much."""
        self._refill()
        self._left -= amount
        return max(0.0, -self._left / self._per_second)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now


class Addresses:
    """A token bucket for each address; a refused request costs nothing."""

    def __init__(self, at_once: int, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._per_second, self._clock = at_once, per_minute / 60, clock
        self._left: dict[str, tuple[float, float]] = {}  # by address: the amount left, and when that was

    @property
    def seconds(self) -> float:
        """The seconds after which an address that has nothing left may spend one."""
        return 1 / self._per_second

    def spend(self, address: str) -> bool:
        """Spend one of an address, and say whether it had one."""
        address, now = neighbourhood(address), self._clock()
        left, at = self._left.pop(address, (float(self._most), now))
        left = min(self._most, left + (now - at) * self._per_second)
        if len(self._left) >= MOST_ADDRESSES:
            self._left.pop(next(iter(self._left)))  # the one that was here longest ago
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def give_back(self, address: str) -> None:
        """Take back that an address has just spent one."""
        address = neighbourhood(address)
        if address in self._left:
            left, at = self._left[address]
            self._left[address] = (left + 1, at)


def neighbourhood(address: str) -> str:
    """The unit that one person has: an IPv4 address, or the first 64 bits of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def is_local(address: str) -> bool:
    """Whether an address is that of this machine: of its owner, or of a proxy that speaks for many."""
    return address in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
