"""Where the extra `bridges` is not installed, the tests of the bridges are left out, with a line that says so."""

from __future__ import annotations

import importlib.util

import pytest

LIBRARIES = {
    "test_in_pettingzoo.py": "pettingzoo",
    "test_in_gymnasium.py": "gymnasium",
    "test_in_openspiel.py": "pyspiel",
    "test_in_mcp.py": "mcp",
    "test_in_textarena.py": "textarena",
    "test_in_inspect.py": "inspect_ai",
    "test_in_openenv.py": "openenv",
}
MISSING = {file: name for file, name in LIBRARIES.items() if importlib.util.find_spec(name) is None}
collect_ignore = list(MISSING)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for file, name in MISSING.items():
        terminalreporter.write_line(
            f"{file} is left out: {name} is not installed (naadam[bridges], [mcp], [textarena]; make test-harnesses)"
        )
