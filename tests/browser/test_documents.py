"""The site of the documents: it builds without a warning, has every rule and public name, and needs no other host."""

from __future__ import annotations

import html
import inspect
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import uvicorn
from fastapi.testclient import TestClient

import naadam
from naadam.server.app import make_app
from naadam.server.http.routes.assets import STATIC
from naadam.server.protocol import lobby, messages, replies

pytest.importorskip("zensical", reason="zensical is not installed: make .venv/test")
ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import make_docs  # noqa: E402 (a script, found by the line above)
from docsite import games  # noqa: E402

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

ELSEWHERE = re.compile(
    r'<(?:script|img|iframe|source)[^>]*\ssrc="https?:|<link[^>]*(?:stylesheet|icon|preload|preconnect)[^>]*https?:'
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built in strict mode: a dead link or a missing page is an error."""
    folder = tmp_path_factory.mktemp("documents") / "site"
    make_docs.build(folder)
    return folder


def read(site: Path, page: str) -> str:
    return html.unescape((site / page / "index.html").read_text(encoding="utf-8"))


def test_a_game_has_its_whole_rule_book_and_pictures(site: Path) -> None:
    assert len(games.shipped()) == 7
    for name in games.shipped():
        page = read(site, f"games/{name}")
        for clause, text in naadam.load(name).clauses().items():
            assert f'id="{clause.lower()}"' in page, clause
            assert text in page, clause
        pictures = re.findall(r'<img[^>]*src="([^"]+\.svg)"', page)
        assert len(pictures) > 4, name
        assert all((site / "games" / name / picture).resolve().is_file() for picture in pictures), name


def test_a_page_has_the_counts_and_sources_of_its_game(site: Path) -> None:
    page = read(site, "games/bagh-chal")
    assert "68204" in page
    assert "Lemery Games" in page


def test_the_reference_has_every_public_name_and_method(site: Path) -> None:
    page = read(site, "reference/naadam")
    kinds = [name for name in naadam.__all__ if inspect.isclass(getattr(naadam, name))]
    assert [name for name in kinds if f'id="naadam.{name}"' not in page] == []
    for kind in (naadam.Game, naadam.State, naadam.View, naadam.Batch, naadam.Record):
        methods = [name for name, found in vars(kind).items() if name[0] != "_" and inspect.isfunction(found)]
        assert [name for name in methods if f'id="naadam.{kind.__name__}.{name}"' not in page] == []


def test_the_protocol_has_every_message_field_and_route(site: Path) -> None:
    page = read(site, "protocol")
    for union in (messages.FromClient, replies.ToClient, lobby.FromVisitor, lobby.ToVisitor):
        for kind in union.__args__:
            assert all(f"<code>{field}</code>" in page for field in kind.__annotations__), kind
    assert "/api/tables" in page


def test_no_page_loads_from_another_host_or_has_a_script_inside(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not ELSEWHERE.search(text), page
        assert "<script>" not in text, page


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the site, under a prefix."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the page is not built: npm ci && npm run build, in web/")
    database = tmp_path_factory.mktemp("served") / "tables.db"
    app = make_app(f"sqlite:///{database}", ["127.0.0.1"], workers=1, prefix="/naadam", documents=site)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        running.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/naadam"
        server.should_exit = True
        running.join()


def test_a_visitor_goes_from_the_page_to_a_rule_by_the_search(visitor: Visitor) -> None:
    """Without an error of the console, where violations of the Content-Security-Policy would be."""
    visitor.open("/")
    with visitor.context.expect_page() as opened:
        visitor.page.get_by_role("link", name="Documentation").click()
    page = opened.value
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: visitor.errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{visitor.address}/docs/games/bagh-chal")  # without the slash at the end: it is added
    page.locator("#bc-10").wait_for()
    box = page.locator("input:focus")
    while box.count() == 0:  # the script that opens the search may not have loaded yet
        page.keyboard.press("Control+k")
        page.wait_for_timeout(300)
    box.press_sequentially("refusal")
    page.get_by_text("Concepts").last.wait_for()
    assert [url for url in asked if not url.startswith((visitor.address, "data:", "blob:"))] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_rules_messages_and_reference_without_overflow(visitors: Visitors, scheme: str) -> None:
    visitor = visitors(width=390, height=844, scheme=scheme)
    for page in ("", "games/yuan/", "protocol/", "reference/naadam/"):
        visitor.open(f"/docs/{page}").page.locator("h1").wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page


def test_a_server_without_the_site_has_no_documents(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", ["testserver"], workers=1, documents=tmp_path)
    with TestClient(app) as client:
        assert client.get("/docs/").status_code == 404
        assert "data-docs" not in client.get("/").text
