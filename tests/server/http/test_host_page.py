"""The page of the host: it opens by a key, and its buttons work from its own forms only."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from serving import Served

from naadam.core.errors import NaadamError
from naadam.server.http.host_page import SECONDS_OPEN, HostKey
from naadam.server.storage.people.moderation import Moderation, ReportedLine
from naadam.server.storage.people.people_store import PeopleStore
from naadam.server.storage.store import Store

KEY = "a key of the host"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("hosted"), NAADAM_HOST_KEY=KEY)
    yield served
    served.stop()


class Reader:
    """A browser at the page of the host."""

    def __init__(self, served: Served) -> None:
        self.host = served.address.removeprefix("http://")
        self.cookie = ""

    def ask(self, path: str, form: Mapping[str, str] | None = None, **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        origin = {} if form is None else {"Origin": f"http://{self.host}"}
        sent: dict[str, Any] = {"Cookie": self.cookie, **origin, **headers}
        body = None if form is None else urlencode(form)
        connection.request("GET" if form is None else "POST", path, body, sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            assert "HttpOnly" in cookie
            assert "samesite=strict" in cookie.lower()
            self.cookie = cookie.partition(";")[0]
        connection.close()
        return answer.status, text

    def enter(self) -> None:
        assert self.ask("/host/open", {"key": KEY})[0] == 303

    def token(self) -> str:
        found = re.search('name="token" value="([0-9a-f]+)"', self.ask("/host")[1])
        assert found
        return found[1]


@pytest.fixture
def store(hosted: Served) -> Iterator[Store]:
    store = Store(f"sqlite:///{hosted.database}")
    yield store
    store.close()


def reported(store: Store) -> tuple[str, str]:
    """A person who is reported, and the report."""
    people, moderation = PeopleStore(store.engine), Moderation(store.engine)
    (anna, _), (ben, _) = people.create(), people.create()
    lines = [ReportedLine(1, "<b>Ben</b>", None, "<script>alert(1)</script>")]
    moderation.report(anna.id, ben.id, "some-table", 1, "<i>Ben", "He is <b>rude</b>.", lines)
    return ben.id, next(report.id for report in moderation.reports() if report.reported == ben.id)


def test_the_key_opens_the_page(hosted: Served, store: Store) -> None:
    reported(store)
    reader = Reader(hosted)
    status, text = reader.ask("/host")
    assert (status, "rude" in text, 'type="password"' in text) == (200, False, True)
    assert reader.ask("/host/open", {"key": KEY + "x"})[0] == 403
    assert "rude" not in reader.ask("/host")[1]
    reader.enter()
    text = reader.ask("/host")[1]
    assert "He is &lt;b&gt;rude&lt;/b&gt;." in text
    assert "<script" not in text
    assert "Signalements" in reader.ask("/host", None, **{"Accept-Language": "fr"})[1]
    assert reader.ask("/host/leave", {"leave": "yes"})[0] == 303
    assert "rude" not in reader.ask("/host")[1]


def test_buttons_mute_close_open_and_finish(hosted: Served, store: Store) -> None:
    ben, report = reported(store)
    moderation, reader = Moderation(store.engine), Reader(hosted)
    reader.enter()

    def press(act: str, which: str) -> int:
        return reader.ask("/host/act", {"token": reader.token(), "act": act, "which": which})[0]

    assert press("mute", ben) == 303
    assert moderation.silenced(ben)
    assert ben in reader.ask("/host")[1]
    assert press("unmute", ben) == 303
    assert not moderation.silenced(ben)
    assert press("close", ben) == 303
    assert moderation.closed([ben]) == {ben}
    assert press("open", ben) == 303
    assert moderation.closed([ben]) == frozenset()
    assert ben in reader.ask(f"/host?search={ben}")[1]
    assert press("done", report) == 303
    assert report not in [one.id for one in moderation.reports()]
    assert press("close", "nobody") == 404
    assert press("erase", ben) == 404


def test_no_other_page_presses_a_button(hosted: Served, store: Store) -> None:
    ben, _ = reported(store)
    reader = Reader(hosted)
    reader.enter()
    form = {"token": reader.token(), "act": "close", "which": ben}
    assert reader.ask("/host/act", form, Origin="http://127.0.0.1:1")[0] == 403
    assert reader.ask("/host/act", form, Origin="null")[0] == 403
    assert reader.ask("/host/act", form | {"token": "0" * 64})[0] == 403
    other = Reader(hosted)
    assert other.ask("/host/act", form)[0] == 403, "without the cookie"
    other.cookie = f"naadam-host=99999999999.{'0' * 64}"
    assert other.ask("/host/act", form)[0] == 403, "with a cookie of its own making"
    assert Moderation(store.engine).closed([ben]) == frozenset()


def test_keys_are_not_guessed_in_a_row(hosted: Served) -> None:
    reader = Reader(hosted)
    statuses = [reader.ask("/host/open", {"key": f"guess {number}"})[0] for number in range(15)]
    assert statuses[-1] == 429


def test_there_is_no_page_without_a_key(served: Served) -> None:
    assert Reader(served).ask("/host")[0] == 404
    assert Reader(served).ask("/host/open", {"key": ""})[0] == 404


def test_a_cookie_ends_and_is_of_one_key() -> None:
    key = HostKey(KEY)
    cookie = key.issue(1000.0)
    assert key.opens(cookie, 1000.0 + SECONDS_OPEN - 1)
    assert not key.opens(cookie, 1000.0 + SECONDS_OPEN)
    assert not HostKey("another key of a host").opens(cookie, 1000.0)
    assert not HostKey().opens(HostKey().issue(1000.0), 1000.0)
    assert not HostKey().fits("")
    with pytest.raises(NaadamError, match="16"):
        HostKey("short")
