"""Load: tables of two scripted clients each, of every game on Naadam's server, and on boardgame.io's.

python -m bench.load [TABLES] [GAME ...]: needs Node and npm, which installs boardgame.io into a temporary folder.
With games named it plays these alone, and boardgame.io not at all. Against boardgame.io Naadam is measured twice: with
one process, and with two that share a file. So is boardgame.io: as it comes, with tables in memory only, and with the
files that it offers, which it writes after it has told a move, and without waiting for the disk. The four take turns,
a few rounds long, and the medians count: other work of the machine falls on all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.serving import memory, processor_time, raise_limit, wait_until_open

import naadam
from naadam.server.workers.compiler import CALLED

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")  # the second is its file storage
MOVES = 8  # as many as a game of tic-tac-toe has, nearly
PAUSE = 4000  # milliseconds between two moves of a table, where delays are measured
TABLES_OF_A_GAME, MOVES_OF_A_GAME = 100, 30
LEAST = 300  # moves per second, of every game
ROUNDS = 3


def main(tables: int, games: list[str]) -> int:
    if shutil.which("npm") is None:
        print("this needs Node and npm: the clients of both servers are written for it", file=sys.stderr)
        return 1
    raise_limit()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install(folder, alone=bool(games))
        specs = [spec_for_two(game) for game in games or naadam.game_names()]
        for spec in specs:  # a server with an empty cache would begin with the uncompiled rules
            subprocess.run(
                [sys.executable, "-m", "naadam.core.warming", spec, *CALLED], stdout=subprocess.DEVNULL, check=True
            )
        with serve_naadam(folder) as (process, address):
            slowest = report_games(folder, process, address, specs)
        if not games:
            compare(folder, tables)
    return 0 if slowest >= LEAST else 1


def compare(folder: Path, tables: int) -> None:
    """Measure the servers in turn, and print the figures of each."""
    with contextlib.ExitStack() as stack:
        servers = {
            "one process": ("naadam", *stack.enter_context(serve_naadam(folder))),
            "two": ("naadam", *stack.enter_context(serve_naadam(folder, 2))),
            "boardgame.io": ("boardgame.io", *stack.enter_context(serve_boardgame_io(folder))),
            "with files": ("boardgame.io", *stack.enter_context(serve_boardgame_io(folder, files=True))),
        }
        for server, _, address in servers.values():
            run(folder, server, address, 40, MOVES, 0)  # everything is loaded and compiled now
        rounds: list[dict[str, dict[str, float]]] = []
        for number in range(ROUNDS):
            rounds.append({})
            for name, (server, process, address) in servers.items():
                print(f"round {number + 1} of {ROUNDS}: {name}", file=sys.stderr, flush=True)
                rounds[-1][name] = measure(folder, server, process, address, tables)
    report(rounds, tables)


def install(folder: Path, alone: bool) -> None:
    """The clients, which need no package, and boardgame.io unless Naadam is measured alone."""
    for file in HERE.glob("*.cjs"):
        shutil.copy(file, folder)
    if not alone:
        (folder / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)


@contextlib.contextmanager
def running(
    command: list[str], folder: Path, opened: str, environment: dict[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, once it has said that it is open; and its output."""
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | (environment or {}),
    ) as process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            found = re.search(opened, said)
            assert found, f"{command} said {said!r}"
            yield process, found[0]
        finally:
            process.terminate()


@contextlib.contextmanager
def serve_naadam(folder: Path, workers: int = 1) -> Iterator[tuple[subprocess.Popen[str], str]]:
    database = str(Path(tempfile.mkdtemp(dir=folder)) / "tables.db")
    command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--no-warm", "--database", database]
    command += ["--workers", str(workers)]
    with running(command, folder, r"http://\S+") as (process, address):
        wait_until_open(address)
        yield process, address


@contextlib.contextmanager
def serve_boardgame_io(folder: Path, files: bool = False) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {"FLATFILE_DIR": str(folder / "files")} if files else {}
    command = ["node", "boardgame_io.cjs", str(port)]
    with running(command, folder, "open|Serving.*|App.*", environment) as (process, _):
        time.sleep(1)
        yield process, f"http://127.0.0.1:{port}"


