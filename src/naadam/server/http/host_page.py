"""The page of the host: reports and people, as HTML without scripts; and the key that opens it."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Sequence
from html import escape
from typing import Literal

from naadam.core.errors import NaadamError
from naadam.server.protocol.errors import TEXTS
from naadam.server.storage.people.moderation import Report
from naadam.server.storage.people.personal_data import PersonRow

SHORTEST_KEY = 16
COOKIE = "naadam-host"
SECONDS_OPEN = 12 * 3600  # for which the page stays open in a browser
DAYS_OF_MUTE = 7

Act = Literal["mute", "unmute", "close", "open", "done"]

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<link rel="stylesheet" href="{root}/host/style.css">
<title>{title}</title>
<h1>{title}</h1>
{content}
</html>
"""


class HostKey:
    """The key of the host. An empty one opens nothing.

    A browser that has shown it gets a cookie with an end and its HMAC under the key, so that every process of the
    server knows it, and nothing is stored. Forms carry a token that only this cookie makes valid.
    """

    def __init__(self, key: str = "") -> None:
        if key and len(key) < SHORTEST_KEY:
            raise NaadamError(f"the key of the host needs at least {SHORTEST_KEY} characters")
        self._key = key.encode()

    @property
    def given(self) -> bool:
        return bool(self._key)

    def fits(self, shown: str) -> bool:
        return self.given and hmac.compare_digest(self._sign("key", shown), self._sign("key", self._key.decode()))

    def issue(self, now: float) -> str:
        """The value of a cookie that opens the page from now on."""
        until = str(int(now) + SECONDS_OPEN)
        return f"{until}.{self._sign('cookie', until)}"

    def opens(self, cookie: str, now: float) -> bool:
        until, _, signature = cookie.partition(".")
        good = hmac.compare_digest(signature.encode(), self._sign("cookie", until).encode())
        return self.given and good and until.isdecimal() and now < int(until)

    def form_token(self, cookie: str) -> str:
        return self._sign("form", cookie)

    def allows(self, cookie: str, token: str) -> bool:
        """Whether a form was made for this cookie."""
        return hmac.compare_digest(token.encode(), self.form_token(cookie).encode())

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()


class HostPage:
    """The pages in one language, below one prefix."""

    def __init__(self, language: str, root: str, token: str = "") -> None:
        self._language, self._root, self._token = language, root, token

    def closed(self, wrong: bool = False) -> str:
        """The page that asks for the key."""
        note = f'<p class="state" role="alert">{self._say("wrong-key")}</p>' if wrong else ""
        label = self._say("key")
        field = f'<input type="password" name="key" autocomplete="current-password" required aria-label="{label}">'
        form = (
            f'<form method="post" action="{self._root}/host/open">{field}<button>{self._say("enter")}</button></form>'
        )
        return self._page(f"<p>{self._say('ask-key')}</p>{note}{form}")

    def open(self, reports: Sequence[Report], found: Sequence[PersonRow], search: str) -> str:
        """Reports that wait, and the people found by a search, or without one all who are muted or closed."""
        none = f'<p class="soft">{self._say("none")}</p>'
        listed = "".join(map(self._report, reports)) or none
        people = "".join(map(self._person, found)) or none
        field = f'<input type="search" name="search" value="{escape(search)}" aria-label="{self._say("search")}">'
        form = f'<form action="{self._root}/host">{field}<button>{self._say("search")}</button></form>'
        button = f'<button name="leave" value="yes">{self._say("leave")}</button>'  # an empty body is refused
        leave = f'<form method="post" action="{self._root}/host/leave">{button}</form>'
        heading = self._say("found" if search else "restricted")
        return self._page(
            f"<h2>{self._say('reports')}</h2>{listed}<h2>{self._say('people')}</h2>{form}"
            f'<p class="soft">{heading}</p>{people}<p>{leave}</p>'
        )

    def _report(self, report: Report) -> str:
        lines = "".join(
            f"<li><strong>{escape(line.name or str(line.seat + 1))}</strong> {escape(line.text)}</li>"
            for line in report.lines
        )
        name = escape(report.name or report.reported)
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.created))
        table = f'<a href="{self._root}/table/{report.table_id}">{self._say("table")}</a>'
        words = f"<p>“{escape(report.text)}”</p>" if report.text else ""
        links = " · ".join(
            f'<a href="{self._root}/host?search={person}">{self._say(key)}</a>'
            for key, person in (("about", report.reported), ("by", report.reporter))
        )
        chat = f'<ol tabindex="0">{lines}</ol>' if lines else ""
        buttons = self._button("mute", report.reported) + self._button("close", report.reported)
        return (
            f'<article><p><strong>{name}</strong></p><p class="soft">{date} · {table} · {links}</p>{words}'
            f"{chat}{buttons}{self._button('done', report.id)}</article>"
        )

    def _person(self, person: PersonRow) -> str:
        now = time.time()
        muted = person.muted is not None and person.muted > now
        states = [self._say("muted")] * muted + [self._say("is-closed")] * (person.closed is not None)
        state = f'<p class="state">{", ".join(states)}</p>' if states else ""
        seen = time.strftime("%Y-%m-%d", time.localtime(person.seen))
        figures = self._say("figures", seen=seen, games=person.games, reports=person.reports)
        buttons = self._button("unmute" if muted else "mute", person.id)
        buttons += self._button("open" if person.closed is not None else "close", person.id)
        name = escape(person.name or self._say("no-name"))
        return (
            f'<article><p><strong>{name}</strong></p><p class="soft">{person.id}</p>'
            f'<p class="soft">{figures}</p>{state}{buttons}</article>'
        )

    def _button(self, act: Act, which: str) -> str:
        hidden = {"token": self._token, "act": act, "which": which}
        fields = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in hidden.items())
        label = self._say(act, days=DAYS_OF_MUTE)
        return f'<form method="post" action="{self._root}/host/act">{fields}<button>{label}</button></form>'

    def _say(self, key: str, **values: object) -> str:
        return escape(TEXTS.get("host", key, self._language, **values))

    def _page(self, content: str) -> str:
        return PAGE.format(language=self._language, root=self._root, title=self._say("title"), content=content)
