"""The MCP server: tools to read the rules and to play, and every clause as a resource."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import naadam
from naadam.bridges.mcp.local_table import LocalTable, next_seed
from naadam.bridges.mcp.seats import HeldSeat, NoSeat
from naadam.bridges.mcp.server_table import Held, ServerTable, redeem
from naadam.core.errors import NaadamError, SpecError
from naadam.core.extras import need
from naadam.core.options import write_value
from naadam.core.registry import game_names, load_shipped, rulebook
from naadam.llm.prompting.prompts import Prompter

need("mcp", "naadam mcp", "mcp")

from anyio import to_thread  # noqa: E402
from mcp.server import MCPServer  # noqa: E402

INSTRUCTIONS = """Board games with numbered rules. Call games, then rules for the game you want, then sit.
look shows the position; play takes an action in the notation of the game. If an action is illegal, the answer names
the clause that forbids it. why rules on an action without taking it. If it is not your turn, call wait."""


def make_server(server: str = "", language: str = "en", held: Held | None = None) -> Any:
    """The MCP server; `server` is the address of a Naadam server whose tables an assistant may join."""
    mcp = MCPServer("naadam", instructions=INSTRUCTIONS, version=naadam.__version__)
    place = _Place()
    address = server.rstrip("/")
    if held is not None:
        place.take(ServerTable(address, held, language))

    def tool(function: Callable[..., str]) -> Callable[..., Any]:
        """Register a function that may wait; its errors are answers, because an assistant can act on them."""

        @functools.wraps(function)
        async def run(*arguments: Any, **named: Any) -> str:
            try:
                answer: str = await to_thread.run_sync(functools.partial(function, *arguments, **named))
                return answer
            except NaadamError as error:
                return f"Error: {error.text(language)}"

        return mcp.tool(structured_output=False)(run)  # type: ignore[no-any-return]

    @tool
    def games() -> str:
        """List the games with their options."""
        return "\n".join(_describe(name, language) for name in game_names())

    @tool
    def rules(game: str, clause: str = "") -> str:
        """Read the rule book of a game such as `yut` or `bagh-chal:rules=classic`, or one clause such as YU-3."""
        found = load_shipped(game)
        if clause:
            texts = found.clauses(language)
            if clause.upper() not in texts:
                raise SpecError(f"there is no clause {clause}; the clauses are {', '.join(texts)}")
            return f"{clause.upper()}: {texts[clause.upper()]}"
        return Prompter(found, language).rule_book()

    @tool
    def sit(game: str = "", seat: int = 0, opponents: str = "level2", seed: int = -1, code: str = "") -> str:
        """Sit down: at a new local table of a game against computer players (random, greedy, level1 to level5),
        or, with an invitation code, on a seat of the Naadam server that a person plays on."""
        if code:
            if not address:
                raise SpecError("no server is named: start naadam mcp with --server URL")
            place.take(ServerTable(address, redeem(address, code.strip()), language))
        else:
            luck = seed if seed >= 0 else next_seed()
            place.take(LocalTable(load_shipped(game), seat, opponents, luck, language))
        return place.seat.look()

    @tool
    def look() -> str:
        """Show the position as your seat knows it, what happened last, and whether it is your turn."""
        return place.seat.look()

    @tool
    def play(move: str) -> str:
        """Take an action, in the notation of the game."""
        return place.seat.play(move)

    @tool
    def why(move: str) -> str:
        """Ask whether an action is legal now, and if not, which clause forbids it. Nothing is played."""
        return place.seat.why(move)

    @tool
    def wait(seconds: float = 30.0) -> str:
        """Wait until it is your turn or the game is over, at most 45 seconds; call it again if need be."""
        return place.seat.wait(max(0.0, seconds))

    @mcp.resource("naadam://rules/{game}", mime_type="text/plain")  # type: ignore[untyped-decorator, unused-ignore]
    def rule_book(game: str) -> str:
        """The rule book of a game with its usual options."""
        return Prompter(load_shipped(game), language).rules()

    @mcp.resource("naadam://rules/{game}/{clause}", mime_type="text/plain")  # type: ignore[untyped-decorator, unused-ignore]
    def rule_clause(game: str, clause: str) -> str:
        """One clause of a game."""
        return load_shipped(game).clauses(language)[clause.upper()]

    return mcp


class _Place:
    """The seat that the assistant holds now; a new one replaces it."""

    def __init__(self) -> None:
        self._seat: HeldSeat | None = None

    @property
    def seat(self) -> HeldSeat:
        if self._seat is None:
            raise NoSeat("you hold no seat yet: call sit first")
        return self._seat

    def take(self, seat: HeldSeat) -> None:
        if self._seat is not None:
            self._seat.close()
        self._seat = seat


def _describe(name: str, language: str) -> str:
    book = rulebook(name)
    options = [
        f"  {option.name} = {option.allowed(language)} (default {write_value(option.default)})"
        for option in book.declared
    ]
    return "\n".join([f"{name}: {book.texts.get('game', 'summary', language)}", *options])
