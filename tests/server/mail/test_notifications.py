"""E-mails to players whose turn it is: sent only after confirmation, limited in number, addresses kept out of logs."""

from __future__ import annotations

import asyncio
import email.header
import email.utils
import logging
import re
import smtplib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any

import pytest
from database import PostgreSQL
from in_memory import HOST, hello, run, seat_all
from tests.mail_server import Box, mail_server, text_of

from naadam.core.registry import load_shipped
from naadam.server.http.routes import mail
from naadam.server.mail import notifications as module
from naadam.server.mail.email_limits import EmailLimits
from naadam.server.mail.mailer import MailError, MailServer, read_mail_server, send
from naadam.server.mail.notifications import Notifications
from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotStored, UserError
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.store import Store, letter_limits, notices
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl

ADDRESS = "player.one+naadam@mail.example.org"
PAGE = "https://play.example.org"


@pytest.fixture
def box() -> Iterator[tuple[Box, MailServer]]:
    with mail_server() as (found, named):
        yield found, read_mail_server(named, PAGE)


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """The log lines of this project; the mail server of the tests also logs, and logs everything."""
    return "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("naadam"))


async def arrived(box: Box, count: int) -> Message:
    for _ in range(400):
        if len(box.letters) >= count:
            return box.letters[count - 1]
        await asyncio.sleep(0.02)
    raise AssertionError(f"{len(box.letters)} letters")


async def set_room(rooms: Rooms, time_control: TimeControl) -> tuple[Any, list[Any]]:
    players = [Player("here"), Player("invited")]
    opening = ImportedGame(load_shipped("bagh-chal"))
    made = await rooms.create(opening, players, time_control=time_control, host=HOST)
    return await seat_all(rooms, *made)


DAYS = TimeControl("days", 3 * SECONDS_PER_DAY)


def test_who_confirmed_is_written_to_when_it_is_their_turn(
    tmp_path: Path, box: tuple[Box, MailServer], caplog: pytest.LogCaptureFixture
) -> None:
    mails, post = box
    caplog.set_level(logging.DEBUG, "naadam")

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, keys = await set_room(rooms, DAYS)
        player = await hello(room, keys[0])
        _, seat = await rooms.seat_of(room.table.id, keys[1])
        await rooms.services.notifications.ask(room.table.id, seat, ADDRESS, "fr", "192.0.2.1")
        asked = await arrived(mails, 1)
        assert asked["To"] == ADDRESS
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))  # not confirmed yet: no e-mail
        found = re.search(rf"{PAGE}/api/notices/(\S+)/yes", text_of(asked))
        assert found is not None
        with pytest.raises(UserError):
            await rooms.services.notifications.answer("x" * 32, True)
        assert await rooms.services.notifications.answer(found[1], True) == "fr"
        other = await hello(room, keys[1])  # a connected player gets no e-mail
        await room.follow(other, messages.Play("p2", 1, 1, "Ba1b1"))
        room.leave(other)
        await room.follow(player, messages.Play("p3", 2, 0, "Gb3"))
        sent = await arrived(mails, 2)
        assert f"{PAGE}/table/{room.table.id}" in text_of(sent)
        assert sent["List-Unsubscribe"].strip() == f"<{PAGE}/api/notices/{found[1]}/no>"
        assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "Bagh Chal" in str(email.header.make_header(email.header.decode_header(sent["Subject"])))
        assert not any(token in text_of(sent) for token in keys)
        await room.change(messages.Play("p4", 3, 1, "Bb1a1"))
        await room.follow(player, messages.Play("p5", 4, 0, "Gd3"))  # too soon for another
        assert await rooms.services.notifications.answer(found[1], False)
        with pytest.raises(UserError):
            await rooms.services.notifications.answer(found[1], True)
        await asyncio.sleep(0.3)
        assert len(mails.letters) == 2

    run(tmp_path, test)
    assert "mail.example.org" not in logged(caplog)


def test_a_mail_server_that_refuses_is_tried_again_and_no_address_is_logged(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mails, post = box
    mails.refuses = True
    monkeypatch.setattr(module, "SECONDS_BETWEEN_TRIES", 0.1)

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, _ = await set_room(rooms, DAYS)
        await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "192.0.2.1")
        while "not taken" not in caplog.text:
            await asyncio.sleep(0.01)
        mails.refuses = False
        await arrived(mails, 1)

    run(tmp_path, test)
    assert "mail.example.org" not in logged(caplog)


