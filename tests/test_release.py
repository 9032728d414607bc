"""The commit of a release: version and changelog are changed together, or not at all."""

from __future__ import annotations

import datetime
import shutil
import sys
from pathlib import Path

import pytest

import naadam

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from release import prepare  # noqa: E402 (a script, found by the line above)

DAY = datetime.date(2027, 1, 2)
FILES = ("CHANGELOG.md", "src/naadam/__init__.py")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    (tmp_path / "src" / "naadam").mkdir(parents=True)
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n- `naadam x` is new.\n\n## 0.0.1\n\n- First.\n"
    )
    return tmp_path


def test_version_and_changelog_name_the_release(copied: Path) -> None:
    prepare(copied, "99.0.0", DAY)
    assert '__version__ = "99.0.0"\n' in (copied / "src" / "naadam" / "__init__.py").read_text()
    changes = (copied / "CHANGELOG.md").read_text()
    assert "## Unreleased\n\n## 99.0.0 (2027-01-02)\n\n- `naadam x` is new.\n\n## 0.0.1\n" in changes


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", naadam.__version__, "0.0.9"])
def test_a_version_that_is_none_or_not_above_the_last_changes_nothing(copied: Path, version: str) -> None:
    before = [(copied / file).read_text() for file in FILES]
    with pytest.raises(SystemExit, match="a version has three numbers and is above"):
        prepare(copied, version, DAY)
    assert [(copied / file).read_text() for file in FILES] == before


def test_a_release_has_changes(copied: Path) -> None:
    prepare(copied, "99.0.0", DAY)
    with pytest.raises(SystemExit, match="no unreleased changes"):
        prepare(copied, "99.0.1", DAY)


def test_the_changelog_has_one_list_of_unreleased_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert text.count("## Unreleased\n") == 1
    assert f"## {naadam.__version__}" in text
