"""Make docs/screenshots: the page as it is in a real Chromium, at the sizes of a desk and a phone.

With names, only the pictures whose names begin with one of them: `screenshots.py khan`. `tour` is the animated picture
of the README: a capture, a refused move with its clause, the analysis of a game.
"""

from __future__ import annotations

import base64
import io
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import naadam
from naadam.bots import level
from naadam.core.history import History

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "screenshots"
EXAMPLES = ROOT / "examples"
QUALITY = 75
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
STAGE = {"width": 1120, "height": 700}  # of the tour, which is shown at WIDTH
WIDTH = 800
SLOWLY = 0.1  # of the speed of animations, while they are filmed
FRAME = 50  # milliseconds of a frame of them
CAPTION = """
text => {
    let bar = document.getElementById("caption") ?? document.body.appendChild(document.createElement("p"));
    bar.id = "caption";
    bar.textContent = text;
    bar.style.cssText = "position:fixed;inset:0 0 auto;margin:0;padding:10px;text-align:center;z-index:99;"
        + "font:600 22px sans-serif;color:#fff;background:rgb(20 30 40 / .88)";
}
"""
FIGURES = ".standing"  # the lines of all seats
GREY = "html { filter: grayscale(1); }"
KHAN = (  # a position of Khan in which a good deal has been conquered
    "act 1 2 1=i2,j2,i3,f7,d7 2=i1,j1,n9,a10,m10,n10,m11 n=f1,l1,k2,b3,d5,j5,n5,b6,m6,j7,b8,d8,f9,d10,f10"
    " rulers=Sj8/2,Rg1/4,Ha7/3,A-/0,Df8/3,Vk10/5,Cn4/3,Km2/1"
    " laid=BL.e4.r0:12,V3.i6.r0:1,F5.i4.f1:1,I2.a9.r0:2,I2.j11.r0:1,I2.i8.r1:1,I2.g6.r1:2,L4.l2.r3:2,V3.i10.r0:1"
    " hands=V-rocky-NW,V-sand-SE,C-khan-W,H-river-NW/S-ice-NE,R-mountain-NE,R-forest-S,V-tundra-S"
    " special=0101/2112 turned=R-tundra-N fled=R.f1.g1.R-tundra-N discards=R-tundra-N"
)
CONQUEST = (  # a position of Conquest in which armies have landed, and the Grail is held by two
    "n01:K,n04:S,n05:K,n07:S,n12:C(S),n14:E,n15:E2(SS),n20:S,n21:C,np1:H,np3:H,nq1:H,ns22:G(E(SS)),nr0:E(S),cg2:K,cg5:S"
    "/e01:K,e02:K,e04:S,e08:S,e09:K,e11:S,e12:C,e13:S,e14:E(SS),e17:S,e18:E,e20:S,e21:C(S),ep1:H,ep3:H,ep5:G,es19:H(K),"
    "er1:E(S)/e03:S,s01:K,s02:K,s03:S,s05:K,s07:S,s12:C,s13:S,s14:E,s16:S,s18:E(SS),s20:S,s21:C(S),sp1:H,sp2:G,sp4:H,"
    "ss18:G(E(S)),sr1:K/w01:K,w02:K,w03:S,w04:S,w07:S,w09:K,w10:S,w12:C,w13:S,w14:E,w15:E(SS),w17:S,w19:E,w20:S,w21:C,"
    "wp1:H,wp2:G,wp3:H,wp6:H,ws25:H(S),cg4:K 1 17 6 1 3:1 3,3,3,2 0,0,0,0 0 - -"
)


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--database", f"{folder}/tables.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            try:
                yield found[0]
            finally:
                server.terminate()


@cache
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


