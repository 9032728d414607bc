"""Chat rules: which seats may talk to one another, and who may read which lines."""

from __future__ import annotations

from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.table.events import StoredLine
from naadam.server.table.table import Table


def talks(table: Table, seat: int) -> int:
    """The mask of the seats that a seat may talk to now; people who were invited or have agreed may talk to everybody.

    Rules that bound talk do so only during the game, however it ends.
    """
    if table.rules_on_talk:
        return others_of(table, seat) if table.over else table.game.rulebook.talks(table.state.record, seat)
    return others_of(table, seat) if table.chat == "agreed" and seat in table.people else 0


def others_of(table: Table, seat: int) -> int:
    return ((1 << table.game.seats) - 1) & ~(1 << seat)


def check(table: Table, message: messages.Talk) -> None:
    """UserError if a seat may not talk to another, or to all, now."""
    if not table.may_chat:
        raise UserError("no-talk-yet")
    others = others_of(table, message.seat)
    wanted = others if message.to is None else others & 1 << message.to
    if not wanted or wanted & ~talks(table, message.seat):
        raise UserError("no-talk")


def readable(lines: list[StoredLine], mine: tuple[int, ...]) -> list[replies.Spoken]:
    """The lines that the holder of the seats `mine` may read; a spectator reads only public lines."""
    return [
        replies.Spoken(line.number, line.seat, line.to, line.text)
        for line in lines
        if line.to is None or line.seat in mine or line.to in mine
    ]
