"""What `naadam serve` runs: the server on its own socket, with the limits that SECURITY.md lists."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser

import platformdirs
import uvicorn

from naadam.core.errors import NaadamError
from naadam.server.app import make_app
from naadam.server.logs import write_log
from naadam.server.messages import LARGEST_FRAME
from naadam.server.sockets import LARGEST_HEAD, MOST_SOCKETS, GuardedHttp, GuardedSocket, Sockets
from naadam.server.store import Store

BACKLOG = 128
FILES_OF_OUR_OWN = 128  # the database, worker processes, the page
LOCAL = ("127.0.0.1", "localhost", "[::1]")


class ServeError(NaadamError):
    """The server cannot start."""


def serve_forever(
    host: str, port: int, database: str | None, names: list[str], seconds: float, show: str | None
) -> None:
    """Serve until stopped; print the address once it is open, and open a page in a browser if asked to."""
    if database is None:
        database = str(platformdirs.user_data_path("naadam", appauthor=False, ensure_exists=True) / "matches.db")
    url = database if "://" in database else f"sqlite:///{database}"
    write_log()
    store = Store(url)
    store.claim()
    listening = open_socket(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}"
    app = make_app(store, [host, *LOCAL, *names], seconds=seconds)
    make_room_for_sockets()
    config = uvicorn.Config(
        app,
        http=GuardedHttp,
        ws=GuardedSocket,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        backlog=BACKLOG,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_level="warning",
        log_config=None,  # see write_log
        access_log=False,  # addresses of tables are secrets
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    print(f"Naadam is open at {address}{show or ''}", flush=True)
    if show is not None and has_browser():
        threading.Timer(0.5, webbrowser.open, [address + show]).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn sends it on when it has closed: end in good order
    uvicorn.Server(config).run(sockets=[listening])


def has_browser() -> bool:
    """True if there is a screen on which a browser can open."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_room_for_sockets() -> None:
    """Let as many connections in as this process may have files open, and some fewer."""
    most = MOST_SOCKETS
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_SOCKETS + FILES_OF_OUR_OWN
        files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        most = max(1, files - FILES_OF_OUR_OWN)
    GuardedHttp.sockets = Sockets(most)


def open_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, so that no answer is held back
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ServeError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listening.listen(BACKLOG)
    return listening
