"""A client connection: its seats, the last state it was sent, and its outgoing queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from naadam.core.errors import IllegalAction, NaadamError
from naadam.server.limits.rate_limits import Allowance
from naadam.server.payloads.table import Known
from naadam.server.protocol import replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.presence import GREETINGS_AT_ONCE, GREETINGS_PER_SECOND

WAITING_MESSAGES = 64  # in the queue; a slower client is dropped
LOGGED_OUT = (1012, "logged out")  # the client comes back without a person
TOO_SLOW = (1013, "too slow")  # close code and reason


class Client:
    """One connection at a table."""

    def __init__(self, drop: Callable[[], object], address: str = "", person: str = "") -> None:
        self.address = address
        self.person = person  # the id of the person of the session, if there is one
        self.avoids: frozenset[str] = frozenset()  # people whose chat it is not shown
        self.key = ""  # its SHA-256, by which the person was found
        self._tasks: dict[str, asyncio.Task[None]] = {}  # answers under way, by their questions
        self.mine: tuple[int, ...] = ()
        self.language = "en"
        self.thinking = False
        self.paused = False  # the page is hidden, or covered by a dialog
        self.greetings = Allowance(GREETINGS_AT_ONCE, GREETINGS_PER_SECOND)
        self.shown = 0  # events
        self.known: Known | None = None  # the state it was sent last; None if it needs the whole table
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING_MESSAGES)
        self.dropped = False  # the connection must be closed
        self.farewell = TOO_SLOW  # close code and reason in that case
        self.following = False  # a message is being handled, which is finished even if the connection closes
        self._drop: Callable[[], object] | None = drop

    def update(self) -> bool:
        """Show the table in another way than to a page; return False for a page."""
        return False

    def send(self, message: replies.ToClient | bytes) -> None:
        data = message if isinstance(message, bytes) else replies.encoder.encode(message)
        try:
            self.queue.put_nowait(data)
        except asyncio.QueueFull:
            self.drop()

    def begin_task(self, name: str, task: asyncio.Task[None] | None) -> None:
        """Note an answer that is under way, in place of an older one to the same question, which is given up."""
        if older := self._tasks.pop(name, None):
            older.cancel()
        if task is not None:
            self._tasks[name] = task

    def end_tasks(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def drop(self) -> None:
        """Close the connection, once, after the message that is being handled."""
        self.dropped = True
        if not self.following and self._drop is not None:
            drop, self._drop = self._drop, None
            drop()

    def ended(self) -> None:
        """Note that the endpoint closes the connection itself."""
        self._drop = None

    def refuse(self, message: str, error: IllegalAction) -> None:
        refusal, language = error.refusal, self.language
        self.send(replies.Refused(message, refusal.clause, refusal.text(language), refusal.rule(language)))

    def fail(self, message: str | None, error: NaadamError) -> None:
        key = error.key if isinstance(error, UserError) else "other"
        self.send(replies.Failed(message, key, error.text(self.language)))
