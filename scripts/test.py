"""Runner of the tests: all of them, those of named parts, or those that the changed files touch.

python scripts/test.py                    every check of the project (`make test`)
python scripts/test.py khan server page   games, test folders, or parts by the first word of their name
python scripts/test.py --changed          the tests of changed packages and of all that import them
"""

from __future__ import annotations

import argparse
import sys

import changes
from parts import PAGE, PYTEST, PYTHON, ROOT, Part, Run, timed

COMPILE = [PYTHON, "scripts/compile_games.py"]
GAMES = sorted(file.parent.name.replace("_", "-") for file in ROOT.glob("src/naadam/games/*/rulebook.py"))
COMPILED = ("games compiled, one half", "games compiled, other half")
RULES = ["tests/games", "tests/conformance"]
NO_RULES = ["--ignore-glob=*_reference_itself.py"]  # they try the independent implementations alone
PLAYERS = ["tests/solve", "tests/bots", "tests/lab"]  # solvers first: browser tests need them compiled
FACES = ["tests/server", "tests/browser"]
BRIDGES = ["tests/bridges"]
BROWSER = [
    str(file.relative_to(ROOT))
    for file in sorted(ROOT.glob("tests/browser/**/test_*.py"), key=lambda file: file.name)  # slow ones spread out
]
SERVER = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("tests/server/**/test_*.py"))

# In order of their start: first the parts that compile the games, once for all others, and parts that need nothing
# compiled; then the longest by the clock. Servers and browsers mostly wait, so they run next to parts that compute, and
# in halves and thirds, whose waits overlap. Short parts at the end fill the gaps.
PARTS = {
    "games compiled, one half": Part([*COMPILE, *GAMES[1::2]]),
    "games compiled, other half": Part([*COMPILE, *GAMES[::2]]),
    "rules with bounds checks": Part(
        [*PYTEST, "tests/conformance/test_conformance.py"],
        {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # compiling sooner matters more than speed here
    ),
    "rules uncompiled": Part([*PYTEST, *RULES, *NO_RULES], {"NUMBA_DISABLE_JIT": "1"}),
    "server, one half": timed("server-1", *SERVER[::2], needs=("page", "postgresql", *COMPILED)),
    "server, other half": timed("server-2", *SERVER[1::2], needs=("page", "postgresql", *COMPILED)),
    "computer players": Part([*PYTEST, *PLAYERS], needs=COMPILED),
    "browser, first third": timed("browser-1", *BROWSER[::3], needs=("page", "chromium", *COMPILED)),
    "browser, second third": timed("browser-2", *BROWSER[1::3], needs=("page", "chromium", *COMPILED)),
    "rules, clause by clause": Part([*PYTEST, *RULES, "tests/core", "--clauses"], needs=COMPILED),
    "browser, last third": timed("browser-3", *BROWSER[2::3], needs=("page", "chromium", *COMPILED)),
    "all other tests": timed(
        "others",
        "tests",
        *(f"--ignore={folder}" for folder in (*RULES, *PLAYERS, *FACES, *BRIDGES, "tests/core")),
        needs=("page", *COMPILED),
    ),
    "page: lint": Part([*PAGE, "lint"], needs=("page",)),
    "types": Part([PYTHON, "-m", "mypy"]),
    "bridges": Part([*PYTEST, *BRIDGES], {"NUMBA_DISABLE_JIT": "1"}),
    "page: types": Part([*PAGE, "check"], needs=("page",)),
    "page: unit tests": Part([*PAGE, "test"], needs=("page",)),
    "page: format": Part([*PAGE, "format"], needs=("page",)),
    "types of the protocol are current": Part([PYTHON, "scripts/make_types.py", "--check"]),
    "format": Part([PYTHON, "-m", "ruff", "format", "--check", "."]),
    "lint": Part([PYTHON, "-m", "ruff", "check", "."]),
}

NEEDS = {  # by a part of the path of a test
    "server": ("page", "postgresql"),
    "browser": ("page", "chromium"),
    "cli": ("page",),
    "test_packaging": ("page", "chromium"),
}
ALWAYS = ("types", "format", "lint", "style", "layers")


def pytest_part(*paths: str) -> Part:
    """A part that runs these tests."""
    needs = [NEEDS[word] for word in NEEDS if any(word in path or path == "tests" for path in paths)]
    return Part([*PYTEST, *paths], needs=tuple(sorted(set().union(*needs))))


def conformance_of(game: str) -> dict[str, Part]:
    """The part that compares all variants of a game with the contract."""
    suite = ["tests/conformance/test_conformance.py", "-k", game.replace("_", "-")]
    return {f"{game}: conformance": Part([*PYTEST, *suite])}


def named(word: str) -> dict[str, Part]:
    """The parts that a word names: a game, a folder or file of tests, or parts of the full gate."""
    game = word.replace("-", "_")
    if game in changes.GAMES:
        return {game: pytest_part(*changes.tests_of(f"games/{game}")), **conformance_of(game)}
    for path in (f"tests/{word}", f"tests/test_{word}.py", word):
        if (ROOT / path).exists():
            return {path: pytest_part(path)}
    return {name: part for name, part in PARTS.items() if name.split()[0].strip(":,") == word}


def touched(files: set[str]) -> dict[str, Part]:
    """The parts for changed files."""
    found = {path: pytest_part(path) for path in changes.tests_for(files)}
    if "tests" not in found and "tests/conformance" not in found:
        for game in changes.changed_games(files):
            found |= conformance_of(game)
    words = [*ALWAYS, "page"] if any(path.startswith("web/") for path in files) else ALWAYS
    for word in words:
        found |= named(word)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the tests of the project, or some of them.")
    parser.add_argument("parts", nargs="*", help="games, folders of tests, or parts by their first word")
    parser.add_argument("--changed", action="store_true", help="what this branch changes")
    parser.add_argument("--list", action="store_true", help="only list the parts")
    arguments = parser.parse_args()
    chosen = touched(changes.changed_files()) if arguments.changed else {}
    for word in arguments.parts:
        if not (parts := named(word)):
            parser.error(f"no part {word!r}; there are: {', '.join(sorted(words()))}")
        chosen |= parts
    if not arguments.changed and not arguments.parts:
        chosen = PARTS
    if arguments.list:
        print(*(f"{name}: {' '.join(part.command[1:])}" for name, part in chosen.items()), sep="\n")
        return 0
    return Run(chosen).run()


def words() -> set[str]:
    """Every word that names parts."""
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.rglob("test_*.py"))}
    files = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    return folders | files | set(changes.GAMES) | {name.split()[0].strip(":,") for name in PARTS}


if __name__ == "__main__":
    sys.exit(main())
