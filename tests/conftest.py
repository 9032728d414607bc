"""Shared by all tests: the table of clauses with their tests, and the toy games Caravan and Patrol."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from naadam.core import registry
from naadam.core.registry import game_names, rulebook

HERE = Path(__file__).parent
TOYS = ("caravan", "patrol")
TESTED = pytest.StashKey[Counter[str]]()  # how many tests carry each clause
sys.path.insert(0, str(HERE / "toy"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clauses", action="store_true", help="print every clause with its tests; fail if one has none")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TESTED] = Counter()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        marks = [str(mark.args[0]) for mark in item.iter_markers("rule")]
        config.stash[TESTED].update(marks)


def untested(config: pytest.Config) -> list[str]:
    return [clause for clause in all_clauses() if not config.stash[TESTED][clause]]


def all_clauses() -> list[str]:
    books = [rulebook(name) for name in game_names() if name not in TOYS]
    return [f"{book.prefix}-{number}" for book in books for number in book.clauses]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--clauses"):
        return
    counts = config.stash[TESTED]
    terminalreporter.section("clauses and their tests")
    cells = [f"{clause:6}{counts[clause]:4}" for clause in all_clauses()]
    for row in range(0, len(cells), 6):
        terminalreporter.write_line("   ".join(cells[row : row + 6]))
    unknown = sorted(set(counts) - set(all_clauses()))
    if unknown:
        terminalreporter.write_line(f"marked, but no clause: {', '.join(unknown)}", red=True)
    if untested(config):
        terminalreporter.write_line(f"clauses without a test: {', '.join(untested(config))}", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    marked: Counter[str] = config.stash[TESTED]
    if config.getoption("--clauses") and (untested(config) or set(marked) - set(all_clauses())):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def toys() -> Iterator[None]:
    """The toy games can be loaded by name, like any other."""
    for name in TOYS:
        registry.packages()[name] = (name,)
    yield
    for name in TOYS:
        del registry.packages()[name]


@pytest.fixture(scope="session", autouse=True)
def usual_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str | None]:
    """Hide the solved tables of this machine from tests; return the variable of their folder as it was."""
    before = os.environ.get("XDG_DATA_HOME")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield before
