"""Results of games: places, teams, leavers, and which games are rated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest

import naadam
from naadam.core.seats import CHANCE
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.results import Result, conclude, end_of_log, results_of
from naadam.server.table.table import Table

ANNA = Player("invited", "Anna", person="a" * 24, kept=True)
BAO = Player("invited", "Bao", person="b" * 24, kept=True)
NAMELESS = Player("invited", "Bao", person="b" * 24)
BOT = Player("invited", "Bot", person="d" * 24, bot=True)
LEVEL = Player("computer", level=4)
CHIARA = Player("invited", "Chiara", person="c" * 24, kept=True)


def table_of(spec: str, *players: Player, **setup: Any) -> Table:
    """A table of a rated game by a clock, unless something else is asked for."""
    whole = {"players": [asdict(player) for player in players], "seed": "luck", "rated": True} | setup
    whole.setdefault("pace", {"kind": "fischer", "seconds": 300})
    return Table.from_setup("table", naadam.load(spec), whole)


def take(table: Table, news: Sequence[StoredEvent]) -> tuple[Result, ...]:
    news = conclude(table, news)
    table.take_all(list(news))
    return news[-1].results


def act(table: Table, number: int, seed: int = 1) -> tuple[Result, ...]:
    """So many random actions of seats, and the chance after them; the results if the game ends."""
    rng = random.Random(seed)
    table.take_all(table.chance_due())
    for count in range(number):
        if table.over:
            break
        seat = next(seat for seat in table.to_act if seat != CHANCE)
        action = table.held[1] if table.held else str(rng.choice(list(table.state.actions(seat))))
        if found := take(table, table.decide(messages.Play(str(count), table.seq, seat, action))):
            return found
    return ()


def resign(table: Table, seat: int) -> tuple[Result, ...]:
    return take(table, table.decide(messages.Resign("r", seat)))


def test_a_game_has_a_row_for_each_seat() -> None:
    table = table_of("bagh-chal", ANNA, LEVEL)
    act(table, 20)
    assert resign(table, 0) == (
        Result(0, ANNA.person, None, 0, 2, 0.0, False, True, table.rules),
        Result(1, None, "level4", 1, 1, 1.0, False, True, table.rules),
    )


@pytest.mark.parametrize("spec", ["yut", "yut:players=4", "jarmo", "khan:players=3"])
def test_a_game_that_goes_to_its_end_has_the_same_results_afterwards(spec: str) -> None:
    players = [ANNA, BAO, LEVEL, LEVEL][: naadam.load(spec).seats]
    table = table_of(spec, *players)
    found = act(table, 5000)
    outcome = table.outcome
    assert outcome is not None
    assert results_of(table, outcome) == found
    assert {one.seat for one in found if one.place == 1} == set(outcome.winners)
    assert sum(one.share for one in found) == pytest.approx(1)
    allies = table.game.rulebook.allies
    assert all((one.team == other.team) == (other.seat in allies(one.seat)) for one in found for other in found)
    table.take(StoredEvent(table.seq + 1, "next", {"table": "other"}))
    assert end_of_log(table) == table.seq - 1


def test_events_that_end_nothing_carry_nothing() -> None:
    table = table_of("bagh-chal", ANNA, BAO)
    assert end_of_log(table) is None
    assert act(table, 5) == ()
    assert take(table, table.decide(messages.OfferDraw("d", table.seq, 0))) == ()
    found = take(table, table.decide(messages.Answer("a", table.seq, 1, True)))
    assert [(one.place, one.share, one.rated) for one in found] == [(1, 0.5, False)] * 2, "too few actions"


def test_those_who_leave_are_last_the_first_of_them_behind_the_second() -> None:
    table = table_of("khan:players=4", ANNA, BAO, CHIARA, LEVEL)
    act(table, 40)
    assert resign(table, 1) == ()
    assert resign(table, 2) == ()
    act(table, 3)
    found = resign(table, 0)
    assert [one.place for one in found] == [2, 4, 3, 1]
    assert [one.left for one in found] == [False, True, True, False]
    assert [one.person for one in found] == [ANNA.person, BAO.person, CHIARA.person, None]
    assert [one.share > 0 for one in found] == [False, False, False, True]


def test_who_leaves_a_team_is_alone() -> None:
    table = table_of("yut:players=4", ANNA, BAO, CHIARA, LEVEL)
    act(table, 30)
    resign(table, 2)  # of seats 0 and 2
    found = resign(table, 1) or resign(table, 0)
    teams = [one.team for one in found]
    assert teams[1] != teams[2] != teams[0]


@pytest.mark.parametrize(
    ("players", "setup", "actions", "rated"),
    [
        ((ANNA, BAO), {}, 12, True),
        ((ANNA, LEVEL), {}, 12, True),
        ((ANNA, BAO), {"rated": False}, 12, False),
        ((ANNA, BAO), {}, 11, False),  # one of them has acted five times
        ((ANNA, NAMELESS), {}, 12, False),
        ((NAMELESS, LEVEL), {}, 12, False),
        ((ANNA, BOT), {}, 12, True),
        ((ANNA, ANNA), {}, 12, False),
        ((ANNA, Player("invited", "Bo")), {}, 12, False),  # a person that is not known
        ((ANNA, Player("computer", engine="mine")), {}, 12, False),
        ((ANNA, Player("computer", level=6)), {}, 12, False),
        ((LEVEL, LEVEL), {}, 12, False),
        ((ANNA, BAO), {"pace": {"kind": "none"}}, 12, False),
        ((ANNA, BAO), {"pace": {"kind": "days", "seconds": 86400}}, 12, True),
    ],
)
def test_rated_games_have_known_players_a_clock_and_six_actions_each(
    players: tuple[Player, Player], setup: dict[str, Any], actions: int, rated: bool
) -> None:
    table = table_of("bagh-chal", *players, **setup)
    act(table, actions)
    found = take(table, [StoredEvent(table.seq + 1, "resign", {"seat": 0}, "0:r")])
    assert {one.rated for one in found} == {rated}


def test_a_game_that_was_rated_stays_so_when_its_people_give_up_their_names() -> None:
    table = table_of("bagh-chal", ANNA, NAMELESS)
    act(table, 12)
    take(table, [StoredEvent(table.seq + 1, "resign", {"seat": 0}, "0:r")])
    assert table.outcome is not None
    assert [one.rated for one in results_of(table, table.outcome)] == [False, False]
    assert [one.rated for one in results_of(table, table.outcome, was_rated=True)] == [True, True]


def test_a_rated_game_has_no_hints_and_no_take_backs() -> None:
    table = table_of("bagh-chal", ANNA, BAO)
    act(table, 3)
    for message in (messages.Undo("u", table.seq, 0), messages.OfferHints("h", table.seq, 0)):
        with pytest.raises(UserError) as refused:
            table.decide(message)
        assert refused.value.key == "rated"
    alone = table_of("bagh-chal", ANNA, LEVEL)
    act(alone, 2)
    assert not alone.hints
    with pytest.raises(UserError, match="rated"):
        alone.decide(messages.Undo("u", alone.seq, 0))
    assert table_of("bagh-chal", ANNA, LEVEL, rated=False).hints


def test_a_finished_record_that_was_opened_has_no_results() -> None:
    table = table_of("bagh-chal", ANNA, BAO)
    table.take(StoredEvent(1, "resign", {"seat": 0}))
    assert table.outcome is not None
    assert results_of(table, table.outcome) == ()
