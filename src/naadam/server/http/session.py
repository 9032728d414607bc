"""Sessions: the person of a request or a WebSocket, by the key in its cookie.

A route that may act for a person takes `TheSession`. `session.person` is a `Person`, or None before anything of them is
stored; `await session.enter()` makes one where there is none, and sets the cookie. Call it once a request is known to
be valid, and only where the person will hold something. `found_for` is the same for a WebSocket, which cannot enter.

A cookie counts only in requests of our own page, and in those that name no page: another program on this host, whose
port makes no difference to SameSite, has no session. A program shows a token in the header Authorization instead, and
may do what its scopes say. A key that this server has not made is never taken over.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import cookie_parser

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.middleware import is_of_the_page
from naadam.server.people.keys import (
    COOKIE,
    COOKIE_PATH,
    COOKIE_SECONDS,
    TOKEN_PREFIX,
    is_token,
    read_cookie,
    write_cookie,
)
from naadam.server.people.labels import describe_browser
from naadam.server.protocol.asgi import Scope
from naadam.server.protocol.errors import Forbidden, Unauthorized
from naadam.server.protocol.tokens import TokenScope
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.people_store import Found, Person


class Session:
    """The person of a request, if there is one, and how it gets one."""

    def __init__(
        self, rooms: Rooms, request: Request, response: Response, address: str, keys: list[str], found: Found | None
    ) -> None:
        self.person = found.person if found is not None else None
        self.key = found.key if found is not None else None  # of this browser
        self._rooms, self._services = rooms, rooms.services
        self._request, self._response, self._address, self._keys = request, response, address, keys
        self.fresh = False  # whether the browser is given its key with this answer
        self._token: Found | None = None  # of a program, in place of a cookie
        if found is not None and found.stale:
            self.take_over(found.key)  # the cookie lives on

    @classmethod
    def of_token(cls, rooms: Rooms, request: Request, response: Response, address: str, found: Found) -> Session:
        """The session of a program. It has a person only to read by, if its token may; `enter` names other scopes."""
        session = cls(rooms, request, response, address, [], None)
        session._token = found
        if request.method in ("GET", "HEAD") and "read" in found.scopes:
            session.person = found.person
        return session

    async def enter(self, scope: TokenScope | None = None) -> Person:
        """The person, who is new if there was none; Forbidden if the host has closed their account.

        A program enters only where a scope is named that its token has.
        """
        if self._token is not None:
            if scope not in self._token.scopes:
                raise Forbidden("token-scope", scope=scope or "")
            self.person = self._token.person
        if self.person is None:
            self._services.admit_person(self._address)
            self.person, self.key = await self._services.writer.ask(
                self._services.people.create, None, describe_browser(self._request.headers.get("user-agent", ""))
            )
            assert self.key is not None
            self.take_over(self.key)
            self.fresh = True
        assert self.person is not None
        if self.person.closed:
            raise Forbidden("person-closed")
        return self.person

    def forbid_programs(self) -> None:
        """Forbidden for a program: no scope of a token covers this."""
        if self._token is not None:
            raise Forbidden("token-scope", scope="")

    async def enter_as(self, person: Person) -> None:
        """Make this browser a device of a person. It gets a new key, because the one it has may have been planted.

        Forbidden if the host has closed the person that it had, because merging must not undo that.
        """
        if self.person is not None and self.person.closed:
            raise Forbidden("person-closed")
        label = describe_browser(self._request.headers.get("user-agent", ""))
        key = await self._services.writer.ask(self._services.people.add_key, person.id, "browser", label)
        if self.person is not None and self.key is not None:
            before = self.person.id
            await self._services.writer.ask(self._services.keys.merge, before, self.key, person.id)
            await self._rooms.refresh(before)
        self.person, self.key = person, key
        self.take_over(key)

    def take_over(self, key: str) -> None:
        """Have the browser keep a key, in front of those that it has."""
        self._response.set_cookie(
            COOKIE,
            write_cookie(key, self._keys),
            COOKIE_SECONDS,
            path=self._request.app.state.prefix + COOKIE_PATH,
            httponly=True,
            samesite="strict",
            secure=self._request.url.scheme == "https",
        )


def keys_of(scope: Scope) -> list[str]:
    """The keys that a request or a WebSocket shows, unless it comes from another page."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if b"cookie" not in headers or not is_of_the_page(scope):
        return []
    return read_cookie(cookie_parser(headers[b"cookie"].decode("latin-1")).get(COOKIE, ""))


async def find(rooms: Rooms, keys: list[str]) -> Found | None:
    found: Found | None = await rooms.services.writer.ask(rooms.services.people.find, keys) if keys else None
    return found


async def find_token(rooms: Rooms, token: str) -> Found:
    """The person and the scopes of a token; Unauthorized if it is unknown, revoked or over."""
    known = is_token(token)
    found = await rooms.services.writer.ask(rooms.services.people.find, [token], "token") if known else None
    if found is None:
        raise Unauthorized("no-token")
    return found  # type: ignore[no-any-return]


def token_of(scope: Scope) -> str | None:
    """The token that a request or a WebSocket shows in its header Authorization."""
    shown = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    kind, _, token = shown.partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip().startswith(TOKEN_PREFIX) else None


async def found_for(rooms: Rooms, scope: Scope) -> Found | None:
    """The person of a WebSocket, whose Origin has been checked, and their key. A token with `play` will do."""
    token = token_of(scope)
    if token is None:
        return await find(rooms, keys_of(scope))
    found = await find_token(rooms, token)
    return found if "play" in found.scopes else None


async def the_session(request: Request, response: Response, rooms: TheRooms, address: TheAddress) -> Session:
    token = token_of(request.scope)
    if token is not None:
        return Session.of_token(rooms, request, response, address, await find_token(rooms, token))
    keys = keys_of(request.scope)
    return Session(rooms, request, response, address, keys, await find(rooms, keys))


TheSession = Annotated[Session, Depends(the_session)]
