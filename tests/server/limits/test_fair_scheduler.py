"""Fair slices of server time: long answers and HTTP requests of one client do not keep the others waiting."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from serving import Served

from naadam.server.limits.fair_scheduler import SECONDS_OF_SLICE, FairScheduler

GREEDY = 60  # connections that all ask for something that takes a while
FIRST, SECOND = "192.0.2.1", "192.0.2.2"


def portion(log: list[str], name: str, seconds: float = 0.0) -> Callable[[], str]:
    """A portion of work that takes some time, and is noted."""

    def work() -> str:
        time.sleep(seconds)
        log.append(name)
        return name

    return work


def test_an_answer_has_all_its_portions_in_order() -> None:
    log: list[str] = []
    portions = [portion(log, str(number), SECONDS_OF_SLICE if number == 2 else 0) for number in range(5)]
    assert asyncio.run(FairScheduler().make(FIRST, "table", portions)) == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(("other", "subject"), [(SECOND, "table"), (FIRST, "another table")])
def test_who_asks_for_much_waits_for_oneself(other: str, subject: str) -> None:
    log: list[str] = []

    async def test() -> None:
        scheduler = FairScheduler()
        greedy = [
            asyncio.create_task(
                scheduler.make(FIRST, "table", [portion(log, "greedy", SECONDS_OF_SLICE) for _ in range(3)])
            )
            for _ in range(20)
        ]
        await asyncio.sleep(0)
        await scheduler.make(other, subject, [portion(log, "modest", SECONDS_OF_SLICE) for _ in range(2)])
        await asyncio.gather(*greedy)

    asyncio.run(test())
    assert len(log) == 62
    assert [at for at, name in enumerate(log) if name == "modest"][-1] <= 4


def test_everything_else_gets_as_much_time_as_long_answers() -> None:
    async def test() -> tuple[float, float]:
        scheduler, log = FairScheduler(), list[str]()
        begin = time.perf_counter()
        await asyncio.gather(*(scheduler.make(FIRST, "table", [portion(log, "long", 0.004)]) for _ in range(10)))
        return time.perf_counter() - begin, 10 * 0.004

    took, worked = asyncio.run(test())
    assert took > 1.7 * worked


def test_a_slice_that_comes_too_late_goes_to_the_next() -> None:
    async def test() -> list[str]:
        scheduler, log = FairScheduler(), list[str]()
        await scheduler.begin(FIRST, "table")
        gone = asyncio.create_task(scheduler.make(FIRST, "table", [portion(log, "gone")]))
        waits = asyncio.create_task(scheduler.make(SECOND, "table", [portion(log, "waits")]))
        await asyncio.sleep(0)
        scheduler._give()
        gone.cancel()
        await asyncio.wait_for(waits, 5)
        await asyncio.wait_for(scheduler.make(FIRST, "table", [portion(log, "after")]), 5)
        return log

    assert asyncio.run(test()) == ["waits", "after"]


def test_a_request_has_a_slice_for_its_first_step_and_none_while_it_waits() -> None:
    async def test() -> list[str]:
        scheduler, log, waiting = FairScheduler(), list[str](), asyncio.Event()

        async def request() -> str:
            await scheduler.take_turn(FIRST, "/")
            log.append("begins")
            await waiting.wait()
            made = await scheduler.make(FIRST, "table", [portion(log, "makes", SECONDS_OF_SLICE) for _ in range(2)])
            log.append("ends")
            return made[0]

        asked = asyncio.create_task(request())
        await asyncio.sleep(0.01)
        await scheduler.make(SECOND, "table", [portion(log, "other")])
        waiting.set()
        assert await asyncio.wait_for(asked, 5) == "makes"
        return log

    assert asyncio.run(test()) == ["begins", "other", "makes", "makes", "ends"]


def test_requests_begin_one_by_one_with_as_much_time_between_them() -> None:
    async def test() -> tuple[float, list[str]]:
        scheduler, log = FairScheduler(), list[str]()

        async def request(address: str) -> None:
            await scheduler.take_turn(address, "/")
            portion(log, address, 0.004)()

        begin = time.perf_counter()
        await asyncio.gather(*(request(FIRST) for _ in range(9)), request(SECOND))
        return time.perf_counter() - begin, log

    took, log = asyncio.run(test())
    assert took > 1.7 * 10 * 0.004
    assert log.index(SECOND) <= 2, "it does not wait for all requests of another client"


def test_a_request_that_fails_or_is_given_up_ends_its_slice() -> None:
    async def test() -> None:
        scheduler, log = FairScheduler(), list[str]()

        async def fails() -> None:
            await scheduler.take_turn(FIRST, "/")
            raise ValueError("wrong")

        async def begins() -> None:
            await scheduler.take_turn(FIRST, "/")
            log.append("begins")

        with pytest.raises(ValueError, match="wrong"):
            await fails()
        await asyncio.sleep(0.01)
        await scheduler.begin(FIRST, "/")
        before_its_slice = asyncio.create_task(begins())
        await asyncio.sleep(0.01)
        before_its_slice.cancel()
        with pytest.raises(asyncio.CancelledError):
            await before_its_slice
        scheduler._give()
        assert await asyncio.wait_for(scheduler.make(FIRST, "table", [portion(log, "after")]), 5) == ["after"]
        assert log == ["after"]

    asyncio.run(test())


# --- from outside ---


def test_a_look_does_not_wait_for_all_that_strangers_look_at(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        mine, keys = served.set_table("here", "here", spec="jarmo")
        modest = served.join(mine, *keys)
        table, others = served.set_table("here", "here", spec="bagh-chal")
        player = served.join(table, *others)
        for _ in range(16):
            [seat] = player.table["waiting"]
            player.play(seat, player.table["choices"][str(seat)][0]["action"])
        greedy = [served.join(table) for _ in range(GREEDY)]
        for client in greedy:
            client.send(type="look", id="all", at=0, count=16)
        begin = time.monotonic()
        modest.send(type="look", id="mine", at=0)
        modest.next("seen")
        waited = time.monotonic() - begin
        for client in greedy:
            client.next("seen")
        whole = time.monotonic() - begin
        assert waited < whole / 3, (waited, whole)
    finally:
        served.stop()


def test_a_move_does_not_wait_for_requests_of_strangers(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        mine, keys = served.set_table("here", "here", spec="jarmo")
        modest = served.join(mine, *keys)
        table, _ = served.set_table("here", "here", "here", "here", spec="khan:players=4")
        host, port = served.address.removeprefix("http://").split(":")
        lines = f"GET /api/tables/{table}/drawing?at=0 HTTP/1.1\r\nHost: {host}\r\n"
        lines = 9 * f"{lines}\r\n" + f"{lines}Connection: close\r\n\r\n"
        greedy = [socket.create_connection((host, int(port))) for _ in range(GREEDY)]
        for one in greedy:
            one.sendall(lines.encode())
        begin = time.monotonic()
        [seat] = modest.table["waiting"]
        modest.play(seat, modest.table["choices"][str(seat)][0]["action"])
        waited = time.monotonic() - begin
        for one in greedy:
            assert one.recv(12) == b"HTTP/1.1 200"
            while one.recv(1 << 16):  # until all ten are answered
                pass
        whole = time.monotonic() - begin
        for one in greedy:
            one.close()
        assert waited < whole / 3, (waited, whole)
    finally:
        served.stop()
