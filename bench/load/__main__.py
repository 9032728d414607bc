"""Load: 500 matches of two scripted clients each, on Naadam's server and on boardgame.io's, on this machine.

python -m bench.load [MATCHES]: needs Node and npm, which installs boardgame.io into a temporary folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4", "ws@8")
MOVES = 8  # as many as a game of tic-tac-toe has, nearly
PAUSE = 4000  # milliseconds between two moves of a match, where delays are measured


def main(matches: int) -> int:
    if shutil.which("npm") is None:
        print("this needs Node and npm: the clients of both servers are written for it", file=sys.stderr)
        return 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install(folder)
        figures = {}
        for server, serving in (("naadam", serve_naadam), ("boardgame.io", serve_boardgame_io)):
            with serving(folder) as (process, address):
                figures[server] = measure(folder, server, process, address, matches)
    report(figures["naadam"], figures["boardgame.io"], matches)
    return 0


def install(folder: Path) -> None:
    for file in HERE.glob("*.cjs"):
        shutil.copy(file, folder)
    (folder / "package.json").write_text('{"private": true}')
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)


@contextlib.contextmanager
def running(command: list[str], folder: Path, opened: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, once it has said that it is open; and what it said."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(opened, said)
        assert found, f"{command} said {said!r}"
        yield process, found[0]
        process.terminate()


@contextlib.contextmanager
def serve_naadam(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    database = str(folder / "matches.db")
    command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--database", database]
    with running(command, folder, r"http://\S+") as (process, address):
        time.sleep(1)
        yield process, address


@contextlib.contextmanager
def serve_boardgame_io(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(["node", "boardgame_io.cjs", str(port)], folder, "open|Serving.*|App.*") as (process, _):
        time.sleep(1)
        yield process, f"http://127.0.0.1:{port}"


def measure(folder: Path, server: str, process: subprocess.Popen[str], address: str, matches: int) -> dict[str, float]:
    """Moves a second at full speed, delays at a walk, and the memory of the server for each match."""
    run(folder, server, address, 40, MOVES, 0)  # everything is loaded and compiled now
    before = memory(process)
    fast, after = run(folder, server, address, matches, MOVES, 0, process)
    calm, _ = run(folder, server, address, matches, MOVES, PAUSE)
    return {
        "moves a second": fast["rate"],
        "median, ms": calm["median"],
        "99th percentile, ms": calm["slow"],
        "memory a match, KiB": (after - before) / matches / 1024,
    }


def run(
    folder: Path,
    server: str,
    address: str,
    matches: int,
    moves: int,
    pause: int,
    process: subprocess.Popen[str] | None = None,
) -> tuple[dict[str, Any], int]:
    """What the clients measured, and the server's memory while they are still there."""
    command = ["node", "clients.cjs", server, address, *map(str, (matches, moves, pause))]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        told = clients.stdout.readline()
        assert told, f"the clients of {server} failed"
        used = memory(process) if process else 0
        clients.communicate("done\n")
    return json.loads(told), used


def memory(process: subprocess.Popen[str]) -> int:
    """The bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def report(ours: dict[str, float], theirs: dict[str, float], matches: int) -> None:
    print(f"{matches} matches of two clients, {MOVES} moves each; delays with a move every {PAUSE / 1000:g} s a match")
    print(f"{'':24}{'naadam':>10}{'boardgame.io':>14}{'ratio':>8}")
    for name, value in ours.items():
        print(f"{name:24}{value:10.1f}{theirs[name]:14.1f}{value / theirs[name]:8.2f}")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
