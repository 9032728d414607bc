"""Lessons over a socket: moves are judged before they are taken, and nothing is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from in_memory import heard
from timing import FakeTime, run

from naadam.core.teaching.lessons import lessons
from naadam.core.teaching.puzzles import puzzles
from naadam.server.features.lessons import LessonRoom, cached_puzzles, find_lesson
from naadam.server.protocol import messages
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms


async def enter(rooms: Rooms, path: str, language: Any = "en") -> tuple[LessonRoom, Client]:
    room = find_lesson(rooms, path)
    assert room is not None
    reader = Client(drop=lambda: None)
    await room.follow(reader, messages.Hello(language=language))
    return room, reader


@pytest.mark.parametrize("path", ["/api/games/chess/lessons/1/socket", "/api/games/yut/lessons/0/socket", "/x"])
def test_other_addresses_name_no_lesson(tmp_path: Path, path: str) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        assert find_lesson(rooms, path) is None

    run(tmp_path, test)


def test_a_lesson_from_its_wrong_moves_to_its_end(tmp_path: Path) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        room, reader = await enter(rooms, "/api/games/bagh-chal/lessons/5/socket")
        table = heard(reader)[-1]
        assert (table["mine"], table["waiting"]) == ([1], [1])
        await room.follow(reader, messages.Try("illegal", 0, 1, ["a2", "e5"]))
        assert heard(reader)[-1]["clause"] == "BC-5"
        await room.follow(reader, messages.Play("wrong", 0, 1, "Ba2b2"))
        failed = next(said for said in heard(reader) if said["type"] == "failed")
        assert (
            failed["text"]
            == f"Not this one: there is a clearly better move. {lessons('bagh-chal')[4].say('wrong', 'en')}"
        )
        assert room.table.seq == 0
        await room.follow(reader, messages.Hint("hint", 1))
        assert heard(reader)[-1]["action"] == "Ba2a3"
        await room.follow(reader, messages.Play("right", 0, 1, "Ba2a3"))
        moved = heard(reader)[-1]
        assert [event["said"]["action"] for event in moved["events"]] == ["Ba2a3", "Gc3", "Bxa3c5"]
        assert moved["waiting"] == [], "nobody is to act any more, so it is found"
        await room.follow(reader, messages.Play("more", 3, 1, "Bc5d5"))
        assert heard(reader)[-2]["key"] == "lesson-over"
        await room.follow(reader, messages.Hint("late", 1))
        assert heard(reader)[-1]["key"] == "begin-again"
        assert rooms.open == {}

    run(tmp_path, test)


def test_several_actions_are_found_one_by_one_and_can_be_taken_back(tmp_path: Path) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        room, reader = await enter(rooms, "/api/games/jarmo/lessons/5/socket", "it")
        await room.follow(reader, messages.Play("one", 0, 0, "b4xd5"))
        assert heard(reader)[-1]["waiting"] == [0]
        await room.follow(reader, messages.Undo("undo", 1, 0))
        assert room.table.taken == ()
        await room.follow(reader, messages.Play("both", 2, 0, "b4xd5", ["+d1"]))
        assert room.table.found
        await room.follow(reader, messages.Resign("resign", 0))
        assert heard(reader)[-1] == {
            "type": "failed",
            "id": "resign",
            "key": "only-moves",
            "text": "In una lezione si fanno solo mosse.",
        }

    run(tmp_path, test)


def test_a_puzzle_that_is_solved_shows_what_its_move_was_good_for(tmp_path: Path) -> None:
    number, puzzle = next((number, each) for number, each in enumerate(puzzles("hasami-shogi"), 1) if each.then)
    info = json.loads(cached_puzzles("hasami-shogi", "en").plain)[number - 1]
    assert info["found"].startswith("Yes, that is the best move. Prepares this: ")
    assert info["clauses"] == ["HS-6"]

    async def test(rooms: Rooms, _time: FakeTime) -> None:
        room, reader = await enter(rooms, f"/api/games/hasami-shogi/puzzles/{number}/socket")
        solution = puzzle.game.notation.format(puzzle.start.record, puzzle.seat, puzzle.solution)
        await room.follow(reader, messages.Play("right", 0, puzzle.seat, solution))
        moved = heard(reader)[-1]
        assert len(moved["events"]) == 1 + len(puzzle.then)
        assert "capture" in moved["events"][-1]["said"]["words"]
        assert moved["waiting"] == []

    run(tmp_path, test)


def test_what_only_others_know_stays_hidden(tmp_path: Path) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        _, reader = await enter(rooms, "/api/games/yuan/lessons/5/socket")
        told = heard(reader)
        assert "M1" not in str(told[-1]["drawing"]), "the plan of the other clan"

    run(tmp_path, test)
