"""The check of the Host header, and the token by which a monitoring service reads the metrics."""

from __future__ import annotations

import hmac

from starlette.middleware.trustedhost import TrustedHostMiddleware

from naadam.core.errors import NaadamError
from naadam.server.protocol.asgi import Receive, Scope, Send

SHORTEST_TOKEN = 16
METRICS = "/metrics"


class MetricsToken:
    """A secret of the host. An empty one opens nothing."""

    def __init__(self, token: str = "") -> None:
        if token and len(token) < SHORTEST_TOKEN:
            raise NaadamError(f"the token for metrics needs at least {SHORTEST_TOKEN} characters")
        self._expected = f"Bearer {token}".encode() if token else b""

    def opens(self, scope: Scope) -> bool:
        """True if a request shows the token in its header Authorization."""
        shown = dict(scope["headers"]).get(b"authorization", b"")
        return bool(self._expected) and hmac.compare_digest(shown, self._expected)


class HostCheck(TrustedHostMiddleware):
    """Refuses requests by other host names, except for metrics with the token: a monitor may use any address."""

    def __init__(self, *arguments: object, metrics_token: MetricsToken, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._metrics_token = metrics_token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == METRICS and self._metrics_token.opens(scope):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
