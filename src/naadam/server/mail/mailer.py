"""The mail server: its URL, and sending an e-mail through it."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from naadam.core.errors import NaadamError

ADDRESS = re.compile(r"[A-Za-z0-9._%+'=-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}")
LONGEST_ADDRESS = 254
SECONDS_FOR_EMAIL = 20.0


class MailError(NaadamError):
    """The mail server is not named as it must be."""


class MailServer(NamedTuple):
    """The mail server, the sender of all e-mail, and the address of the page that links open."""

    host: str
    port: int
    sender: str
    page: str
    secure: str = ""  # "tls" from the beginning, "starttls", or not at all
    user: str = ""
    password: str = ""


def read_mail_server(url: str, page: str) -> MailServer:
    """Read a URL: smtp://user:password@host:port?from=naadam@example.org, smtps:// for TLS from the beginning."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps", "smtp+starttls") or not parts.hostname:
        raise MailError("a mail server is named as smtp://, smtp+starttls:// or smtps://HOST:PORT?from=ADDRESS")
    if not is_address(sender):
        raise MailError("the mail server's URL must end with ?from=ADDRESS, the sender of all e-mails")
    if urlsplit(page).scheme not in ("http", "https"):
        raise MailError("e-mails need the address of the page: --page https://HOST")
    secure = {"smtp": "", "smtps": "tls", "smtp+starttls": "starttls"}[parts.scheme]
    port = parts.port or {"": 25, "tls": 465, "starttls": 587}[secure]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, sender, page.rstrip("/"), secure, user, password)


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def send(mail_server: MailServer, email: EmailMessage) -> None:
    """Send an e-mail through the mail server; this blocks."""
    context = ssl.create_default_context()
    if mail_server.secure == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            mail_server.host, mail_server.port, timeout=SECONDS_FOR_EMAIL, context=context
        )
    else:
        server = smtplib.SMTP(mail_server.host, mail_server.port, timeout=SECONDS_FOR_EMAIL)
    with server:
        if mail_server.secure == "starttls":
            server.starttls(context=context)
        if mail_server.user:
            server.login(mail_server.user, mail_server.password)
        server.send_message(email)
