"""Server process for tests, on loopback, and clients that connect to it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from forking import Forked
from websockets.sync.client import ClientConnection, connect

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import COOKIE
from naadam.server.storage.people.people_store import keys, people
from naadam.server.storage.store import Store

SETTING = ("/api/tables", "/api/opened")  # paths that make tables
SERVE = ["serve", "--port", "0", "--no-warm"]
COMMAND = [sys.executable, "-m", "naadam", *SERVE]


def key_of(person: str) -> str:
    """The key of a person whom a test has written."""
    return hash_secret(person)[:32]


def write_people(store: Store, *ids: str) -> None:
    """Write people with keys, for tables that a test writes itself."""
    with store.engine.begin() as connection:
        for person in ids:
            connection.execute(people.insert().values(id=person, created=0.0, seen=0.0))
            row = {"hash": hash_secret(key_of(person)), "person": person, "kind": "browser"}
            connection.execute(keys.insert().values(**row, created=0.0, used=0.0))


class Served:
    """`naadam serve` in a separate process, which can be killed and started again on the same database.

    It is forked from a process that has loaded all games, unless it has special options, limits or environment.
    """

    def __init__(
        self,
        folder: Path,
        seconds: float = 0.02,
        files: int | None = None,
        database: str | None = None,
        options: Sequence[str] = (),
        **environment: str,
    ) -> None:
        self.database = database or folder / "tables.db"
        self.options = options
        self.seconds = seconds
        self.environment = environment
        self.process: subprocess.Popen[str] | Forked
        self.limit = [] if files is None else ["prlimit", f"--nofile={files}:{files}"]
        self.address = ""
        self.clients: list[Client] = []
        self.start()

    def start(self) -> None:
        arguments = ["--database", str(self.database), "--seconds", str(self.seconds), *self.options]
        if sys.platform == "linux" and not (self.limit or self.options or self.environment):
            self.process = Forked([*SERVE, *arguments])
        else:
            self.process = subprocess.Popen(
                [*self.limit, *COMMAND, *arguments],
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONUNBUFFERED": "1"} | self.environment,
            )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, "the server did not start"
        self.address = found[0]
        self.wait_until_open()

    def workers(self) -> list[int]:
        """The processes that serve, where the one that was started only keeps them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def wait_until_open(self) -> None:
        for _ in range(1200):
            try:
                self.get("/api/health")
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def answers(self) -> bool:
        """True if the server answers within half a second."""
        try:
            with urllib.request.urlopen(self.address + "/healthz", timeout=0.5):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> None:
        for client in self.clients:
            client.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    # --- HTTP ---

    def get(self, path: str, **headers: str) -> Any:
        request = urllib.request.Request(self.address + path, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers["content-type"] else text

    def post(self, path: str, body: object, key: str = "") -> Any:
        """The answer; that of a new table has the keys by which its seats are played, all of them taken."""
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        if key:
            request.add_header("Cookie", f"{COOKIE}={key}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            found: Any = json.loads(text) if text else None
            cookie = str(answer.headers["Set-Cookie"] or "").partition("=")[2].partition(";")[0]
        return found if path not in SETTING else found | {"keys": self.keys_of(found, body, cookie or key)}

    def keys_of(self, made: dict[str, Any], wanted: Any, host: str) -> list[str | None]:
        """Let new people accept all invitations; the key of each player, None for a computer."""
        players = wanted.get("players", [{"kind": "here"}] * len(made["seats"]))
        return [
            self.accept(made["table"], token) if token else host if player["kind"] == "here" else None
            for token, player in zip(made["invitations"], players, strict=True)
        ]

    def accept(self, table: str, token: str) -> str:
        """Let a new person accept an invitation; their key."""
        path, body = f"/api/tables/{table}/seat", {"token": token}
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert json.loads(answer.read())["state"] == "again"
            key = str(answer.headers["Set-Cookie"]).partition("=")[2].partition(";")[0]
        assert self.post(path, body, key)["state"] == "taken"
        return key

    def refusal(self, path: str, body: object = None) -> tuple[int, str]:
        """The status and the reason with which a request is refused; without a body it only asks."""
        try:
            answer = self.get(path) if body is None else self.post(path, body)
            raise AssertionError(f"this was not refused: {answer}")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, str(json.loads(refused.read())["detail"])

    def set_table(self, *kinds: str, spec: str = "bagh-chal", **more: object) -> tuple[str, list[str]]:
        made = self.post("/api/tables", {"spec": spec, "players": [{"kind": kind} for kind in kinds], **more})
        return made["table"], made["keys"]

    def position(self, table: str) -> str:
        return str(self.get(f"/api/tables/{table}/position"))

    # --- WebSocket ---

    def join(self, table: str, *keys: str | None, after: int = 0, language: str = "en") -> Client:
        """A connection of the person with a key, who may be named for each of their seats, or of a spectator."""
        [key] = {key for key in keys if key} or {""}
        client = Client(self, table, additional_headers={"Cookie": f"{COOKIE}={key}"} if key else {})
        self.clients.append(client)
        try:
            client.send(type="hello", after=after, language=language)
            client.table = client.next("table")
        except BaseException:
            self.leave(client)
            raise
        return client

    def leave(self, client: Client) -> None:
        self.clients.remove(client)
        client.close()


def as_table(message: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """A message, or the table that it leads to from the table before, with its choices unpacked."""
    if message["type"] in ("table", "moved"):
        message["choices"] = {
            seat: [dict(zip(("action", "gesture", "words", "preview"), choice, strict=True)) for choice in choices]
            for seat, choices in message["choices"].items()
        }
    return follow(before, message) if message["type"] == "moved" else message


def follow(table: dict[str, Any], moved: dict[str, Any]) -> dict[str, Any]:
    """The table after the changes; its events are the new ones."""
    assert moved["since"] == table["seq"], "what changed is told since what was told last"
    told = {key: moved[key] for key in ("answers", "glasses", "seq", "waiting", "choices", "events")}
    return table | told | (moved["frame"] or {}) | {"drawing": follow_changes(table["drawing"], moved["changes"])}


def follow_changes(drawing: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A drawing after changes."""
    gone = set(changes.get("gone", ()))
    pieces = [piece for place, piece in enumerate(drawing["pieces"]) if place not in gone]
    for place, piece in changes.get("come", ()):
        pieces.insert(place, piece)
    others = dict(changes.get("others", {}))
    for name in ("counts", "shelves"):
        if name in others:
            both = drawing.get(name, {}) | others[name]
            others[name] = {key: value for key, value in both.items() if value is not None}
    return drawing | others | {"pieces": pieces}


class Client:
    """A connection to a table; `table` is the last table message that it received."""

    def __init__(self, served: Served, table: str, **arguments: Any) -> None:
        address = served.address.replace("http", "ws") + f"/api/tables/{table}/socket"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, compression=None, open_timeout=60, **arguments)
        )
        self.table: dict[str, Any] = {}
        self.heard: list[str] = []  # all that it was sent, to the letter
        self.count = 0

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = 60) -> dict[str, Any]:
        frame = self.socket.recv(timeout)
        assert isinstance(frame, str)
        self.heard.append(frame)
        message: dict[str, Any] = json.loads(frame)
        message = as_table(message, self.table)
        if message["type"] == "table":
            self.table = message
        return message

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, seat: int, **fields: object) -> dict[str, Any]:
        """Send a message about the last known table, with a new id, and return the answer."""
        self.count += 1
        fields = {"id": f"m{self.count}", "seat": seat, **fields}
        if kind not in ("resign", "rematch", "hint"):
            fields.setdefault("at", self.table["seq"])
        seq = self.table["seq"]
        self.send(type=kind, **fields)
        while True:
            message = self.next("table", "refused", "failed", "hinted")
            if message["type"] != "table" or message["answers"] is not None or message["seq"] != seq:
                return message  # otherwise this message only says that the game is compiled

    def play(self, seat: int, action: str, **fields: object) -> dict[str, Any]:
        return self.ask("play", seat, action=action, **fields)

    def until(self, seat: int) -> dict[str, Any]:
        """Wait until a seat is to act, or the game is over."""
        while seat not in self.table["waiting"] and self.table["end"] is None:
            self.next("table")
        return self.table

    def close(self) -> None:
        self._open.close()
