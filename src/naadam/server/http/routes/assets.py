"""The files and texts of the page."""

from __future__ import annotations

import functools
import json
import mimetypes
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.staticfiles import StaticFiles

from naadam.server.payloads.cached_response import FOR_EVER, REVALIDATE, CachedResponse
from naadam.server.protocol.errors import TEXTS
from naadam.server.protocol.messages import Language

STATIC = resources.files("naadam.server") / "static"
MOST_CACHED = 64  # stages and pictures
ZIPPED = (".js", ".css", ".svg")


router = APIRouter(prefix="/api")


@router.get("/texts", response_model=dict[str, dict[str, str]])
async def page_texts(request: Request, language: Language = "en") -> Response:
    return cached_texts(language).answer(request, REVALIDATE)


@functools.cache
def cached_texts(language: Language) -> CachedResponse:
    sections = {section: dict(texts) for section, texts in TEXTS.sections(language).items()}
    return CachedResponse.of("application/json", json.dumps(sections, ensure_ascii=False).encode())


class Assets(StaticFiles):
    """The files of the page, compressed once."""

    zipped: tuple[str, ...] = ZIPPED
    caching = FOR_EVER

    def file_response(self, full_path: Any, stat_result: Any, scope: Any, status_code: int = 200) -> Response:
        path = Path(full_path)
        if path.suffix not in self.zipped:
            found = super().file_response(full_path, stat_result, scope, status_code)
            found.headers["Cache-Control"] = self.caching
            return found
        return _read_asset(path, stat_result.st_mtime).answer(Request(scope), self.caching)


@functools.lru_cache(MOST_CACHED)
def _read_asset(path: Path, _changed: float) -> CachedResponse:
    return CachedResponse.of(mimetypes.guess_type(path.name)[0] or "application/octet-stream", path.read_bytes())
