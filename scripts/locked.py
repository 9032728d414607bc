"""Part of requirements.lock, with hashes, for `pip install --require-hashes`.

`python scripts/locked.py server page` prints the needs of those extras, and hatchling, which builds Naadam. `--library`
names libraries in place of extras. `--versions` prints versions without hashes, for `pip install --constraint`.
Needs Python alone, because it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUILDER = "hatchling"
NAME = re.compile(r"[A-Za-z0-9._-]+")
EXTRAS = re.compile(r"naadam\[([^]]+)]")


class Lock(NamedTuple):
    """The entries of a lock file by library, as text, and the libraries that each library needs."""

    entries: dict[str, list[str]]
    needs: dict[str, set[str]]


def read_lock(text: str) -> Lock:
    """Read the output of `uv pip compile`: entries with their hashes, and the comments `# via` below them."""
    lock = Lock(defaultdict(list), defaultdict(set))
    name = ""
    for line in text.splitlines():
        if line.startswith("    #"):
            if needed_by := line.strip(" #").removeprefix("via").strip():
                lock.needs[canonical(needed_by)].add(name)
        elif line.startswith(" "):
            lock.entries[name][-1] += f"\n{line}"
        elif line and not line.startswith("#"):
            name = canonical(line)
            lock.entries[name].append(line)
    return lock


def wanted_by(project: dict[str, Any], extras: Iterable[str]) -> set[str]:
    """The libraries that Naadam and these extras name, extras within extras included."""
    asked, named = list(project["dependencies"]), {BUILDER}
    for extra in extras:
        asked += project["optional-dependencies"][extra]
    while asked:
        requirement = asked.pop()
        inner = EXTRAS.match(requirement)
        if inner is None:
            named.add(canonical(requirement))
        for extra in inner[1].split(",") if inner else ():
            asked += project["optional-dependencies"][extra.strip()]
    return named


def all_needed(lock: Lock, wanted: Iterable[str]) -> list[str]:
    """Libraries with everything that they need in turn, sorted; KeyError for one that is not locked."""
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in lock.entries:
            raise KeyError(name)
        if name not in found:
            found.add(name)
            waiting += lock.needs[name]
    return sorted(found)


def canonical(requirement: str) -> str:
    """The name of the library that a requirement begins with, in the spelling of the package index."""
    found = NAME.match(requirement)
    assert found is not None, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="extras of pyproject.toml")
    parser.add_argument("--library", action="store_true", help="the names are those of libraries")
    parser.add_argument("--versions", action="store_true", help="all versions, without hashes")
    chosen = parser.parse_args()
    lock = read_lock((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    if chosen.versions:
        names = sorted(lock.entries)
    elif chosen.library:
        names = all_needed(lock, map(canonical, chosen.names))
    else:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        names = all_needed(lock, wanted_by(project, chosen.names))
    for entry in (entry for name in names for entry in lock.entries[name]):
        print(entry.splitlines()[0].removesuffix("\\").strip() if chosen.versions else entry)


if __name__ == "__main__":
    main()
