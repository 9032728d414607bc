"""Keys of people: how they are made, and how a cookie carries them.

A key is random, and made by the server only. The database has its SHA-256. The cookie of a browser may hold several
keys, because cookies do not know ports: two servers on one machine, with a database each, share it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

KEY = re.compile(r"[A-Za-z0-9_-]{32}")
PERSON = re.compile(r"[0-9a-f]{24}")
COOKIE = "naadam-key"
COOKIE_PATH = "/api"  # below the prefix of the server; it is sent to nothing else
COOKIE_SECONDS = 400 * 86_400  # as long as browsers keep one
MOST_IN_COOKIE = 4


def new_person() -> str:
    return secrets.token_hex(12)


def new_key() -> str:
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None


def read_cookie(value: str) -> list[str]:
    """The keys in a cookie, the latest first."""
    return list(dict.fromkeys(filter(is_key, value.split("."))))[:MOST_IN_COOKIE]


def write_cookie(key: str, others: Iterable[str]) -> str:
    """A cookie with a key in front of others."""
    return ".".join(list(dict.fromkeys([key, *others]))[:MOST_IN_COOKIE])
