"""A person in the page plays Yut against an assistant over MCP, from the invitation to the end."""

from __future__ import annotations

import json
import random
import re
import sys
import threading
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

import naadam
from naadam.core.seats import CHANCE

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

anyio = pytest.importorskip("anyio")
client_of_mcp = pytest.importorskip("mcp.client.client")
stdio = pytest.importorskip("mcp.client.stdio")

SPEC = "yut:horses=1"
TURNS = 400


def post(address: str, data: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(address, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


class Assistant(threading.Thread):
    """The official client with `naadam mcp` in a process: it sits down by a code and plays at random."""

    def __init__(self, address: str, code: str) -> None:
        super().__init__(daemon=True)
        self.last, self.moves, self.failure = "", 0, ""
        self._server = stdio.StdioServerParameters(
            command=sys.executable, args=["-m", "naadam", "mcp", "--server", address]
        )
        self._code = code

    def run(self) -> None:
        try:
            anyio.run(self._play)
        except Exception as error:
            self.failure = repr(error)

    async def _play(self) -> None:
        async with client_of_mcp.Client(self._server) as client:

            async def call(tool: str, **arguments: object) -> str:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error, result
                return "\n".join(block.text for block in result.content)

            rng = random.Random(4)
            self.last = await call("sit", code=self._code)
            for _ in range(TURNS):
                if "The game is over." in self.last:
                    return
                if "It is your turn." not in self.last:
                    self.last = await call("wait", seconds=20)
                    continue
                only = re.search(r"The only action now is (\S+)\.", self.last)
                self.last = await call("play", move=only[1] if only else await self._choose(call, rng))
                self.moves += 1

    async def _choose(self, call: Any, rng: random.Random) -> str:
        """A move that `why` calls legal, among all that the notation can write: the tools list none."""
        stations = [*map(str, range(1, 21)), "W1", "W2", "X", "E1", "E2", "S1", "S2", "N1", "N2"]
        tried = [f"{station}{turn}{throw}" for station in ("", *stations) for turn in "-^+" for throw in range(6)]
        shown = re.findall(r"\b(?:[WESN][12]|X|[0-9]+)\b", self.last)
        tried.sort(key=lambda move: (not move.startswith("+"), re.split("[-^+]", move)[0] not in shown, rng.random()))
        for move in tried:
            if " is legal: " in await call("why", move=move):
                return move
        raise AssertionError(self.last)


def test_yut_is_played_in_the_page_against_an_assistant_to_its_end(visitors: Visitors) -> None:
    visitor = visitors()
    people = [{"kind": "invited"}, {"kind": "invited"}]
    made = post(f"{visitor.address}/api/tables", {"spec": SPEC, "players": people})
    mine, other = made["invitations"]
    code = post(f"{visitor.address}/api/codes", {"table": made["table"], "token": other})["code"]
    assistant = Assistant(visitor.address, code)
    assistant.start()
    visitor.open(f"/table/{made['table']}#token={mine}")
    visitor.page.locator("button[data-point]").first.wait_for()
    rng = random.Random(3)
    while (state := visitor.state()).outcome is None:
        assert not assistant.failure, assistant.failure
        seen = visitor.count_moves()
        if state.turn == CHANCE and visitor.page.locator("[data-place=throw]").count() > 0:
            visitor.take("throw")
        elif state.turn == 0:
            visitor.waits_for_turn()
            visitor.take(*state.game.face.gesture(state.record, 0, int(rng.choice(state.actions()))))
        else:
            visitor.page.wait_for_timeout(50)
            continue
        visitor.has_moves(seen + 1)
    assistant.join(60)
    assert not assistant.failure
    assert "The game is over." in assistant.last
    outcome = state.outcome
    assert outcome is not None
    assert f"({outcome.clause})" in assistant.last
    assert assistant.moves >= 2
    won = naadam.load(SPEC).seat_name(outcome.winners[0])
    assert f"Winners: {won}" in assistant.last
    visitor.page.locator("h1", has_text="You won" if outcome.winners == (0,) else "You lost").wait_for()
    visitor.page.locator(".result").get_by_role("button", name=f"Rule {outcome.clause}").click()
    visitor.page.locator(f"[data-clause={outcome.clause}].wanted").wait_for()
