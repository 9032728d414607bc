"""The lock files: everything that `make` and the container install is pinned by hash, on every platform."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from locked import all_needed, canonical, read_lock, wanted_by  # noqa: E402 (a script, found by the line above)

LOCK = read_lock((ROOT / "requirements.lock").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_version_is_pinned_with_hashes() -> None:
    for name, entries in LOCK.entries.items():
        for entry in entries:
            assert re.match(rf"{re.escape(entry.split('==')[0])}==[^ ]+( ; [^\n]+)? \\\n", entry), name
            assert re.search(r"--hash=sha256:[0-9a-f]{64}$", entry), name


@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_every_extra_is_locked_with_what_it_needs(extra: str) -> None:
    assert "hatchling" in all_needed(LOCK, wanted_by(PROJECT, [extra]))


def test_a_part_contains_what_its_libraries_need_and_no_more() -> None:
    served = all_needed(LOCK, wanted_by(PROJECT, ["server"]))
    assert {"numba", "llvmlite", "fastapi", "pydantic-core", "mako", "hatchling"} <= set(served)
    assert not {"psycopg", "pytest", "ray", "matplotlib"} & set(served)


def test_several_versions_of_a_library_stay_with_their_markers() -> None:
    text = "numpy==1.0 ; python_full_version < '3.12' \\\n    --hash=sha256:aa\n    # via numba\n"
    lock = read_lock(text + "numpy==2.0 ; python_full_version >= '3.12' \\\n    --hash=sha256:bb\n    # via numba\n")
    assert [entry.split("\\")[0] for entry in lock.entries["numpy"]] == [
        "numpy==1.0 ; python_full_version < '3.12' ",
        "numpy==2.0 ; python_full_version >= '3.12' ",
    ]
    assert lock.needs["numba"] == {"numpy"}


def test_the_script_prints_a_file_for_pip() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "locked.py")]
    printed = subprocess.run([*script, "--library", "Uvicorn"], capture_output=True, text=True, check=True).stdout
    assert re.match(r"click==\S+ \\\n    --hash=sha256:", printed)
    assert [canonical(line) for line in printed.splitlines() if not line.startswith(" ")] == ["click", "h11", "uvicorn"]
    assert subprocess.run([*script, "--library", "unheard-of"], capture_output=True).returncode != 0


def test_nothing_is_installed_without_hashes() -> None:
    for file in ("Makefile", "deploy/Dockerfile"):
        text = (ROOT / file).read_text(encoding="utf-8").replace("$(HASHED)", "--require-hashes")
        text = text.replace("$(NAADAM)", "--no-deps --no-build-isolation").replace("\\\n", " ")
        calls = re.findall(r"(?:\$\(PIP\)|pip install)([^|&;\n]*)", text)
        unpinned = [call for call in calls if not {"--require-hashes", "--no-deps"} & set(call.split())]
        assert [call for call in unpinned if "pgx" not in call and "--quiet" not in call] == [], file
        assert "npm install" not in text
        assert "npm ci" in text


def test_the_lock_of_the_page_has_the_builds_of_all_platforms() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in packages.items():
        if path:
            assert package["integrity"].startswith("sha512-"), path
        for name in {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}:
            assert f"node_modules/{name}" in packages or f"{path}/node_modules/{name}" in packages, (path, name)
    for platform in ("linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64", "win32-x64-msvc"):
        assert f"node_modules/@rolldown/binding-{platform}" in packages
