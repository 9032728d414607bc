"""A client of the server in 30 lines: it sets a table against level 1 and plays at random to the end.

`naadam serve`, then `python examples/client.py http://127.0.0.1:8000`. docs/protocol.md lists every message.
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def play(address, spec="bagh-chal", seed=0):
    """Play a game as seat 0; the end of the game, as the server says it."""
    body = {"spec": spec, "players": [{"kind": "here", "name": "Ada"}, {"kind": "computer", "level": 1}]}
    kind = {"Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}/api/tables", json.dumps(body).encode(), kind)
    ) as reply:
        table, cookie = json.load(reply)["table"], reply.headers["Set-Cookie"].partition(";")[0]
    rng, seq, seen = random.Random(seed), 0, {}
    path, seated = f"/api/tables/{table}/socket", {"Cookie": cookie}
    with connect(address.replace("http", "ws", 1) + path, additional_headers=seated) as socket:
        socket.send(json.dumps({"type": "hello"}))
        while True:
            message = json.loads(socket.recv())
            if message["type"] in ("table", "moved"):
                seq, seen = message["seq"], (message if message["type"] == "table" else message["frame"]) or seen
                if seen["end"]:
                    return seen["end"]
                if choices := message["choices"].get("0"):  # the first part of a choice is its notation
                    action = rng.choice(choices)[0]
                    socket.send(json.dumps({"type": "play", "id": f"m{seq}", "at": seq, "seat": 0, "action": action}))


if __name__ == "__main__":
    print(play(*sys.argv[1:])["text"])
