"""Offers in the database: matched in one transaction with every change; no live one outlives its connection."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
from database import PostgreSQL
from offering import DAYS, FIVE, TEN, begin

from naadam.server.protocol.errors import Conflict, TooOften, UserError
from naadam.server.storage import offer_store
from naadam.server.storage.offer_store import SECONDS_LIVE, OfferStore
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store, offers, tables
from naadam.server.table import offers as model
from naadam.server.table.offers import Offer, gather
from naadam.server.table.time_control import TimeControl

PEOPLE = 20  # of each of two processes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield found
    found.close()


@pytest.fixture
def lobby(store: Store) -> OfferStore:
    return OfferStore(store, begin)


def offer(owner: str, specs: str = "yut", *controls: TimeControl, seats: int = 2, **more: object) -> Offer:
    secret = f"{owner}-{specs}-{len(controls)}"
    lists = tuple(specs.split()), controls or (FIVE,)
    return Offer(secret, f"table-of-{owner}", owner, owner, *lists, seats, False, True, False, 0, 0, 0)._replace(**more)  # type: ignore[arg-type]


def test_the_second_of_two_people_gets_the_table_of_the_first(store: Store, lobby: OfferStore) -> None:
    anna, ben = offer("anna", "yut jarmo"), offer("ben", "jarmo")
    assert lobby.open(anna, 3) is None
    assert [one.owner for one in lobby.waiting()[0]] == ["anna"]
    assert lobby.open(ben, 3) == "table-of-anna"
    assert lobby.begun([anna.id, ben.id]) == {anna.id: "table-of-anna", ben.id: "table-of-anna"}
    assert lobby.waiting()[0] == []
    found = store.load("table-of-anna")
    assert found is not None
    assert found[0] == "jarmo"
    assert {player["person"] for player in found[1]["players"]} == {"anna", "ben"}


def test_the_table_says_whether_a_game_is_rated(lobby: OfferStore) -> None:
    lobby.open(offer("anna", rated=True), 3)
    assert lobby.open(offer("ben", table_id="table-of-anna"), 3, at_table=True)
    lobby.open(offer("carl", rated=True), 3)
    assert lobby.open(offer("dora"), 3) is None


def test_a_person_without_a_name_takes_no_seat_for_days(lobby: OfferStore) -> None:
    lobby.open(offer("anna", "yut", DAYS), 3)
    seat = offer("ben")._replace(table_id="table-of-anna", specs=(), time_controls=())
    with pytest.raises(UserError, match="days per move"):
        lobby.open(seat, 3, at_table=True, named=False)
    assert len(lobby.waiting()[0]) == 1
    assert lobby.open(seat, 3, at_table=True, named=True) == "table-of-anna"


def test_whoever_clicks_takes_a_free_seat_once(lobby: OfferStore) -> None:
    lobby.open(offer("anna", "yut jarmo", FIVE, TEN), 3)
    seat = offer("ben")._replace(table_id="table-of-anna", specs=(), time_controls=())
    assert lobby.open(seat, 3, at_table=True) == "table-of-anna"
    late = seat._replace(id="late", owner="cleo")
    with pytest.raises(Conflict):
        lobby.open(late, 3, at_table=True)


def test_a_live_game_ends_the_other_live_offers_of_its_players(lobby: OfferStore) -> None:
    lobby.open(offer("anna", "yut"), 3)
    lobby.open(offer("anna", "jarmo", FIVE, DAYS, table_id="other"), 3)
    lobby.open(offer("anna", "goose", TEN, FIVE, TEN, table_id="third"), 3)
    assert lobby.open(offer("ben", "yut"), 3)
    [left] = lobby.waiting()[0]
    assert (left.specs, left.time_controls) == (("jarmo",), (DAYS,))


def test_nobody_has_more_offers_than_allowed(lobby: OfferStore) -> None:
    for number in range(3):
        lobby.open(offer("anna", f"yut-{number}", id=f"{number}", table_id=f"{number}"), 3)
    with pytest.raises(TooOften):
        lobby.open(offer("anna", "jarmo"), 3)


def test_withdrawing_unknown_offers_matches_nothing(lobby: OfferStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The route is open to everybody, so that made-up secrets must be cheap."""
    lobby.open(offer("anna"), 3)
    monkeypatch.setattr(offer_store, "match", lambda *_: pytest.fail("matched"))
    lobby.withdraw(["made-up"])
    assert len(lobby.waiting()[0]) == 1


def test_three_seats_wait_for_the_third(lobby: OfferStore) -> None:
    assert lobby.open(offer("anna", seats=3), 3) is None
    assert lobby.open(offer("ben", seats=3), 3) is None
    [table] = gather(*lobby.waiting())
    assert [one.owner for one in table.offers] == ["anna", "ben"]
    assert lobby.open(offer("cleo", seats=3), 3) == "table-of-anna"


