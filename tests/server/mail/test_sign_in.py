"""Ways in by e-mail: links and codes are valid once, for 30 minutes, and do nothing until a button is pressed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.mail_server import Box, mail_server, text_of

from naadam.server.app import make_app
from naadam.server.mail.mailer import read_mail_server
from naadam.server.mail.sign_in import CODE_LENGTH, CODES_AT_ONCE, MINUTES, MailCodes, key_of, read_code, shorten
from naadam.server.protocol.errors import NotFound, TooOften
from naadam.server.storage.store import Store

ADDRESS = "anna.amsel@mail.example.org"
PAGE = "http://testserver"


@pytest.fixture
def box() -> Iterator[tuple[Box, str]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def page(tmp_path: Path, box: tuple[Box, str]) -> Iterator[Browser]:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    app = make_app(store, ["testserver"], workers=1, mail_server=read_mail_server(box[1], PAGE))
    with TestClient(app) as client:
        yield Browser(client)


class Browser:
    """A browser with its own cookies, on the connection of the tests."""

    def __init__(self, client: TestClient) -> None:
        self._client, self._cookies = client, dict[str, str]()

    def ask(self, method: str, path: str, **more: Any) -> Any:
        self._client.cookies = dict(self._cookies)
        answer = self._client.request(method, path, **more)
        self._cookies = dict(self._client.cookies.items())
        return answer

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, **more: Any) -> Any:
        return self.ask("POST", path, **more)


def other_browser(page: Browser) -> Browser:
    return Browser(page._client)


def arrived(box: Box, count: int) -> tuple[str, str]:
    """The path of the link and the code of an e-mail."""
    until = time.monotonic() + 60
    while len(box.letters) < count:
        assert time.monotonic() < until, f"{len(box.letters)} letters"
        time.sleep(0.02)
    text = text_of(box.letters[count - 1])
    link, code = re.search(rf"{PAGE}(/api/me/mail/links/\S+)", text), re.search(r": (\w{4} \w{4})\s", text)
    assert link is not None
    assert code is not None
    return link[1], code[1]


def add(page: Browser, box: Box, name: str = "Anna", address: str = ADDRESS) -> None:
    """A person with a name and an address."""
    before = len(box.letters)
    page.post("/api/me/name", json={"name": name})
    assert page.post("/api/me/mail", json={"address": address}).status_code == 202
    _, code = arrived(box, before + 1)
    assert page.post("/api/me/entered", json={"code": code.lower()}).json()["name"] == name


def test_a_person_comes_back_by_a_code(page: Browser, box: tuple[Box, str], tmp_path: Path) -> None:
    add(page, box[0])
    [key] = [key for key in page.get("/api/me/keys").json() if key["kind"] == "email"]
    assert key["label"] == "an…@mail.example.org"
    files = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert ADDRESS.encode() not in files, "only a hash is stored"
    other = other_browser(page)
    assert other.post("/api/me/mail/asked", json={"address": ADDRESS.upper()}).status_code == 202
    _, code = arrived(box[0], 2)
    assert other.post("/api/me/entered", json={"code": code}).json()["name"] == "Anna"
    assert other.get("/api/me").json()["name"] == "Anna"
    third = other_browser(page)
    assert third.post("/api/me/entered", json={"code": code}).status_code == 404, "a code is valid once"
    assert page.ask("DELETE", f"/api/me/keys/{key['id']}").status_code == 204
    assert third.post("/api/me/mail/asked", json={"address": ADDRESS}).status_code == 202, "the answer tells nothing"
    assert page.post("/api/me/mail", json={"address": "b@example.org"}).status_code == 202
    arrived(box[0], 3)
    assert box[0].letters[2]["To"] == "b@example.org", "a revoked address gets no letter"


def test_a_link_does_nothing_until_its_button_is_pressed(page: Browser, box: tuple[Box, str]) -> None:
    add(page, box[0])
    other = other_browser(page)
    other.post("/api/me/mail/asked", params={"language": "fr"}, json={"address": ADDRESS})
    link, code = arrived(box[0], 2)
    scanner = other_browser(page)
    for _ in range(3):
        question = scanner.get(link)
        assert "Entrer en tant que Anna" in question.text
        assert "set-cookie" not in question.headers
    assert scanner.ask("HEAD", link).status_code == 405
    answer = other.post(link, data={"sure": "yes"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert other.get("/api/me").json()["name"] == "Anna"
    assert scanner.post(link, data={"sure": "yes"}).status_code == 404, "once"
    assert scanner.post("/api/me/entered", json={"code": code}).status_code == 404, "and so is the code"


def test_an_address_is_added_by_the_link_of_its_owner_only(page: Browser, box: tuple[Box, str]) -> None:
    page.post("/api/me/name", json={"name": "Anna"})
    page.post("/api/me/mail", json={"address": ADDRESS})
    link, code = arrived(box[0], 1)
    guesser = other_browser(page)
    assert guesser.post("/api/me/entered", json={"code": code}).status_code == 404, "not in another browser"
    assert not any(key["kind"] == "email" for key in page.get("/api/me/keys").json())
    assert "an…@mail.example.org" in guesser.get(link).text
    guesser.post(link, data={"sure": "yes"})
    assert guesser.get("/api/me").json()["name"] is None, "adding an address lets nobody in"
    assert any(key["kind"] == "email" for key in page.get("/api/me/keys").json())
    thief = other_browser(page)
    thief.post("/api/me/name", json={"name": "Thief"})
    thief.post("/api/me/mail", json={"address": ADDRESS})
    _, stolen = arrived(box[0], 2)
    assert thief.post("/api/me/entered", json={"code": stolen}).status_code == 409, "it is the way in to another person"


def test_an_unknown_address_gets_no_letter_and_the_same_answer(page: Browser, box: tuple[Box, str]) -> None:
    answers = [page.post("/api/me/mail/asked", json={"address": "nobody@example.org"})]
    add(page, box[0])
    answers.append(other_browser(page).post("/api/me/mail/asked", json={"address": ADDRESS}))
    arrived(box[0], 2)
    assert [(one.status_code, one.content) for one in answers] == [(202, b"null")] * 2
    assert [letter["To"] for letter in box[0].letters] == [ADDRESS, ADDRESS]
    assert page.post("/api/me/mail", json={"address": "nonsense"}).status_code == 422


def test_a_mailbox_gets_few_letters(page: Browser, box: tuple[Box, str]) -> None:
    add(page, box[0])
    for number in range(CODES_AT_ONCE):
        plus = ADDRESS.replace("@", f"+{number}@")
        assert other_browser(page).post("/api/me/mail/asked", json={"address": plus}).status_code == 202
    page.post("/api/me/mail", json={"address": "last@example.org"})
    until = time.monotonic() + 60
    while box[0].letters[-1]["To"] != "last@example.org":
        assert time.monotonic() < until
        time.sleep(0.02)
    assert len(box[0].letters) == CODES_AT_ONCE + 1


def test_links_and_codes_end_after_half_an_hour() -> None:
    now = [0.0]
    codes = MailCodes(lambda: now[0])
    token, code = codes.issue("enter", "a" * 24, ADDRESS, "en")
    assert len(code) == CODE_LENGTH
    assert codes.of_link(token) == codes.of_code(f"{code[:4]} {code[4:].lower()}")
    newer, _ = codes.issue("enter", "a" * 24, ADDRESS.upper(), "en")
    with pytest.raises(NotFound):
        codes.of_link(token)
    now[0] += 60 * MINUTES
    with pytest.raises(NotFound):
        codes.of_link(newer)
    with pytest.raises(NotFound):
        codes.of_code("")


def test_an_address_of_the_network_asks_for_few_letters() -> None:
    codes = MailCodes(lambda: 0.0)
    for _ in range(5):
        codes.admit("192.0.2.1")
    with pytest.raises(TooOften):
        codes.admit("192.0.2.1")
    codes.admit("192.0.2.2")


def test_addresses_of_one_mailbox_are_one_way_in() -> None:
    assert key_of("Anna+games@Example.org") == key_of("anna@example.org") != key_of("ann@example.org")
    assert shorten("anna@example.org") == "an…@example.org"
    assert read_code("abcd-123o") == "ABCD1230"
    assert read_code("123 456 789") is None
