"""A browser for tests: it keeps the cookies of a server, and opens tables with them."""

from __future__ import annotations

import http.cookiejar
import json
import urllib.error
import urllib.request
from typing import Any

from serving import Client, Served


class Browser:
    """A client with cookies, by host and whatever the port."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def ask(self, path: str, method: str = "GET", body: object = None, **headers: str) -> tuple[Any, Any]:
        """The answer and its headers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.served.address + path, data, {"Content-Type": "application/json", **headers}, method=method
        )
        with self._opener.open(request, timeout=60) as answer:
            text = answer.read().decode()
            return json.loads(text) if text else None, answer.headers

    def get(self, path: str) -> Any:
        return self.ask(path)[0]

    def post(self, path: str, body: object) -> Any:
        return self.ask(path, "POST", body)[0]

    def refusal(self, path: str, method: str = "POST", body: object = None) -> tuple[int, str]:
        try:
            answer, _ = self.ask(path, method, body)
            raise AssertionError(f"this was not refused: {answer}")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, str(json.loads(refused.read())["detail"])

    @property
    def cookie(self) -> str:
        """The header Cookie for requests below /api."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies if cookie.path == "/api")

    def join(self, table: str, **headers: str) -> Client:
        """A connection to a table, which has been sent the table."""
        client = Client(self.served, table, additional_headers={"Cookie": self.cookie, **headers})
        self.served.clients.append(client)
        client.send(type="hello")
        client.table = client.next("table")
        return client
