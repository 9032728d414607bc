"""Analysis of a finished game: made once, stored, and streamed to all clients that ask for it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from naadam.bots.advice.analysis import Judgement
from naadam.core.errors import NaadamError
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.drawing.description import Saying
from naadam.drawing.story import Frame
from naadam.server.features.hints import say_why
from naadam.server.payloads.story import film
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.handlers import after_hello, handles
from naadam.server.workers.pool import Requester

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.services import Services
    from naadam.server.table.table import Table

MOST_AT_ONCE = 50  # moves in one message


class SharedAnalysis:
    """The analysis of one table: the moves judged so far, and the clients that receive it."""

    def __init__(self, room: Room, kept: list[Judgement] | None = None) -> None:
        self._room = room
        self.moves = kept or []
        self.done = kept is not None
        self._readers: set[Client] = set()
        self._work = None if self.done else room.services.spawn(self._run())

    async def show(self, client: Client) -> None:
        """Send a client the moves judged so far, and the others when they come."""
        if not self.done:
            self._readers.add(client)
        table, language, known = self._room.table, client.language, list(self.moves)
        for begin in range(0, max(1, len(known)), MOST_AT_ONCE):
            end = begin + MOST_AT_ONCE
            judged = await self._room.services.scheduler.make(
                client.address,
                table.id,
                (functools.partial(judged_move, table, move, language) for move in known[begin:end]),
            )
            client.send(replies.Analysed(judged, self.done and end >= len(known)))

    async def _run(self) -> None:
        room = self._room
        try:
            await room.services.compiler.wait(room.table.game)
            record = room.table.history.record(room.table.over).to_text()
            await room.services.analysis_pool.analyse(record, Requester(room.table.id, ""), self._hear)
            kept = msgspec.json.encode(self.moves).decode()
            await room.services.writer.ask(room.services.store.store_analysis, room.table.id, kept)
        except NaadamError as error:
            for client in self._readers:
                client.fail(None, error)
            self.end()
            return
        self.done = True
        for client in self._readers:
            client.send(replies.Analysed([], self.done))
        self._readers.clear()

    def forget(self, client: Client) -> None:
        """Remove a client that has left; without clients an unfinished analysis is cancelled."""
        self._readers.discard(client)
        if not self._readers and not self.done:
            self.end()

    def end(self) -> None:
        self._room.shared.pop(SharedAnalysis, None)
        if self._work is not None:
            self._work.cancel()

    def _hear(self, move: Judgement) -> None:
        self.moves.append(move)
        for client in self._readers:
            client.send(replies.Analysed([judged_move(self._room.table, move, client.language)], self.done))


def may_read(room: Room, client: Client) -> bool:
    """Whether a client may read the analysis: a spectator may not, if the game hides something."""
    return bool(client.mine) or not room.table.game.hides


def analysis_of(room: Room) -> SharedAnalysis | None:
    """The analysis of a table that is in memory."""
    found = room.shared.get(SharedAnalysis)
    assert found is None or isinstance(found, SharedAnalysis)
    return found


async def find_analysis(room: Room) -> SharedAnalysis | None:
    """The analysis of a table, if it has been made or is being made."""
    if analysis_of(room) is None:
        kept = await read_analysis(room.services, room.table.id)
        if kept is not None and analysis_of(room) is None:
            room.shared[SharedAnalysis] = SharedAnalysis(room, kept)
    return analysis_of(room)


async def read_analysis(services: Services, table_id: str) -> list[Judgement] | None:
    """The moves of the analysis that is kept of a table; None if there is none, or only one of an older version."""
    kept = await services.writer.ask(services.store.analysis, table_id)
    try:
        return None if kept is None else msgspec.json.decode(kept, type=list[Judgement])
    except msgspec.MsgspecError:
        return None


@after_hello
async def recall_analysis(room: Room, client: Client) -> None:
    """Send the analysis to a client that has reconnected, if there is one."""
    if room.table.over and may_read(room, client):
        with suppress(UserError):  # a client that asks for it is sent the reason
            found = await find_analysis(room)
            if found is not None:
                await found.show(client)


@handles(messages.Analyse, needs_seat=False)
async def ask_for_analysis(room: Room, client: Client, message: messages.Analyse) -> None:
    """Send a client the analysis, and begin it if there is none yet."""
    if not room.table.over:
        client.fail(message.id, UserError("game-not-over"))
    elif not may_read(room, client):
        client.fail(message.id, UserError("not-your-seat"))
    else:
        found = await find_analysis(room)
        if found is None:
            found = room.shared[SharedAnalysis] = SharedAnalysis(room)
        await found.show(client)


def judged_move(table: Table, move: Judgement, language: str) -> replies.Judged:
    """Put the judgement of a move into words."""
    before = table.history.states[move.number - 1]
    face = table.game.face
    best, played = (before.resolve_action(text, move.seat)[1] for text in (move.best, move.action))
    reason, _ = say_why(before, move.seat, best, None, language) if move.mark else ("", None)
    return replies.Judged(
        number=move.number,
        seat=move.seat,
        value=move.value,
        values=list(move.values),
        verdict=move.verdict,
        mark=move.mark,
        loss=move.loss,
        best=move.best,
        words=before.say(move.best, language, move.seat),
        line=list(move.line),
        reason=reason,
        better=face.gesture(before.record, move.seat, best),
        played=face.gesture(before.record, move.seat, played),
        proven=move.proven,
        wins_in=move.wins_in,
        settled=move.settled,
        threw=move.threw,
    )


@handles(messages.Vary, cost=20.0, needs_seat=False)
async def vary(room: Room, client: Client, message: messages.Vary) -> None:
    """Send the line that was better than a move."""
    client.send((await room.make(client, [functools.partial(better_line, room, client, message)]))[0])


def better_line(room: Room, client: Client, message: messages.Vary) -> replies.Recounted:
    """The line that was better than a move, as a story from the position before it."""
    table = room.table
    analysis = analysis_of(room)
    moves = analysis.moves if analysis is not None and may_read(room, client) else []
    move = next((move for move in moves if move.number == message.number), None)
    if move is None:
        raise UserError("no-story")
    state = table.history.states[move.number - 1]
    viewer = client.mine[0] if len(client.mine) == 1 else CHANCE
    return film(message.id, state.describe(viewer), _frames(state, move.line, viewer, client.language))


def _frames(state: State, line: Sequence[str], viewer: int, language: str) -> Iterator[Frame]:
    """The steps of a line, as a seat sees them."""
    face = state.game.face
    for text in line:
        step = _step(state, text)
        if step is None:
            return
        actor, number = step
        name = state.side_name(actor, language)
        points = tuple(face.gesture(state.record, actor, number))
        saying = Saying(state.say(number, language, actor), points=points)
        state = state.apply(number, actor)
        yield Frame(saying, state.describe(viewer), chapter=Saying(name))


def _step(state: State, text: str) -> tuple[int, int] | None:
    """The next step of a line, which was found from its seat's view; None where the game goes another way."""
    try:
        seat, number = state.resolve_action(text, None)
        return None if CHANCE in state.waiting or state.refusal(number, seat) else (seat, number)
    except NaadamError:
        return None
