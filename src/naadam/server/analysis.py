"""The analysis of a game that is over, made once and told to all who ask for it, as far as it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.bots.analysis import Judgement
from naadam.server import messages

if TYPE_CHECKING:
    from naadam.server.room import Reader, Room


class Analysis:
    """What has been found out so far, and who wants to know."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._moves: list[messages.Judged] = []
        self._done = False
        self._readers: set[Reader] = set()
        room.house.keep(self._run())

    def tell(self, reader: Reader) -> None:
        """Tell a reader all there is, and from now on what comes."""
        self._readers.add(reader)
        reader.send(messages.Analysed(list(self._moves), self._done))

    async def _run(self) -> None:
        await self._room.house.prepare(self._room)
        await self._room.house.analyse(self._room.table, self._hear)
        self._done = True
        self._pass_on([])

    def _hear(self, move: Judgement) -> None:
        self._pass_on([move])

    def _pass_on(self, moves: list[Judgement]) -> None:
        judged = [judged_move(move) for move in moves]
        self._moves += judged
        for reader in self._readers & self._room.readers:
            reader.send(messages.Analysed(judged, self._done))


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
