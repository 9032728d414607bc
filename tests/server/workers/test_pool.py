"""The computers' thoughts: begun once, shared fairly, and thought again where a process has died over them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from in_memory import hello, run, set_room
from serving import Served
from starvation import seconds_starved

import naadam
from naadam import bots
from naadam.bots import Budget
from naadam.bots.searcher import Searcher
from naadam.core.state import Action
from naadam.core.view import View
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.players import Player
from naadam.server.workers import pool as pool_module
from naadam.server.workers import tasks
from naadam.server.workers.pool import BotPool, NoThought, Requester
from naadam.server.workers.process import News

ASKER = Requester("table", "person")


def never(rooms: Rooms) -> list[object]:
    """Computers of a house that never come to an end; their questions."""
    asked: list[object] = []

    async def choose(view: object, *_: object) -> int:
        asked.append(view)
        await asyncio.Event().wait()
        raise AssertionError

    rooms.services.bot_pool.choose = choose  # type: ignore[method-assign, assignment]
    return asked


async def a_moment() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


# --- at a table ---


def test_a_hello_never_restarts_a_thought(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        asked = never(rooms)
        room, keys = await set_room(rooms, "bagh-chal", "computer", "invited")
        player = await hello(room, keys[1])
        await a_moment()
        for _ in range(5):
            await hello(room)
            await room.follow(player, messages.Hello())
            await a_moment()
        await room.follow(player, messages.OfferDraw("d1", 0, 1))
        await a_moment()
        assert len(asked) == 1

    run(tmp_path, test)


def test_a_thought_is_given_up_when_its_seat_sees_something_else(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        asked = never(rooms)
        room, keys = await set_room(rooms, "bagh-chal", "here", "computer")
        player = await hello(room, keys[0])
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        await a_moment()
        await room.follow(player, messages.Undo("u1", 1, 0))
        await room.follow(player, messages.Play("p2", 2, 0, "Gc4"))
        await a_moment()
        assert len(asked) == 2

    run(tmp_path, test)


def test_computers_think_only_while_somebody_is_there(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        asked = never(rooms)
        room, _ = await set_room(rooms, "bagh-chal", "computer", "computer")
        await a_moment()
        assert asked == []
        watcher = await hello(room)
        await a_moment()
        assert len(asked) == 1
        assert not room.requester().plays
        room.leave(watcher)
        async with asyncio.timeout(20):  # the visit is noted in a thread
            while rooms.services._tasks:
                await asyncio.sleep(0.001)

    run(tmp_path, test)


def test_a_hint_keeps_nobody_waiting_and_a_newer_one_takes_its_place(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        never(rooms)
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        for number in range(3):
            await room.follow(player, messages.Hint(f"h{number}", 0))
            await a_moment()
        await room.follow(player, messages.Ping())
        sent = [player.queue.get_nowait().decode() for _ in range(player.queue.qsize())]
        assert ["pong" in message for message in sent].index(True) == len(sent) - 1
        assert sum('"moved-on"' in message for message in sent) == 2

    run(tmp_path, test)


# --- worker processes ---


class PretendWorker:
    """A worker process that does nothing by itself."""

    made: list[PretendWorker]

    def __init__(self, hear: Callable[[Any, int, News, Any], None], lose: Callable[[Any], None]) -> None:
        self.under_way: set[int] = set()
        self.heard = 0.0
        self.started = float("inf")  # too young to be replaced
        self.works: list[str] = []
        self.hear, self.lose = hear, lose
        self.made.append(self)

    def begin(self, number: int, _work: object, arguments: tuple[Any, ...]) -> None:
        self.under_way.add(number)
        self.works.append(arguments[0])

    def finish(self) -> None:
        number = self.under_way.pop()
        self.hear(self, number, "done", number)

    def stop(self, number: int) -> None:
        self.under_way.discard(number)
        self.hear(self, number, "failed", RuntimeError())

    def end(self) -> None:
        return


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> type[PretendWorker]:
    PretendWorker.made = []
    monkeypatch.setattr(pool_module, "Worker", PretendWorker)
    return PretendWorker


async def ask(pool: BotPool, name: str, requester: Requester, level: int = 1) -> asyncio.Task[int]:
    task = asyncio.create_task(pool.choose(name, level, requester))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    return task


def test_many_tables_of_one_person_do_not_keep_another_waiting(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        tasks = [await ask(pool, f"greedy {number}", Requester(f"table {number}", "greedy")) for number in range(20)]
        tasks.append(await ask(pool, "watched", Requester("computers", "idle", plays=False)))
        tasks.append(await ask(pool, "modest", Requester("other", "modest")))
        (worker,) = pretended.made
        for _ in tasks:
            worker.finish()
        assert worker.works[:2] == ["greedy 0", "modest"]
        assert worker.works[-1] == "watched"
        await asyncio.gather(*tasks)

    asyncio.run(test())


def test_nor_when_that_one_comes_back_again_and_again(pretended: type[PretendWorker]) -> None:
    """An old request counts for fairness at the time when it is served, not when it was made."""

    async def test() -> None:
        pool = BotPool()
        tasks = [await ask(pool, f"many {number}", Requester(f"table {number}", "somebody")) for number in range(9)]
        [worker] = pretended.made
        for number in range(3):
            tasks.append(await ask(pool, f"one {number}", Requester("other table", "other")))
            worker.finish()
            worker.finish()
            await asyncio.sleep(0)
        assert worker.works[:6] == ["many 0", "one 0", "many 1", "one 1", "many 2", "one 2"]
        while not all(task.done() for task in tasks):
            worker.finish()
            await asyncio.sleep(0)

    asyncio.run(test())


def test_a_shallow_thought_comes_before_a_deep_one(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        tasks = [await ask(pool, "first", Requester("table", "somebody"), 5)]
        for number, level in enumerate((5, 3, 5, 1)):
            tasks.append(await ask(pool, f"level {level}", Requester(f"table {number}", f"person {number}"), level))
        (worker,) = pretended.made
        for _ in tasks:
            worker.finish()
        await asyncio.gather(*tasks)
        assert worker.works == ["first", "level 1", "level 3", "level 5", "level 5"]

    asyncio.run(test())


def test_a_short_thought_comes_before_the_long_ones_of_two_hundred_others(pretended: type[PretendWorker]) -> None:
    """Also one of a person who was served a moment ago."""

    async def test() -> None:
        bot_pool = BotPool(1)
        tasks = [await ask(bot_pool, "long", Requester(f"table {number}", f"{number}"), 5) for number in range(200)]
        (worker,) = pretended.made
        for number in range(3):
            tasks.append(await ask(bot_pool, f"short {number}", Requester("other", "other")))
            worker.finish()
            assert worker.works[-1] == f"short {number}"
            worker.finish()
            await asyncio.sleep(0)
        while not all(task.done() for task in tasks):
            worker.finish()
            await asyncio.sleep(0)

    asyncio.run(test())


def test_short_thoughts_without_end_do_not_stop_the_long_ones(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        bot_pool = BotPool(1)
        tasks = [await ask(bot_pool, "short", Requester(f"table {number}", f"{number}")) for number in range(20)]
        tasks.append(await ask(bot_pool, "long", Requester("other", "other"), 5))
        (worker,) = pretended.made
        for _ in tasks:
            worker.finish()
        await asyncio.gather(*tasks)
        assert worker.works.index("long") <= pool_module.SHORT_IN_A_ROW

    asyncio.run(test())


def test_the_time_of_a_thought_shrinks_under_load(
    pretended: type[PretendWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float] = []
    begin = PretendWorker.begin

    def note(self: PretendWorker, number: int, work: object, arguments: tuple[Any, ...]) -> None:
        shares.append(arguments[-1])
        begin(self, number, work, arguments)

    monkeypatch.setattr(PretendWorker, "begin", note)

    async def test() -> None:
        bot_pool = BotPool(1)
        tasks = [await ask(bot_pool, "long", Requester(f"table {number}", f"{number}"), 5) for number in range(40)]
        for _ in tasks:
            pretended.made[0].finish()
        await asyncio.gather(*tasks)
        assert shares[0] == shares[-1] == 1.0
        assert shares[1] == pool_module.LEAST_SHARE
        assert shares == [1.0, *sorted(shares[1:])]

    asyncio.run(test())


def test_hints_get_less_time_under_load_too(pretended: type[PretendWorker], monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    view = naadam.load("bagh-chal").start().view(0)

    async def test() -> None:
        bot_pool = BotPool(1)
        begin = PretendWorker.begin

        def note(self: PretendWorker, number: int, work: Any, arguments: tuple[Any, ...]) -> None:
            if work is tasks.hint:
                shares.append(arguments[-1])
            begin(self, number, "hint" if work is tasks.hint else work, arguments)

        monkeypatch.setattr(PretendWorker, "begin", note)
        hints = [asyncio.create_task(bot_pool.hint(view, Requester(f"t{number}", f"{number}"))) for number in range(30)]
        while not shares:
            await asyncio.sleep(0)
        for _ in hints:
            pretended.made[0].finish()
        await asyncio.gather(*hints)

    asyncio.run(test())
    assert shares[0] == 1.0
    assert shares[1] == pool_module.LEAST_SHARE


def test_players_see_that_the_server_is_busy_once(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "computer")
        player = await hello(room, *keys)
        room.bots._view = room.table.state.view(1)
        for _ in range(2):
            room.bots._show(replies.Busy(5, 0.2, 1.0))
        sent = [player.queue.get_nowait().decode() for _ in range(player.queue.qsize())]
        assert sum('"busy"' in message for message in sent) == 1
        room.bots._view = None

    run(tmp_path, test)


def test_players_see_a_second_busy_spell_and_a_page_loaded_meanwhile_sees_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "computer")
        player = await hello(room, *keys)
        go_on = asyncio.Event()

        async def play(slowed: bool) -> None:
            async def choose(view: View, spec: object, requester: Requester, report: Any) -> int:
                if slowed:
                    report(replies.Busy(5, 0.2, 1.0))
                await go_on.wait()
                return int(view.actions()[0])

            monkeypatch.setattr(rooms.services.bot_pool, "choose", choose)
            go_on.clear()
            table = room.table
            action = str(table.state.actions(0)[0])
            await room.follow(player, messages.Play(f"m{table.seq}", table.seq, 0, action))
            await asyncio.sleep(0)  # the thought begins

        async def let_computer_act() -> None:
            go_on.set()
            while 0 not in room.table.to_act:
                await asyncio.sleep(0.01)

        await play(slowed=True)
        reloaded = await hello(room, *keys)
        assert count_busy(reloaded) == 1
        room.leave(reloaded)
        await let_computer_act()
        assert count_busy(await hello(room, *keys)) == 0, "no thought is slow now"
        await play(slowed=False)
        assert count_busy(await hello(room, *keys)) == 0
        await let_computer_act()
        assert count_busy(player) == 1
        await play(slowed=True)
        await let_computer_act()
        assert count_busy(player) == 1, "the second spell"

    run(tmp_path, test)


def count_busy(client: Client) -> int:
    return sum(b'"busy"' in client.queue.get_nowait() for _ in range(client.queue.qsize()))


@pytest.mark.skipif(not os.environ.get("NAADAM_LOAD"), reason="takes a minute and all cores: make load")
def test_beside_two_hundred_tables_at_level_5_a_player_at_level_1_waits_3_seconds_at_most(tmp_path: Path) -> None:
    """The bar of a full server: 200 people at 200 addresses, at tables with one process that thinks."""
    games = int(os.environ.get("NAADAM_LOAD_GAMES", "200"))

    async def test(rooms: Rooms) -> None:
        rooms.services.bot_pool._most = 1

        async def sit(number: int, level: int) -> tuple[Room, Client]:
            computer = Player("computer", level=level)
            room, [person, _] = await set_room(rooms, "bagh-chal", "here", computer)
            client = Client(drop=lambda: None, address=f"10.0.{number // 250}.{number % 250}", person=str(person))
            await room.follow(client, messages.Hello())
            return room, client

        async def play(room: Room, client: Client) -> float:
            """Play a move, and wait for the computer's; how long."""
            table = room.table
            begin = time.perf_counter()
            action = str(table.state.actions(0)[0])
            await room.follow(client, messages.Play(f"m{table.seq}", table.seq, 0, action))
            while 0 not in table.to_act and not table.over:
                await asyncio.sleep(0.005)
            while client.queue.qsize():
                client.queue.get_nowait()
            return time.perf_counter() - begin

        async def play_on(number: int) -> None:
            room, client = await sit(number, 5)
            while True:
                await play(room, client)
                if room.table.over:
                    room.leave(client)
                    room, client = await sit(number, 5)

        mine, me = await sit(1000, 1)
        await play(mine, me)  # the process starts and compiles
        others = [asyncio.create_task(play_on(number)) for number in range(games)]
        while rooms.services.bot_pool.waiting < games * 0.9:
            await asyncio.sleep(0.1)
        waits: list[float] = []
        starved: list[float] = []
        while len(waits) < 20:
            thinkers = [each.process_id for each in rooms.services.bot_pool._workers if each.process_id is not None]
            before = seconds_starved(thinkers)
            waits.append(await play(mine, me))
            starved.append(seconds_starved(thinkers) - before)
            if mine.table.over:
                mine, me = await sit(1000, 1)
            await asyncio.sleep(1)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        median, longest = sorted(waits)[10], max(waits)
        print(f"{games} tables at level 5: level 1 waits {median:.2f} s in the median, {longest:.2f} at most")
        print(f"seconds without a processor, of each: {[round(each, 2) for each in starved]}")
        assert max(wait - lost for wait, lost in zip(waits, starved, strict=True)) <= 3.0

    run(tmp_path, test)


