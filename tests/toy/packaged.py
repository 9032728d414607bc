"""Games in separate packages, found by an entry point as if they were installed, without pip."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TABLUT = ROOT / "examples" / "tablut"
LIARS_DICE = ROOT / "examples" / "liars_dice"


def install(project: Path) -> None:
    """Write the metadata of entry points next to a package, as `pip install -e` would."""
    described = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = described["name"].replace("-", "_"), described["version"]
    points = described["entry-points"]["naadam.games"].items()
    info = project / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {described['name']}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(
        "\n".join(["[naadam.games]", *(f"{key} = {module}" for key, module in points)])
    )


def environment(*projects: Path, compiled: bool = False) -> dict[str, str]:
    """The variables of a process that finds Naadam and these packages."""
    path = os.pathsep.join(map(str, (*projects, ROOT / "src")))
    return os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": str(int(not compiled))}


def naadam(*arguments: str, project: Path, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`naadam ARGUMENTS` in a folder, where the package of a project is installed."""
    command = [sys.executable, "-m", "naadam.cli.main", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, cwd=folder, env=environment(project))


def run_tests(project: Path, *arguments: str, compiled: bool = False) -> subprocess.CompletedProcess[str]:
    """`pytest PROJECT`, with the settings of our own tests, where the package is installed."""
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(project), "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", *settings, *arguments, str(project)]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=project, env=environment(project, compiled=compiled)
    )