class Film:
    """Frames of a page, each with the milliseconds that it is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[tuple[Image.Image, int]] = []

    def shoot(self, milliseconds: int) -> None:
        """Add one frame."""
        image = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        height = image.height * WIDTH // image.width
        self.frames.append((image.resize((WIDTH, height), Image.Resampling.LANCZOS), milliseconds))

    def run(self, seconds: float) -> None:
        """Add the frames of some seconds. The page is slowed down, because a picture takes a while."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
        end = time.monotonic() + seconds / SLOWLY
        while (begin := time.monotonic()) < end:
            self.shoot(0)
            image, _ = self.frames.pop()
            self.page.wait_for_timeout(max(0.0, FRAME / SLOWLY - 1000 * (time.monotonic() - begin)))
            self.frames.append((image, max(20, round(1000 * SLOWLY * (time.monotonic() - begin)))))

    def save(self, file: Path) -> None:
        images, durations = zip(*self.frames, strict=True)
        first, *others = images
        first.save(file, save_all=True, append_images=others, duration=list(durations), loop=0, quality=70, method=6)


class Studio:
    """Opens pages and takes pictures of them."""

    def __init__(self, browser: Browser, address: str, wanted: Sequence[str]) -> None:
        self.browser = browser
        self.address = address
        self.wanted = tuple(wanted)

    @contextmanager
    def page(self, size: dict[str, int], scheme: str = "light", style: str = "") -> Iterator[Page]:
        context: Any = self.browser.new_context(
            viewport=size,
            is_mobile=size == PHONE,  # without room for scroll bars
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
        if not name.startswith(self.wanted or ""):
            return
        with self.page(size, scheme, style) as page:
            page.set_default_timeout(120_000)
            go(page)
            self.take(page, name)

    def cut(self, name: str, go: Callable[[Page], None], selector: str) -> None:
        """A picture of one part of the page."""
        if not name.startswith(self.wanted or ""):
            return
        with self.page(DESK) as page:
            page.set_default_timeout(120_000)
            go(page)
            part = page.locator(selector).first
            part.wait_for()
            page.wait_for_timeout(400)
            image = Image.open(io.BytesIO(part.screenshot())).convert("RGB")
            image.save(TARGET / f"{name}.webp", quality=QUALITY)
            print(name, flush=True)

    def film(self, name: str, go: Callable[[Page, Film], None]) -> None:
        """An animated picture of the page while `go` uses it."""
        if not name.startswith(self.wanted or ""):
            return
        context = self.browser.new_context(
            viewport=STAGE, locale="en-GB", reduced_motion="no-preference", bypass_csp=True
        )
        page = context.new_page()
        page.set_default_timeout(300_000)
        film = Film(page)
        go(page, film)
        film.save(TARGET / f"{name}.webp")
        context.close()
        print(name, flush=True)

    # --- where to go ---

    def home(self, page: Page) -> None:
        page.goto(self.address)
        page.locator("article img").first.wait_for()

    def set_up(self, page: Page) -> None:
        page.goto(f"{self.address}/play/bagh-chal")
        page.locator("button.start").wait_for()

    def table(self, brought: str | Callable[[], str]) -> Callable[[Page], None]:
        """The table of a record or a position, or of one that is made only if it is wanted."""

        def go(page: Page) -> None:
            page.goto(self.address)
            page.get_by_role("button", name="Open…").click()
            page.locator("#brought").fill(brought if isinstance(brought, str) else brought())
            page.get_by_role("button", name="Open", exact=True).click()
            page.locator("button[data-point]").first.wait_for()
            if page.locator(".curtain button").count():
                page.locator(".curtain button").click()
                page.evaluate("window.scrollTo(0, 0)")

        return go

    def laying(self, text: str) -> Callable[[Page], None]:
        """A table where a shape is about to be laid, if one can be."""

        def go(page: Page) -> None:
            self.table(text)(page)
            shapes = page.locator(".supply button.usable")
            if shapes.count():
                shapes.last.click()
                page.locator("button[data-point][aria-label*='you can go here']").first.hover()

        return go

    def walking(self, text: str, piece: str, part: str) -> Callable[[Page], None]:
        """A table where a part of a piece is about to go somewhere."""

        def go(page: Page) -> None:
            self.table(text)(page)
            page.locator(f"button[data-point={piece}]").click()
            page.locator(f"button[data-place={part}]").click()
            page.locator(".board .cost").first.wait_for()

        return go

    def rules(self, brought: Callable[[], str]) -> Callable[[Page], None]:
        def go(page: Page) -> None:
            self.table(brought)(page)
            page.locator("button[data-point=a1]").click()
            page.locator("button[data-point=e5]").click()
            page.locator(".notice button").click()
            page.locator("[data-clause].wanted").wait_for()

        return go

    def tour(self, page: Page, film: Film) -> None:
        """A capture, a refused move with its clause, the analysis of a whole game."""
        record = (EXAMPLES / "bagh-chal.txt").read_text(encoding="utf-8")
        self.table(record.split("Bxa4c4")[0])(page)
        page.evaluate(CAPTION, "An illegal move is refused with the rule that forbids it")
        page.wait_for_timeout(800)
        film.shoot(1500)
        page.locator("button[data-point=a4]").click()
        page.wait_for_timeout(300)
        film.shoot(900)
        page.locator("button[data-point=a2]").click()
        page.locator(".notice").wait_for()
        page.wait_for_timeout(500)
        film.shoot(3000)
        page.evaluate(CAPTION, "Play against the computer, a friend, or both at one screen")
        page.locator("button[data-point=a4]").click()
        page.wait_for_timeout(300)
        film.shoot(900)
        film.run(0.1)  # slow from here on
        page.locator("button[data-point=c4]").click()
        film.run(0.9)
        film.shoot(1500)
        self.table(record)(page)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Analyse the game").click()
        page.evaluate(CAPTION, "Analysis: every move of a game is judged, the mistakes are shown")
        page.locator(".analysis progress").wait_for(state="detached")
        page.wait_for_timeout(500)
        film.shoot(2600)
        page.locator(".analysis li button").filter(has_text="Tigers").last.click()
        page.locator(".board .arrow.better.colour").wait_for()
        page.wait_for_timeout(800)
        film.shoot(2600)

    def editor(self, page: Page) -> None:
        page.goto(f"{self.address}/edit/bagh-chal?spec=bagh-chal:heroes=true")
        page.locator(".verdict code").wait_for()


def main(wanted: Sequence[str]) -> int:
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))), None)
    if chromium is None:
        print("the screenshots need Chromium; on Debian and Ubuntu: apt install chromium", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    square, mountain = partial(middle_game, "bagh-chal", 23), partial(middle_game, "bagh-chal:board=pulijudam", 20)
    whole = partial(middle_game, "bagh-chal", 400)
    others = {"hasami-shogi": 16, "jarmo": 12, "yut": 44, "yuan": 30}
    tables = {name: partial(middle_game, name, moves) for name, moves in others.items()}
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        studio = Studio(browser, address, wanted)
        for suffix, size in (("", DESK), ("-phone", PHONE)):
            for scheme in ("light", "dark"):
                end = f"{suffix}{'-dark' if scheme == 'dark' else ''}"
                studio.shoot(f"home{end}", studio.home, size, scheme)
                studio.shoot(f"set-up{end}", studio.set_up, size, scheme)
                studio.shoot(f"bagh-chal{end}", studio.table(square), size, scheme)
                studio.shoot(f"pulijudam{end}", studio.table(mountain), size, scheme)
                studio.shoot(f"rules{end}", studio.rules(square), size, scheme)
                studio.shoot(f"result{end}", studio.table(whole), size, scheme)
                studio.shoot(f"khan{end}", studio.laying(KHAN), size, scheme)
                studio.shoot(f"conquest{end}", studio.walking(CONQUEST, "nr0", "whole"), size, scheme)
                for name, record in tables.items():
                    studio.shoot(f"{name}{end}", studio.table(record), size, scheme)
        for look in ("cards", "row", "supply", "track"):
            studio.cut(f"shelf-{look}", studio.table(KHAN), f".shelf.{look}")
        studio.cut("shelf-labels", studio.table(CONQUEST), ".shelf.labels")
        studio.cut("shelf-figures", studio.table(tables["yuan"]), FIGURES)
        studio.film("tour", studio.tour)
        studio.shoot("editor", studio.editor)
        studio.shoot("grey", studio.table(square), style=GREY)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
