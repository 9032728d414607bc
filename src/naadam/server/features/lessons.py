"""Lessons and puzzles: a table in memory for each learner, where a move is judged before it is taken."""

from __future__ import annotations

import asyncio
import functools
import re
from collections import ChainMap
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from naadam.core.errors import SpecError
from naadam.core.state import Action
from naadam.core.teaching.lessons import Lesson, lessons
from naadam.core.teaching.puzzles import Puzzle, puzzles
from naadam.server.features.hints import say_why
from naadam.server.payloads.cached_response import FOR_A_DAY, REVALIDATE, CachedResponse
from naadam.server.payloads.picture import draw_picture
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import NotFound, UserError
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import LessonClause, LessonInfo, PuzzleInfo
from naadam.server.rooms import handlers
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import Handler
from naadam.server.rooms.room import Room
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.table import Decided, Table
from naadam.server.table.time_control import TimeControl

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms


MOST_CACHED = 64  # lists of lessons and of puzzles
ADDRESS = re.compile(r"/api/games/([a-z0-9-]{1,40})/(lessons|puzzles)/(\d{1,3})/socket")

HANDLERS: ChainMap[type, Handler] = ChainMap({}, handlers.HANDLERS)  # of lessons, before those of all rooms

router = APIRouter(prefix="/api")
LESSONS = TypeAdapter(list[LessonInfo])
PUZZLES = TypeAdapter(list[PuzzleInfo])


@router.get("/games/{name}/lessons", response_model=list[LessonInfo])
async def list_lessons(request: Request, name: str, language: Language = "en") -> Response:
    """The first steps of a game; an empty list if its package has none."""
    return (await asyncio.to_thread(cached_lessons, name, language)).answer(request, REVALIDATE)


@router.get("/games/{name}/puzzles", response_model=list[PuzzleInfo])
async def list_puzzles(request: Request, name: str, language: Language = "en") -> Response:
    """The puzzles of a game, the easy ones first; an empty list if its package has none."""
    return (await asyncio.to_thread(cached_puzzles, name, language)).answer(request, REVALIDATE)


@router.get("/games/{name}/puzzles/{number}/picture", response_class=Response)
async def picture_of_puzzle(request: Request, name: str, number: int) -> Response:
    """The position of a puzzle as an SVG file, as its seat sees it."""
    return (await asyncio.to_thread(keep_picture_of_puzzle, name, number)).answer(request, FOR_A_DAY)


@functools.lru_cache(MOST_CACHED)
def keep_picture_of_puzzle(name: str, number: int) -> CachedResponse:
    known = puzzles(name)
    if not 1 <= number <= len(known):
        raise NotFound("no-picture")
    puzzle = known[number - 1]
    return draw_picture(puzzle.game, puzzle.start.describe(puzzle.seat))


@functools.lru_cache(MOST_CACHED)
def cached_lessons(name: str, language: Language) -> CachedResponse:
    listed = [
        LessonInfo(**_words_of(lesson, language), clauses=_clauses_of(lesson, language), around=_around(lesson))
        for lesson in lessons(name)
    ]
    return CachedResponse.of("application/json", LESSONS.dump_json(listed))


@functools.lru_cache(MOST_CACHED)
def cached_puzzles(name: str, language: Language) -> CachedResponse:
    listed = [_info(puzzle, language) for puzzle in puzzles(name)]
    return CachedResponse.of("application/json", PUZZLES.dump_json(listed))


def _info(puzzle: Puzzle, language: Language) -> PuzzleInfo:
    words = _words_of(puzzle, language)
    why, clause = say_why(puzzle.start, puzzle.seat, puzzle.solution, puzzle.reason, language)
    words["found"] = f"{words['found']} {why}".strip()
    return PuzzleInfo(**words, grade=puzzle.grade, distance=puzzle.distance, clauses=[clause] if clause else [])


def _words_of(lesson: Lesson, language: Language) -> dict[str, str]:
    return {
        "spec": lesson.game.spec,
        "task": lesson.say("task", language),
        "found": lesson.say("found", language),
    }


def _clauses_of(lesson: Lesson, language: Language) -> list[LessonClause]:
    texts = lesson.game.rulebook.texts
    return [LessonClause(clause=clause, text=texts.clause(clause, language)) for clause in lesson.clauses]


