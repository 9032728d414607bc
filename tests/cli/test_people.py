"""The command `naadam people`: people of a database, as its host sees them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from forked import run

from naadam.server.storage.people_store import PeopleStore, people
from naadam.server.storage.store import Store


class Known(NamedTuple):
    """A database in which Anna keeps her name, and another person has none."""

    database: str
    anna: str
    other: str


@pytest.fixture
def known(tmp_path: Path) -> Known:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    anna, _ = PeopleStore(store.engine).create()
    other, _ = PeopleStore(store.engine).create()
    with store.engine.begin() as connection:
        named = people.update().where(people.c.id == anna.id).values(name="Anna", folded="anna")
        connection.execute(named)
    store.close()
    return Known(str(tmp_path / "tables.db"), anna.id, other.id)


def test_people_are_listed_and_found_by_name_or_id(known: Known) -> None:
    everybody = run("people", "list", "--database", known.database).stdout
    assert known.anna in everybody
    assert known.other in everybody
    named = run("people", "list", "--named", "--database", known.database).stdout
    assert known.anna in named
    assert known.other not in named
    shown = run("people", "show", "anna", "--database", known.database).stdout
    assert shown.startswith(f"{known.anna} Anna\n")
    assert "1 keys, 0 finished games" in shown
    assert run("people", "show", known.other, "--database", known.database).stdout.startswith(known.other)
    refused = run("people", "show", "nobody", "--database", known.database)
    assert (refused.returncode, "there is no person nobody" in refused.stderr) == (2, True)
