"""How long a person waits for the computer's first answers on a machine that has never compiled a game.

For each game a server is started on an empty cache, compiling in the background as it always does, and a table is set
for a person and the computer at level 3. Measured is the longest wait for an answer in the first turns, and when the
game is compiled.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

import naadam

ANSWERS = 5  # of the computer that are waited for
MOST_SECONDS = 5.0
GIVE_UP = 300.0


@contextmanager
def serve() -> Iterator[str]:
    """A server on an empty cache and an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "naadam", "serve", "--port", "0", "--database", f"{folder}/tables.db"]
        environment = os.environ | {"NUMBA_CACHE_DIR": f"{folder}/cache", "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            yield found[0]
            server.terminate()


def play(address: str, spec: str) -> tuple[float, float, float]:
    """Seconds until the table is seen, the longest wait for an answer, and seconds until the game is compiled."""
    begin = time.monotonic()
    players = [{"kind": "here"}] + [{"kind": "computer", "level": 3}] * (naadam.load(spec).seats - 1)
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps({"spec": spec, "players": players}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=GIVE_UP) as answer:
        made = json.loads(answer.read())
        cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
    socket = f"{address.replace('http', 'ws')}/api/tables/{made['table']}/socket"
    with connect(socket, compression=None, open_timeout=GIVE_UP, additional_headers=cookie) as connection:
        connection.send(json.dumps({"type": "hello"}))
        return _follow(connection, begin)


def _follow(connection: ClientConnection, begin: float) -> tuple[float, float, float]:
    table: dict[str, Any] = {}
    waits: list[float] = []
    asked = seen = 0.0  # when the computer was asked, and when the table was seen
    compiled = 0.0
    rng = random.Random(1)
    while len(waits) < ANSWERS or not compiled:
        message = json.loads(connection.recv(GIVE_UP))
        now = time.monotonic()
        if message["type"] not in ("table", "moved"):
            continue
        table |= message
        seen = seen or now - begin
        if table["ready"]:
            compiled = compiled or now - begin
        if len(waits) >= ANSWERS:
            continue
        if asked and any(event["kind"] == "action" and event["seat"] in range(1, 8) for event in message["events"]):
            waits.append(now - asked)
            asked = now
        choices = table["choices"].get("0")
        if choices and 0 in table["waiting"]:
            number = str(time.monotonic_ns())
            action = rng.choice(choices)[0]
            connection.send(json.dumps({"type": "play", "id": number, "at": table["seq"], "seat": 0, "action": action}))
            asked = time.monotonic()
        elif table["waiting"] == [0]:
            return seen, max(waits), compiled  # a turn with too many choices to send
        asked = asked or now
    return seen, max(waits), compiled


def main() -> None:
    failed = False
    for spec in sys.argv[1:] or list(naadam.game_names()):
        with serve() as address:
            seen, longest, compiled = play(address, spec)
        done = f"{compiled:.0f} s" if compiled else "not waited for"
        print(f"| {naadam.load(spec).title()} | {seen:.1f} s | {longest:.1f} s | {done} |", flush=True)
        failed |= longest > MOST_SECONDS
    sys.exit(failed)


if __name__ == "__main__":
    main()
