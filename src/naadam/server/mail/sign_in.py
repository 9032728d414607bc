"""Ways in by e-mail: an e-mail with a link and a code, valid once and for 30 minutes.

Of an address only the SHA-256 and a shortened form are stored: a person who comes in types it again. Links
and codes are in memory only. The answer to a request is the same whether an address is known here or not.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from email.message import EmailMessage
from typing import Literal, NamedTuple

from naadam.core.hashing import hash_secret
from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.mail.email_limits import mailbox_of
from naadam.server.people.keys import MISREAD, SHEET_ALPHABET
from naadam.server.protocol.errors import TEXTS, NotFound, TooOften, Unavailable

MINUTES = 30
CODE_LENGTH = 8
MOST_OPEN = 10_000
ASKED_AT_ONCE, ASKED_PER_MINUTE = 5, 5 / 60  # by one network address: five, and five more per hour
CODES_AT_ONCE, CODES_PER_MINUTE = 3, 10 / 1440  # to one mailbox: three, and ten more per day

Purpose = Literal["add", "enter"]


class Pending(NamedTuple):
    """An e-mail that was sent: what it does for which person, and until when."""

    purpose: Purpose
    person: str
    mailbox: str  # the key of the address
    label: str
    code: str
    language: str
    until: float


class MailCodes:
    """The links and codes that are open now, and how often each network address has asked for one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Pending] = {}  # by the hash of the token of the link, in the order of the e-mails
        self._asked = Addresses(ASKED_AT_ONCE, ASKED_PER_MINUTE, clock)

    def admit(self, requester: str) -> None:
        """Count a request of a network address; TooOften beyond the rate limit."""
        if not is_local(requester) and not self._asked.spend(requester):
            raise TooOften("too-often", seconds=self._asked.seconds)

    def issue(self, purpose: Purpose, person: str, address: str, language: str) -> tuple[str, str]:
        """A new token for a link, and a code; those of older e-mails to the address are void."""
        now, mailbox = self._clock(), key_of(address)
        same = [token for token, pending in self._open.items() if pending.mailbox == mailbox or pending.until <= now]
        for token in same:
            del self._open[token]
        if len(self._open) >= MOST_OPEN:
            raise Unavailable("no-more-codes")
        token = secrets.token_urlsafe(24)
        code = "".join(secrets.choice(SHEET_ALPHABET) for _ in range(CODE_LENGTH))
        until = now + 60 * MINUTES
        self._open[hash_secret(token)] = Pending(purpose, person, mailbox, shorten(address), code, language, until)
        return token, code

    def of_link(self, token: str) -> Pending:
        """The e-mail of a link, which stays open; NotFound if it is over."""
        return self._valid(self._open.get(hash_secret(token)))

    def of_code(self, code: str) -> Pending:
        """The e-mail of a code, which stays open; NotFound if there is none. Count the try before."""
        typed = read_code(code) or ""
        same = (one for one in self._open.values() if secrets.compare_digest(one.code, typed))
        return self._valid(next(same, None))

    def void(self, pending: Pending) -> None:
        """Close an e-mail once it is used."""
        self._open = {token: one for token, one in self._open.items() if one is not pending}

    def _valid(self, pending: Pending | None) -> Pending:
        if pending is None or pending.until <= self._clock():
            raise NotFound("no-such-code")
        return pending


def key_of(address: str) -> str:
    """The id of an address among the keys of people."""
    return hash_secret(f"mailbox {mailbox_of(address)}")


def shorten(address: str) -> str:
    """An address as its owner recognizes it in the list of keys."""
    local, _, domain = address.rpartition("@")
    return f"{local[:2]}…@{domain}"[:80]


def read_code(text: str) -> str | None:
    """A code that was typed in; None if it has another length."""
    typed = "".join(filter(str.isalnum, text.upper())).translate(MISREAD)
    return typed if len(typed) == CODE_LENGTH else None


def write_letter(purpose: Purpose, sender: str, address: str, link: str, code: str, language: str) -> EmailMessage:
    """The e-mail with a link and a code."""
    letter = EmailMessage()
    letter["From"], letter["To"] = sender, address
    letter["Subject"] = TEXTS.get("email", f"{purpose}-subject", language)
    values = {"link": link, "code": f"{code[:4]} {code[4:]}", "minutes": MINUTES}
    letter.set_content(TEXTS.get("email", f"{purpose}-text", language, **values))
    return letter
