"""Keys of people: how they are made, and how a cookie carries them.

A key is random, and made by the server only. The database has its SHA-256. The cookie of a browser may hold several
keys, because cookies do not know ports: two servers on one machine, with a database each, share it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

KEY = re.compile(r"[A-Za-z0-9_-]{32}")
TOKEN_PREFIX = "nd_"  # by which scanners for secrets can know one
TOKEN = re.compile(r"nd_[A-Za-z0-9_-]{43}")
PERSON = re.compile(r"[0-9a-f]{24}")
COOKIE = "naadam-key"
COOKIE_PATH = "/api"  # below the prefix of the server; it is sent to nothing else
COOKIE_SECONDS = 400 * 86_400  # as long as browsers keep one
MOST_IN_COOKIE = 4
SHEET_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U
SHEET_LENGTH = 20
MISREAD = str.maketrans("ILO", "110")


def new_person() -> str:
    return secrets.token_hex(12)


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_token() -> str:
    """A token of a program."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    return TOKEN.fullmatch(text) is not None


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None


def read_cookie(value: str) -> list[str]:
    """The keys in a cookie, the latest first."""
    return list(dict.fromkeys(filter(is_key, value.split("."))))[:MOST_IN_COOKIE]


def write_cookie(key: str, others: Iterable[str]) -> str:
    """A cookie with a key in front of others."""
    return ".".join(list(dict.fromkeys([key, *others]))[:MOST_IN_COOKIE])


def new_sheet() -> str:
    """A recovery code to print: 100 bits, in groups of four characters that cannot be mistaken for each other."""
    characters = "".join(secrets.choice(SHEET_ALPHABET) for _ in range(SHEET_LENGTH))
    return "-".join(characters[at : at + 4] for at in range(0, SHEET_LENGTH, 4))


def read_sheet(text: str) -> str | None:
    """A recovery code that was typed in, in the form in which it is hashed; None if it has another length."""
    typed = "".join(filter(str.isalnum, text.upper())).translate(MISREAD)
    return typed if len(typed) == SHEET_LENGTH and set(typed) <= set(SHEET_ALPHABET) else None