def lapse(store: Store, owner: str) -> None:
    """Let the connection of a person have been lost for so long that it no longer counts."""
    with store.engine.begin() as connection:
        connection.execute(offers.update().where(offers.c.owner == owner).values(present=offers.c.opened))


def test_a_live_offer_dies_with_its_connection(store: Store, lobby: OfferStore) -> None:
    anna = offer("anna")
    lobby.open(anna, 3)
    lobby.open(offer("dora", "jarmo", DAYS), 3)
    assert lobby.known([anna.id]) == {anna.id: anna.table_id}
    lapse(store, "anna")
    lapse(store, "dora")
    assert lobby.known([anna.id]) == {}
    assert lobby.open(offer("ben"), 3) is None  # and does not get the table of a person who is gone
    lobby.settle()
    with store.engine.connect() as connection:
        assert set(connection.execute(sql.select(offers.c.owner)).scalars()) == {"ben", "dora"}


def test_whoever_comes_back_is_matched_again(store: Store, lobby: OfferStore) -> None:
    anna = offer("anna", "yut", FIVE, DAYS)
    lobby.open(anna, 3)
    lapse(store, "anna")
    assert lobby.open(offer("ben"), 3) is None
    lobby.keep([anna.id])
    assert set(lobby.begun([anna.id, "ben-yut-0"]).values()) == {"table-of-anna"}


def test_computers_take_the_seats_that_stay_free(lobby: OfferStore, monkeypatch: pytest.MonkeyPatch) -> None:
    agrees, refuses = offer("anna", seats=3, fill=True), offer("ben", "jarmo", seats=3)
    lobby.open(agrees, 3)
    lobby.open(refuses, 3)
    lobby.settle()
    assert lobby.begun([agrees.id]) == {}
    monkeypatch.setattr(model, "SECONDS_TO_FILL", 0.0)
    lobby.settle()
    assert lobby.begun([agrees.id, refuses.id]) == {agrees.id: "table-of-anna"}


def race(url: str) -> None:
    """Run two processes full of people. Then no person sits twice, no two tables fit, and no offer is dead."""
    script = Path(__file__).parent.parent / "offering.py"
    command = [sys.executable, str(script), url]
    running = [subprocess.Popen([*command, seed, str(PEOPLE)], stderr=subprocess.PIPE) for seed in ("one", "two")]
    for process in running:
        assert process.communicate(timeout=120)[1] == b""
        assert process.returncode == 0
    store = Store(url)
    found, now = OfferStore(store, begin).waiting()
    left = gather(found, now)
    assert not [pair for pair in itertools.combinations(left, 2) if pair[0].fits(pair[1], now)]
    assert all(not table.full for table in left)
    with store.engine.connect() as connection:
        begun = connection.execute(sql.select(offers).where(offers.c.begun.is_not(None))).all()
        setups = {row.id: msgspec.json.decode(row.setup) for row in connection.execute(sql.select(tables))}
        waiting = connection.execute(sql.select(offers).where(offers.c.begun.is_(None))).all()
        rows = connection.execute(sql.select(seats)).all()
    people_at = {table: {row.person for row in rows if row.table_id == table} for table in setups}
    assert len(setups) > PEOPLE / 4
    by_table = {table: [row for row in begun if row.table_id == table] for table in setups}
    assert sum(map(len, by_table.values())) == len(begun)
    for table, seated in by_table.items():
        assert {row.owner for row in seated} == people_at[table]
        assert len(seated) == len({row.owner for row in seated}) == seated[0].seats
    # A player of a live game had no other live offer when it began.
    live = [row for row in begun if setups[row.table_id]["pace"]["kind"] != "days"]
    for row in live:
        others = [one for one in (*begun, *waiting) if one.owner == row.owner and one.id != row.id]
        assert not [one for one in others if one.opened < row.begun < (one.begun or now) and has_live(one, setups)]
    assert max(Counter(row.owner for row in waiting).values(), default=0) <= 3
    assert not [row for row in waiting if row.until == row.opened + SECONDS_LIVE and row.present <= now - 6]
    store.close()


def has_live(row: sql.Row[tuple[object, ...]], setups: dict[str, dict[str, dict[str, str]]]) -> bool:
    if row.begun is not None:
        return setups[row.table_id]["pace"]["kind"] != "days"
    return any(control[0] != "days" for control in msgspec.json.decode(row.time_controls))


def test_two_processes_on_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'race.db'}"
    Store(url).close()
    race(url)


def test_two_processes_on_postgresql() -> None:
    database = PostgreSQL()
    try:
        url = database.create("race")
        Store(url).close()
        race(url)
    finally:
        database.stop()
