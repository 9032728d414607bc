"""Seats of browsers: remembered on the server, so that a browser finds them again on another port.

A browser is named by a key, in a cookie that no script can read. Of a key only the hash is stored. Next to it are the
tokens, encrypted by the key itself: the database without the cookie opens no seat.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from naadam.core.hashing import hash_secret
from naadam.server.storage.store import metadata

MOST_HELD = 200  # seats of one browser; the oldest are forgotten
MOST_HOLDERS = 16  # browsers that hold one seat; the oldest forgets it
KEY = re.compile(r"[A-Za-z0-9_-]{32}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")

browsers = sql.Table(
    "browsers",
    metadata,
    sql.Column("browser", sql.String(64), primary_key=True),  # SHA-256 of its key
    sql.Column("token", sql.String(64), primary_key=True),  # SHA-256 of the seat's token
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("own", sql.Boolean, nullable=False),  # whether who uses the browser plays the seat, or invites to it
    sql.Column("sealed", sql.String(32), nullable=False),  # the token
    sql.Column("at", sql.Float, nullable=False),  # when it was last opened
)


class Held(NamedTuple):
    """A seat that a browser holds, with its secret."""

    table: str
    seat: int
    token: str
    own: bool
    at: float


def new_key() -> str:
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None


class BrowserSeats:
    """The seats that browsers hold, in the database. Its methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def remember(self, key: str, table: str, seats: Sequence[tuple[int, str, bool]]) -> None:
        """A browser holds these seats of a table: each with its token, and whether it is its own."""
        browser, now = hash_secret(key), time.time()
        with self._engine.begin() as connection:
            for seat, token, own in seats:
                hashed = hash_secret(token)
                held = sql.and_(
                    browsers.c.token == hashed, browsers.c.table_id == table
                )  # a rematch has the same token
                connection.execute(_where(browser, held))
                row = {"browser": browser, "token": hashed, "table_id": table, "seat": seat, "own": own, "at": now}
                connection.execute(browsers.insert().values(row | {"sealed": _seal(key, hashed, token)}))
                self._keep_newest(connection, held, MOST_HOLDERS)
            self._keep_newest(connection, browsers.c.browser == browser, MOST_HELD)

    def _keep_newest(self, connection: sql.Connection, of: sql.ColumnElement[bool], most: int) -> None:
        query = sql.select(browsers.c.browser, browsers.c.token, browsers.c.table_id).where(of)
        query = query.order_by(browsers.c.at.desc()).offset(most)
        query = query.limit(MOST_HELD)  # there are never many too many; SQLite knows no offset without a limit
        for browser, token, table in connection.execute(query).all():
            connection.execute(_where(browser, browsers.c.token == token, browsers.c.table_id == table))

    def issue(self, key: str) -> str:
        """The key of a browser if this server has issued it, otherwise a new one.

        A key that another program has planted in the browser would open the browser's seats to that program.
        """
        if is_key(key):
            known = sql.select(browsers.c.browser).where(browsers.c.browser == hash_secret(key)).limit(1)
            with self._engine.connect() as connection:
                if connection.execute(known).one_or_none() is not None:
                    return key
        return new_key()

    def recall(self, key: str) -> list[Held]:
        """All that a browser holds, the newest first."""
        query = sql.select(browsers).where(browsers.c.browser == hash_secret(key)).order_by(browsers.c.at.desc())
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Held(row.table_id, row.seat, _open(key, row.token, row.sealed), row.own, row.at) for row in rows]

    def forget(self, key: str, table: str) -> None:
        """Forget the seats of a browser at a table; their tokens stay valid."""
        with self._engine.begin() as connection:
            connection.execute(_where(hash_secret(key), browsers.c.table_id == table))


def _where(browser: str, *more: sql.ColumnElement[bool]) -> sql.Delete:
    return browsers.delete().where(browsers.c.browser == browser, *more)


def _pad(key: str, hashed: str) -> bytes:
    """The pad that encrypts one token: derived from the key, and used only for it."""
    return hmac.new(key.encode(), hashed.encode(), hashlib.sha256).digest()[:24]


def _seal(key: str, hashed: str, token: str) -> str:
    assert TOKEN.fullmatch(token)
    plain = urlsafe_b64decode(token)
    return urlsafe_b64encode(bytes(a ^ b for a, b in zip(plain, _pad(key, hashed), strict=True))).decode()


def _open(key: str, hashed: str, sealed: str) -> str:
    return _seal(key, hashed, sealed)  # the same twice gives back the original
