"""A page that shows the lobby, for tests."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from browsers import Browser
from serving import Served
from websockets.sync.client import connect

FIVE = {"kind": "fischer", "seconds": 300, "added": 5}
TEN = {"kind": "fischer", "seconds": 600, "added": 0}


class Page:
    """A page that shows the lobby: its list as the messages make it, and the offers it holds."""

    def __init__(self, served: Served, browser: Browser | None = None) -> None:
        self.served = served
        self.browser = browser or Browser(served)
        self.held: list[str] = []
        self._open = ExitStack()
        address = served.address.replace("http", "ws") + "/api/lobby/socket"
        cookie = {"Cookie": self.browser.cookie}
        self.socket = self._open.enter_context(
            connect(address, compression=None, open_timeout=60, additional_headers=cookie)
        )
        self.list: dict[str, dict[str, Any]] = {}
        self.hold()

    def hold(self) -> None:
        self.socket.send(json.dumps({"type": "hold", "secrets": self.held}))

    def offer(self, *games: str, clocks: Any = (FIVE,), **more: object) -> dict[str, Any]:
        wanted = {"games": games, "clocks": list(clocks), **more}
        made: dict[str, Any] = self.browser.post("/api/lobby", wanted)
        self.held.append(made["secret"])
        self.hold()
        return made

    def sit_down(self, table: str, **more: object) -> dict[str, Any]:
        made: dict[str, Any] = self.browser.post(f"/api/lobby/{table}", more)
        return made

    def receive(self, timeout: float = 30) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["type"] == "lobby":
            self.list = {part: message[part] for part in ("waiting", "playing", "crowds")}
        if message["type"] == "changed":
            for part in self.list:
                both = self.list[part] | message[part]
                self.list[part] = {key: entry for key, entry in both.items() if entry is not None}
        return message

    def close(self) -> None:
        self._open.close()

    def until(self, kind: str, timeout: float = 30) -> dict[str, Any]:
        while (message := self.receive(timeout))["type"] != kind:
            pass
        return message
