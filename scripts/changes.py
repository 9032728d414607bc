"""Changed files of a branch, and the packages and tests that depend on them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "naadam"
BRANCHES = ("origin/main", "main")  # the first that exists is compared with
GAMES = tuple(sorted(folder.parent.name for folder in SOURCE.glob("games/*/rulebook.py")))
PACKAGES = tuple(
    sorted(
        [folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").is_file() and folder.name != "games"]
        + [f"games/{game}" for game in GAMES]
    )
)
IMPORT = re.compile(r"^\s*(?:from|import) naadam\.(\w+)(?:\.(\w+))?", re.MULTILINE)
EVERYWHERE = ("src/naadam/__init__.py", "pyproject.toml", "requirements.lock", "tests/conftest.py")


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_files() -> set[str]:
    """Files that differ from where this branch left main, and new files that git does not ignore."""
    forks = (_git("merge-base", "HEAD", branch) for branch in BRANCHES)
    base = next((fork[0] for fork in forks if fork), "HEAD")
    return {*_git("diff", "--name-only", "--no-renames", base), *_git("ls-files", "--others", "--exclude-standard")}


def package(path: str) -> str | None:
    """The package of Naadam that contains a file: a layer, or one game."""
    parts = Path(path).parts
    if parts[:2] != ("src", "naadam") or len(parts) < 4:
        return None
    return f"games/{parts[3]}" if parts[2] == "games" else parts[2]


@cache
def imports() -> dict[str, frozenset[str]]:
    """For every package the packages that it imports."""
    found: dict[str, set[str]] = {name: set() for name in PACKAGES}
    for name in PACKAGES:
        for file in (SOURCE / name).rglob("*.py"):
            for layer, module in IMPORT.findall(file.read_text(encoding="utf-8")):
                other = f"games/{module}" if layer == "games" else layer
                if other in found and other != name:
                    found[name].add(other)
    return {name: frozenset(others) for name, others in found.items()}


def dependents(names: Iterable[str]) -> set[str]:
    """Some packages, and all that import them, directly or through others."""
    reached = set(names)
    while more := {name for name, others in imports().items() if others & reached} - reached:
        reached |= more
    return reached


def tests_of(name: str) -> list[str]:
    """The test folders and files of a package."""
    if name == "testing":
        return ["tests/conformance"]
    game = name.removeprefix("games/")
    others = (path for path in ROOT.glob("tests/**/test_*.py") if not path.is_relative_to(ROOT / "tests" / "games"))
    beyond = [path.relative_to(ROOT).as_posix() for path in others if name != game and game in path.stem]
    return [f"tests/{name}", *sorted(beyond)] if (ROOT / "tests" / name).is_dir() else sorted(beyond)


def tests_for(changed: Iterable[str]) -> list[str]:
    """The tests that the changed files touch, folders before the files in them."""
    changed = set(changed)
    if changed & set(EVERYWHERE):
        return ["tests"]
    found: set[str] = set()
    for name in dependents(filter(None, map(package, changed))):
        found |= set(tests_of(name))
    for path in changed:
        parts = Path(path).parts
        if parts[0] == "tests" and parts[-1].endswith(".py"):
            own = path if parts[-1].startswith("test_") else str(Path(*parts[:-1]))
            found.add(own if (ROOT / own).exists() else str(Path(*parts[:-1])))
        elif parts[0] == "src" and "games" in parts and package(path) is None:
            found.add("tests/games")
        elif path.endswith(".md"):
            found |= {"tests/test_docs.py", "tests/test_shape.py"}
        elif parts[0] in ("web", "deploy", "examples", "scripts"):
            of = {"web": ["browser"], "deploy": ["test_deploy.py"], "examples": ["examples"], "scripts": []}
            own_test = f"test_{Path(path).stem}.py"
            found |= {f"tests/{test}" for test in [*of[parts[0]], own_test] if (ROOT / "tests" / test).exists()}
    if {"server", "drawing"} & {package(path) for path in changed}:
        found.add("tests/browser")
    if "tests/reference" in found or "tests/toy" in found:
        found = (found - {"tests/reference", "tests/toy"}) | {"tests/games", "tests/core"}
    existing = {path for path in found if (ROOT / path).exists()}
    return sorted(path for path in existing if not any(str(up) in existing for up in Path(path).parents))


def changed_games(changed: Iterable[str]) -> list[str]:
    """The games whose rules, texts or tests are changed; all of them if core or the kit is."""
    names = {package(path) for path in changed} | {
        f"games/{Path(path).parts[2]}" for path in changed if path.startswith("tests/games/") and path.count("/") > 2
    }
    return [game for game in GAMES if f"games/{game}" in names or names & {"core", "kit"}]
