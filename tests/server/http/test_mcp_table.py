"""An assistant over MCP at a server's table, against a person with a page."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from browsers import Browser
from serving import Client, Served
from websockets.exceptions import ConnectionClosed

import naadam

anyio = pytest.importorskip("anyio")
client_of_mcp = pytest.importorskip("mcp.client.client")

from naadam.bridges.mcp.server_table import Held, accept  # noqa: E402
from naadam.bridges.mcp.tools import make_server  # noqa: E402
from naadam.core.errors import NaadamError  # noqa: E402
from naadam.server.people.keys import COOKIE  # noqa: E402

Call = Callable[..., Awaitable[str]]


def drive(server: Any, play: Callable[[Call], Awaitable[None]]) -> None:
    """Run a program of tool calls with the official client."""

    async def main() -> None:
        async with client_of_mcp.Client(server) as client:

            async def call(tool: str, **arguments: object) -> str:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error
                return "\n".join(block.text for block in result.content)

            await play(call)

    anyio.run(main)


def play_on(person: Client, turns: list[str]) -> None:
    """Take the first choice whenever the person is to act, until the game or the connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while person.until(0)["end"] is None:
            choice = person.table["choices"]["0"][0]["action"]
            person.play(0, choice)
            turns.append(choice)


def set_and_invite(served: Served, spec: str = "bagh-chal") -> tuple[str, str, str]:
    """A table, the key of its host, and the token of an invitation."""
    browser = Browser(served)
    made = browser.post("/api/tables", {"spec": spec, "players": [{"kind": "here"}, {"kind": "invited"}]})
    return made["table"], next(iter(browser.cookies)).value or "", made["invitations"][1]


def test_a_person_invites_an_assistant_by_a_code_and_both_play_yut(served: Served) -> None:
    table, host, token = set_and_invite(served, spec="yut")
    code = served.post("/api/codes", {"table": table, "token": token})["code"]
    person = served.join(table, host)
    turns: list[str] = []
    taken: list[str] = []
    threading.Thread(target=play_on, args=(person, turns), daemon=True).start()

    async def play(call: Call) -> None:
        shown = await call("sit", code=code)
        assert "You are Blue." in shown
        for _ in range(100):
            if len(taken) >= 4:
                break
            if "It is your turn." not in shown:
                shown = await call("wait", seconds=10)
                continue
            only = re.search(r"The only action now is (\S+)\.", shown)
            if only is None:
                refused = await call("play", move="20-9")
                assert "YU-" in refused or "cannot" in refused or "YU-" in await call("why", move="20-5")
            position = naadam.load("yut").position(str(served.get(f"/api/tables/{table}/position")))
            move = only[1] if only is not None else str(position.actions(1)[0])
            shown = await call("play", move=move)
            assert "What happened last:" in shown
            taken.append(move)

    drive(make_server(served.address), play)
    person.close()
    assert "throw" in taken
    assert any(move != "throw" for move in taken)
    assert len(turns) >= 2


def test_a_table_and_a_cookie_are_enough(served: Served) -> None:
    table, keys = served.set_table("here", "invited", spec="bagh-chal:rules=classic")
    person = served.join(table, keys[1])

    async def play(call: Call) -> None:
        assert "It is your turn." in await call("look")
        assert (await call("why", move="Ga1")).startswith("Ga1 is illegal by BC-4: ")
        assert (await call("play", move="Ga1")).startswith("Ga1 is illegal by BC-4: ")
        shown = await call("play", move="Gc3")
        assert "It is not your turn yet. Call wait." in shown
        threading.Timer(0.3, lambda: person.play(1, "Ba1b1")).start()
        person.next("moved", "table")
        shown = await call("wait", seconds=10)
        assert "It is your turn." in shown
        assert "Ba1b1" in shown

    drive(make_server(served.address, held=Held(table, f"{COOKIE}={keys[0]}")), play)


def test_a_code_works_once_and_a_wrong_cookie_opens_no_seat(served: Served) -> None:
    table, _, token = set_and_invite(served)
    code = served.post("/api/codes", {"table": table, "token": token})["code"]

    async def play(call: Call) -> None:
        assert "It is your turn" not in await call("sit", code=code)
        assert "does not take this code" in await call("sit", code=code)

    drive(make_server(served.address), play)
    with pytest.raises(NaadamError, match="has no seat"):
        make_server(served.address, held=Held(table, "wrong"))
    with pytest.raises(NaadamError, match="used or replaced"):
        accept(served.address, table, token)


def test_the_command_takes_the_seat_of_a_table_by_the_token_of_its_invitation(served: Served) -> None:
    """Over standard input and output, as an assistant starts it."""
    table, host, token = set_and_invite(served, spec="bagh-chal:rules=classic")
    person = served.join(table, host)
    arguments = ["-m", "naadam", "mcp", "--server", served.address, "--table", table]
    stdio = pytest.importorskip("mcp.client.stdio")
    environment = {**os.environ, "NAADAM_TOKEN": token}
    command = stdio.StdioServerParameters(command=sys.executable, args=arguments, env=environment)

    async def play(call: Call) -> None:
        assert "It is not your turn yet" in await call("look")
        person.play(0, "Gc3")
        assert "It is your turn." in await call("wait", seconds=20)
        assert "Ba1b1" in await call("play", move="Ba1b1")

    drive(command, play)
    person.until(0)
    assert person.table["seq"] == 2
    person.close()
