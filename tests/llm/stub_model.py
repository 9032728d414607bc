"""A stub model server: an OpenAI-compatible chat route on loopback that behaves as a script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Messages = list[dict[str, str]]
Behaviour = Callable[[Messages, int], str | bytes | int | float | None]
"""Called with a conversation and the number of the request.

A text is the model's answer, bytes are sent as they are, a whole number is a status, another number is a delay in
seconds before an empty answer, None closes the connection.
"""

USAGE = {"prompt_tokens": 7, "completion_tokens": 3}


@contextmanager
def stub_model(behaviour: Behaviour) -> Iterator[str]:
    """The URL of a server that answers until the block ends."""
    requests: list[Messages] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append(body["messages"])
            found = behaviour(body["messages"], len(requests))
            if found is None:
                self.connection.close()
                return
            if isinstance(found, float):
                time.sleep(found)
                found = ""
            data: Any = found
            if isinstance(found, str):
                data = json.dumps({"choices": [{"message": {"content": found}}], "usage": USAGE}).encode()
            self.send_response(found if isinstance(found, int) else 200)
            data = b"no" if isinstance(found, int) else data
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients leave early on purpose
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
