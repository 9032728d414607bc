"""CPU time of the lobby: a server with many idle pages that show it, while the list changes every second or never.

PYTHONPATH=tests/server python bench/lobby.py [--clients 500] [--seconds 30]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
import urllib.request
from pathlib import Path

from serving import Served
from websockets.asyncio.client import ClientConnection, connect

MOST = 2.0  # percent of a core, for 500 pages
CLOCK = {"kind": "fischer", "seconds": 300, "added": 5}


def used(pid: int) -> float:
    """The CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def post(address: str, path: str, body: object) -> str:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


class Page:
    """An idle page: it counts the messages that it gets."""

    def __init__(self) -> None:
        self.heard = 0

    async def show(self, address: str, ready: asyncio.Semaphore) -> None:
        async with ready:
            socket: ClientConnection = await connect(address, compression=None, open_timeout=120, ping_interval=None)
            await socket.send('{"type":"hold","secrets":[]}')
            await socket.recv()
            self.heard = 1
        async for _ in socket:
            self.heard += 1


async def change(address: str) -> None:
    """Change the list about once per second: an offer that comes and goes."""
    while True:
        wanted = {"games": ["yut"], "clocks": [CLOCK], "name": "Bench"}
        made = json.loads(await asyncio.to_thread(post, address, "/api/lobby", wanted))
        await asyncio.sleep(1.0)
        await asyncio.to_thread(post, address, "/api/lobby/offers/withdrawn", {"secret": made["secret"]})
        await asyncio.sleep(1.0)


async def measure(served: Served, pages: list[Page], seconds: float, what: str) -> float:
    before, heard, begin = used(served.process.pid), sum(page.heard for page in pages), time.monotonic()
    await asyncio.sleep(seconds)
    wall = time.monotonic() - begin
    share = 100 * (used(served.process.pid) - before) / wall
    rate = (sum(page.heard for page in pages) - heard) / wall
    print(f"{what:24} {share:5.2f} % of a core, {rate:6.1f} messages per second")
    return share


async def bench(served: Served, clients: int, seconds: float) -> None:
    address = served.address.replace("http", "ws") + "/api/lobby/socket"
    await measure(served, [], seconds, "no pages")
    pages, ready = [Page() for _ in range(clients)], asyncio.Semaphore(20)
    tasks = [asyncio.create_task(page.show(address, ready)) for page in pages]
    while not all(page.heard for page in pages):
        await asyncio.sleep(0.2)
    await asyncio.sleep(3)
    await measure(served, pages, seconds, f"{clients} pages, no change")
    changing = asyncio.create_task(change(served.address))
    await asyncio.sleep(2)
    share = await measure(served, pages, seconds, f"{clients} pages, changes")
    for task in (changing, *tasks):
        task.cancel()
    await asyncio.gather(changing, *tasks, return_exceptions=True)
    if share * 500 / clients >= MOST:
        raise SystemExit(f"that is more than {MOST} % of a core for 500 pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            asyncio.run(bench(served, chosen.clients, chosen.seconds))
        finally:
            served.stop()


if __name__ == "__main__":
    main()
