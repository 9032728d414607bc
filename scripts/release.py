"""Prepare the commit of a release: `python scripts/release.py 1.0.0` writes the version and heads the changelog.

The date is that of today. Nothing is committed: look at the changes, then `git commit --all -m "release: 1.0.0"`.
"""

from __future__ import annotations

import argparse
import datetime
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
NUMBERS = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
UNRELEASED = "## Unreleased\n"


def prepare(root: Path, version: str, day: datetime.date) -> None:
    """Write the version into the package, and head the unreleased changes with it; SystemExit if that cannot be."""
    package, changelog = root / "src" / "naadam" / "__init__.py", root / "CHANGELOG.md"
    source, changes = package.read_text(encoding="utf-8"), changelog.read_text(encoding="utf-8")
    found = VERSION.search(source)
    assert found
    if not NUMBERS.fullmatch(version) or numbers(version) <= numbers(found[1]):
        raise SystemExit(f"a version has three numbers and is above {found[1]}, unlike {version}")
    head, _, rest = changes.partition(UNRELEASED)
    if not rest.partition("\n## ")[0].strip():
        raise SystemExit("CHANGELOG.md has no unreleased changes")
    package.write_text(VERSION.sub(f'__version__ = "{version}"', source), encoding="utf-8")
    heading = f"{UNRELEASED}\n## {version} ({day.isoformat()})\n"
    changelog.write_text(f"{head}{heading}{rest}", encoding="utf-8")


def numbers(version: str) -> tuple[int, ...]:
    """The parts of a version, to compare."""
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    prepare(ROOT, parser.parse_args().version, datetime.datetime.now(datetime.UTC).date())
