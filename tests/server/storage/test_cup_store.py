"""Cups in the database: all games begin in one transaction, and a cup ends on its date, also after kills."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from in_memory import run

from naadam.server.http.routes.cups import list_cups
from naadam.server.http.session import Session
from naadam.server.protocol.errors import Conflict, NotFound, TooOften, WrongServer
from naadam.server.rooms.cups import SECONDS_TO_EMPTY
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.cup_store import Cup, CupStore, cup_entries, cup_games
from naadam.server.storage.game_calendar import Calendar
from naadam.server.storage.offer_store import Begun
from naadam.server.storage.people.key_store import KeyStore
from naadam.server.storage.people.people_store import people
from naadam.server.storage.store import Store, results, tables
from naadam.server.table.cups import rank_group, settle

DAY = 86_400.0
PEOPLE = 200


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Killed(Exception):
    """The process ends between two statements."""


def begin(table: str, cup: Cup, pair: tuple[str, str], names: Mapping[str, str]) -> Begun:
    return Begun(cup.spec, {"players": [], "seed": "s"}, [])


def settle_people(store: Store, *names: str) -> None:
    with store.engine.begin() as connection:
        rows = [{"id": name, "name": name, "folded": name, "created": 0.0, "seen": 0.0} for name in names]
        connection.execute(people.insert(), rows)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield found
    found.close()


def count(store: Store, table: sql.Table) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one())


def finish(store: Store, table: str, shares: tuple[float, float], ended: float) -> None:
    row: dict[str, Any] = {"table_id": table, "person": None, "player": None, "spec": "yut", "rules": 1, "team": 0}
    rows = [
        row | {"seat": seat, "place": 1, "share": share, "left": False, "rated": True, "ended": ended}
        for seat, share in enumerate(shares)
    ]
    with store.engine.begin() as connection:
        connection.execute(results.insert(), rows)


def test_people_enter_and_leave_until_a_cup_begins(store: Store) -> None:
    clock = Clock()
    cups = CupStore(store, begin, now=clock)
    settle_people(store, "anna", "ben", "cleo")
    cup = cups.open("yut", 86_400, "anna", DAY, 7 * DAY)
    for person in ("anna", "ben", "ben", "cleo"):
        cups.enter(cup, person)
    cups.leave(cup, "cleo")
    assert cups.entries(cup) == [("anna", "anna"), ("ben", "ben")]
    cups.open("yut", 86_400, "anna", DAY, 7 * DAY)
    with pytest.raises(TooOften):
        cups.open("yut", 86_400, "anna", DAY, 7 * DAY)
    with pytest.raises(NotFound):
        cups.enter("nothing", "anna")
    assert cups.begin_due() == []
    clock.now += DAY
    with pytest.raises(Conflict):
        cups.enter(cup, "cleo")
    assert set(cups.begin_due()) == {one.id for one, _ in cups.shown()}
    assert cups.begin_due() == []
    assert len(cups.games(cups.find(cup))) == 5
    [other] = [one for one, entered in cups.shown() if not entered]
    assert other.closed is not None, "a cup without people does not begin"


def test_people_who_gave_up_their_name_play_and_closed_ones_do_not(store: Store) -> None:
    clock = Clock()
    given: list[str] = []

    def note(table: str, cup: Cup, pair: tuple[str, str], names: Mapping[str, str]) -> Begun:
        given.extend(names.values())
        return begin(table, cup, pair, names)

    cups = CupStore(store, note, now=clock)
    settle_people(store, "anna", "ben", "cleo")
    cup = cups.open("yut", 86_400, "anna", DAY, 7 * DAY)
    for person in ("anna", "ben", "cleo"):
        cups.enter(cup, person)
    with store.engine.begin() as connection:
        connection.execute(people.update().where(people.c.id == "ben").values(name=None, folded=None))
        connection.execute(people.update().where(people.c.id == "cleo").values(closed=1.0))
    assert cups.entries(cup) == [("anna", "anna"), ("ben", "")]
    clock.now += DAY
    assert cups.begin_due() == [cup]
    entrants = {entrant for game in cups.games(cups.find(cup)) for entrant in game.entrants}
    assert entrants == {"anna", "ben", "computer1", "computer2"}
    assert set(given) == {"anna", ""}


def test_games_and_entries_go_to_the_person_into_whom_another_is_merged(store: Store) -> None:
    clock = Clock()
    cups = CupStore(store, begin, now=clock)
    settle_people(store, "anna", "ben", "other")
    begun, waiting = (cups.open("yut", 86_400, "anna", days * DAY, 7 * DAY) for days in (1, 2))
    for cup, person in ((begun, "anna"), (begun, "ben"), (waiting, "ben"), (waiting, "other")):
        cups.enter(cup, person)
    clock.now += DAY
    cups.begin_due()
    KeyStore(store.engine).merge("ben", "no-key", "other")
    assert {entrant for game in cups.games(cups.find(begun)) for entrant in game.entrants} == {
        "anna", "other", "computer1", "computer2",
    }  # fmt: skip
    assert [person for person, _ in cups.entries(begun)] == ["anna", "other"]
    assert [person for person, _ in cups.entries(waiting)] == ["other"]


def test_a_cup_of_200_people_with_no_shows_and_kills_ends_on_its_date(store: Store) -> None:
    rng, clock = random.Random(4), Clock()
    armed = [0]  # statements until the process is killed

    def kill(*_: object) -> None:
        armed[0] -= 1
        if armed[0] == 0:
            raise Killed

    settle_people(store, *(f"p{number}" for number in range(PEOPLE)))
    opened = CupStore(store, begin, now=clock)
    cup = opened.open("yut", 86_400, "p0", DAY, 30 * DAY)
    for number in range(PEOPLE):
        opened.enter(cup, f"p{number}")
    clock.now += DAY
    sql.event.listen(store.engine, "before_cursor_execute", kill)
    kills = 0
    for statement in (1, 2, 3, 4, 5, 9, 40, 333, 1500, 0):
        armed[0] = statement
        try:
            CupStore(store, begin, now=clock).begin_due()
        except Killed:
            kills += 1
            assert (count(store, cup_games), count(store, tables)) == (0, 0), "all games, or none"
    assert kills >= 8
    games = opened.games(opened.find(cup))
    assert len(games) == count(store, tables) == count(store, cup_games)
    groups = Counter(game.group for game in games)
    assert set(groups.values()) <= {6, 10, 15}
    played = Counter(entrant for game in games for entrant in game.entrants)
    assert len(played) == PEOPLE
    absent = set(rng.sample(sorted(played), 30))
    for game in games:
        missing = [entrant in absent for entrant in game.entrants]
        if not any(missing):
            if rng.random() < 0.9:
                share = rng.choice((0.0, 0.5, 1.0))
                finish(store, game.table, (share, 1 - share), clock.now + rng.random() * 29 * DAY)
        elif not all(missing):
            finish(store, game.table, (float(missing[1]), float(missing[0])), clock.now + 2 * DAY)
    clock.now += 30 * DAY - 1
    assert opened.ended() == []
    clock.now += 1
    for statement in (1, 2, 3, 0):
        armed[0] = statement
        try:
            again = CupStore(store, begin, now=clock)
            for each in again.ended():
                again.close(each.id)
        except Killed:
            pass
    armed[0] = 0
    found = opened.find(cup)
    assert (found.ends, found.closed) == (clock.now, clock.now)
    assert opened.ended() == []
    open_games = [game for game in opened.games(found) if game.shares is None]
    assert open_games
    finish(store, open_games[0].table, (1.0, 0.0), clock.now + 5)  # too late
    final = settle(opened.games(found), closed=True)
    assert next(game for game in final if game.table == open_games[0].table).shares == (0.5, 0.5)
    for group in groups:
        ranked = rank_group([game for game in final if game.group == group])
        assert sum(each.points for each in ranked) == groups[group]
        assert min(each.place for each in ranked) == 1
    assert count(store, cup_entries) == PEOPLE


def test_time_runs_out_for_people_who_never_come_before_a_cup_is_closed(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        clock, store = Clock(), rooms.services.store
        rooms.services.calendar = Calendar(store, clock)
        cups = rooms.cups.store = CupStore(store, rooms.cups._begin, rooms.cups._order, now=clock)
        settle_people(store, "anna", "ben", "cleo", "dora", "emil")
        cup = cups.open("bagh-chal", 86_400, "anna", DAY, 7 * DAY)
        for person in ("anna", "ben", "cleo", "dora", "emil"):
            cups.enter(cup, person)
        clock.now += DAY
        await rooms.cups.look()
        games = cups.games(cups.find(cup))
        assert len(games) == 10
        room = await rooms.room(games[0].table)
        assert room is not None
        assert [room.table.seats_of(entrant) for entrant in games[0].entrants] == [(0,), (1,)]
        assert room.table.rated
        clock.now += 7 * DAY
        await rooms.cups.look()
        found = cups.find(cup)
        assert found.closed is not None
        over = [await rooms.room(game.table) for game in games]
        assert all(room is not None and room.table.over for room in over)
        assert {game.shares for game in cups.games(found)} == {(0.0, 1.0)}, "the first to move was not there"

    run(tmp_path, test)


NAMES = ("anna", "ben", "cleo", "dora")


async def begin_cup(rooms: Rooms, clock: Clock) -> tuple[CupStore, str]:
    """A cup of four people, whose games have begun."""
    store = rooms.services.store
    rooms.services.calendar = Calendar(store, clock)
    cups = rooms.cups.store = CupStore(store, rooms.cups._begin, rooms.cups._order, now=clock)
    settle_people(store, *NAMES)
    cup = cups.open("bagh-chal", 86_400, "anna", DAY, 7 * DAY)
    for person in NAMES:
        cups.enter(cup, person)
    clock.now += DAY
    await rooms.cups.look()
    return cups, cup


def test_a_cup_is_closed_only_when_every_server_has_let_time_run_out_at_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms) -> None:
        clock = Clock()
        cups, cup = await begin_cup(rooms, clock)
        distant, opened = cups.games(cups.find(cup))[2].table, rooms.room

        async def room(table_id: str) -> Room | None:
            if table_id == distant:
                raise WrongServer
            return await opened(table_id)

        monkeypatch.setattr(rooms, "room", room)
        clock.now += 7 * DAY
        await rooms.cups.look()
        assert cups.find(cup).closed is None, "the table of another server has time to run out"
        monkeypatch.setattr(rooms, "room", opened)  # the other server looks
        await rooms.cups.look()
        found = cups.find(cup)
        assert found.closed is not None
        assert {game.shares for game in cups.games(found)} == {(0.0, 1.0)}, "no-shows lose, on every server"

    run(tmp_path, test)


def test_a_server_that_never_lets_time_run_out_does_not_keep_a_cup_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms) -> None:
        clock = Clock()
        cups, cup = await begin_cup(rooms, clock)

        async def elsewhere(table_id: str) -> None:
            raise WrongServer

        monkeypatch.setattr(rooms, "room", elsewhere)
        clock.now += 7 * DAY + SECONDS_TO_EMPTY
        await rooms.cups.look()
        assert cups.find(cup).closed is None
        clock.now += 1
        await rooms.cups.look()
        assert cups.find(cup).closed is not None

    run(tmp_path, test)


def test_a_bad_cup_and_a_bad_table_fail_alone(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        clock = Clock()
        settle_people(rooms.services.store, "eve", "fay")
        bad = CupStore(rooms.services.store, begin, now=clock)
        lost = bad.open("bagh-chal:board=lost", 86_400, "eve", DAY, 7 * DAY)
        for person in ("eve", "fay"):
            bad.enter(lost, person)
        cups, cup = await begin_cup(rooms, clock)
        assert (cups.find(lost).begun, cups.find(cup).begun) == (None, clock.now), "the other cup begins"
        unreadable = cups.games(cups.find(cup))[0].table
        rooms.let_go()
        with rooms.services.store.engine.begin() as connection:
            gone = tables.c.id == unreadable
            connection.execute(tables.update().where(gone).values(spec="bagh-chal:board=lost"))
        clock.now += 7 * DAY
        await rooms.cups.look()
        found = cups.find(cup)
        assert found.closed is not None
        shares = {game.table: game.shares for game in cups.games(found)}
        assert shares.pop(unreadable) is None
        assert set(shares.values()) == {(0.0, 1.0)}, "the other tables are played to their end"
        assert cups.find(lost).closed is not None, "a cup that could not begin ends on its date"
        shown = await list_cups(rooms, Session(rooms, None, None, "", [], None))  # type: ignore[arg-type]
        assert {info.title for info in shown} == {"Bagh Chal", "bagh-chal:board=lost"}

    run(tmp_path, test)
