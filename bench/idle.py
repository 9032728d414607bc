"""Cost of silent connections: thousands of spectators at a table.

python -m bench.idle [CONNECTIONS]: it fails if one costs 40 KiB or more. It needs as many open files.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from bench.serving import memory, raise_limit, started
from websockets.asyncio.client import ClientConnection, connect
from websockets.protocol import State

MOST = 40.0  # KiB
A_TABLE = 50  # spectators


def main(connections: int) -> int:
    raise_limit()
    with tempfile.TemporaryDirectory() as name:
        process, address = started(Path(name) / "tables.db", "--no-warm")  # which would load games meanwhile
        try:
            each = asyncio.run(measure(process, address, connections))
        finally:
            process.terminate()
            process.wait()
    print(f"{connections} idle connections: {each:.1f} KiB each")
    return 0 if each < MOST else 1


async def measure(process: subprocess.Popen[str], address: str, connections: int) -> float:
    body = json.dumps({"spec": "bagh-chal", "players": [{"kind": "here"}] * 2}).encode()
    tables = []
    for _ in range((connections - 1) // A_TABLE + 2):  # one more, to begin with
        asked = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            tables.append(json.load(answer)["table"])
    first = tables.pop()
    kept = [await look_on(address, first) for _ in range(A_TABLE)]  # everything is loaded now
    before = memory(process)
    for number in range(connections):
        kept.append(await look_on(address, tables[number // A_TABLE]))
    gc.collect()
    after = memory(process)
    assert all(one.state is State.OPEN for one in kept), "the server has closed some"
    await asyncio.gather(*(one.close() for one in kept))
    return (after - before) / connections / 1024


async def look_on(address: str, table: str) -> ClientConnection:
    """A client that says hello and nothing else."""
    url = f"{address.replace('http', 'ws')}/api/tables/{table}/socket"
    socket = await connect(url, compression=None, open_timeout=60, ping_interval=None)
    await socket.send('{"type": "hello"}')
    await socket.recv()
    return socket


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("connections", nargs="?", type=int, default=5000)
    sys.exit(main(**vars(asked.parse_args())))
