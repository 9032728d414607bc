"""Build the documents as a site: `python scripts/make_docs.py [FOLDER]`, by default where `naadam serve` finds it.

Documents are copied, pages of games, API and protocol are made from the sources, and Zensical renders all of them.
Scripts inside its pages become files, so that the Content-Security-Policy of the server need not admit them.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docsite.api import api_pages
from docsite.faults import fault_table
from docsite.games import game_pages, games_index, shipped
from docsite.links import ROOT, documents, is_document, page_of, relink, source_page
from docsite.protocol import message_tables, route_table

DOCS = ROOT / "docs"
SITE = ROOT / "src" / "naadam" / "server" / "site"
ASSETS = ("screenshots", "pictures", "site")
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLED = re.compile(r' style="text-align: (left|center|right);"')


def stage(folder: Path) -> None:
    """Write all pages in Markdown, with their pictures and the settings of Zensical, to a folder."""
    shutil.copy(DOCS / "zensical.toml", folder / "zensical.toml")
    target = folder / "docs"
    for name in ASSETS:
        shutil.copytree(DOCS / name, target / name)
    linked: set[str] = set()
    anchors = {name: f"games/{name}.md" for name in shipped()}
    tables = {"<!-- messages -->": message_tables, "<!-- routes -->": route_table, "<!-- faults -->": fault_table}

    def put(page: str, text: str, file: str) -> None:
        path = target / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            text if page.endswith(".svg") else relink(text, file, page, linked.add, anchors), encoding="utf-8"
        )

    for file in documents():
        text = (ROOT / file).read_text(encoding="utf-8")
        for marker, make in tables.items():
            if marker in text:
                text = text.replace(marker, make())
        put(page_of(file), text, file)
    for page, text in game_pages().items():
        put(page, text.replace("](pictures/", "](docs/games/pictures/"), "GAMES.md")
    put("games/index.md", games_index(), "docs/games/index.md")
    for page, text in api_pages().items():
        put(page, text, f"docs/{page}")
    waiting = {file for file in linked if not is_document(file)}
    written: set[str] = set()
    while waiting - written:
        for file in sorted(waiting - written):
            written.add(file)
            put(page_of(file), source_page(file, waiting.add), file)


def render(folder: Path) -> Path:
    """Render the staged pages, where any warning is an error; the folder of the site."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}{done.stderr}")
    return folder / "site"


def take_scripts_out(site: Path) -> None:
    """Turn scripts inside pages into files, and alignment of cells into classes: the policy allows neither inside."""
    scripts = site / "assets" / "javascripts"
    for page in sorted(site.rglob("*.html")):
        up = "../" * (len(page.relative_to(site).parts) - 1)

        def out(found: re.Match[str], up: str = up) -> str:
            name = f"inline-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
            (scripts / name).write_text(found[1], encoding="utf-8")
            return f'<script src="{up}assets/javascripts/{name}"></script>'

        text = INLINE.sub(out, page.read_text(encoding="utf-8"))
        page.write_text(STYLED.sub(r' class="\1"', text), encoding="utf-8")


def build(target: Path) -> None:
    """Build the site in a folder, in place of an older one."""
    with tempfile.TemporaryDirectory() as made:
        stage(Path(made))
        site = render(Path(made))
        take_scripts_out(site)
        if target.exists():
            shutil.rmtree(target)
        shutil.copytree(site, target)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SITE)
    build(parser.parse_args().folder)
