"""A server on a machine that has never run a game: it compiles nothing itself, and so keeps answering."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest

import naadam
from naadam.core.compiling import bound as bound_module
from naadam.core.compiling.bound import BoundRules
from naadam.core.compiling.compiled import COMPILING
from naadam.core.warming import Progress
from naadam.server.app import make_app
from naadam.server.protocol.messages import Play
from naadam.server.rooms import rooms as rooms_module
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.workers import compiler

pytestmark = pytest.mark.skipif(not COMPILING, reason="compiling is turned off")
MOVES = 12


class NoWarming:
    """Stands for the process that compiles, and never comes to its end."""

    asked: ClassVar[list[tuple[str, ...]]] = []

    def __init__(self, *names: str) -> None:
        self.asked.append(names)
        self.progress = Progress(total=len(names))

    def close(self) -> None:
        pass


def test_a_cold_server_plays_on_and_compiles_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bound_module, "CALLS_BEFORE_COMPILING", 10)
    monkeypatch.setattr(bound_module, "COMPILES_HERE", True)  # and so again when this is over
    cached: list[str] = []
    loaded: list[str] = []
    compile_it = BoundRules.compile

    def compile_or_load(engine: BoundRules, name: str) -> None:
        assert name in cached, f"the server would have to wait until {name} is compiled"
        loaded.append(name)
        compile_it(engine, name)

    monkeypatch.setattr(BoundRules, "compile", compile_or_load)
    monkeypatch.setattr(BoundRules, "is_ready", lambda _self, name: name in cached)
    monkeypatch.setattr(compiler, "Warming", NoWarming)
    cold = type(naadam.load("bagh-chal"))(naadam.load("bagh-chal").rulebook)  # not loaded by other tests

    async def play() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", ["localhost"])
        async with app.router.lifespan_context(app):
            rooms = app.state.rooms
            monkeypatch.setattr(rooms_module, "load_shipped", lambda _spec: cold)
            table, _, _ = await rooms.create(ImportedGame(cold), [Player("here"), Player("here")])
            room: Any = await rooms.room(table)
            await asyncio.sleep(0)
            assert NoWarming.asked == [("bagh-chal", *compiler.CALLED, compiler.SEARCHES)]
            for number in range(2 * MOVES):
                table = room.table
                assert not table.over
                action = str(table.state.actions()[-1])
                await room.change(Play(f"m{number}", table.seq, table.to_act[0], action))
                assert room.table.seq == number + 1
                if number == MOVES:
                    assert loaded == []
                    cached.extend(compiler.CALLED)  # the process in the background has done its work
            assert {"attempt", "legal"} <= set(loaded)

    asyncio.run(play())
    assert not bound_module.COMPILES_HERE
