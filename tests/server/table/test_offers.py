"""Matching: everybody sits at the oldest table that fits, and no two tables are left that fit together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naadam.server.table.offers import SECONDS_TO_FILL, Offer, OpenTable, gather, match
from naadam.server.table.time_control import TimeControl

FIVE, TEN = TimeControl("fischer", 300, 5), TimeControl("fischer", 600)
DAYS = TimeControl("days", 3 * 86_400)
NOW = 1000.0


def offer(name: str, specs: str = "yut", controls: Sequence[TimeControl] = (FIVE,), **more: object) -> Offer:
    """An offer of a person by that name, at a table of that name."""
    usual = {"table_id": name, "owner": name, "seats": 2, "fill": False, "listed": True, "opened": 0.0, "rated": False}
    times = {"present": NOW + 5, "until": NOW + 100}
    lists = {"specs": tuple(specs.split()), "time_controls": tuple(controls)}
    return Offer(id=name, name=name, **(usual | times | lists | more))  # type: ignore[arg-type]


def sitting(*offers: Offer) -> dict[str, str]:
    """The players of each table."""
    ids = (f"new-{number}" for number in itertools.count())
    return {table.id: " ".join(one.id for one in table.offers) for table in match(offers, NOW, lambda: next(ids))}


def test_people_who_want_a_rated_game_sit_together() -> None:
    found = sitting(offer("anna"), offer("ben", rated=True), offer("carl", rated=True), offer("dora"))
    assert found == {"anna": "anna dora", "ben": "ben carl"}


def test_people_who_offer_the_same_sit_together_at_the_older_table() -> None:
    assert sitting(offer("late", opened=2.0), offer("early", opened=1.0)) == {"early": "early late"}


def test_one_game_and_one_time_control_in_common_are_enough() -> None:
    one, other = offer("one", "yut jarmo", (FIVE, DAYS)), offer("other", "jarmo goose", (TEN, DAYS), opened=1.0)
    [table] = match([one, other], NOW, str)
    assert table.specs == ("jarmo",)
    assert table.time_controls(NOW) == (DAYS,)


def test_nothing_in_common_keeps_people_apart() -> None:
    assert len(sitting(offer("one", "yut"), offer("other", "jarmo"))) == 2
    assert len(sitting(offer("one", controls=[FIVE]), offer("other", controls=[TEN]))) == 2
    assert len(sitting(offer("one", seats=2), offer("other", seats=3))) == 2


def test_nobody_plays_against_itself() -> None:
    assert len(sitting(offer("one", owner="anna"), offer("other", owner="anna"))) == 2


def test_a_full_table_takes_nobody() -> None:
    three = [offer(name, opened=age) for age, name in enumerate("abc")]
    assert sitting(*three) == {"a": "a b", "c": "c"}


def test_live_time_controls_end_with_the_connection_and_days_do_not() -> None:
    lost = offer("lost", present=NOW)
    assert gather([lost], NOW) == []
    patient = offer("patient", controls=(FIVE, DAYS), present=NOW)
    assert patient.allowed(NOW) == (DAYS,)
    assert len(sitting(patient, offer("hasty"))) == 2
    assert len(sitting(patient, offer("other", controls=(DAYS,)))) == 1


def test_people_whose_common_time_control_is_gone_are_parted() -> None:
    offline = offer("offline", controls=(FIVE, DAYS), seats=3, table_id="t", present=NOW)
    online = offer("online", controls=(FIVE,), seats=3, table_id="t", opened=1.0)
    assert sitting(offline, online) == {"t": "offline", "new-0": "online"}


def test_a_long_list_is_matched_without_comparing_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby full of offers that fit nowhere must not keep the writer from storing moves."""
    compared, fits = [], OpenTable.fits

    def counted(table: OpenTable, other: OpenTable, now: float) -> bool:
        compared.append(other.id)
        return fits(table, other, now)

    monkeypatch.setattr(OpenTable, "fits", counted)
    many = [offer(f"{n}", controls=[TimeControl("fischer", 60, 1 + n)], opened=float(n)) for n in range(300)]
    assert len(sitting(*many, offer("late", controls=[TimeControl("fischer", 60, 7)], opened=999.0))) == 300
    assert compared == ["late"], "only tables that offer the same are compared"


def test_computers_take_free_seats_after_a_while_if_everybody_agrees() -> None:
    agrees, refuses = offer("agrees", seats=3, fill=True), offer("refuses", seats=3, opened=1.0)
    assert OpenTable("t", (agrees,)).filled_at(NOW) == SECONDS_TO_FILL
    assert OpenTable("t", (agrees, refuses)).filled_at(NOW) is None


subsets = st.sets(st.sampled_from(["yut", "jarmo", "goose"]), min_size=1).map(tuple)
controls = st.sets(st.sampled_from([FIVE, TEN, DAYS]), min_size=1).map(tuple)
waiting = st.lists(
    st.builds(
        lambda specs, controls, **more: offer("x", "", controls)._replace(specs=specs, **more),
        subsets,
        controls,
        table_id=st.sampled_from("stuvw"),
        owner=st.sampled_from("abcdefgh"),
        seats=st.sampled_from([2, 3, 4]),
        opened=st.floats(0, 10),
        present=st.sampled_from([NOW - 1, NOW + 1]),
    ),
    max_size=25,
).map(lambda found: [one._replace(id=str(n), table_id=f"{one.table_id}{one.seats}") for n, one in enumerate(found)])


@given(waiting)
def test_no_two_tables_are_left_that_fit_together(offers: list[Offer]) -> None:
    ids = (f"new-{number}" for number in itertools.count())
    tables = match(offers, NOW, lambda: next(ids))
    seated = [one.id for table in tables for one in table.offers]
    assert sorted(seated) == sorted(one.id for one in offers if one.alive(NOW))
    assert len({table.id for table in tables}) == len(tables)
    for table in tables:
        assert table.specs
        assert table.time_controls(NOW)
    for one, other in itertools.combinations(tables, 2):
        assert not one.fits(other, NOW)
        assert not other.fits(one, NOW)
