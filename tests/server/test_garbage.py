"""Garbage is found by time, and Python looks for it by itself again when the server has ended."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref

import pytest

from naadam.server import garbage


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


async def wait_until_gone(left: weakref.ref[Knot]) -> None:
    async with asyncio.timeout(20):
        while left() is not None:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("age", [0, 1, 2])
def test_what_holds_itself_is_found_whatever_its_age(monkeypatch: pytest.MonkeyPatch, age: int) -> None:
    monkeypatch.setattr(garbage, "SECONDS_BETWEEN_LOOKS", 0.001)
    monkeypatch.setattr(garbage, "LOOKS_BETWEEN_LONG_ONES", 3)
    monkeypatch.setattr(garbage, "LONG_ONES_BETWEEN_WHOLE_ONES", 3)
    before = gc.get_threshold()

    async def test() -> None:
        looking = asyncio.create_task(garbage.look_for_garbage())
        await asyncio.sleep(0.01)
        assert gc.get_threshold()[0] == garbage.MOST_NEW
        knot = Knot()
        for generation in range(age):
            gc.collect(generation)
        left = weakref.ref(knot)
        del knot
        await wait_until_gone(left)
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking

    asyncio.run(test())
    assert gc.get_threshold() == before