def test_letters_are_limited_and_only_for_addresses_and_tables_of_days(
    tmp_path: Path, box: tuple[Box, MailServer]
) -> None:
    mails, post = box

    async def test(rooms: Rooms) -> None:
        room, _ = await set_room(rooms, DAYS)
        with pytest.raises(UserError, match="No e-mails"):
            await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "192.0.2.1")
        rooms.services.notifications = Notifications(rooms.services.store, post)
        for address in ("", "nobody", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org", "a@" + "b" * 300):
            with pytest.raises(UserError, match="not an e-mail"):
                await rooms.services.notifications.ask(room.table.id, 0, address, "en", "192.0.2.1")
        for _ in range(module.ASKED_AT_ONCE):
            await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "192.0.2.1")
        with pytest.raises(UserError, match="Too many"):
            await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "192.0.2.1")
        await rooms.services.notifications.answer(await key_in(mails, 1), True)
        for _ in range(2 * module.EMAILS_IN_A_BURST):  # from elsewhere, to an address that is confirmed
            await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "127.0.0.1")
        await arrived(mails, module.EMAILS_IN_A_BURST)
        await asyncio.sleep(0.3)
        assert len(mails.letters) == module.EMAILS_IN_A_BURST
        hurried, keys = await set_room(rooms, TimeControl("move", 60))
        player = await hello(hurried, keys[0])
        await hurried.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        assert len(mails.letters) == module.EMAILS_IN_A_BURST

    run(tmp_path, test)


async def key_in(mails: Box, number: int) -> str:
    """The key in the confirmation link of an e-mail."""
    found = re.search(rf"{PAGE}/api/notices/(\S+)/yes", text_of(await arrived(mails, number)))
    assert found is not None
    return found[1]


async def confirm(rooms: Rooms, room: Any, seat: int, mails: Box) -> None:
    """Ask for e-mails, and follow the confirmation link of the first one."""
    await rooms.services.notifications.ask(room.table.id, seat, ADDRESS, "en", "192.0.2.1")
    await rooms.services.notifications.answer(await key_in(mails, 1), True)


def test_an_address_of_which_nothing_is_confirmed_gets_one_letter_and_the_others_once_it_is(
    tmp_path: Path, box: tuple[Box, MailServer]
) -> None:
    mails, post = box

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        first, second = [await set_room(rooms, DAYS) for _ in range(2)]
        for address in (ADDRESS, ADDRESS.upper(), ADDRESS):
            for room, _ in (first, second):
                await rooms.services.notifications.ask(room.table.id, 1, address, "en", "127.0.0.1")
        key = await key_in(mails, 1)
        await asyncio.sleep(0.3)
        assert len(mails.letters) == 1
        await rooms.services.notifications.answer(key, True)
        assert await key_in(mails, 2) != key, "that of the other table, which was asked for meanwhile"
        await asyncio.sleep(0.3)
        assert len(mails.letters) == 2

    run(tmp_path, test)


def test_only_a_button_changes_anything_and_no_look_at_a_link(tmp_path: Path, box: tuple[Box, MailServer]) -> None:
    mails, post = box

    def wanted(rooms: Rooms) -> list[bool]:
        with rooms.services.store.engine.connect() as connection:
            return [row.wanted for row in connection.execute(notices.select())]

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, _ = await set_room(rooms, DAYS)
        await rooms.services.notifications.ask(room.table.id, 1, ADDRESS, "it", "192.0.2.1")
        key = await key_in(mails, 1)
        for _ in range(2):
            asked = await mail.ask_again(rooms, key, "yes"), await mail.ask_again(rooms, key, "no")
            assert "Attiva" in asked[0]
            assert "Basta e-mail" in asked[1]
            assert all('lang="it"' in page and 'method="post"' in page for page in asked)
        assert wanted(rooms) == [False]
        assert "Riceverai" in await mail.answer_notice(rooms, key, "yes")
        assert wanted(rooms) == [True]
        await mail.ask_again(rooms, key, "no")
        assert wanted(rooms) == [True]
        await mail.answer_notice(rooms, key, "no")
        assert wanted(rooms) == []
        with pytest.raises(UserError):
            await mail.ask_again(rooms, key, "yes")

    run(tmp_path, test)


