"""Retry: the position before a mistake in a finished game, where other moves are judged as by the analysis."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from naadam.bots.advice.analysis import MARKS, Weighed
from naadam.core.errors import NaadamError
from naadam.core.seats import CHANCE
from naadam.core.teaching.lessons import Lesson, LessonVerdict
from naadam.core.texts import lower_first
from naadam.server.features import lessons
from naadam.server.features.analysis import read_analysis
from naadam.server.features.lessons import LessonRoom, LessonTable
from naadam.server.protocol import messages
from naadam.server.protocol.errors import TEXTS, UserError
from naadam.server.protocol.kinds import TABLE_ID
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import Handler, handles
from naadam.server.table.table import Table
from naadam.server.workers.pool import Requester

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

ADDRESS = re.compile(rf"/api/tables/({TABLE_ID})/moves/(\d{{1,6}})/socket")


@dataclass(frozen=True)
class Attempt(Lesson):
    """A position whose moves are judged by a search: a move that loses little is a solution."""

    weighed: dict[int, Weighed] = field(default_factory=dict)  # by action: the moves tried
    mistake: int = -1  # the move that was played

    def judge(self, taken: Sequence[int]) -> LessonVerdict:
        found = self.weighed.get(taken[0])
        if tuple(taken) in self.ways:
            return "found"
        if taken[0] == self.mistake:
            return "wrong"
        if found is None or found.worth is None:
            return "wrong"
        return "found" if found.loss < MARKS[-1][0] else "wrong"

    def say(self, key: str, language: str) -> str:
        """Say why the latest try fails: the reply to it, if that is known."""
        action, weighed = list(self.weighed.items())[-1]
        after = self.start.apply(action, self.seat)
        ahead = weighed.ahead
        if ahead is None or after.turn in (self.seat, CHANCE, None):
            return TEXTS.get("warnings", "worse", language)
        name = after.side_name(after.turn, language)
        reply = lower_first(after.say(ahead.line[0], language))
        return TEXTS.get("warnings", "worse-reply", language, name=name, action=reply)


class RetryTable(LessonTable):
    """The position before a move; in a game with secrets only its player may see it."""

    lesson: Attempt

    def __init__(self, attempt: Attempt, source: Table) -> None:
        self._source = source
        super().__init__(attempt)

    def seats_of(self, person: str) -> tuple[int, ...]:
        held = self._source.seats_of(person)
        return (self.lesson.seat,) if not self.game.hides or self.lesson.seat in held else ()


HANDLERS: ChainMap[type, Handler] = ChainMap({}, lessons.HANDLERS)


class RetryRoom(LessonRoom):
    """The room of one client that tries a move again."""

    table: RetryTable
    handlers = HANDLERS


@handles(messages.Play, table=HANDLERS)
async def play(room: RetryRoom, client: Client, message: messages.Play) -> None:
    """Have a move judged, then take it if it is good enough."""
    if not room.table.found:
        try:
            await _weigh(room, client, message)
        except UserError as error:
            client.fail(message.id, error)
            return
        except NaadamError:
            pass  # the reason is sent when the move is decided on
    await room.change(message, client)


async def _weigh(room: RetryRoom, client: Client, message: messages.Play) -> None:
    """Have a move judged; UserError if no thought comes, or it cannot be judged."""
    state, attempt = room.table.state, room.table.lesson
    _, number = state.resolve_action(message.action, message.seat)
    if state.refusal(number, message.seat) is None:
        found = attempt.weighed.pop(number, None)
        requester = Requester(room.table.id, client.address)
        found = found or await room.services.bot_pool.weigh(state, message.seat, number, requester)
        if found.worth is None and number not in (attempt.mistake, attempt.ways[0][0]):
            raise UserError("not-judged")
        attempt.weighed[number] = found


async def find_retry(rooms: Rooms, path: str) -> RetryRoom | None:
    """The room where the move of a game that is over is tried again; None if the address names none."""
    found = ADDRESS.fullmatch(path)
    table = await rooms.look_at(found[1]) if found else None
    if found is None or table is None or not table.over:
        return None
    moves = await read_analysis(rooms.services, table.id) or []
    move = next((move for move in moves if move.number == int(found[2])), None)
    if move is None:
        return None
    start = table.history.states[move.number - 1]
    best, mistake = (start.resolve_action(text, move.seat)[1] for text in (move.best, move.action))
    attempt = Attempt(start, move.seat, ((best,),), (), mistake=mistake)
    return RetryRoom(rooms, RetryTable(attempt, table))
