"""Markdown of the repository as pages of the site: where each file goes, and its links between pages."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RENAMED = {
    "README.md": "index.md",
    "GAMES.md": "games/index.md",
    "bench/README.md": "benchmarks.md",
    "docs/decisions/README.md": "decisions/index.md",
}
MADE = ("GAMES.md", "README.md")  # their pages are made from other sources
LINK = re.compile(r"\]\(([^)\s#]*)(#[^)\s]*)?\)")
IMAGE = re.compile(r'<img src="([^"]+)"([^>]*?) alt="([^"]*)"\s*/?>')
LANGUAGES = {".py": "python", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".service": "ini"}
IMAGES = (".webp", ".svg", ".png")
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
LEFT_OUT = ("__pycache__", ".egg-info", "_cache")


def page_of(file: str) -> str:
    """The page of a file of the repository: a document, or the source page of anything else."""
    if file in RENAMED:
        return RENAMED[file]
    if file.startswith("docs/") and file.endswith((".md", *IMAGES)):
        return file.removeprefix("docs/")
    if file.endswith(".md") and "/" not in file:
        return file.lower()
    shown = file.replace(".", "-").strip("-")  # no folder of the site looks like a module, and none is hidden
    return f"source/{shown}/index.md" if (ROOT / file).is_dir() else f"source/{shown}.md"


def is_document(file: str) -> bool:
    return not page_of(file).startswith("source/")


def documents() -> list[str]:
    """All documents that are copied, as paths in the repository."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "bench" / "README.md"]
    names = sorted(file.relative_to(ROOT).as_posix() for file in found)
    return [name for name in names if name not in MADE]


def relink(text: str, file: str, page: str, note: Callable[[str], None], games: dict[str, str]) -> str:
    """Markdown of a file with its links changed to those of a page; `note` hears of every file it links to.

    `games` are the pages of games by the anchor of their section in GAMES.md.
    """
    here, folder = posixpath.dirname(file), posixpath.dirname(page)

    def link(found: re.Match[str]) -> str:
        target, anchor = found[1], found[2] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        wanted = posixpath.normpath(posixpath.join(here, target))
        goal = page_of(wanted)
        if wanted == "GAMES.md" and anchor[1:] in games:
            goal, anchor = games[anchor[1:]], ""
        note(wanted)
        return f"]({posixpath.relpath(goal, folder or '.')}{anchor})"

    def image(found: re.Match[str]) -> str:
        wanted = posixpath.normpath(posixpath.join(here, found[1]))
        note(wanted)
        path = posixpath.relpath(wanted.removeprefix("docs/"), folder or ".")
        width = re.search(r'width="(\d+)"', found[2])
        return f"![{found[3]}]({path})" + (f'{{ width="{width[1]}" }}' if width else "")

    return "\n".join(part if is_code else LINK.sub(link, IMAGE.sub(image, part)) for part, is_code in split_code(text))


def split_code(text: str) -> Iterator[tuple[str, bool]]:
    """The prose of a document and its fenced code, in turn."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        marker = line.lstrip()[:3] if line.lstrip().startswith(("```", "~~~")) else ""
        if marker and not fence:
            yield "\n".join(lines), False
            lines, fence = [line], marker
        elif fence and marker == fence:
            yield "\n".join([*lines, line]), True
            lines, fence = [], ""
        else:
            lines.append(line)
    yield "\n".join(lines), bool(fence)


def fence_sessions(text: str) -> str:
    """Python sessions (`>>>`) and indented lines of a docstring as fenced code."""
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith(">>>") and not inside:
            lines += ["", "```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def source_page(file: str, note: Callable[[str], None]) -> str:
    """A page with the text of a file, or with the list of a folder's files."""
    path = ROOT / file
    if path.is_dir():
        inner = [name for name in _files_in(path) if not any(part in name for part in LEFT_OUT)]
        for name in inner:
            note(f"{file}/{name}")
        lines = [f"- [{name}]({path.name}/{name})" for name in inner]
        return f"{UNSEARCHED}# {file}\n\n" + "\n".join(lines) + "\n"
    language = LANGUAGES.get(path.suffix, "text")
    return f"{UNSEARCHED}# {file}\n\n~~~~ {language}\n{path.read_text(encoding='utf-8').rstrip()}\n~~~~\n"


def _files_in(folder: Path) -> list[str]:
    found = []
    for inner, _, names in os.walk(folder):
        found += [(Path(inner) / name).relative_to(folder).as_posix() for name in names]
    return sorted(found)
