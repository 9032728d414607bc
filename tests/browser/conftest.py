"""A server of our own and a real browser, for the tests of the page."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

import naadam
from naadam.server.people.keys import COOKIE, COOKIE_PATH

# The one without windows comes first: it is the same browser, and takes half of the processor's time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)

PATIENCE = 120_000  # milliseconds: the machine may be busy
expect.set_options(timeout=PATIENCE)

SETTINGS = """
  if (location.protocol.startsWith("http") && !localStorage.getItem("naadam.settings"))
    localStorage.setItem("naadam.settings", JSON.stringify({ pace: "%s", coached: false }));
"""


PROGRAM = [sys.executable, "-m", "naadam"]


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """Environment variables of the server, added to those of the tests; a module may override them."""
    return {}


@pytest.fixture(scope="module")
def program() -> list[str]:
    """The command naadam."""
    return PROGRAM


@pytest.fixture(scope="module")
def address(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
    program: list[str],
) -> Iterator[str]:
    """The address of the shared server, or of a separate one if a module overrides its environment or command."""
    if not environment and program is PROGRAM:
        yield request.getfixturevalue("shared_address")
    else:
        with serve(tmp_path_factory.mktemp("special"), environment, program) as found:
            yield found


@pytest.fixture(scope="session")
def shared_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("browser"), {}, PROGRAM) as found:
        yield found


@contextlib.contextmanager
def serve(folder: Path, environment: dict[str, str], program: list[str]) -> Iterator[str]:
    """Start a server, and end it when all is done."""
    if not (resources.files("naadam.server") / "static" / "index.html").is_file():
        pytest.skip("the page is not built: npm ci && npm run build, in web/")
    database = folder / "tables.db"
    command = [*program, "serve", "--host", "127.0.0.1", "--port", "0", "--no-warm", "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not tell its address"
        yield found[0]
        server.terminate()


@pytest.fixture(scope="module")  # not for the session: an open browser keeps other tests from running an event loop
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium; on Debian and Ubuntu: apt install chromium")
    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


KEY = "#key="  # in the address of a seat at the screen where the table was set: the key of its person


class Visitor:
    """A user with a separate browser context, which records the errors of its pages."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def open(self, path: str = "/") -> Visitor:
        """Open a path, or the address of a seat as `set_table` gives it."""
        path, _, key = path.partition(KEY)
        if key:
            cookie = {"name": COOKIE, "value": key, "url": f"{self.address}{COOKIE_PATH}/"}
            self.context.add_cookies([cookie])
        self.page.goto(path if path.startswith("http") else self.address + path)
        return self

    def set_up(self, *choices: str, game: str = "bagh-chal") -> Visitor:
        """Set a table with options chosen by their words, and sit down at it."""
        self.open(f"/play/{game}")
        for words in choices:
            self.page.get_by_role("radio", name=words).check()
        self.page.locator("button.start").click()
        self.page.locator("button[data-point]").first.wait_for()
        return self

    def point(self, name: str) -> Locator:
        return self.page.locator(f"button[data-point='{name}']")

    def touch(self, *names: str) -> None:
        for name in names:
            self.point(name).click()

    def reads(self, text: str, seconds: float = 60) -> None:
        """Wait until a text is visible."""
        self.page.get_by_text(text).first.wait_for(timeout=1000 * seconds)

    def waits_for_turn(self) -> None:
        self.page.locator("h1", has_text="Your turn").wait_for(timeout=PATIENCE)

    def moves(self) -> list[str]:
        """The moves in the log, in notation."""
        return [
            str(line.get_attribute("data-action"))
            for line in self.page.locator(".moves :is(li, td button)[data-action]").all()
        ]

    def state(self) -> naadam.State:
        """The game state, from the record that the server gives to every client."""
        table = self.page.url.rsplit("/", 1)[1]
        with urllib.request.urlopen(f"{self.address}/api/tables/{table}/record", timeout=60) as answer:
            return naadam.Record.read(answer.read().decode()).replay()[-1]

    def count_moves(self) -> int:
        return int(self.page.locator(".moves").get_attribute("data-count") or 0)

    def has_moves(self, count: int) -> None:
        """Wait until so many moves are listed."""
        self.page.wait_for_function(
            "count => Number(document.querySelector('.moves')?.dataset.count) >= count", arg=count, timeout=PATIENCE
        )

    def take(self, *places: str) -> None:
        """Touch places on the board or next to it."""
        for place in places:
            self.page.locator(f"button[data-point='{place}'], button[data-place='{place}']").first.click()


class Visitors:
    """Opens browsers, and sees at the end that none had an error."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Visitor] = []

    def __call__(
        self,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        locale: str = "en-GB",
        still: bool = True,
        pace: str | None = None,
        newcomer: bool = False,
    ) -> Visitor:
        """A new browser with settings that were chosen before, unless it is a newcomer's.

        Where nothing moves, the steps of others are instant, unless a pace is given.
        """
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=locale,
            reduced_motion="reduce" if still else "no-preference",
        )
        if not newcomer:
            context.add_init_script(SETTINGS % (pace or ("at-once" if still else "normal")))
        self.all.append(Visitor(context, self.address))
        return self.all[-1]

    def set_table(self, spec: str, opening: str, players: list[dict[str, Any]]) -> list[str]:
        """A table that begins with a position: the addresses of its seats that people sit at."""
        body = json.dumps({"spec": spec, "players": players, "opening": opening}).encode()
        request = urllib.request.Request(f"{self.address}/api/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            made = json.loads(answer.read())
            key = answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
        return [
            f"/table/{made['table']}" + (f"#token={token}" if token else f"{KEY}{key}")
            for player, token in zip(players, made["invitations"], strict=True)
            if player["kind"] != "computer"
        ]


@pytest.fixture
def visitors(browser: Browser, address: str) -> Iterator[Visitors]:
    opened = Visitors(browser, address)
    yield opened
    errors = [error for visitor in opened.all for error in visitor.errors]
    for visitor in opened.all:
        visitor.context.close()
    assert not errors, errors


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    return visitors()


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which finds faults of accessibility."""
    file = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        pytest.skip("axe is not installed: npm ci, in web/")
    return file.read_text(encoding="utf-8")
