"""Make docs/screenshots: the page as it is in a real Chromium, at the sizes of a desk and a phone."""

from __future__ import annotations

import base64
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import naadam
from naadam.bots import level
from naadam.core.history import History

TARGET = Path(__file__).parent.parent / "docs" / "screenshots"
QUALITY = 82
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
GREY = "html { filter: grayscale(1); }"


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server with a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--database", f"{folder}/matches.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            yield found[0]
            server.terminate()


def middle_game(spec: str, moves: int) -> str:
    """The record of a game that the computer has played against itself, the same every time."""
    game = naadam.load(spec)
    history = History(game.start(), ("Anna", "Ben"))
    players = [level(game, 3, seed=seat) for seat in range(game.seats)]
    rng = random.Random(1)
    for _ in range(moves):
        state = history.state
        if state.turn is None:
            break
        if state.turn == naadam.CHANCE:
            actions, chances = zip(*state.chance(), strict=True)
            history.play(rng.choices(actions, chances)[0])
        else:
            history.play(players[state.turn].choose(state.view(state.turn)))
    return history.record().to_text()


class Studio:
    """Opens pages and takes pictures of them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    @contextmanager
    def page(self, size: dict[str, int], scheme: str = "light", style: str = "") -> Iterator[Page]:
        context: Any = self.browser.new_context(
            viewport=size,
            device_scale_factor=2 if size == PHONE else 1,
            color_scheme=scheme,
            locale="en-GB",
            reduced_motion="reduce",
            bypass_csp=bool(style),
        )
        page: Page = context.new_page()
        if style:
            page.on("load", lambda: page.add_style_tag(content=style))
        yield page
        context.close()

    def take(self, page: Page, name: str) -> None:
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        session = page.context.new_cdp_session(page)
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (TARGET / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))
        print(name, flush=True)

    def shoot(
        self, name: str, go: Callable[[Page], None], size: dict[str, int] = DESK, scheme: str = "light", style: str = ""
    ) -> None:
        with self.page(size, scheme, style) as page:
            page.set_default_timeout(120_000)
            go(page)
            self.take(page, name)

    # --- where to go ---

    def home(self, page: Page) -> None:
        page.goto(self.address)
        page.locator("article img").first.wait_for()

    def set_up(self, page: Page) -> None:
        page.goto(f"{self.address}/play/bagh-chal")
        page.locator("button.start").wait_for()

    def table(self, text: str) -> Callable[[Page], None]:
        def go(page: Page) -> None:
            page.goto(self.address)
            page.locator("#brought").fill(text)
            page.get_by_role("button", name="Open", exact=True).click()
            page.locator(".moves li").first.wait_for()

        return go

    def rules(self, text: str) -> Callable[[Page], None]:
        def go(page: Page) -> None:
            self.table(text)(page)
            page.locator("button[data-point=a1]").click()
            page.locator("button[data-point=e5]").click()
            page.locator(".notice button").click()
            page.locator("[data-clause].wanted").wait_for()

        return go

    def editor(self, page: Page) -> None:
        page.goto(f"{self.address}/edit/bagh-chal?spec=bagh-chal:heroes=true")
        page.locator(".verdict code").wait_for()


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("the screenshots need Chromium; on Debian and Ubuntu: apt install chromium", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    square, mountain = middle_game("bagh-chal", 23), middle_game("bagh-chal:board=pulijudam", 20)
    whole = middle_game("bagh-chal", 400)
    others = {"hasami-shogi": 16, "jarmo": 12, "yut": 44}
    tables = {name: middle_game(name, moves) for name, moves in others.items()}
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        studio = Studio(browser, address)
        for suffix, size in (("", DESK), ("-360", PHONE)):
            for scheme in ("light", "dark"):
                end = f"{suffix}{'-dark' if scheme == 'dark' else ''}"
                studio.shoot(f"home{end}", studio.home, size, scheme)
                studio.shoot(f"set-up{end}", studio.set_up, size, scheme)
                studio.shoot(f"bagh-chal{end}", studio.table(square), size, scheme)
                studio.shoot(f"pulijudam{end}", studio.table(mountain), size, scheme)
                studio.shoot(f"rules{end}", studio.rules(square), size, scheme)
                studio.shoot(f"result{end}", studio.table(whole), size, scheme)
                for name, record in tables.items():
                    studio.shoot(f"{name}{end}", studio.table(record), size, scheme)
        studio.shoot("editor", studio.editor)
        studio.shoot("grey", studio.table(square), style=GREY)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
