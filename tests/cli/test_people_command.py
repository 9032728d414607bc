"""The command `naadam people`: people of a database, as its host sees them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from forked import run

from naadam.server.storage.people.moderation import Moderation, ReportedLine
from naadam.server.storage.people.people_store import PeopleStore, people
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


def test_people_are_muted_closed_and_opened(known: Known) -> None:
    database = ("--database", known.database)
    assert run("people", "mute", "Anna", "--days", "3", *database).stdout == "muted\n"
    assert "muted until" in run("people", "show", "Anna", *database).stdout
    assert run("people", "mute", "Anna", "--days", "0", *database).stdout == "not muted\n"
    assert "muted until" not in run("people", "show", "Anna", *database).stdout
    assert run("people", "close", known.other, *database).stdout == "closed\n"
    restricted = run("people", "list", "--restricted", *database).stdout
    assert known.other in restricted
    assert known.anna not in restricted
    assert run("people", "open", known.other, *database).stdout == "open\n"
    assert known.other not in run("people", "list", "--restricted", *database).stdout
    assert run("people", "close", "nobody", *database).returncode == 2


def test_reports_are_listed_shown_and_done(known: Known) -> None:
    store = Store(f"sqlite:///{known.database}")
    lines = [ReportedLine(0, "Anna [b]", None, "rude words"), ReportedLine(1, "Ben", 0, "please stop")]
    Moderation(store.engine).report(known.other, known.anna, "a-table", 0, "Anna [b]", "She is rude.", lines)
    [report] = Moderation(store.engine).reports()
    store.close()
    database = ("--database", known.database)
    assert report.id in run("reports", "list", *database).stdout
    shown = run("reports", "show", report.id, *database).stdout
    assert "She is rude." in shown
    assert "seat 0 Anna [b]: rude words" in shown
    assert "seat 1 Ben to seat 0: please stop" in shown
    assert run("reports", "done", report.id, *database).stdout == "done\n"
    assert report.id not in run("reports", "list", *database).stdout
    assert "rude words" not in run("reports", "show", report.id, *database).stdout
    assert run("reports", "done", "x", *database).stderr == "naadam: there is no report x\n"
