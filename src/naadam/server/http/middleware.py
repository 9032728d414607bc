"""Middleware before every request: limits of the body, security headers, the proxy to other servers."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from starlette.responses import Response

from naadam.server.limits.fair_scheduler import FairScheduler
from naadam.server.limits.rate_limits import is_local
from naadam.server.protocol.asgi import Application, Receive, Scope, Send

log = logging.getLogger(__name__)

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
UNKNOWN_CLIENT = "proxy"  # address of all clients of a proxy that hides theirs
FORWARDING = {  # headers that only proxies send
    b"cf-connecting-ip",
    b"forwarded",
    b"true-client-ip",
    b"via",
    b"x-forwarded-for",
    b"x-forwarded-host",
    b"x-forwarded-port",
    b"x-forwarded-proto",
    b"x-forwarded-server",
    b"x-real-ip",
}
LARGEST_BODY = 64 * 1024  # a record of a long game

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",  # the address of a table is a secret of its players
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
FRAMED = "/embed/"  # the pages that others may frame: they have no cookie and no button that acts
EMBEDDED = {
    **{name: value for name, value in HEADERS.items() if name not in ("Cross-Origin-Opener-Policy", "X-Frame-Options")},
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors *",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


DOCUMENTS = "/docs/"  # the search of the site brings its style along
STYLED = "; style-src 'self' 'unsafe-inline'"
DOCUMENTED = HEADERS | {"Content-Security-Policy": HEADERS["Content-Security-Policy"] + STYLED}
ENCODED = _encode(HEADERS)
BY_FOLDER = {FRAMED: _encode(EMBEDDED), DOCUMENTS: _encode(DOCUMENTED)}
NAMES = {name for name, _ in ENCODED}


class Middleware:
    """ASGI middleware: sockets go to `socket`, requests to the application if they are within the limits.

    With `public` the server has a public name, so that requests from loopback come through a proxy. A request that
    another server answers stops here: `wrong_server` returns the channel to receive from if this server
    answers. Requests take turns, so that no client waits for all requests of another one.
    """

    def __init__(
        self,
        app: Application,
        socket: Application,
        wrong_server: Callable[[Scope, Receive, Send], Awaitable[Receive | None]],
        refuse: Callable[[Scope], Response],
        scheduler: Callable[[], FairScheduler],
        public: bool = False,
    ) -> None:
        self._app = app
        self._socket = socket
        self._wrong_server = wrong_server
        self._refuse = refuse
        self._scheduler = scheduler
        self._proxied = public  # loopback may be a proxy that hides addresses: one is expected, or has been seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self._with_trusted_peer(scope)
        if scope["type"] == "websocket":
            here = await self._wrong_server(scope, receive, send)
            if here is not None:
                await self._socket(scope, here, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = next((own for folder, own in BY_FOLDER.items() if scope["path"].startswith(folder)), ENCODED)
                message["headers"] = [pair for pair in message.get("headers", []) if pair[0] not in NAMES] + own
            await send(message)

        if not may_enter(scope):
            await self._refuse(scope)(scope, receive, send_guarded)
            return
        address = scope["client"][0] if scope.get("client") else ""
        await self._scheduler().take_turn(address, scope["path"])
        here = await self._wrong_server(scope, receive, send_guarded)
        if here is not None:
            await self._app(scope, here, send_guarded)

    def _with_trusted_peer(self, scope: Scope) -> Scope:
        """The scope, with an address of no rights in place of loopback if a proxy hides the client's address.

        Loopback is the owner of the host only without a proxy. A proxy that sends `X-Forwarded-For` was replaced by
        the client's address before. A server with a public name expects a proxy. Without a name, a proxy that hides
        addresses shows itself by its other headers or by the host name. From then on no loopback address is trusted,
        because the proxy may pass on any headers.
        """
        if not scope.get("client") or not is_local(scope["client"][0]):
            return scope
        headers = dict(scope["headers"])
        named = host_name(headers.get(b"host", b"").decode("latin-1"))
        if not self._proxied and (named not in LOOPBACK or not FORWARDING.isdisjoint(headers)):
            self._proxied = True
            log.error("a proxy does not send X-Forwarded-For: its clients share the limits of one address")
        return {**scope, "client": (UNKNOWN_CLIENT, 0)} if self._proxied else scope


def is_public(hosts: Iterable[str]) -> bool:
    """Whether one of these hosts is a name on the internet, neither an address nor a name of this machine."""
    return any("." in host and re.search("[a-z]", host.lower()) is not None for host in hosts if ":" not in host)


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def is_of_the_page(scope: Scope) -> bool:
    """Whether a request or a socket comes from our own page, or from a program that names no page."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin, host = headers.get(b"origin"), headers.get(b"host", b"")
    return origin is None or origin in (b"http://" + host, b"https://" + host)


def may_enter(scope: Scope) -> bool:
    """Whether a request declares a body within the limit, by Content-Length only (no chunked encoding)."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    if b"transfer-encoding" in headers or not length.isdigit() or int(length) > LARGEST_BODY:
        return False
    return scope["method"] != "POST" or int(length) > 0
