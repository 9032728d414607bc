"""An engine as a bot of a distant server: any program that speaks uni, over the bots' WebSocket (docs/api.md)."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from naadam.bots.budget import Budget
from naadam.bots.uni.external import EngineError, ExternalEngine
from naadam.core.errors import NaadamError
from naadam.core.registry import game_names, load
from naadam.core.view import View

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

PATH = "/api/bot/socket"
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0  # seconds before it connects again
MOVES_LEFT = 30  # over which the time of a clock is spread
REPLACED, REVOKED = 4001, 4003  # close codes after which it does not connect again

Say = Callable[[str], None]


class OnlineError(NaadamError):
    """The server does not want this bot."""


class Table:
    """One game of the bot: its engine, and the answers by version, which a new connection may ask for again."""

    def __init__(self, command: str, spec: str) -> None:
        self.engine = ExternalEngine(command)
        self.game = load(spec)
        self.answers: dict[int, str] = {}
        self.thinking: int | None = None  # about the turn of this version


class OnlineBot:
    """Keeps an engine connected, and lets it think about several games at the same time."""

    def __init__(
        self, server: str, token: str, command: str, seconds: float, accepts: dict[str, Any], say: Say
    ) -> None:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        if parts.scheme not in ("http", "https", "ws", "wss") or not parts.netloc:
            raise OnlineError(f"{server!r} is not the address of a server, such as https://naadam.example")
        scheme = "wss" if parts.scheme in ("https", "wss") else "ws"
        self._url = f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}{PATH}"
        self._hello = {"type": "hello", "token": token, "accepts": accepts}
        self._command, self._seconds, self._say = command, seconds, say
        self._tables: dict[str, Table] = {}
        self._thinkers = ThreadPoolExecutor(accepts["at_once"], "engine")
        self._lock = threading.Lock()
        self._socket: ClientConnection | None = None
        self._wait = FIRST_WAIT

    def run(self) -> None:
        """Play until the server refuses the token, or the bot connects from elsewhere."""
        from websockets.exceptions import ConnectionClosed, WebSocketException
        from websockets.sync.client import connect

        try:
            while True:
                try:
                    with connect(self._url, compression=None, open_timeout=10, max_size=None) as socket:
                        self._converse(socket)
                except ConnectionClosed as closed:
                    self._check(closed.rcvd.code if closed.rcvd else 0, closed.rcvd.reason if closed.rcvd else "")
                except (OSError, TimeoutError, WebSocketException) as error:
                    self._say(f"no connection: {error}")
                finally:
                    self._socket = None
                time.sleep(self._wait * random.uniform(0.5, 1.0))
                self._wait = min(2 * self._wait, LONGEST_WAIT)
        finally:
            self.close()

    def _check(self, code: int, reason: str) -> None:
        if code == REPLACED:
            raise OnlineError("this bot has connected from elsewhere")
        if code == REVOKED:
            raise OnlineError(f"the server does not accept the token: {reason}")
        self._say("the connection is lost")

    def close(self) -> None:
        """End all engines."""
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        for table in list(self._tables.values()):
            table.engine.close()

    def _converse(self, socket: ClientConnection) -> None:
        socket.send(json.dumps(self._hello))
        self._socket = socket
        while True:  # without a time limit: the library pings, and closes a connection that does not answer
            message = json.loads(socket.recv())
            handle = getattr(self, f"_on_{message['type']}", None)
            if handle is not None:
                handle(message)

    def _tell(self, **message: object) -> None:
        """Send a message; if the connection is lost, the server asks again on the next one."""
        socket = self._socket
        try:
            if socket is not None:
                socket.send(json.dumps(message))
        except Exception as error:  # the reading thread notices too, and connects again
            self._say(f"not sent: {type(error).__name__}")

    # --- messages of the server ---

    def _on_welcome(self, message: dict[str, Any]) -> None:
        self._wait = FIRST_WAIT
        self._say(f"connected as {message['name']}")

    def _on_offered(self, message: dict[str, Any]) -> None:
        table = message["table"]
        if table not in self._tables:
            try:
                self._tables[table] = Table(self._command, message["spec"])
            except NaadamError as error:
                self._say(f"{message['spec']}: {error}")
                self._tell(type="decline", table=table, reason="variant")
                return
            self._say(
                f"{table}: {message['spec']}, seat {message['seat']}, with {', '.join(filter(None, message['names']))}"
            )
        self._tell(type="accept", table=table)

    def _on_turn(self, message: dict[str, Any]) -> None:
        name, version = message["table"], message["version"]
        table = self._tables.get(name)
        if table is None:
            return
        with self._lock:
            known = table.answers.get(version)
            if known is None:
                if table.thinking == version:
                    return
                table.thinking = version
        if known is not None:
            self._tell(type="play", table=name, version=version, action=known)
        else:
            self._thinkers.submit(self._think, name, table, message)

    def _on_refused(self, message: dict[str, Any]) -> None:
        self._say(f"{message['table']}: refused by {message['clause']}: {message['text']}")
        self._tell(type="decline", table=message["table"])

    def _on_failed(self, message: dict[str, Any]) -> None:
        self._say(f"{message['table'] or ''} {message['text']}".strip())

    def _on_over(self, message: dict[str, Any]) -> None:
        table = self._tables.pop(message["table"], None)
        if table is not None:
            table.engine.close()
            won = message["seat"] in message["winners"]
            self._say(f"{message['table']}: {'won' if won else 'over'}. {message['text']}")

    # --- thinking ---

    def _think(self, name: str, table: Table, message: dict[str, Any]) -> None:
        version = message["version"]
        try:
            view = View.from_json(json.dumps(message["view"]), table.game)
            action = str(self._choose(table, view, self._budget(message)))
        except NaadamError as error:
            self._say(f"{name}: {error}")
            table.engine.close()
            self._tell(type="decline", table=name)
            return
        except Exception as error:  # the thread would die without a word
            self._say(f"{name}: {type(error).__name__}: {error}")
            self._tell(type="decline", table=name)
            return
        with self._lock:
            table.answers = {version: action}
            table.thinking = None
        self._tell(type="play", table=name, version=version, action=action)

    def _choose(self, table: Table, view: View, budget: Budget) -> object:
        """The engine's action; an engine that fails is started once more."""
        try:
            return table.engine.choose(view, budget)
        except EngineError as error:
            self._say(str(error))
            return table.engine.choose(view, budget)

    def _budget(self, message: dict[str, Any]) -> Budget:
        """The seconds for a move: the limit, or a part of what the clock of the seat has left."""
        own = [glass["left_ms"] for glass in message["clocks"] if glass["seat"] == message["seat"] and glass["running"]]
        return Budget(seconds=max(0.01, min([self._seconds, *(left / 1000 / MOVES_LEFT for left in own)])))


def play_online(
    server: str, token: str, command: str, seconds: float, clocks: list[str], at_once: int, listed: bool, say: Say
) -> None:
    """Start the engine once to learn which games it plays, then keep it connected as a bot."""
    with ExternalEngine(command) as engine:
        engine.start()
        games = [name for name in engine.games if name in game_names()]
        if engine.games and not games:
            raise OnlineError(f"the engine {engine.name} plays no game that is installed here")
    specs = [f"{name}:*" for name in games] or ["*"]
    accepts = {"specs": specs, "clocks": [{"kind": kind} for kind in clocks], "at_once": at_once, "listed": listed}
    OnlineBot(server, token, command, seconds, accepts, say).run()
