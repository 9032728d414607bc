"""The wheel, made from the source archive, works in an empty environment: commands, page, a move in the browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from parts import BROWSERS  # noqa: E402 (a script, found by the line above)

STATIC = ROOT / "src" / "naadam" / "server" / "static" / "index.html"
SITE = "src/naadam/server/site"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis")
PATIENCE = 240_000  # milliseconds, for the first move on a machine that has compiled nothing


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, where one page stands for the documents if they have not been built."""
    folder = tmp_path_factory.mktemp("sources") / "naadam"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    if not (folder / SITE).exists():
        (folder / SITE).mkdir()
        (folder / SITE / "index.html").write_text("<!doctype html><title>Documents</title>", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive, and the wheel that was made from it."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(sources)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("naadam-*.whl"))


class Installed(NamedTuple):
    """An environment with nothing but the wheel and its needs."""

    python: Path
    folder: Path
    environment: Mapping[str, str]

    def run(self, *arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [str(self.python), "-m", "naadam.cli.main", *arguments],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = folder / "locked.txt"
    script = [sys.executable, str(ROOT / "scripts" / "locked.py"), "server"]
    locked.write_bytes(subprocess.run(script, capture_output=True, check=True).stdout)
    for wanted in (["--require-hashes", "--requirement", str(locked)], ["--no-deps", str(wheel)]):
        done = subprocess.run([*install, *wanted], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISPLAY")}
    own = {"NUMBA_CACHE_DIR": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    return Installed(python, folder, environment | own)


def test_the_wheel_has_the_data_files(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "naadam/py.typed",
        "naadam/cli/texts/it.toml",
        "naadam/core/texts/fr.toml",
        "naadam/games/bagh_chal/boards/pulijudam.toml",
        "naadam/games/bagh_chal/texts/it.toml",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith(("tests", "bench"))]


def test_archive_and_wheel_have_the_built_page(built: Path, wheel: Path) -> None:
    if not STATIC.is_file():
        pytest.skip("the page is not built: npm ci && npm run build, in web/")
    with tarfile.open(next(built.glob("naadam-*.tar.gz"))) as archive:
        packed = {name.partition("/")[2].removeprefix("src/") for name in archive.getnames()}
    within = set(zipfile.ZipFile(wheel).namelist())
    page = {file.relative_to(ROOT / "src").as_posix() for file in STATIC.parent.rglob("*") if file.is_file()}
    assert len(page) > 5
    assert page <= packed
    assert page <= within


def test_archive_and_wheel_have_the_documents(sources: Path, built: Path, wheel: Path) -> None:
    with tarfile.open(next(built.glob("naadam-*.tar.gz"))) as archive:
        packed = {name.partition("/")[2].removeprefix("src/") for name in archive.getnames()}
    within = set(zipfile.ZipFile(wheel).namelist())
    site = {file.relative_to(sources / "src").as_posix() for file in (sources / SITE).rglob("*") if file.is_file()}
    assert "naadam/server/site/index.html" in site
    assert site <= packed
    assert site <= within


def test_the_needs_of_the_wheel_are_all_there(installed: Installed, wheel: Path) -> None:
    """Its own metadata, not the lock file, says what `pip install 'naadam[server]'` brings."""
    pip = [str(installed.python), "-m", "pip", "--disable-pip-version-check"]
    resolve = ["install", "--no-index", f"naadam[server] @ {wheel.as_uri()}"]
    for wanted in (resolve, ["check"]):
        done = subprocess.run([*pip, *wanted], capture_output=True, text=True, env=installed.environment)
        assert done.returncode == 0, done.stdout + done.stderr


def test_commands_work_in_an_empty_environment(installed: Installed) -> None:
    assert installed.run("perft", "bagh-chal", "3") == "1 21\n2 252\n3 5052\n"
    assert "BC-8" in installed.run("rules", "bagh-chal", "BC-8", "--lang", "fr")
    played = installed.run("play", "bagh-chal", "--seat", "both", typed="Gc3\nmoves\nsave game.txt\nquit\n")
    assert "Gc3" in played or (installed.folder / "game.txt").read_text().endswith("1. Gc3\n")


@pytest.fixture
def opened(installed: Installed) -> Iterator[str]:
    """The address that `naadam` alone prints."""
    if not STATIC.is_file():
        pytest.skip("the page is not built: npm ci && npm run build, in web/")
    program = installed.python.parent / "naadam"
    with subprocess.Popen(
        [str(program)], cwd=installed.folder, env=installed.environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not tell its address"
        yield found[0]
        server.terminate()


def test_a_move_is_played_in_the_browser(opened: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip("there is no Chromium; on Debian and Ubuntu: apt install chromium")
    begin = time.monotonic()
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(opened)
        page.get_by_role("link", name="Play").first.wait_for()
        page.goto(f"{opened}play/bagh-chal")
        page.locator("button.start").click()
        page.locator("button[data-point='c3']").click()
        page.locator(".moves:not([data-count='0'])").wait_for()
        browser.close()
    print(f"first move after {time.monotonic() - begin:.0f} s")
