"""Cached HTTP responses: built and compressed once, revalidated by ETag."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

from fastapi import Request, Response

FOR_A_DAY = "max-age=86400"
FOR_EVER = "max-age=31536000, immutable"  # the name of a file changes with its contents

REVALIDATE = "no-cache"  # the client may cache it, but must revalidate
LEAST_ZIPPED = 1024  # bytes below which compressing saves nothing


class CachedResponse(NamedTuple):
    """A response, plain and compressed, with its ETag."""

    media_type: str
    plain: bytes
    zipped: bytes | None
    tag: str

    @classmethod
    def of(cls, media_type: str, plain: bytes) -> CachedResponse:
        tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
        zipped = gzip.compress(plain, 6, mtime=0) if len(plain) >= LEAST_ZIPPED else None
        return cls(media_type, plain, zipped, tag)

    def answer(self, request: Request, caching: str) -> Response:
        """Answer a request: with 304 if the client has the response, else compressed if it accepts that."""
        headers = {"ETag": self.tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, media_type=self.media_type, headers=headers | {"Content-Encoding": "gzip"})
        return Response(self.plain, media_type=self.media_type, headers=headers)
