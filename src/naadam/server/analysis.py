"""The analysis of a game that is over, made once and told to all who ask for it, as far as it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.bots.analysis import Judgement
from naadam.server import messages
from naadam.server.failures import NotDone

if TYPE_CHECKING:
    from naadam.server.room import Reader, Room


class Analysis:
    """What has been found out so far, and who wants to know."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._moves: list[messages.Judged] = []
        self.done = False
        self._readers: set[Reader] = set()
        self._work = room.house.keep(self._run())

    def tell(self, reader: Reader) -> None:
        """Tell a reader all there is, and from now on what comes."""
        if not self.done:
            self._readers.add(reader)
        reader.send(messages.Analysed(list(self._moves), self.done))

    async def _run(self) -> None:
        try:
            await self._room.house.prepare(self._room)
            await self._room.house.analyse(self._room.table, self._hear)
        except NotDone as error:
            for reader in self._readers:
                reader.fail(None, error)
            self.end()
            return
        self.done = True
        self._pass_on([])
        self._readers.clear()

    def forget(self, reader: Reader) -> None:
        """A reader has left; with the last one what is not finished is given up."""
        self._readers.discard(reader)
        if not self._readers and not self.done:
            self.end()

    def end(self) -> None:
        self._room.analysis = None
        self._work.cancel()

    def _hear(self, move: Judgement) -> None:
        self._pass_on([move])

    def _pass_on(self, moves: list[Judgement]) -> None:
        judged = [judged_move(move) for move in moves]
        self._moves += judged
        for reader in self._readers:
            reader.send(messages.Analysed(judged, self.done))


def judged_move(move: Judgement) -> messages.Judged:
    return messages.Judged(
        number=move.number,
        seat=move.seat,
        values=list(move.values),
        best=move.best,
        line=list(move.line),
        loss=move.loss,
        mark=move.mark,
        wins_in=move.wins_in,
    )
