"""A seat at a table of a Naadam server, over the WebSocket of the page: a person plays there against the assistant."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from naadam.bridges.mcp.seats import LONGEST_WAIT, NOT_YOUR_TURN, OVER, YOUR_TURN, HeldSeat, rule_on, say_refusal
from naadam.core.errors import NaadamError, SeatError
from naadam.core.extras import need
from naadam.core.registry import load_shipped
from naadam.drawing.description import Description
from naadam.llm.prompting.words import Teller

ANSWERS = ("refused", "failed", "warned")
SECONDS = 20.0  # to connect, and for the answer to a move
RECENT = 12  # events that are shown
SOON = 2.0  # seconds for which a move waits for the answers of the others
AGAIN = 1.0  # seconds before a lost connection is opened again


class Held(NamedTuple):
    """A table, and the cookie of the person who has a seat there."""

    table: str
    cookie: str


def redeem(server: str, code: str) -> Held:
    """The seat that an invitation code opens; a code works once."""
    found, _ = _post(f"{server}/api/joined", {"code": code}, "the server does not take this code")
    return accept(server, str(found["table"]), str(found["token"]))


def accept(server: str, table: str, token: str) -> Held:
    """Take the seat of an invitation, as a new person: the server gives a key first, and then the seat."""
    path, body, refused = f"{server}/api/tables/{table}/seat", {"token": token}, "the server refuses this invitation"
    _, headers = _post(path, body, refused)
    cookie = str(headers["Set-Cookie"] or "").partition(";")[0]
    found, _ = _post(path, body, refused, cookie)
    if not found["seats"]:
        raise SeatError("this invitation opens no seat at the table: it was used or replaced")
    return Held(table, cookie)


def _post(url: str, body: object, refused: str, cookie: str = "") -> tuple[Any, Any]:
    """The answer and its headers."""
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.loads(answer.read()), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            raise NaadamError(f"{refused} (status {error.code})") from None
    except (OSError, ValueError) as error:
        raise NaadamError(f"{url} cannot be reached: {error}") from None


class ServerTable(HeldSeat):
    """A connection that stays open, so that the page shows who is there; it is opened again when it is lost."""

    def __init__(self, server: str, held: Held, language: str = "en") -> None:
        self._client = need("websockets.sync.client", "a server's table", "mcp")
        self._convert: Callable[..., Any] = need("msgspec", "a server's table", "mcp").convert
        self._address = f"{server.replace('http', 'ws', 1)}/api/tables/{held.table}/socket"
        self._http = f"{server}/api/tables/{held.table}"
        self._cookie, self._language = held.cookie, language
        self._changed = threading.Condition()
        self._table: dict[str, Any] | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._events: list[dict[str, Any]] = []
        self._socket: Any = None
        self._closed = False
        self._problem = ""
        self._numbers = itertools.count(1)
        threading.Thread(target=self._listen, daemon=True).start()
        with self._changed:
            known = self._changed.wait_for(lambda: self._table is not None or self._problem, SECONDS)
        if not known or self._table is None:
            self.close()
            raise NaadamError(self._problem or f"{server} does not answer")
        if not self._table["mine"]:
            self.close()
            raise SeatError("this person has no seat at the table")
        self.game = load_shipped(self._table["game"])
        self.seat = int(self._table["mine"][0])

    # --- the tools ---

    def look(self) -> str:
        with self._changed:
            assert self._table is not None
            table, events = self._table, self._events[-RECENT:]
        drawing = self._convert(table["drawing"], Description)
        names = self.game.side_names(drawing, self._language)
        stage = self.game.face.stage(self._language, drawing.scene)
        lines = [] if stage is None else list(Teller(stage, names, self._language).lines(drawing))
        waiting = ", ".join(names[seat] for seat in table["waiting"] if seat < len(names))
        lines += ["", f"To act: {waiting}"] if waiting else []
        told = [self._event(event, names) for event in events if event["kind"] == "action"]
        lines += ["", "What happened last:", *told] if told else []
        return "\n".join([f"You are {names[self.seat]}.", *lines, "", self._standing(table)])

    def play(self, move: str) -> str:
        with self._changed:
            assert self._table is not None
            id_, at = f"mcp{next(self._numbers)}-{time.time_ns() % 10**9}", self._table["seq"]
        self._send(type="play", id=id_, at=at, seat=self.seat, action=move, sure=True)
        with self._changed:
            answered = self._changed.wait_for(lambda: id_ in self._answers or self._closed, SECONDS)
            answer = self._answers.pop(id_, None)
        if not answered or answer is None:
            return "The server has not answered. Call look to see whether the move was taken."
        if answer["type"] == "refused":
            return say_refusal(move, answer["clause"], answer["text"], answer["rule"])
        if answer["type"] == "failed":
            return str(answer["text"])
        return self.wait(SOON)

    def why(self, move: str) -> str:
        """The ruling by the position, in games that hide nothing."""
        if self.game.hides:
            return "This game has secrets, so only the server can rule: play the action, and it names the clause."
        try:
            with urllib.request.urlopen(f"{self._http}/position", timeout=SECONDS) as answer:
                state = self.game.position(answer.read().decode())
        except OSError as error:
            return f"The server cannot be reached: {error}"
        return rule_on(state, self.seat, move, self._language)

    def wait(self, seconds: float) -> str:
        with self._changed:
            self._changed.wait_for(self._is_ready, min(seconds, LONGEST_WAIT))
        return self.look()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            socket, self._socket = self._socket, None
            self._changed.notify_all()
        if socket is not None:
            socket.close()

    # --- the connection ---

    def _is_ready(self) -> bool:
        table = self._table
        return self._closed or table is None or table["end"] is not None or self.seat in table["waiting"]

    def _standing(self, table: dict[str, Any]) -> str:
        end = table["end"]
        if end is not None:
            names = [table["roles"][seat] for seat in end["winners"]]
            clause = f" ({end['clause']})" if end["clause"] else ""
            return f"{OVER} {end['text']}{clause} Winners: {', '.join(names)}"
        if self.seat not in table["waiting"]:
            return NOT_YOUR_TURN
        choices = table["choices"].get(str(self.seat), [])
        return f"{YOUR_TURN} The only action now is {choices[0][0]}." if len(choices) == 1 else YOUR_TURN

    def _event(self, event: dict[str, Any], names: list[str]) -> str:
        said, seat = event["said"], event["seat"]
        name = names[seat] if seat is not None and seat < len(names) else "Chance"
        if said is None or not said["action"]:
            return f"{name} has decided in secret"
        return f"{name}: {said['action']} ({said['words']})" if said["words"] else f"{name}: {said['action']}"

    def _send(self, **message: object) -> None:
        with self._changed:
            socket = self._socket
        if socket is None:
            raise NaadamError("the connection to the server is lost; try again in a second")
        socket.send(json.dumps(message))

    def _listen(self) -> None:
        while not self._closed:
            try:
                cookie = {"Cookie": self._cookie}
                with self._client.connect(
                    self._address, compression=None, open_timeout=SECONDS, additional_headers=cookie
                ) as socket:
                    socket.send(json.dumps({"type": "hello", "language": self._language}))
                    with self._changed:
                        self._socket = socket
                    for frame in socket:
                        self._hear(json.loads(frame))
            except Exception as error:  # whatever the network does, it is tried again
                with self._changed:
                    self._problem = f"the server closed the connection: {error}"
            with self._changed:
                self._socket = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed, AGAIN)

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        with self._changed:
            if kind == "table":
                self._table = message
                self._events = list(message["events"])
            elif kind == "moved" and self._table is not None:
                self._table = follow(self._table, message)
                self._events += message["events"]
            elif kind in ANSWERS and message.get("id"):
                self._answers[message["id"]] = message
            if kind in ("table", "moved") and message["answers"] is not None:
                self._answers[message["answers"]] = message
            if kind == "failed" and message["id"] is None:
                self._problem = message["text"]
            self._changed.notify_all()


def follow(table: dict[str, Any], moved: dict[str, Any]) -> dict[str, Any]:
    """The table after a message of changes."""
    kept = {key: moved[key] for key in ("answers", "glasses", "seq", "waiting", "choices", "events")}
    return table | kept | (moved["frame"] or {}) | {"drawing": _redraw(table["drawing"], moved["changes"])}


def _redraw(drawing: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
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
