"""Blocks, reports, and people who are muted or closed, in the database: a file, and PostgreSQL."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql
from database import PostgreSQL
from offering import FIVE, begin

from naadam.core.errors import NaadamError
from naadam.server.protocol.errors import Conflict, TooOften
from naadam.server.storage.offer_store import OfferStore
from naadam.server.storage.people.key_store import KeyStore
from naadam.server.storage.people.moderation import DAY, REPORTS_PER_DAY, Moderation, ReportedLine, forget_person
from naadam.server.storage.people.people_store import PeopleStore, people
from naadam.server.storage.people.personal_data import list_people
from naadam.server.storage.people.token_store import TokenStore
from naadam.server.storage.store import Store
from naadam.server.table.offers import Offer

LINES = [ReportedLine(0, "Anna", None, "hello"), ReportedLine(1, "Ben", 0, "rude")]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


@pytest.fixture(params=["file", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql").create(f"moderation{abs(hash(request.node.name))}")
    store = Store(url)
    yield store
    store.close()


def people_of(store: Store, count: int) -> list[str]:
    people = PeopleStore(store.engine)
    return [people.create()[0].id for _ in range(count)]


def test_all_that_a_person_has_goes_along_when_they_are_merged(store: Store) -> None:
    moderation, known = Moderation(store.engine), PeopleStore(store.engine)
    (person, key), (into, _), (third, _), (fourth, _) = (known.create() for _ in range(4))
    one, other, bot = person.id, into.id, fourth.id
    moderation.block(one, third.id)
    moderation.block(third.id, one)
    moderation.block(other, third.id)  # which both have done
    moderation.block(one, other)  # oneself, in the end
    moderation.report(one, third.id, "table", 1, "Cleo", "rude", LINES)
    moderation.report(third.id, one, "table", 0, "Anna", "rude too", LINES)
    moderation.report(other, one, "table", 0, "Anna", "myself", LINES)
    until = time.time() + DAY
    moderation.mute(one, until)
    token, _ = TokenStore(store.engine).issue(one, "mine", ["read"], None, None)
    with store.engine.begin() as connection:
        connection.execute(people.update().where(people.c.id == bot).values(bot=True, owner=one))
    keys = KeyStore(store.engine)
    keys.print_sheet(one)
    second = known.add_key(one, "browser")
    keys.merge(one, key, other)
    assert moderation.blocked(other) == moderation.blocked(third.id) ^ {other, third.id} == {third.id}
    assert moderation.avoided(one) == frozenset()
    assert {(report.reporter, report.reported) for report in moderation.reports()} == {
        (other, third.id), (third.id, other),
    }  # fmt: skip
    assert moderation.silenced(other), "a mute is not escaped"
    moderation.mute(other, None)
    moderation.mute(other, until + DAY)
    assert known.find([token], "token") is None
    assert [row.kind for row in keys.list_of(one)] == ["browser"]
    assert known.find([key]) is None
    assert known.find([second]) is not None, "another browser is not let in to the other person"
    with store.engine.connect() as connection:
        assert connection.execute(sql.select(people.c.owner).where(people.c.id == bot)).scalar_one() == other


def test_people_are_found_by_names_in_any_case_and_with_accents(store: Store) -> None:
    known = PeopleStore(store.engine)
    person, _ = known.create()
    known.keep_name(person.id, "Élodie Ångström")
    for which in ("Élodie Ångström", "élodie ångström", "ÉLODIE ÅNGSTRÖM", person.id):
        assert [row.id for row in list_people(store.engine, which)] == [person.id], which
    assert list_people(store.engine, "Ångström") == []


def test_two_offers_at_one_table_become_one_when_their_people_are_merged(store: Store) -> None:
    offers_ = OfferStore(store, begin)
    (one, key), (other, _) = (PeopleStore(store.engine).create() for _ in range(2))
    waits = offer(other.id)._replace(seats=3)
    offers_.open(waits, 3)
    offers_.open(offer(one.id)._replace(seats=3), 3)
    offers_.open(offer(one.id, games=("jarmo",))._replace(seats=3), 3)
    KeyStore(store.engine).merge(one.id, key, other.id)
    found, _ = offers_.waiting()
    assert [(found_.owner, found_.specs) for found_ in found] == [(other.id, ("yut",)), (other.id, ("jarmo",))]


def offer(owner: str, table: str = "", games: tuple[str, ...] = ("yut",)) -> Offer:
    times = (0.0, 0.0, 0.0)
    return Offer(
        random.Random(f"{owner}{table}{games}").randbytes(16).hex(),
        table or f"of{owner}"[:32],
        owner,
        owner[:8],
        () if table else games,
        () if table else (FIVE,),
        2,
        False,
        True,
        False,
        *times,
    )


def test_a_block_keeps_two_people_apart_whoever_asked(store: Store) -> None:
    moderation, (anna, ben, carl) = Moderation(store.engine), people_of(store, 3)
    moderation.block(anna, ben)
    moderation.block(anna, ben)
    moderation.block(carl, anna)
    assert moderation.avoided(anna) == {ben, carl}
    assert moderation.avoided(ben) == {anna}
    assert moderation.blocked(ben) == frozenset()
    moderation.unblock(ben, anna)  # it was Anna's
    assert moderation.avoided(ben) == {anna}
    moderation.unblock(anna, ben)
    assert moderation.avoided(ben) == frozenset()


def test_blocked_people_are_never_matched(store: Store) -> None:
    moderation, offers, (anna, ben, carl) = Moderation(store.engine), OfferStore(store, begin), people_of(store, 3)
    moderation.block(ben, anna)
    assert offers.open(offer(anna), 3) is None
    assert offers.open(offer(ben), 3) is None, "their offers fit, but they are blocked"
    [first, second], _ = offers.waiting()
    assert first.table_id != second.table_id
    with pytest.raises(Conflict):
        offers.open(offer(ben, first.table_id), 3, at_table=True)
    assert offers.open(offer(carl), 3) == first.table_id
    assert [one.owner for one in offers.waiting()[0]] == [ben]


def test_a_report_waits_until_it_is_done_and_then_has_no_chat(store: Store) -> None:
    moderation, (anna, ben) = Moderation(store.engine), people_of(store, 2)
    moderation.report(anna, ben, "table", 1, "Ben", "He is rude.", LINES)
    moderation.report(anna, ben, "table", 1, "Ben", "He is very rude.", LINES)
    [report] = moderation.reports()
    assert (report.reporter, report.reported, report.text) == (anna, ben, "He is very rude.")
    assert list(report.lines) == LINES
    assert [row.reports for row in list_people(store.engine, ben)] == [1]
    assert moderation.finish(report.id)
    assert not moderation.finish(report.id)
    assert moderation.reports() == []
    [done] = moderation.reports(done=True)
    assert (done.text, done.lines) == ("", ())


def test_a_person_sends_a_few_reports_a_day(store: Store) -> None:
    moderation, (anna, ben) = Moderation(store.engine), people_of(store, 2)
    for number in range(REPORTS_PER_DAY):
        moderation.report(anna, ben, f"table{number}", 1, "Ben", "", [])
    with pytest.raises(TooOften):
        moderation.report(anna, ben, "another", 1, "Ben", "", [])
    assert len(moderation.reports()) == REPORTS_PER_DAY


def test_a_mute_ends_and_a_close_lasts(store: Store) -> None:
    moderation, (anna,) = Moderation(store.engine), people_of(store, 1)
    assert not moderation.silenced(anna)
    moderation.mute(anna, time.time() - 1)
    assert not moderation.silenced(anna)
    moderation.mute(anna, time.time() + 60)
    assert moderation.silenced(anna)
    moderation.mute(anna, None)
    moderation.close(anna)
    assert moderation.silenced(anna)
    assert moderation.closed([anna, "other"]) == {anna}
    assert [row.id for row in list_people(store.engine, restricted=True)] == [anna]
    assert moderation.closed_since(time.time() - 60) == {anna}
    moderation.open(anna)
    assert moderation.closed_since(0) == frozenset()
    with pytest.raises(NaadamError, match="no person"):
        moderation.close("nobody")


def test_a_close_ends_offers(store: Store) -> None:
    moderation, offers, (anna, ben) = Moderation(store.engine), OfferStore(store, begin), people_of(store, 2)
    offers.open(offer(anna), 3)
    offers.open(offer(ben, games=("jarmo",)), 3)
    moderation.close(anna)
    assert [one.owner for one in offers.waiting()[0]] == [ben]


def test_what_concerns_a_person_is_forgotten_with_them(store: Store) -> None:
    moderation, (anna, ben, carl) = Moderation(store.engine), people_of(store, 3)
    moderation.block(anna, ben)
    moderation.block(carl, anna)
    moderation.report(ben, anna, "table", 0, "Anna", "", LINES)
    moderation.report(ben, carl, "table", 2, "Carl", "", [])
    with store.engine.begin() as connection:
        forget_person(connection, anna)
    assert moderation.avoided(ben) | moderation.avoided(carl) == frozenset()
    assert [report.reported for report in moderation.reports()] == [carl]
