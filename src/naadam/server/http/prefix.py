"""The path prefix under which a server is reached behind a proxy, such as /naadam."""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse

from naadam.core.errors import NaadamError
from naadam.server.protocol.asgi import Application, Receive, Scope, Send

VALID = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")


def read_prefix(text: str) -> str:
    """A prefix with a leading slash and none at the end, or an empty one; an error if it is no path."""
    prefix = "/" + text.strip("/") if text.strip("/") else ""
    if not VALID.fullmatch(prefix):
        raise NaadamError(f"{text} is not a path such as /naadam")
    return prefix


class Prefix:
    """ASGI middleware that removes the prefix from paths. Paths without it are served too: a proxy may remove it."""

    def __init__(self, app: Application, prefix: str) -> None:
        self._app = app
        self._prefix = prefix
        self._folder = f"{prefix}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
        elif scope["path"] == self._prefix and scope["type"] == "http":
            await RedirectResponse(self._folder)(scope, receive, send)
        elif scope["path"].startswith(self._folder):
            rest = scope["path"][len(self._prefix) :]
            await self._app({**scope, "path": rest, "raw_path": rest.encode()}, receive, send)
        else:
            await self._app(scope, receive, send)
