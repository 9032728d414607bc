"""Earlier versions of Naadam as engines: the sources of a commit, kept apart, so that later strength has a measure."""

from __future__ import annotations

import io
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import platformdirs

from naadam.core.errors import SpecError

PACKAGE = "src/naadam"
# The Naadam of its folder, because Python looks for modules next to a script first; no import of this module
SCRIPT = "from naadam.cli.main import run\n\nrun()\n"


def freeze(commit: str, repository: Path, level: int) -> str:
    """Keep the sources of a commit, unless they are kept already; return the command line of their engine."""
    revision = _git(repository, "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}").decode().strip()
    folder = platformdirs.user_data_path("naadam", appauthor=False) / "frozen" / revision[:12]
    if not folder.is_dir():
        _unpack(_git(repository, "archive", "--format=tar", revision, "--", PACKAGE), folder)
    return shlex.join([sys.executable, str(folder / "src" / "frozen.py"), "engine", "--level", str(level)])


def _git(repository: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, check=False)
    except OSError as error:
        raise SpecError(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        raise SpecError(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def _unpack(archive: bytes, folder: Path) -> None:
    """Write the files whole or not at all."""
    part = folder.with_name(folder.name + ".part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(part, filter="data")
        (part / "src" / "frozen.py").write_text(SCRIPT, encoding="utf-8")
        part.replace(folder)
    except OSError as error:
        raise SpecError(f"the sources cannot be kept in {folder.parent}: {error.strerror}") from None