def test_who_has_not_confirmed_is_written_to_again_on_another_day(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, post = box
    monkeypatch.setattr(module, "UNCONFIRMED_PER_MINUTE", 600)

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, _ = await set_room(rooms, DAYS)
        await rooms.services.notifications.ask(room.table.id, 1, ADDRESS, "en", "127.0.0.1")
        key = await key_in(mails, 1)
        await asyncio.sleep(0.2)
        await rooms.services.notifications.ask(room.table.id, 1, ADDRESS, "fr", "127.0.0.1")
        assert await key_in(mails, 2) == key, "both letters are good"
        assert await rooms.services.notifications.answer(key, True) == "fr"

    run(tmp_path, test)


def test_the_limit_on_letters_survives_a_restart_and_a_plus_sign_makes_no_new_mailbox(
    tmp_path: Path, box: tuple[Box, MailServer]
) -> None:
    mails, post = box

    async def test(rooms: Rooms) -> None:
        room, _ = await set_room(rooms, DAYS)
        for spelling in (ADDRESS, ADDRESS.replace("@", "+1@"), ADDRESS.replace("@", "+two+3@").upper()):
            rooms.services.notifications = Notifications(rooms.services.store, post)  # as after a restart
            await rooms.services.notifications.ask(room.table.id, 1, spelling, "en", "127.0.0.1")
            await asyncio.sleep(0.3)
        assert len(mails.letters) == 1

    run(tmp_path, test)


def test_a_letter_has_a_date_and_an_id_of_the_senders_domain(tmp_path: Path, box: tuple[Box, MailServer]) -> None:
    """RFC 5322 requires the date, and mail servers distrust e-mails without an id."""
    mails, post = box

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, _ = await set_room(rooms, DAYS)
        await rooms.services.notifications.ask(room.table.id, 1, ADDRESS, "en", "127.0.0.1")
        message = await arrived(mails, 1)
        sent = email.utils.parsedate_to_datetime(message["Date"])
        assert abs((datetime.now(UTC) - sent).total_seconds()) < 60
        assert re.fullmatch(rf"<[^@<>\s]+@{re.escape(post.sender.rpartition('@')[2])}>", message["Message-ID"].strip())

    run(tmp_path, test)


def test_limits_on_letters_are_forgotten_after_two_days(tmp_path: Path) -> None:
    store, now = Store(f"sqlite:///{tmp_path}/naadam.db"), [1_000_000.0]
    limits = EmailLimits(store.engine, lambda: now[0])
    assert [limits.spend("unconfirmed", ADDRESS, 1, 1 / 1440) for _ in range(3)] == [True, False, False]
    now[0] += 86_400
    assert limits.spend("unconfirmed", ADDRESS, 1, 1 / 1440)
    now[0] += 3 * 86_400
    assert limits.spend("unconfirmed", "other@example.org", 1, 1 / 1440)
    with store.engine.connect() as connection:
        assert len(connection.execute(letter_limits.select()).all()) == 1
    store.close()


def test_servers_that_send_simultaneously_share_the_limit_of_an_address() -> None:
    """Each of eight servers asks for one letter in the same moment, again and again; one may send it."""
    database = PostgreSQL()
    try:
        store = Store(database.create("letters"))
        limits, together = EmailLimits(store.engine, lambda: 1_000_000.0), threading.Barrier(8, timeout=60)

        def ask(number: int) -> bool:
            together.wait()
            return limits.spend("unconfirmed", f"{number}@example.org", 1, 0)

        with ThreadPoolExecutor(8) as servers:
            for number in range(10):
                assert sum(servers.map(ask, [number] * 8)) == 1
        store.close()
    finally:
        database.stop()


@pytest.mark.parametrize("moves", [False, True])
def test_a_letter_too_soon_after_another_comes_later_if_it_is_still_of_use(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    mails, post = box
    monkeypatch.setattr(module, "SECONDS_BETWEEN_EMAILS", 1.0)

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, keys = await set_room(rooms, DAYS)
        player = await hello(room, keys[0])
        await confirm(rooms, room, 1, mails)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        await arrived(mails, 2)
        await room.change(messages.Play("p2", 1, 1, "Ba1b1"))
        await room.follow(player, messages.Play("p3", 2, 0, "Gb3"))
        if moves:
            await room.change(messages.Play("p4", 3, 1, "Bb1a1"))
            await asyncio.sleep(1.5)
            assert len(mails.letters) == 2
        else:
            await asyncio.sleep(0.3)
            assert len(mails.letters) == 2
            assert "turn" in str((await arrived(mails, 3))["Subject"])

    run(tmp_path, test)


def test_a_turn_that_begins_anew_after_a_take_back_has_its_own_letter(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, post = box
    monkeypatch.setattr(module, "SECONDS_BETWEEN_EMAILS", 0.1)

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, keys = await set_room(rooms, DAYS)
        player = await hello(room, keys[0])
        await confirm(rooms, room, 1, mails)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        await arrived(mails, 2)
        await room.change(messages.Play("p2", 1, 1, "Ba1b1"))
        await room.change(messages.Undo("u1", 2, 1))  # asked for by who leaves then, and is granted
        await room.follow(player, messages.Answer("a1", room.table.seq, 0, True))
        assert room.table.to_act == (1,)
        await arrived(mails, 3)
        await asyncio.sleep(0.5)
        assert len(mails.letters) == 3

    run(tmp_path, test)


def test_a_turn_that_begins_while_a_letter_about_the_last_one_is_handed_in_has_its_own(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, post = box
    monkeypatch.setattr(module, "SECONDS_BETWEEN_EMAILS", 0.2)

    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, keys = await set_room(rooms, DAYS)
        player = await hello(room, keys[0])
        await confirm(rooms, room, 1, mails)
        mails.seconds = 0.5
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        await arrived(mails, 2)  # the sender has no confirmation yet that the mail server took it
        await room.change(messages.Play("p2", 1, 1, "Ba1b1"))
        await room.follow(player, messages.Play("p3", 2, 0, "Gb3"))
        await arrived(mails, 3)
        await asyncio.sleep(1.5)
        assert len(mails.letters) == 3

    run(tmp_path, test)


def test_a_letter_that_waited_when_the_server_was_stopped_is_sent_by_the_next_one_once(
    tmp_path: Path, box: tuple[Box, MailServer], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mails, post = box
    monkeypatch.setattr(module, "SECONDS_BETWEEN_SWEEPS", 0.05)
    monkeypatch.setattr(module, "SECONDS_BETWEEN_EMAILS", 0.05)

    async def play(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, post)
        room, keys = await set_room(rooms, DAYS)
        player = await hello(room, keys[0])
        await confirm(rooms, room, 1, mails)
        mails.refuses = True
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        while "not taken" not in caplog.text:
            await asyncio.sleep(0.01)

    async def restart(rooms: Rooms) -> None:
        mails.refuses = False
        rooms.services.notifications = Notifications(rooms.services.store, post)
        rooms.services.spawn(rooms.services.notifications.go_on(rooms))
        assert "turn" in str((await arrived(mails, 2))["Subject"])
        await asyncio.sleep(0.5)
        assert len(mails.letters) == 2

    run(tmp_path, play)
    run(tmp_path, restart)
    run(tmp_path, restart)  # and that it was sent is remembered


def test_a_store_that_fails_is_told_to_who_asks_for_letters(tmp_path: Path, box: tuple[Box, MailServer]) -> None:
    async def test(rooms: Rooms) -> None:
        rooms.services.notifications = Notifications(rooms.services.store, box[1])
        room, _ = await set_room(rooms, DAYS)
        with rooms.services.store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE notices")
        with pytest.raises(NotStored):
            await rooms.services.notifications.ask(room.table.id, 0, ADDRESS, "en", "192.0.2.1")
        with pytest.raises(NotStored):
            await rooms.services.notifications.answer("x" * 32, True)

    run(tmp_path, test)


def test_nobody_waits_for_a_mail_server_that_says_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        post = read_mail_server(f"smtp://127.0.0.1:{silent.getsockname()[1]}?from=naadam@example.org", PAGE)

        async def test(rooms: Rooms) -> None:
            rooms.services.notifications = Notifications(rooms.services.store, post)
            room, _ = await set_room(rooms, DAYS)
            async with asyncio.timeout(5):
                for seat in (0, 1):
                    await rooms.services.notifications.ask(room.table.id, seat, ADDRESS, "en", "192.0.2.1")
                with pytest.raises(UserError) as unknown:
                    await rooms.services.notifications.answer("x" * 32, True)
            assert unknown.value.key == "no-notice"
            silent.close()
            rooms.services.notifications.close()
            await asyncio.to_thread(rooms.services.notifications._thread.shutdown)  # wait until no e-mail is being sent

        run(tmp_path, test)


@pytest.mark.parametrize(
    ("url", "page", "reason"),
    [
        ("http://mail.example.org", PAGE, "smtp://"),
        ("smtp://mail.example.org", PAGE, "from=ADDRESS"),
        ("smtp://mail.example.org?from=a@example.org", "", "--page"),
    ],
)
def test_a_mail_server_that_is_named_wrongly_is_refused_at_the_start(url: str, page: str, reason: str) -> None:
    with pytest.raises(MailError, match=re.escape(reason)):
        read_mail_server(url, page)


def test_secrets_of_the_mail_server_are_read_from_its_url() -> None:
    post = read_mail_server("smtps://us%40er:pa%2Fss@mail.example.org?from=a@example.org", PAGE + "/")
    assert post == MailServer("mail.example.org", 465, "a@example.org", PAGE, "tls", "us@er", "pa/ss")


def test_a_letter_goes_over_tls_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The local mail server offers no TLS: the e-mail is not sent unencrypted."""
    said: list[str] = []

    class Plain:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def __enter__(self) -> Plain:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def starttls(self, **_: object) -> None:
            raise smtplib.SMTPNotSupportedError

        def send_message(self, email: EmailMessage) -> None:
            said.append("sent")

    monkeypatch.setattr(smtplib, "SMTP", Plain)
    with pytest.raises(smtplib.SMTPNotSupportedError):
        send(MailServer("host", 587, "a@example.org", PAGE, "starttls"), EmailMessage())
    assert said == []
