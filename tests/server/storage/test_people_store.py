"""People and their keys in the database: a file, and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from database import PostgreSQL

from naadam.server.people.keys import PERSON, is_key, new_key
from naadam.server.storage.people import people_store
from naadam.server.storage.people.people_store import PeopleStore, keys
from naadam.server.storage.store import Store


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


@pytest.fixture(params=["file", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql").create(f"people{abs(hash(request.node.name))}")
    store = Store(url)
    yield store
    store.close()


def test_a_person_is_found_by_their_key(store: Store) -> None:
    people = PeopleStore(store.engine)
    person, key = people.create("fr")
    other, second = people.create()
    assert PERSON.fullmatch(person.id)
    assert is_key(key)
    found = people.find([new_key(), key])
    assert found is not None
    assert (found.person, found.key, found.stale) == (person, key, False)
    assert people.look_up(other.id) == other
    assert people.look_up("nobody") is None
    first = people.find([second, key])
    assert first is not None
    assert first.person == other, "the latest key of a cookie comes first"
    assert people.find([]) is None
    assert people.find([new_key()]) is None


def test_keys_of_one_kind_do_not_open_as_another(store: Store) -> None:
    people = PeopleStore(store.engine)
    person, _ = people.create()
    sheet = people.add_key(person.id, "sheet", "printed")
    assert people.find([sheet]) is None
    found = people.find([sheet], "sheet")
    assert found is not None
    assert found.person == person


def test_a_key_ends(store: Store) -> None:
    people = PeopleStore(store.engine)
    person, _ = people.create()
    assert people.find([people.add_key(person.id, "browser", until=1.0)]) is None
    assert people.find([people.add_key(person.id, "browser", until=4e9)]) is not None


def test_use_is_stored_once_an_hour(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people = PeopleStore(store.engine)
    _, key = people.create()
    with store.engine.begin() as connection:
        connection.execute(keys.update().values(used=keys.c.used - people_store.HOUR - 1))
    found, again = people.find([key]), people.find([key])
    assert found is not None
    assert again is not None
    assert (found.stale, again.stale) == (True, False)
