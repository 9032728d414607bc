"""Recovery after a kill: time until a thousand tables are back, when all players reconnect simultaneously.

python -m bench.restart [TABLES]: it fails if a table is not back within 5 s of the moment when the server is open.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.serving import processor_time, raise_limit, started
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake

MOVES = 20  # that were played at each
LONGEST = 5.0  # seconds
AT_ONCE = 100  # that connect at the same time


def main(tables: int) -> int:
    raise_limit()
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "tables.db"
        process, address = started(database)
        try:
            seated = asyncio.run(fill(address, tables))
        finally:
            process.kill()
            process.wait()
        begin = time.monotonic()
        process, address = started(database)
        opened, worked = time.monotonic(), processor_time(process)
        try:
            asyncio.run(come_back(address, seated))
            worked = processor_time(process) - worked
        finally:
            process.terminate()
            process.wait()
        back = time.monotonic()
    print(f"{tables} tables of Bagh Chal with {MOVES} moves each")
    print(f"the server answers after {opened - begin:.2f} s; all tables are back {back - opened:.2f} s later")
    print(f"for which it computes {worked:.2f} s")
    return 0 if back - opened < LONGEST else 1


async def fill(address: str, tables: int) -> list[tuple[str, str]]:
    """Set tables, and play some moves at each."""
    seated = []
    body = json.dumps({"spec": "bagh-chal", "players": [{"kind": "here"}] * 2}).encode()
    for _ in range(tables):
        asked = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
            seated.append((json.load(answer)["table"], cookie))
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(play(gate, address, *one) for one in seated))
    return seated


async def play(gate: asyncio.Semaphore, address: str, table: str, cookie: str) -> None:
    async with gate, open_socket(address, table, cookie) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        for number in range(MOVES):
            while not (told := json.loads(await socket.recv())).get("choices"):
                pass
            [seat] = told["waiting"]
            action = told["choices"][str(seat)][0][0]
            message = {"type": "play", "id": f"{number}", "at": told["seq"], "seat": seat, "action": action}
            await socket.send(json.dumps(message))
        await socket.recv()


async def come_back(address: str, seated: list[tuple[str, str]]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(greet(gate, address, *one) for one in seated))


async def greet(gate: asyncio.Semaphore, address: str, table: str, cookie: str) -> None:
    while True:
        try:
            async with gate, open_socket(address, table, cookie) as socket:
                await socket.send(json.dumps({"type": "hello", "after": MOVES}))
                told = json.loads(await socket.recv())
                assert told["seq"] >= MOVES, told
                return
        except (OSError, InvalidHandshake):
            await asyncio.sleep(0.05)


def open_socket(address: str, table: str, cookie: str) -> connect:
    socket = f"{address.replace('http', 'ws')}/api/tables/{table}/socket"
    return connect(socket, compression=None, open_timeout=60, additional_headers={"Cookie": cookie})


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("tables", nargs="?", type=int, default=1000)
    sys.exit(main(**vars(asked.parse_args())))
