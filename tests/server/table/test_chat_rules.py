"""Chat rules at a table whose game says which seats may talk to one another."""

from __future__ import annotations

import pytest

import naadam
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.table import chat_rules
from naadam.server.table.players import Player
from naadam.server.table.table import Table


@pytest.mark.rule("CQ-98")
def test_allies_may_not_talk_before_the_end_and_all_may_after_it() -> None:
    """A game can end by a resignation, too: then the rules of the game still have a turn to play."""
    game = naadam.load("conquest:alliances=true")
    table = Table("table", game, (Player("here"), *[Player("computer")] * 3), "seed")
    assert [chat_rules.talks(table, seat) for seat in range(4)] == [0, 0, 0, 0]
    with pytest.raises(UserError) as refused:
        chat_rules.check(table, messages.Talk("t", 0, "Well played", 2))
    assert refused.value.key == "no-talk"
    table.take_all(table.decide(messages.Resign("r", 0)))
    assert [chat_rules.talks(table, seat) for seat in range(4)] == [0b1110, 0b1101, 0b1011, 0b0111]
    chat_rules.check(table, messages.Talk("t", 0, "Well played", 2))
    chat_rules.check(table, messages.Talk("t", 1, "Well played", None))