def spec_for_two(game: str) -> str:
    return f"{game}:players=2" if "players" in naadam.load(game).options else game


def report_games(folder: Path, process: subprocess.Popen[str], address: str, specs: list[str]) -> float:
    """Measure every game for two, and give the moves per second of the slowest."""
    print(f"{TABLES_OF_A_GAME} tables of two clients, {MOVES_OF_A_GAME} moves each, as fast as they are answered")
    print(f"{'':16}{'moves per second':>16}{'ms of processor':>17}{'bytes sent':>12}   (per move)")
    rates: list[float] = []
    for spec in specs:
        run(folder, "naadam", address, 20, MOVES_OF_A_GAME, 0, spec=spec)  # everything is loaded now
        measured, _ = run(folder, "naadam", address, TABLES_OF_A_GAME, MOVES_OF_A_GAME, 0, process, spec)
        game = spec.partition(":")[0]
        print(f"{game:16}{measured['rate']:16.0f}{measured['processor']:17.2f}{measured['bytes']:12.0f}", flush=True)
        rates.append(measured["rate"])
    return min(rates)


def measure(folder: Path, server: str, process: subprocess.Popen[str], address: str, tables: int) -> dict[str, float]:
    """Moves per second at full speed, delays at a walk, and the memory of the server for each table."""
    before = memory(process)
    fast, after = run(folder, server, address, tables, MOVES, 0, process)
    calm, _ = run(folder, server, address, tables, MOVES, PAUSE)
    return {
        "moves per second": fast["rate"],
        "ms of processor per move": fast["processor"],
        "of the clients": fast["own"],
        "99th percentile at full speed, ms": fast["slow"],
        "median, ms": calm["median"],
        "99th percentile, ms": calm["slow"],
        "memory per table, KiB": (after - before) / tables / 1024,
    }


def run(
    folder: Path,
    server: str,
    address: str,
    tables: int,
    moves: int,
    pause: int,
    process: subprocess.Popen[str] | None = None,
    spec: str = "bagh-chal",
) -> tuple[dict[str, Any], int]:
    """Measurements of the clients, with the server's CPU time, and its memory while they are connected."""
    command = ["node", "clients.cjs", server, address, *map(str, (tables, moves, pause)), spec]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        assert clients.stdin is not None
        assert clients.stdout.readline() == "open\n", f"the clients of {server} failed"
        begin = processor_time(process) if process else 0.0
        clients.stdin.write("play\n")
        clients.stdin.flush()
        line = clients.stdout.readline()
        assert line, f"the clients of {server} failed"
        measured = json.loads(line)
        if process:
            measured["processor"] = 1000 * (processor_time(process) - begin) / measured["moves"]
        used = memory(process) if process else 0
        clients.communicate("done\n")
    return measured, used


def report(rounds: list[dict[str, dict[str, float]]], tables: int) -> None:
    """The medians of all rounds, and those of the ratios within a round."""
    print(f"{tables} tables of two clients, {MOVES} moves each; delays with a move every {PAUSE / 1000:g} s at each")
    print(f"medians of {len(rounds)} rounds; memory of the first; ratios of Naadam with one process and with two:")
    print("to boardgame.io as it comes, then to boardgame.io with files")
    print(f"{'':34}" + "".join(f"{name:>13}" for name in rounds[0]))
    for figure in rounds[0]["two"]:
        counted = rounds[:1] if figure.startswith("memory") else rounds
        medians = [statistics.median(each[name][figure] for each in counted) for name in rounds[0]]
        ratios = [
            statistics.median(each[ours][figure] / each[theirs][figure] for each in counted)
            for theirs in ("boardgame.io", "with files")
            for ours in ("one process", "two")
        ]
        columns = [f"{each:13.2f}" for each in medians] + [f"{each:8.2f}" for each in ratios]
        print(f"{figure:34}" + "".join(columns))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("tables", nargs="?", type=int, default=500)
    asked.add_argument("games", nargs="*")
    sys.exit(main(**vars(asked.parse_args())))
