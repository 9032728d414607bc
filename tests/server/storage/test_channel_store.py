"""Channels and hours of vacation in the database, with two servers on it: a file, and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql
from database import PostgreSQL

from naadam.server.protocol.errors import TooOften
from naadam.server.storage.hosting.housekeeping import delete_tables
from naadam.server.storage.people.channel_store import MOST, ChannelStore, Told, forget_channels, merge_channels
from naadam.server.storage.people.people_store import people
from naadam.server.storage.people.vacation_store import VacationStore, merge_vacations
from naadam.server.storage.result_store import fill_vacations
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent
from naadam.server.table.vacation import HOURS_PER_YEAR

ANNA, BEN = "a" * 24, "b" * 24
SETUP = {"players": [{"kind": "invited", "person": ANNA}, {"kind": "invited"}], "seed": "s"}
FIRST, SECOND = "table-one", "table-two"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


@pytest.fixture(params=["file", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """A database with a person at a table, as two servers have it open."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql").create(f"channels{abs(hash(request.node.name))}")
    found = Store(url), Store(url)
    with found[0].engine.begin() as connection:
        connection.execute(people.insert(), [{"id": person, "created": 0.0, "seen": 0.0} for person in (ANNA, BEN)])
    found[0].create(FIRST, "bagh-chal", SETUP)
    yield found
    for store in found:
        store.close()


def taking(seq: int, hour: int, number: int) -> StoredEvent:
    taken = [[hour, hour + 1, 2026, number]]
    data = {"seat": 0, "ms": 0, "at": 0.0, "until": hour + 1, "rest": HOURS_PER_YEAR - number, "taken": taken}
    return StoredEvent(seq, "vacation", data)


def stored(store: Store, event: StoredEvent) -> bool:
    return store.append([(FIRST, [event])]) == [None]


def test_two_servers_take_no_hour_and_no_number_twice(stores: tuple[Store, Store]) -> None:
    one, other = stores
    assert stored(one, taking(1, 24, 1))
    assert not stored(other, taking(2, 24, 2))
    assert not stored(other, taking(2, 25, 1))
    assert stored(other, taking(2, 25, 2))
    vacations = VacationStore(one.engine)
    before = vacations.balance(ANNA)
    assert before is not None
    assert (before.taken, before.rest(2026)) == (frozenset({24, 25}), HOURS_PER_YEAR - 2)
    assert fill_vacations(other) == 2
    assert vacations.balance(ANNA) == before
    with one.engine.begin() as connection:
        merge_vacations(connection, ANNA, BEN)
    assert vacations.balance(BEN) == before
    vacations.turn(BEN, False)
    assert vacations.balance(BEN) is None


def test_two_servers_notify_once_and_share_requests_and_keys(stores: tuple[Store, Store]) -> None:
    one, other = map(ChannelStore, stores)
    assert one.key("push", lambda: "first") == other.key("push", lambda: "second") == "first"
    one.add(ANNA, "webhook", "https://example.org/1", "secret", "example.org", "en")
    assert one.unseen() == [], "games that go on are not announced"
    stores[0].create(SECOND, "bagh-chal", SETUP)
    assert one.unseen() == [SECOND]
    assert other.told(SECOND, [ANNA]) == {0: None}
    begun, ended = Told(0, 0, False), Told(1, -1, True)
    assert [store.tell(SECOND, 0, ANNA, None, begun, [{"number": 1}]) for store in (one, other)] == [True, False]
    assert [store.tell(SECOND, 0, ANNA, begun, ended, [{"number": 2}]) for store in (other, one)] == [True, False]
    assert other.unseen() == []
    [first], [second] = one.take(1), other.take(5)
    assert one.take(5) == []
    assert {first.body, second.body} == {'{"number":1}', '{"number":2}'}
    one.delivered(first)
    other.failed(second, gone=True)
    assert one.list_of(ANNA) == []


def test_channels_are_limited_taken_along_and_deleted(stores: tuple[Store, Store]) -> None:
    store, engine = ChannelStore(stores[0]), stores[0].engine
    for number in range(MOST["webhook"]):
        store.add(ANNA, "webhook", f"https://example.org/{number}", "secret", "example.org", "en")
    store.add(ANNA, "webhook", "https://example.org/0", "newer", "example.org", "en")
    with pytest.raises(TooOften):
        store.add(ANNA, "webhook", "https://example.org/more", "secret", "example.org", "en")
    store.add(BEN, "webhook", "https://example.org/0", "his", "example.org", "en")
    with engine.begin() as connection:
        merge_channels(connection, ANNA, BEN)
    assert sorted((channel.url[-1], channel.secret) for channel in store.list_of(BEN)) == [
        ("0", "his"),
        ("1", "secret"),
        ("2", "secret"),
    ]
    assert delete_tables(engine, [FIRST]) == 1, "with the notes of notifications, which refer to it"
    with engine.begin() as connection:
        forget_channels(connection, BEN)
        left = connection.execute(sql.text("SELECT count(*) FROM channels")).scalar_one()
    assert left == 0
