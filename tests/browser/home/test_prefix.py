"""The server under a path of a host name: page, files, API, sockets, service worker and links stay below it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reverse_proxy import ReverseProxy  # type: ignore[import-not-found]

from naadam.server.people.keys import COOKIE

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

PREFIX = "/naadam"
WEB = Path(__file__).parents[3] / "web" / "src"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--no-warm", "--prefix", PREFIX]
    command += ["--database", str(tmp_path_factory.mktemp("prefix") / "tables.db")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as one:
        assert one.stdout is not None
        found = re.search(r"http://\S+", one.stdout.readline())
        assert found
        yield found[0]
        one.terminate()


@pytest.fixture
def proxy(server: str) -> Iterator[ReverseProxy]:
    opened = ReverseProxy(server, PREFIX)
    yield opened
    opened.close()
    assert not opened.refused, "requests outside the prefix"


@pytest.fixture
def address(proxy: ReverseProxy) -> str:
    """The address that the fixture `visitors` opens."""
    return str(proxy.address)


def read(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_the_server_names_its_address_with_the_prefix(server: str) -> None:
    assert server.endswith(PREFIX)


@pytest.mark.parametrize("strips", [False, True], ids=["proxy-passes", "proxy-strips"])
def test_everything_is_served_below_the_prefix(server: str, strips: bool) -> None:
    proxy = ReverseProxy(server, PREFIX, strips)
    try:
        status, page = read(f"{proxy.address}/play/bagh-chal")
        assert status == 200
        named = re.findall(r'(?:href|src|content)="([^"]*/(?:assets|icons|api|manifest)[^"]*)"', page)
        assert len(named) >= 5
        for each in named:
            path = each.removeprefix(proxy.address.removesuffix(PREFIX))
            assert path.startswith(f"{PREFIX}/"), each
            assert read(proxy.address.removesuffix(PREFIX) + path)[0] == 200, each
        manifest = json.loads(read(f"{proxy.address}/manifest.webmanifest")[1])
        assert {manifest["id"], manifest["scope"], manifest["start_url"]} == {f"{PREFIX}/"}
        assert read(proxy.address)[0] == 200, "the prefix without a slash leads to the page"
        assert read(f"{proxy.address}/nothing/here")[0] == 404
        assert not proxy.refused
    finally:
        proxy.close()


def test_a_game_is_played_below_the_prefix(visitors: Visitors, proxy: ReverseProxy) -> None:
    visitor = visitors().open("/")
    visitor.page.locator("a[href='/naadam/play/bagh-chal']").first.click()
    visitor.page.locator("button.start").wait_for()
    assert visitor.page.url == f"{proxy.address}/play/bagh-chal"
    visitor.page.get_by_role("radio", name="A friend by link").check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    table = visitor.page.url
    assert table.startswith(f"{proxy.address}/table/")
    cookies = {cookie["name"]: cookie["path"] for cookie in visitor.context.cookies(f"{proxy.address}/api/me")}
    assert cookies.pop(COOKIE) == f"{PREFIX}/api"
    assert set(cookies.values()) <= {f"{PREFIX}/"}
    registered = "navigator.serviceWorker.ready.then(found => found.scope)"
    assert visitor.page.evaluate(registered) == f"{proxy.address}/"
    link = visitor.page.get_by_role("textbox", name="Invite your friend").input_value()
    assert link.startswith(f"{table}#seat=")
    guest = visitors().open(link)
    guest.page.locator("button[data-point]").first.wait_for()
    mover = guest if guest.page.locator("h1", has_text="Your turn").count() else visitor
    mover.touch("c3")
    for each in (visitor, guest):
        each.has_moves(1)
    visitor.page.reload()
    visitor.has_moves(1)
    visitor.page.locator("header a.name").first.click()
    visitor.page.locator(f"a[href='{table.removeprefix(proxy.address.removesuffix(PREFIX))}']").first.wait_for()


def test_lessons_and_rules_are_below_the_prefix(visitors: Visitors, proxy: ReverseProxy) -> None:
    visitor = visitors().open("/learn/bagh-chal")
    visitor.page.locator("button[data-point]").first.wait_for()
    visitor.open("/rules/bagh-chal")
    visitor.page.locator("img").first.wait_for()
    assert visitor.page.url == f"{proxy.address}/rules/bagh-chal"


def test_the_page_without_a_connection_is_that_of_the_prefix(visitors: Visitors, proxy: ReverseProxy) -> None:
    visitor = visitors().open("/")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.page.reload()
    kept = "caches.open('naadam-offline-1').then(kept => kept.keys()).then(all => all.map(each => each.url))"
    assert visitor.page.evaluate(kept) == [f"{proxy.address}/offline.html"]


def test_no_link_of_the_page_forgets_the_prefix() -> None:
    """Addresses pass through `at` of net/base.ts."""
    for file in [*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")]:
        if not file.name.endswith(".test.ts"):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"""(?:href|src)=(?:"/|\{`/|"\{`/)|fetch\([`"]/|assign\([`"]/""", text), file
