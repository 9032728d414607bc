"""Notifications: e-mail to the player to move at a table with days per move, if the player has confirmed the address.

Off unless the operator names a mail server. Addresses are in the database only, never in a log, an answer or a record.
An unconfirmed address gets at most one e-mail per day, however many requests name it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import smtplib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sql

from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.mail.email_limits import EmailLimits
from naadam.server.mail.mailer import MailServer, is_address, send
from naadam.server.protocol.errors import TEXTS, NotFound, NotStored, TooOften, UserError
from naadam.server.storage.store import Store, events, notices
from naadam.server.table.table import Table

log = logging.getLogger(__name__)

TRIES = 3
SECONDS_BETWEEN_TRIES = 30.0
MOST_WAITING = 1000  # e-mails
ASKED_AT_ONCE, ASKED_PER_MINUTE = 5, 5 / 60  # by one network address: five, and five more per hour
EMAILS_IN_A_BURST, EMAILS_PER_MINUTE = 20, 20 / 1440  # to one e-mail address: twenty, and twenty more per day
UNCONFIRMED_PER_MINUTE = 1 / 1440  # e-mail to an unconfirmed address: one per day
SECONDS_BETWEEN_EMAILS = 600.0  # to one seat
SECONDS_BETWEEN_SWEEPS = 900.0  # for e-mail that could not be sent
SECONDS_OF_REST = 0.02  # after each table of a sweep


class Room(Protocol):
    """The part of an open table that notifications need."""

    table: Table
    clients: dict[Any, None]

    @property
    def rooms(self) -> Rooms: ...


class Rooms(Protocol):
    """The registry of open tables."""

    async def room(self, table_id: str) -> Room | None: ...


class Subscription(NamedTuple):
    """A row: an e-mail address, and the seat that it belongs to."""

    table_id: str
    seat: int
    address: str
    language: str
    key: str
    wanted: bool
    told: int


class Notifications:
    """The addresses to notify, and the e-mail under way."""

    def __init__(self, store: Store, mail_server: MailServer | None) -> None:
        self._engine = store.engine
        self._post = mail_server
        self._thread = ThreadPoolExecutor(1, "email")
        self._waiting = 0
        self._asked = Addresses(ASKED_AT_ONCE, ASKED_PER_MINUTE)
        self._limits = EmailLimits(store.engine)
        self._under_way: set[tuple[str, int]] = set()  # seats that are being notified, or were a short while ago
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        return self._post is not None

    # --- subscriptions ---

    async def ask(self, table_id: str, seat: int, address: str, language: str, requester: str) -> None:
        """Subscribe an address to a seat, and send it an e-mail to confirm.

        The answer is always the same, so that it does not reveal which addresses are known here.
        """
        if not self.offered:
            raise NotFound("no-letters")
        if not is_address(address):
            raise UserError("bad-address")
        if not is_local(requester) and not self._asked.spend(requester):
            raise TooOften("too-often")
        row = Subscription(table_id, seat, address, language, secrets.token_urlsafe(24), False, 0)
        row, known = await _ask(self._write, row)
        self._keep(self._ask_to_confirm(row, known))

    def _write(self, row: Subscription) -> tuple[Subscription, bool]:
        """Store a subscription; return the row, and whether its address has confirmed any."""
        with self._engine.begin() as connection:
            place = _of((row.table_id, row.seat))
            kept = connection.execute(notices.select().where(*place, _is_to(row.address))).one_or_none()
            if kept is None:
                connection.execute(notices.delete().where(*place))
                connection.execute(notices.insert().values(row._asdict()))
            else:  # a repeated request: the link that was sent stays valid
                connection.execute(notices.update().where(*place).values(language=row.language))
                row = Subscription(*kept)._replace(language=row.language)
            known = sql.select(notices.c.key).where(_is_to(row.address), notices.c.wanted).limit(1)
            return row, connection.execute(known).one_or_none() is not None

    async def _ask_to_confirm(self, row: Subscription, known: bool) -> None:
        """Send the e-mail to confirm an address, unless it was sent today without success."""
        unconfirmed = self._limits.spend, "unconfirmed", row.address, 1, UNCONFIRMED_PER_MINUTE
        if not known and not await _ask(*unconfirmed):
            return
        if not await self._send(row, "confirm") and not known:
            await _ask(self._limits.give_back, "unconfirmed", row.address)

    async def language_of(self, key: str) -> str:
        """The language of the subscription with a key; NotFound if there is no such key."""
        row = await _ask(self._find_key, key)
        if row is None:
            raise NotFound("no-notice")
        return str(row.language)

    def _find_key(self, key: str) -> Subscription | None:
        with self._engine.connect() as connection:
            row = connection.execute(notices.select().where(notices.c.key == key)).one_or_none()
            return None if row is None else Subscription(*row)

    async def answer(self, key: str, wanted: bool) -> str:
        """Confirm or cancel a subscription, and return its language."""
        row = await _ask(self._answer, key, wanted)
        if row is None:
            raise NotFound("no-notice")
        if wanted:  # so that newer subscriptions of the address can be confirmed too
            for other in await _ask(self._find_unconfirmed, row.address):
                self._keep(self._ask_to_confirm(other, True))
        return str(row.language)

    def _answer(self, key: str, wanted: bool) -> Subscription | None:
        with self._engine.begin() as connection:
            mine = notices.c.key == key
            change = notices.update().values(wanted=True) if wanted else notices.delete()
            row = connection.execute(change.where(mine).returning(*notices.c)).one_or_none()
            return None if row is None else Subscription(*row)

    def _find_unconfirmed(self, address: str) -> list[Subscription]:
        with self._engine.connect() as connection:
            unconfirmed = notices.select().where(_is_to(address), ~notices.c.wanted)
            return [Subscription(*row) for row in connection.execute(unconfirmed)]

    # --- e-mail ---

    async def may_write(self, kind: str, address: str, burst: float, per_minute: float) -> bool:
        """Count an e-mail of a kind to an address; False if its mailbox has had enough."""
        return bool(await _ask(self._limits.spend, kind, address, burst, per_minute))

    def post(self, write: Callable[[MailServer], EmailMessage]) -> None:
        """Write an e-mail and send it in the background."""
        if self._post is None or self._waiting >= MOST_WAITING:
            return
        letter = write(self._post)
        _seal(letter, self._post)
        self._keep(self._send_off(letter))

    async def _send_off(self, letter: EmailMessage) -> bool:
        """Send an e-mail that is written; return whether no further try is needed."""
        assert self._post is not None
        self._waiting += 1
        try:
            return await self._try_to_send(self._post, letter)
        finally:
            self._waiting -= 1

    def look(self, room: Room, before: tuple[int, ...]) -> None:
        """After an event, notify the absent players whose turn it has become."""
        if not self.offered or not room.table.time_control.by_calendar:
            return
        for seat in room.table.to_act:
            if seat not in before and _is_away(room, seat):
                self._keep(self._notify(room.rooms, room.table.id, seat))

    async def go_on(self, rooms: Rooms) -> None:
        """Periodically send the e-mail that is missing, because a server or the mail server was down."""
        while self.offered:
            with contextlib.suppress(NotStored):
                for table_id, seat in await _ask(self._find_untold):
                    self._keep(self._notify(rooms, table_id, seat))
                    await asyncio.sleep(SECONDS_OF_REST)
            await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)

    async def _notify(self, rooms: Rooms, table_id: str, seat: int) -> None:
        """Notify a seat, and check again some time after each e-mail, because another turn may have begun.

        Does nothing if this is under way already.
        """
        place = table_id, seat
        if place in self._under_way:
            return
        self._under_way.add(place)
        try:
            # Only the owner of the table sends, so that no e-mail is sent twice.
            while (room := await rooms.room(table_id)) is not None and await self._tell(room, seat):
                await asyncio.sleep(SECONDS_BETWEEN_EMAILS)
        except UserError:  # another server owns the table, or the store failed: the next sweep tries again
            pass
        finally:
            self._under_way.discard(place)

    async def _tell(self, room: Room, seat: int) -> bool:
        """Notify an absent seat once per turn; return whether an e-mail was sent."""
        table, place = room.table, (room.table.id, seat)
        if table.over:
            await _ask(self._note, place, table.seq)
        elif seat in table.to_act and _is_away(room, seat):
            began = table.turn_began(seat)
            row = await _ask(self._find, place, began)
            if row is not None and await self._send(row, "turn", game=table.game.title):
                await _ask(self._note, place, began)
                return True
        return False

    def _find(self, place: tuple[str, int], began: int) -> Subscription | None:
        """The subscription that has no e-mail yet about the turn that began with this event."""
        with self._engine.connect() as connection:
            due = notices.select().where(*_of(place), notices.c.wanted, notices.c.told < began)
            row = connection.execute(due).one_or_none()
            return None if row is None else Subscription(*row)

    def _find_untold(self) -> list[tuple[str, int]]:
        """The seats at whose tables something has happened since they were last notified."""
        newer = sql.exists().where(events.c.table_id == notices.c.table_id, events.c.seq > notices.c.told)
        with self._engine.connect() as connection:
            untold = sql.select(notices.c.table_id, notices.c.seat).where(notices.c.wanted, newer)
            return [(table_id, seat) for table_id, seat in connection.execute(untold)]

    def _note(self, place: tuple[str, int], seq: int) -> None:
        with self._engine.begin() as connection:
            connection.execute(notices.update().where(*_of(place)).values(told=seq))

    async def _send(self, row: Subscription, kind: str, **values: object) -> bool:
        """Write and send an e-mail; return whether no further try is needed."""
        assert self._post is not None
        limit = self._limits.spend, "all", row.address, EMAILS_IN_A_BURST, EMAILS_PER_MINUTE
        if self._waiting >= MOST_WAITING or not await _ask(*limit):
            return False
        links = {
            "table": f"{self._post.page}/table/{row.table_id}",
            "yes": f"{self._post.page}/api/notices/{row.key}/yes",
            "no": f"{self._post.page}/api/notices/{row.key}/no",
        }
        email = EmailMessage()
        email["From"], email["To"] = self._post.sender, row.address
        email["Subject"] = TEXTS.get("email", f"{kind}-subject", row.language, **values)
        email["List-Unsubscribe"] = f"<{links['no']}>"
        if links["no"].startswith("https:"):
            email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058: programs ask by POST
        _seal(email, self._post)
        email.set_content(TEXTS.get("email", f"{kind}-text", row.language, **values, **links))
        return await self._send_off(email)

    async def _try_to_send(self, mail_server: MailServer, email: EmailMessage) -> bool:
        """Send an e-mail, with some tries; return whether it was accepted or refused for good."""
        for number in range(TRIES):
            if number:
                await asyncio.sleep(SECONDS_BETWEEN_TRIES * 4 ** (number - 1))
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, send, mail_server, email)
                return True
            except (OSError, smtplib.SMTPException) as error:  # without its text, which may contain the address
                log.error("an e-mail was not taken: %s", type(error).__name__)
                if isinstance(error, smtplib.SMTPRecipientsRefused):
                    return True
        return False

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _seal(email: EmailMessage, mail_server: MailServer) -> None:
    """Add the date, the id and the note that a program has written the e-mail."""
    email["Date"] = format_datetime(datetime.now(UTC))
    email["Message-ID"] = make_msgid(domain=mail_server.sender.rpartition("@")[2])
    email["Auto-Submitted"] = "auto-generated"


def _is_away(room: Room, seat: int) -> bool:
    """Whether the seat belongs to a person who is not connected."""
    return seat in room.table.people and not any(seat in client.mine for client in room.clients)


def _of(place: tuple[str, int]) -> tuple[sql.ColumnElement[bool], ...]:
    """The condition that a row belongs to this table and seat."""
    return notices.c.table_id == place[0], notices.c.seat == place[1]


def _is_to(address: str) -> sql.ColumnElement[bool]:
    """The condition that a row belongs to this address."""
    return sql.func.lower(notices.c.address) == address.lower()


async def _ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """Ask the database, in a thread that waits for no mail server; NotStored if it fails."""
    try:
        return await asyncio.to_thread(function, *arguments)
    except sql.exc.SQLAlchemyError as error:  # without its text, which may contain the address
        log.error("the store failed over an e-mail: %s", type(error).__name__)
        raise NotStored from None
