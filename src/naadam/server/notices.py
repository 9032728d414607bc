"""Notices: a letter to who is to move at a table where a move may take days, if they asked for it and confirmed it.

Off unless the operator names a mail server. Addresses are in the database only: they stand in no log, no answer and no
record, and one whose owner does not confirm it gets one letter and no other.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import smtplib
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.server.failures import TEXTS, NotDone, NotStored
from naadam.server.limits import Addresses, is_local
from naadam.server.store import Store, notices

if TYPE_CHECKING:
    from naadam.server.room import Room

log = logging.getLogger(__name__)

ADDRESS = re.compile(r"[A-Za-z0-9._%+'=-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}")
LONGEST_ADDRESS = 254
SECONDS_FOR_LETTER = 20.0
TRIES = 3
SECONDS_BETWEEN_TRIES = 30.0
MOST_WAITING = 1000  # letters
ASKED_AT_ONCE, ASKED_PER_MINUTE = 5, 5 / 60  # by one address of the net: five, and five more per hour
LETTERS_AT_ONCE, LETTERS_PER_MINUTE = 20, 20 / 1440  # to one address: twenty, and twenty more per day
SECONDS_BETWEEN_LETTERS = 600.0  # to one seat


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


class Wanted(NamedTuple):
    """A row: who wants letters for which seat."""

    table_id: str
    seat: int
    address: str
    language: str
    key: str
    wanted: bool
    told: int


class Notices:
    """Who wants letters, and the letters on their way."""

    def __init__(self, store: Store, post: Post | None) -> None:
        self._engine = store.engine
        self._post = post
        self._thread = ThreadPoolExecutor(1, "letters")
        self._waiting = 0
        self._asked = Addresses(ASKED_AT_ONCE, ASKED_PER_MINUTE)
        self._letters = Addresses(LETTERS_AT_ONCE, LETTERS_PER_MINUTE)
        self._last: dict[tuple[str, int], float] = {}  # when a seat was last written to
        self._later: set[tuple[str, int]] = set()  # those to be written to, if that is still of use
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        return self._post is not None

    # --- asking for letters ---

    async def ask(self, table_id: str, seat: int, address: str, language: str, asker: str) -> None:
        """Somebody wants letters for a seat: they are written to once, and must confirm it."""
        if not self.offered:
            raise NotDone("no-letters")
        if not is_address(address):
            raise NotDone("bad-address")
        if not is_local(asker) and not self._asked.spend(asker):
            raise NotDone("too-often")
        row = Wanted(table_id, seat, address, language, secrets.token_urlsafe(24), False, 0)
        await _ask(self._write, row)
        self._send(row, "confirm")

    def _write(self, row: Wanted) -> None:
        with self._engine.begin() as connection:
            seat = sql.and_(notices.c.table_id == row.table_id, notices.c.seat == row.seat)
            connection.execute(notices.delete().where(seat))
            connection.execute(notices.insert().values(row._asdict()))

    async def answer(self, key: str, wanted: bool) -> str:
        """Confirm that letters are wanted, or that none are any more; what is said to that."""
        row = await _ask(self._answer, key, wanted)
        if row is None:
            raise NotDone("no-notice")
        return TEXTS.get("letters", "confirmed" if wanted else "stopped", row.language)

    def _answer(self, key: str, wanted: bool) -> Wanted | None:
        with self._engine.begin() as connection:
            mine = notices.c.key == key
            change = notices.update().values(wanted=True) if wanted else notices.delete()
            row = connection.execute(change.where(mine).returning(*notices.c)).one_or_none()
            return None if row is None else Wanted(*row)

    # --- letters ---

    def look(self, room: Room, before: tuple[int, ...]) -> None:
        """Something happened at a table: write to those whose turn it is now, was not before, and who are not here."""
        table = room.table
        if not self.offered or not table.pace.by_calendar:
            return
        here = {seat for reader in room.readers for seat in reader.mine}
        for seat in table.to_act:
            if seat not in before and seat not in here and seat in table.people():
                self._keep(self._notify(room, seat))

    async def _notify(self, room: Room, seat: int) -> None:
        """Write to a seat; soon after another letter only if it is still to move when some time has passed."""
        house, table, place = room.house, room.table, (room.table.id, seat)
        wait = self._last.get(place, -SECONDS_BETWEEN_LETTERS) + SECONDS_BETWEEN_LETTERS - time.monotonic()
        try:
            if wait > 0:
                if place in self._later:
                    return
                self._later.add(place)
                await asyncio.sleep(wait)
                found, now_open = await house.look_at(table.id), house.rooms.get(table.id)
                here = {mine for reader in now_open.readers for mine in reader.mine} if now_open else set()
                if found is None or seat not in found.to_act or seat in here or seat not in found.people():
                    return
                table = found
            row = await _ask(self._find, table.id, seat, table.seq)
        except NotDone:
            return
        finally:
            if wait > 0:
                self._later.discard(place)
        if row is not None:
            if len(self._last) >= MOST_WAITING:
                self._last.clear()
            self._last[place] = time.monotonic()
            self._send(row, "turn", game=table.game.title)

    def _find(self, table_id: str, seat: int, seq: int) -> Wanted | None:
        """Who wants a letter about this event, once, whichever server asks."""
        due = (notices.c.table_id == table_id, notices.c.seat == seat, notices.c.wanted, notices.c.told < seq)
        with self._engine.begin() as connection:
            noted = notices.update().where(*due).values(told=seq).returning(*notices.c)
            row = connection.execute(noted).one_or_none()
            return None if row is None else Wanted(*row)

    def _send(self, row: Wanted, kind: str, **values: object) -> None:
        assert self._post is not None
        if self._waiting >= MOST_WAITING or not self._letters.spend(row.address.lower()):
            return
        links = {
            "table": f"{self._post.page}/table/{row.table_id}",
            "yes": f"{self._post.page}/api/notices/{row.key}/yes",
            "no": f"{self._post.page}/api/notices/{row.key}/no",
        }
        letter = EmailMessage()
        letter["From"], letter["To"] = self._post.sender, row.address
        letter["Subject"] = TEXTS.get("letters", f"{kind}-subject", row.language, **values)
        letter["List-Unsubscribe"] = f"<{links['no']}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(TEXTS.get("letters", f"{kind}-text", row.language, **values, **links))
        self._keep(self._hand_in(letter))

    async def _hand_in(self, letter: EmailMessage) -> None:
        assert self._post is not None
        self._waiting += 1
        try:
            for number in range(TRIES):
                try:
                    await asyncio.get_running_loop().run_in_executor(self._thread, hand_in, self._post, letter)
                    return
                except (OSError, smtplib.SMTPException) as error:  # whose texts may hold the address
                    log.error("a letter is not taken: %s", type(error).__name__)
                    if isinstance(error, smtplib.SMTPRecipientsRefused):
                        return
                    await asyncio.sleep(SECONDS_BETWEEN_TRIES * 4**number)
        finally:
            self._waiting -= 1

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


async def _ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """Ask the database, in a thread that waits for no mail server; NotStored if it fails."""
    try:
        return await asyncio.to_thread(function, *arguments)
    except sql.exc.SQLAlchemyError as error:  # whose text may hold the address
        log.error("the store failed over a letter: %s", type(error).__name__)
        raise NotStored from None


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