def _around(lesson: Lesson) -> list[str]:
    """All that is touched on the first of its ways."""
    state, touched = lesson.start, list[str]()
    for action in lesson.ways[0]:
        touched += lesson.game.face.gesture(state.record, lesson.seat, action)
        state = state.apply(action, lesson.seat)
    return list(dict.fromkeys(touched))


Refused = (
    messages.OfferDraw
    | messages.OfferHints
    | messages.Answer
    | messages.Resign
    | messages.Rematch
    | messages.Analyse
    | messages.Vary
    | messages.Explore
    | messages.Talk
)


class NotWanted(UserError):
    """A legal move that is not the one to find."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        super().__init__("not-wanted")

    def text(self, language: str = "en") -> str:
        return f"{super().text(language)} {self._lesson.say('wrong', language)}"


class LessonTable(Table):
    """The table of a lesson: one seat acts until it has found the solution."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._found_at: int | None = None  # after so many steps
        players = tuple(Player("here") for _ in range(lesson.game.seats))
        super().__init__("lesson", lesson.game, players, "", lesson.start.position, time_control=TimeControl("none"))

    @property
    def found(self) -> bool:
        return self._found_at is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.found or self.lesson.seat not in self.state.waiting else (self.lesson.seat,)

    @property
    def taken(self) -> tuple[int, ...]:
        """The learner's actions so far."""
        return tuple(int(action) for action, _ in self.history.steps[: self._found_at])

    def seats_of(self, person: str) -> tuple[int, ...]:
        return (self.lesson.seat,)

    def decide(self, message: Decided) -> list[StoredEvent]:
        if self.found:
            raise UserError("lesson-over")
        events = super().decide(message)
        if not isinstance(message, messages.Play):
            return events
        taken = list(self.taken)
        for number, event in enumerate(events, 1):
            taken.append(event.data["action"])
            verdict = self.lesson.judge(taken)
            if verdict == "wrong":
                raise NotWanted(self.lesson)
            if verdict == "found":
                return [*events[:number], *self._answers(tuple(taken), event.seq)]
        return events

    def _answers(self, taken: tuple[int, ...], seq: int) -> list[StoredEvent]:
        """The actions of others and of chance that the lesson adds to this solution."""
        then = self.lesson.then if taken == self.lesson.ways[0] else ()
        return [
            StoredEvent(seq + number, "action", {"seat": seat, "action": action})
            for number, (seat, action) in enumerate(then, 1)
        ]

    def _draw_chance(self, *_: object, **__: object) -> list[StoredEvent]:
        return []  # chance follows the lesson, and nothing else

    def take(self, event: StoredEvent) -> None:
        super().take(event)
        if not self.found and self.taken and self.lesson.judge(self.taken) == "found":
            self._found_at = len(self.history.steps)


class LessonRoom(Room):
    """The room of one learner; nothing of it is stored."""

    table: LessonTable
    handlers = HANDLERS

    def __init__(self, rooms: Rooms, table: LessonTable) -> None:
        super().__init__(rooms, table)

    async def record(self, news: Sequence[StoredEvent]) -> None:
        self.table.take_all(list(news))


@handlers.handles(*get_args(Refused), needs_seat=False, table=HANDLERS)
def refuse(room: LessonRoom, client: Client, message: Refused) -> None:
    """Refuse a message that concerns other people, or a game that was played."""
    client.fail(message.id, UserError("only-moves"))


@handlers.handles(messages.Hint, table=HANDLERS)
def show_next(room: LessonRoom, client: Client, message: messages.Hint) -> None:
    """Show the next move of the solution."""
    table = room.table
    number = None if table.found else table.lesson.hint(table.taken)
    if number is None:
        client.fail(message.id, UserError("begin-again"))
        return
    action = Action(number, message.seat, table.state)
    words = table.state.say(action, client.language)
    gesture = table.game.face.gesture(table.state.record, message.seat, number)
    client.send(replies.Hinted(message.id, str(action), words, gesture, "", None))


def find_lesson(rooms: Rooms, path: str) -> LessonRoom | None:
    """The room of the lesson, or of the puzzle, that the address of a socket names; None if it names none."""
    found = ADDRESS.fullmatch(path)
    if found is None:
        return None
    try:
        known: Sequence[Lesson] = lessons(found[1]) if found[2] == "lessons" else puzzles(found[1])
    except SpecError:
        return None
    number = int(found[3])
    return LessonRoom(rooms, LessonTable(known[number - 1])) if 1 <= number <= len(known) else None
