"""The documents under /docs, where `make docs` has built them; the wheel of a release contains them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from naadam.server.http.routes.assets import Assets
from naadam.server.payloads.cached_response import REVALIDATE

SITE = Path(str(resources.files("naadam.server") / "site"))


class Documents(Assets):
    """The files of the site. A page has the address of its folder, since its links are relative."""

    zipped = (".html", ".css", ".js", ".json", ".svg")
    caching = REVALIDATE

    async def get_response(self, path: str, scope: Any) -> Response:
        found = await super().get_response(path, scope)
        if isinstance(found, RedirectResponse):  # to the folder, and under the prefix that the client has named
            found.headers["location"] = f"{Path(path).name}/"
        return found


def serve_documents(app: FastAPI, folder: Path) -> None:
    """Serve the documents, if they have been built."""
    app.state.documented = (folder / "index.html").is_file()
    if not app.state.documented:
        return

    async def begin(request: Request) -> Response:
        return RedirectResponse(f"{request.app.state.prefix}/docs/")

    app.add_api_route("/docs", begin, methods=["GET"], include_in_schema=False)
    app.mount("/docs", Documents(directory=str(folder), html=True), name="docs")
