"""A mail server for tests, which keeps all e-mails."""

from __future__ import annotations

import asyncio
import email
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller


class Box:
    """A mail server that keeps all e-mails; it can refuse, or take long to say that it has a letter."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.refuses = False
        self.seconds = 0.0  # before it says so

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (aiosmtpd's name)
        if self.refuses:
            return "451 not now"
        self.letters.append(email.message_from_bytes(envelope.content))
        await asyncio.sleep(self.seconds)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[Box, str]]:
    """A mail server that runs, and how it is named."""
    found = Box()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    yield found, f"smtp://127.0.0.1:{port}?from=naadam@example.org"
    controller.stop()


def text_of(letter: Message) -> str:
    payload = letter.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()
