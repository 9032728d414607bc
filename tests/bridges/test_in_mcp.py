"""Naadam behind MCP, driven by the official client: rules, a local table, and a seat at a server's table."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

import naadam
from naadam.bridges.mcp.local_table import LocalTable
from naadam.bridges.mcp.server_table import follow
from naadam.bridges.mcp.tools import make_server

GAME = "bagh-chal:rules=classic"


def text_of(result: Any) -> str:
    assert not result.is_error, result
    return "\n".join(block.text for block in result.content)


Call = Callable[..., Awaitable[str]]


@asynccontextmanager
async def connected(server: Any) -> AsyncIterator[tuple[Client, Call]]:
    async with Client(server) as client:

        async def call(tool: str, **arguments: object) -> str:
            return text_of(await client.call_tool(tool, arguments))

        yield client, call


def run(play: Callable[[Client, Call], Awaitable[None]], server: Any = None) -> None:
    async def main() -> None:
        async with connected(make_server() if server is None else server) as (client, call):
            await play(client, call)

    anyio.run(main)


def test_the_tools_are_those_of_the_documentation() -> None:
    async def play(client: Client, _: Call) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"games", "rules", "sit", "look", "play", "why", "wait"}
        assert all(tool.description for tool in tools)

    run(play)


def test_rules_are_tools_and_resources() -> None:
    async def play(client: Client, call: Call) -> None:
        games = await call("games")
        assert all(f"{name}: " in games for name in naadam.game_names())
        clause = naadam.load("yuan").clauses()["YN-25"]
        assert await call("rules", game="yuan", clause="YN-25") == f"YN-25: {clause}"
        assert clause in await call("rules", game="yuan")
        assert "Error: there is no clause" in await call("rules", game="yuan", clause="YN-999")
        assert "Error: " in await call("rules", game="chess")
        found = await client.read_resource("naadam://rules/yuan/YN-25")
        assert found.contents[0].text == clause
        book = await client.read_resource("naadam://rules/bagh-chal")
        assert "BC-5: " in book.contents[0].text

    run(play)


def test_a_game_is_played_at_a_local_table() -> None:
    async def play(_: Client, call: Call) -> None:
        assert "call sit first" in await call("look")
        shown = await call("sit", game=GAME, seat=0, opponents="level1", seed=3)
        assert "It is your turn." in shown
        assert "Goats in hand: 20" in shown
        assert (await call("why", move="Ga1")).startswith("Ga1 is illegal by BC-4: ")
        assert await call("why", move="Gc3") == "Gc3 is legal: Put a goat on c3"
        assert (await call("play", move="Ga1")).startswith("Ga1 is illegal by BC-4: ")
        assert "cannot be read" in await call("play", move="nonsense")
        after = await call("play", move="Gc3")
        for _ in range(60):
            if "not your turn" not in after:
                break
            after = await call("wait", seconds=5)
        assert "It is your turn." in after
        assert "Goats: Gc3 (Put a goat on c3)" in after
        assert "Tigers: B" in after
        assert "Goats in hand: 19" in after

    run(play)


def test_the_same_seed_plays_the_same_game() -> None:
    shown = []

    async def play(_: Client, call: Call) -> None:
        text = await call("sit", game="yut", seat=0, opponents="random", seed=5)
        for _ in range(100):
            if "not your turn" not in text:
                break
            text = await call("wait", seconds=5)
        shown.append(text)

    run(play)
    run(play)
    assert shown[0] == shown[1]


@pytest.mark.parametrize("opponents", ["engine:/bin/true", "llm:http://a#b", "level9"])
def test_an_assistant_starts_no_programs(opponents: str) -> None:
    async def play(_: Client, call: Call) -> None:
        assert "Error: opponents are random, greedy, level1" in await call("sit", game=GAME, opponents=opponents)
        assert "Error: " in await call("sit", game='bagh-chal:board="/etc/board.toml"')

    run(play)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_assistant_sees_its_own_cards_and_not_those_of_others(seat: int) -> None:
    """The cards are in the position that the table keeps, so the test knows those of both players."""
    server, tables = make_server(), []
    take = LocalTable._take

    def note(table: LocalTable, number: int, by: int) -> None:
        tables.append(table)
        take(table, number, by)

    async def play(_: Client, call: Call) -> None:
        text = await call("sit", game="khan", seat=seat, opponents="random", seed=1)
        for _ in range(200):
            if "not your turn" in text:
                text = await call("wait", seconds=5)
                continue
            state = tables[-1]._state
            if state.position.startswith("act"):
                break
            text = await call("play", move=str(state.actions(seat)[0]))
        hands = dict(field.split("=", 1) for field in state.position.split() if "=" in field)["hands"].split("/")
        cards = [set(hand.split(",")) for hand in hands]
        assert all(len(hand) == 4 for hand in cards)
        assert cards[seat] <= set(re.findall(r"[A-Z]-[a-z]+-[A-Z]+(?:-2)?", text)), "its own cards are shown"
        ruling = await call("why", move=f"invade {min(cards[1 - seat])} d7")
        assert "is legal" not in ruling
        for shown in (text, ruling.replace(min(cards[1 - seat]), "")):
            assert not [card for card in cards[1 - seat] - cards[seat] if card in shown]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalTable, "_take", note)
        run(play, server)


def test_it_speaks_over_standard_input_and_output() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "naadam", "mcp"])

    async def play(_: Client, call: Call) -> None:
        assert (await call("rules", game="yut", clause="YU-3")).startswith("YU-3: ")

    run(play, command)


def test_changes_lead_from_one_table_to_the_next() -> None:
    before = {"drawing": {"pieces": ["a", "b"], "counts": {"x": 1, "y": 2}}, "seq": 1, "end": None}
    moved = {
        "answers": None, "glasses": [], "seq": 2, "waiting": [1], "choices": {}, "events": [], "frame": {"end": "over"},
        "changes": {"gone": [0], "come": [[1, "c"]], "others": {"counts": {"x": None, "z": 3}}},
    }  # fmt: skip
    after = follow(before, moved)
    assert after["drawing"] == {"pieces": ["b", "c"], "counts": {"y": 2, "z": 3}}
    assert (after["seq"], after["end"], after["waiting"]) == (2, "over", [1])
