"""The documents are true: their snippets run, their links lead somewhere, they speak of the project alone."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import forked
import pytest

from naadam.core import registry

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from docsite import api, faults, games, links  # noqa: E402 (of the scripts that make the site)

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
WIDTH = 100
names = [str(document.relative_to(ROOT)) for document in DOCUMENTS]


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_python_snippets_run(document: Path) -> None:
    failed, _ = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def commands() -> list[str]:
    """The lines `$ naadam ...` of the documents."""
    found = []
    for document in DOCUMENTS:
        found += re.findall(r"^\$ (naadam .*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted(set(found))


@pytest.mark.parametrize("command", commands())
def test_commands_work(command: str) -> None:
    arguments = shlex.split(command, comments=True)[1:]
    done = forked.run(*arguments, typed="quit\n", folder=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8")):
        made = target.startswith("reference/")  # pages of the site, whose build checks the links
        if "://" not in target and not made:
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_no_figure_is_left_out(document: Path) -> None:
    assert "FIGURE" not in document.read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_prose_is_wrapped_at_one_width(document: Path) -> None:
    """But for tables, code, headings and pictures."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    prose = [line for line in text.splitlines() if not line.startswith(("|", "    ", "#", "<"))]
    assert [line for line in prose if len(line) > WIDTH] == []


def test_every_document_is_in_the_navigation_of_the_site() -> None:
    settings = (ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8")
    pages = {links.page_of(file) for file in links.documents()}
    pages |= {f"games/{name}.md" for name in games.shipped()} | set(api.api_pages())
    assert [page for page in sorted(pages) if f'"{page}"' not in settings] == [], "add them to docs/zensical.toml"


def test_the_readme_has_snippets_that_are_run() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count(">>> ") > 10
    assert "$ naadam " in text


def test_the_readme_counts_the_games_and_their_rules() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    games = [name for name in registry.game_names() if registry.packages()[name][0].startswith("naadam.")]
    rules = sum(len(registry.rulebook(name).clauses) for name in games)
    assert f"All {rules} rules of the seven games" in text
    assert len(games) == 7


def test_no_file_names_a_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    files = listed.stdout.split() if listed.returncode == 0 else []
    pattern = re.compile(r"/(?:root|home|work|tmp)/[a-z]")
    for name in files:
        file = ROOT / name
        if file.suffix in (".py", ".md", ".toml", ".lock", ".txt", "") and file.is_file():
            assert not pattern.search(file.read_text(encoding="utf-8", errors="replace")), name


def test_the_table_of_planted_faults_is_complete() -> None:
    table = faults.fault_table()
    assert table.count("\n") >= 60
    assert "| a trail of 70 where 102 are needed | plain, `__init__.py` | sizes.trail |" in table
    assert all(line.count("|") == 4 for line in table.splitlines())