def test_a_table_is_served_again_after_the_others(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        tasks = [await ask(pool, name, Requester(name, "one")) for name in ("a", "a", "a", "b")]
        for _ in tasks:
            pretended.made[0].finish()
        assert pretended.made[0].works == ["a", "b", "a", "a"]
        await asyncio.gather(*tasks)

    asyncio.run(test())


def test_a_table_is_served_by_the_worker_that_knows_its_plan(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(2)
        tasks = [await ask(pool, name, Requester(name, name)) for name in ("a", "b")]
        for worker in pretended.made:
            worker.finish()
        tasks += [await ask(pool, name, Requester(name, name)) for name in ("b", "c")]
        assert [worker.works for worker in pretended.made] == [["a", "c"], ["b", "b"]]
        for worker in pretended.made:
            worker.finish()
        await asyncio.gather(*tasks)

    asyncio.run(test())


def test_what_nobody_waits_for_is_stopped(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        first, second = await ask(pool, "a", ASKER), await ask(pool, "b", ASKER)
        first.cancel()
        await asyncio.sleep(0)
        assert pretended.made[0].works == ["a", "b"]
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert not pretended.made[0].under_way

    asyncio.run(test())


def test_what_kills_every_worker_is_given_up_in_the_end(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        task = await ask(pool, "deadly", ASKER)
        for _ in range(pool_module.TRIES):
            pretended.made[-1].lose(pretended.made[-1])
        with pytest.raises(UserError, match="cannot think"):
            await task
        assert not pool.healthy
        other = await ask(pool, "harmless", ASKER)
        pretended.made[-1].finish()
        await other
        assert pool.healthy

    asyncio.run(test())


def test_a_thought_that_fails_is_logged_and_is_none(
    pretended: type[PretendWorker], caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        pool = BotPool(1)
        task = await ask(pool, "broken", ASKER)
        (worker,) = pretended.made
        worker.hear(worker, worker.under_way.pop(), "failed", ZeroDivisionError("by nothing"))
        with pytest.raises(NoThought):
            await task
        assert "by nothing" in caplog.text
        assert pool.healthy

    asyncio.run(test())


def test_what_we_refuse_in_words_is_passed_on_as_it_is(pretended: type[PretendWorker]) -> None:
    async def test() -> None:
        pool = BotPool(1)
        task = await ask(pool, "refused", ASKER)
        (worker,) = pretended.made
        worker.hear(worker, worker.under_way.pop(), "failed", naadam.SpecError("there is no such game"))
        with pytest.raises(naadam.SpecError, match="no such game"):
            await task

    asyncio.run(test())


class Unreadable:
    """An object that can be pickled by a worker, but not unpickled by the server."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return getattr, (asyncio, "nothing of this name")  # type: ignore[return-value]


def speak_unreadably(_report: object, _cancelled: object) -> Generator[Unreadable, None, None]:
    yield Unreadable()


def test_a_worker_that_cannot_be_understood_is_lost_as_one_that_dies() -> None:
    async def test() -> None:
        pool = BotPool(1)
        async with asyncio.timeout(60):
            with pytest.raises(NoThought):
                await pool._run(speak_unreadably, None, ASKER)
        pool.close()

    asyncio.run(test())


@pytest.mark.parametrize("error", [NoThought(), naadam.SpecError("there is no such game")])
def test_who_asked_for_a_thought_that_fails_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fail(*_: object) -> object:
        raise error

    async def test(rooms: Rooms) -> None:
        for name in ("choose", "hint", "explore", "advise"):
            monkeypatch.setattr(rooms.services.bot_pool, name, fail)
        monkeypatch.setattr(rooms.services.analysis_pool, "analyse", fail)
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        await room.follow(player, messages.Hint("h1", 0))
        await a_moment()
        await room.follow(player, messages.Explore("e1", 0))
        await a_moment()
        await room.follow(player, messages.Resign("r1", 0))
        await room.follow(player, messages.Analyse("a1"))
        while rooms.services._tasks:
            await asyncio.sleep(0.01)
        sent = [msgspec.json.decode(player.queue.get_nowait()) for _ in range(player.queue.qsize())]
        answered = [message["id"] for message in sent if message["type"] == "failed"]
        assert answered == ["h1", "e1", None]

    run(tmp_path, test)


def test_a_dead_process_is_replaced_and_its_thought_is_thought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        pool = BotPool(1, seconds=3.0)
        view = naadam.load("bagh-chal").start().view(0)
        thought = asyncio.create_task(pool.choose(view, 5, ASKER))
        await asyncio.sleep(0.3)
        (worker,) = pool._workers
        assert worker.process_id is not None
        os.kill(worker.process_id, signal.SIGKILL)
        pool._seconds = 0.02
        assert await thought in [int(action) for action in view.actions()]
        assert pool.healthy
        assert pool._workers[0] is not worker
        pool.close()

    asyncio.run(test())


@pytest.mark.parametrize(("spec", "longest"), [("bagh-chal", 0.5), ("conquest", 5.0)])
def test_the_time_of_a_move_is_kept_and_a_turn_planned_as_a_whole_has_that_of_ten(
    spec: str, longest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[float | None] = []

    def choose(_self: object, view: View, budget: Budget, *_: object) -> Action:
        budgets.append(budget.seconds)
        return view.actions()[0]

    monkeypatch.setattr(Searcher, "choose", choose)
    state = naadam.load(spec).start()
    state = state.apply("first 1") if spec == "conquest" else state
    for most in (0.5, 60.0):
        with pytest.raises(StopIteration):
            next(tasks.think(state.view(0), 5, most, 1.0, lambda _: None, lambda: False))
    assert budgets[0] == longest
    assert budgets[1] == bots.level(state.game, 5).budget.seconds, "and no level more than it wants"


def workers_of(served: Served) -> list[int]:
    """The processes that think for a server."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status, command = (folder / "status").read_text(), (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if f"PPid:\t{served.process.pid}\n" in status and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are found as Linux shows them")
def test_computers_go_on_when_their_process_is_killed(served: Served) -> None:
    table, keys = served.set_table("here", "computer")
    client = served.join(table, keys[0])
    client.play(0, "Gc3")
    client.until(0)
    killed = workers_of(served)
    for process in killed:
        os.kill(process, signal.SIGKILL)
    assert killed
    client.play(0, client.table["choices"]["0"][0]["action"])
    client.until(0)
    assert client.table["seq"] == 4
    for process in workers_of(served):
        os.kill(process, signal.SIGKILL)
    hint = client.ask("hint", 0)
    assert hint["type"] == "hinted"
    time.sleep(0.1)
    assert served.get("/api/health")["thinks"] is True
    client.close()
