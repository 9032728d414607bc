"""`naadam serve`: the server on its own socket, with the limits that SECURITY.md lists."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvicorn

from naadam.cli.hosting import database_url
from naadam.cli.network import BACKLOG, in_url, local_addresses, open_socket
from naadam.server.app import make_app
from naadam.server.cluster.ownership import SharedOwnership
from naadam.server.http.host_page import HostKey
from naadam.server.http.prefix import read_prefix
from naadam.server.http.protocols import LARGEST_HEAD, MOST_SOCKETS, GuardedHttp, GuardedSocket, Sockets
from naadam.server.mail.mailer import MailServer, read_mail_server
from naadam.server.ops.logs import write_log
from naadam.server.protocol.messages import LARGEST_FRAME
from naadam.server.storage.hosting.retention import KEEP_ALL, Retention
from naadam.server.storage.store import Store
from naadam.server.workers.pool import BYTES_OF_WORKER

FILES_OF_OUR_OWN = 128  # the database, worker processes, the page
SECONDS_OF_A_THREAD = 0.001  # for which a thread keeps the GIL, so that the writer thread reports a commit soon
LOCAL = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = "0.0.0.0"


class Serving(NamedTuple):
    """Settings of a serving process."""

    url: str
    hosts: list[str]
    seconds: float
    inside: str
    pool: int | None = None  # processes that think, if not all cores but one
    mail_server: MailServer | None = None  # where letters are handed in
    warm: bool = True  # whether all games are compiled in the background
    around: Sequence[str] = ()  # addresses in the local network
    retention: Retention = KEEP_ALL
    metrics_token: str = ""
    worker_memory: int = BYTES_OF_WORKER  # of one process that thinks
    host_key: str = ""  # of the page for moderation
    page: str = ""  # its public address
    private_webhooks: bool = False  # whether webhooks may name private networks
    rated_bots: bool = False  # whether bots play rated games with people
    prefix: str = ""  # of all paths, behind a proxy
    backups: Path | None = None  # a folder, for the metrics


class Server(uvicorn.Server):
    """Uvicorn's server. When it stops it first refuses new connections, then hands its tables over, then closes.

    Where it shares a database it takes connections that others of this machine have accepted.
    """

    def __init__(self, config: uvicorn.Config, shared: SharedOwnership | None = None) -> None:
        super().__init__(config)
        self._shared = shared

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._shared is not None:
            self._shared.handoff.take = self._take

    async def _take(self, head: bytes, connection: socket.socket) -> None:
        """Continue a connection that another process has accepted."""
        connection.setblocking(False)
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        loop = asyncio.get_running_loop()
        _, protocol = await loop.connect_accepted_socket(lambda: GuardedHttp(self.config, **state), connection)
        protocol.data_received(head)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for accepting in self.servers:  # so that clients and proxies turn to another server immediately
            accepting.close()
        rooms = getattr(getattr(self.config.app, "state", None), "rooms", None)
        if rooms is not None:
            await rooms.hand_over()
        await super().shutdown(sockets)


def serve_forever(
    host: str,
    port: int,
    database: str | None,
    names: list[str],
    seconds: float,
    show: str | None,
    workers: int = 1,
    inside: str = "127.0.0.1",
    mail: str | None = None,
    page: str = "",
    warm: bool = True,
    or_another: bool = False,
    lan: bool = False,
    retention: Retention = KEEP_ALL,
    metrics_token: str = "",
    worker_memory: int = BYTES_OF_WORKER,
    prefix: str = "",
    host_key: str = "",
    rated_bots: bool = False,
    backups: Path | None = None,
    private_webhooks: bool = False,
) -> None:
    """Serve until stopped; print the address once it is open, and open a page in a browser if asked to."""
    url = database_url(database)
    prefix = read_prefix(prefix)
    HostKey(host_key)  # an error if it is too short
    mail_server = read_mail_server(mail, page) if mail else None
    write_log()
    store = Store(url, alone=True)
    store.make_room()
    listening = open_socket(EVERYWHERE if lan else host, port, or_another)
    host = in_url(host)
    address = f"http://{host}:{listening.getsockname()[1]}{prefix}"
    around = local_addresses() if lan else []
    reached = [f"http://{each}:{listening.getsockname()[1]}" for each in around]
    serving = Serving(
        url,
        [host, *LOCAL, *names, *around],
        seconds,
        inside,
        mail_server=mail_server,
        warm=warm,
        around=reached,
        retention=retention,
        metrics_token=metrics_token,
        worker_memory=worker_memory,
        prefix=prefix,
        host_key=host_key,
        rated_bots=rated_bots,
        backups=backups,
        page=page,
        private_webhooks=private_webhooks,
    )
    print(f"Naadam is open at {address}{show or ''}", flush=True)
    for each in reached:
        print(f"In the local network: {each}{prefix}", flush=True)
    if show is not None and has_browser():
        threading.Timer(0.5, webbrowser.open, [address + show]).start()
    if workers == 1 and not store.shared:
        serve(serving, store, listening)
    else:
        from naadam.cli.workers import oversee

        oversee(serving, store, listening, workers)


def serve(serving: Serving, store: Store, listening: socket.socket, shared: SharedOwnership | None = None) -> None:
    """Serve on a socket, in this process, until it is stopped."""
    app = make_app(
        store,
        serving.hosts,
        serving.pool,
        serving.seconds,
        shared,
        serving.mail_server,
        warm=serving.warm,
        around=serving.around,
        retention=serving.retention,
        metrics_token=serving.metrics_token,
        worker_memory=serving.worker_memory,
        prefix=serving.prefix,
        host_key=serving.host_key,
        rated_bots=serving.rated_bots,
        backups=serving.backups,
        page=serving.page,
        private_webhooks=serving.private_webhooks,
    )
    make_room_for_sockets()
    sys.setswitchinterval(SECONDS_OF_A_THREAD)
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
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn sends it on when it has closed: end in good order
    Server(config, shared).run(sockets=[listening])


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
