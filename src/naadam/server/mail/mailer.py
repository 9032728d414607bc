"""The post: the mail server that letters are handed in at, as its URL names it."""

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
SECONDS_FOR_LETTER = 20.0


class PostError(NaadamError):
    """The mail server is not named as it must be."""


class Post(NamedTuple):
    """Where letters are handed in, who they are from, and where the page is that they lead to."""

    host: str
    port: int
    sender: str
    page: str
    secure: str = ""  # "tls" from the beginning, "starttls", or not at all
    user: str = ""
    password: str = ""


def read_post(url: str, page: str) -> Post:
    """What a URL says: smtp://user:password@host:port?from=naadam@example.org, smtps:// for TLS from the beginning."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps", "smtp+starttls") or not parts.hostname:
        raise PostError("a mail server is named as smtp://, smtp+starttls:// or smtps://HOST:PORT?from=ADDRESS")
    if not is_address(sender):
        raise PostError("the mail server's URL must end with ?from=ADDRESS, the sender of all letters")
    if urlsplit(page).scheme not in ("http", "https"):
        raise PostError("letters need the address of the page: --page https://HOST")
    secure = {"smtp": "", "smtps": "tls", "smtp+starttls": "starttls"}[parts.scheme]
    port = parts.port or {"": 25, "tls": 465, "starttls": 587}[secure]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Post(parts.hostname, port, sender, page.rstrip("/"), secure, user, password)


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def hand_in(post: Post, letter: EmailMessage) -> None:
    """Give a letter to the mail server; this blocks."""
    context = ssl.create_default_context()
    if post.secure == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(post.host, post.port, timeout=SECONDS_FOR_LETTER, context=context)
    else:
        server = smtplib.SMTP(post.host, post.port, timeout=SECONDS_FOR_LETTER)
    with server:
        if post.secure == "starttls":
            server.starttls(context=context)
        if post.user:
            server.login(post.user, post.password)
        server.send_message(letter)
