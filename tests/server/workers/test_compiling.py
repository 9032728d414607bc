"""Compiling in the background: games on a screen first, one at a time, and who plays in the meantime."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

import pytest

import naadam
from naadam.core.warming import Progress
from naadam.server.workers import compiler
from naadam.server.workers.compiler import Compiler


class Slow:
    """Fake of the compiling process, which ends when a test says so."""

    begun: ClassVar[list[Slow]] = []

    def __init__(self, spec: str, *_names: str) -> None:
        self.spec = spec
        self.progress = Progress(total=3)
        self.closed = False
        self.begun.append(self)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The games that are compiled: none at first."""
    compiled: set[str] = set()
    monkeypatch.setattr(Slow, "begun", [])
    monkeypatch.setattr(compiler, "Warming", Slow)
    monkeypatch.setattr(compiler, "SECONDS_BETWEEN_LOOKS", 0.001)
    monkeypatch.setattr(compiler, "SECONDS_BEFORE_OTHERS", 0.0)
    monkeypatch.setattr(compiler, "is_ready", lambda game: game.name in compiled)
    monkeypatch.setattr(compiler, "rules_are_ready", lambda game: game.name in compiled)
    monkeypatch.setattr(naadam, "game_names", lambda: ["bagh-chal", "jarmo", "yut"])
    return compiled


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.001)


def run(test: Callable[[Compiler, list[tuple[str, int, bool]]], Coroutine[Any, Any, None]]) -> None:
    async def go() -> None:
        told: list[tuple[str, int, bool]] = []
        under_test = Compiler(lambda name, progress: told.append((name, progress.done, progress.finished)))
        try:
            await test(under_test, told)
        finally:
            under_test.close()

    asyncio.run(go())


def test_what_is_on_a_screen_comes_first_and_the_rest_goes_on_later(cold: set[str]) -> None:
    async def test(under_test: Compiler, told: list[tuple[str, int, bool]]) -> None:
        await under_test.want_all()
        await until(lambda: bool(Slow.begun))
        assert [each.spec for each in Slow.begun] == ["bagh-chal"]
        yut = naadam.load("yut")
        assert under_test.is_awaited(yut)
        under_test.want(yut)
        await until(lambda: len(Slow.begun) == 2)
        assert Slow.begun[0].closed, "it makes way"
        assert Slow.begun[1].spec == "yut"
        cold.add("yut")
        Slow.begun[1].progress.finished = True
        await until(lambda: len(Slow.begun) == 3)
        assert Slow.begun[2].spec == "bagh-chal"
        assert under_test.is_ready(yut)
        assert not under_test.is_awaited(yut)
        assert ("yut", 0, True) in told
        under_test.want(yut)
        Slow.begun[2].progress.finished = True
        await until(lambda: len(Slow.begun) == 4)
        assert Slow.begun[3].spec == "jarmo"

    run(test)


def test_what_is_compiled_is_not_compiled_again(cold: set[str]) -> None:
    cold |= {"bagh-chal", "jarmo", "yut"}

    async def test(under_test: Compiler, _told: object) -> None:
        under_test.want(naadam.load("jarmo"))
        await under_test.want_all()
        await asyncio.sleep(0.01)
        assert Slow.begun == []

    run(test)


def test_who_waits_for_a_game_that_cannot_be_compiled_goes_on(cold: set[str]) -> None:
    async def test(under_test: Compiler, _told: object) -> None:
        game = naadam.load("jarmo")
        under_test.want(game)
        await until(lambda: bool(Slow.begun))
        waiting = asyncio.create_task(under_test.wait(game))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        Slow.begun[0].progress.failed = "no room"
        Slow.begun[0].progress.finished = True
        await asyncio.wait_for(waiting, 20)
        assert not under_test.is_ready(game)

    run(test)
