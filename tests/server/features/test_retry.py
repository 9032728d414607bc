"""Retried moves: the server praises a move only after analysis, and always answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from in_memory import hello, run, set_room

from naadam.bots.advice.analysis import Weighed
from naadam.bots.budget import Thought
from naadam.core.state import Action, State
from naadam.server.features.retry import Attempt, RetryRoom, RetryTable
from naadam.server.protocol import messages
from naadam.server.rooms.rooms import Rooms
from naadam.server.workers.pool import NoThought

BEST, MISTAKE, OTHER = "Gc3", "Ga3", "Gb2"
Weigh = Callable[..., Awaitable[Weighed]]


async def try_again(rooms: Rooms, weigh: Weigh) -> tuple[RetryRoom, list[dict[str, object]]]:
    """Try the start of Bagh Chal again with a move that is neither the best nor the mistake; the answer."""
    source, _ = await set_room(rooms, "bagh-chal", "here", "here")
    start = source.table.state
    best, mistake = (start.resolve_action(text, 0)[1] for text in (BEST, MISTAKE))
    room = RetryRoom(rooms, RetryTable(Attempt(start, 0, ((best,),), (), mistake=mistake), source.table))
    rooms.services.bot_pool.weigh = weigh  # type: ignore[method-assign, assignment]
    reader = await hello(room)
    reader.queue.get_nowait()
    await room.follow(reader, messages.Play("p1", room.table.seq, 0, OTHER))
    return room, [msgspec.json.decode(reader.queue.get_nowait()) for _ in range(reader.queue.qsize())]


def weighed(state: State, worth: float | None) -> Weighed:
    return Weighed(Thought(0.5, [Action(state.resolve_action(BEST, 0)[1], 0, state)], 4, 100, 0.1), 0.5, worth, None)


def test_what_loses_little_is_found(tmp_path: Path) -> None:
    async def weigh(state: State, *_: object) -> Weighed:
        return weighed(state, 0.45)

    async def test(rooms: Rooms) -> None:
        room, _ = await try_again(rooms, weigh)
        assert room.table.found

    run(tmp_path, test)


def test_what_loses_much_is_not(tmp_path: Path) -> None:
    async def weigh(state: State, *_: object) -> Weighed:
        return weighed(state, 0.1)

    async def test(rooms: Rooms) -> None:
        room, (answer, *_) = await try_again(rooms, weigh)
        assert answer["key"] == "not-wanted"
        assert not room.table.found

    run(tmp_path, test)


def test_what_nobody_has_looked_at_is_neither_praised_nor_called_wrong(tmp_path: Path) -> None:
    async def weigh(state: State, *_: object) -> Weighed:
        return weighed(state, None)

    async def test(rooms: Rooms) -> None:
        room, answers = await try_again(rooms, weigh)
        assert [(answer["id"], answer["key"]) for answer in answers] == [("p1", "not-judged")]
        assert not room.table.found

    run(tmp_path, test)


def test_a_move_over_which_nobody_can_think_is_answered(tmp_path: Path) -> None:
    async def weigh(*_: object) -> Weighed:
        raise NoThought

    async def test(rooms: Rooms) -> None:
        room, answers = await try_again(rooms, weigh)
        assert [(answer["id"], answer["key"]) for answer in answers] == [("p1", "no-thought")]
        assert not room.table.found

    run(tmp_path, test)
