"""Profiles, finished games page by page, and balance over HTTP, from games that were stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql
from fastapi.testclient import TestClient

from naadam.bots.advice.analysis import Judgement
from naadam.server.app import make_app
from naadam.server.http.routes.people.profiles import PER_PAGE
from naadam.server.people.keys import COOKIE
from naadam.server.people.statistics import balance_of, ladder_of
from naadam.server.rooms.services import PAGES_AT_ONCE
from naadam.server.storage import profiles
from naadam.server.storage.hosting.housekeeping import delete_tables
from naadam.server.storage.people.key_store import KeyStore
from naadam.server.storage.people.people_store import people
from naadam.server.storage.result_store import fill_results, read_results
from naadam.server.storage.revisions import REVISION, raise_revision
from naadam.server.storage.store import Store, results
from naadam.server.table.events import StoredEvent

GAMES = PER_PAGE + 5


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


@pytest.fixture
def page(store: Store) -> Iterator[TestClient]:
    with TestClient(make_app(store, ["testserver"], workers=1)) as client:
        yield client


def end(store: Store, number: int, first: str | None, second: str | None, share: float, **more: Any) -> str:
    """A finished game of two, in which the first has this share of the win; None is level 3."""
    table = f"table-{number:04}"
    players = [{"kind": "invited", "name": "typed in"}, {"kind": "computer"}]
    listed = more.pop("listed", True)
    store.create(table, more.get("spec", "bagh-chal"), {"players": players, "seed": "s", "listed": listed})
    with store.engine.begin() as connection:
        for seat, (person, won) in enumerate(((first, share), (second, 1 - share))):
            row = {"table_id": table, "seat": seat, "person": person, "player": None if person else "level3"}
            row |= {"spec": "bagh-chal", "rules": 2, "team": seat, "place": 1 if won >= 0.5 else 2, "share": won}
            row |= {"left": False, "rated": True, "ended": 1000.125 + number // 2}
            connection.execute(results.insert().values(row | more))
    return table


def name(store: Store, called: str) -> tuple[str, str]:
    """A person who keeps a name, and the key of their browser."""
    person, key = store_people(store).create()
    with store.engine.begin() as connection:
        kept = people.update().where(people.c.id == person.id).values(name=called, folded=called.casefold())
        connection.execute(kept)
    return person.id, key


def store_people(store: Store) -> Any:
    from naadam.server.storage.people.people_store import PeopleStore

    return PeopleStore(store.engine)


def test_a_profile_has_rating_sides_and_streak(page: TestClient, store: Store) -> None:
    (anna, key), (bao, _) = name(store, "Anna"), name(store, "Bao")
    for number in range(6):
        end(store, number, anna, bao, 1.0 if number else 0.5)
    end(store, 6, bao, anna, 1.0, rated=False)
    shown = page.get("/api/people/Anna").json()
    [variant] = shown["variants"]
    assert (shown["name"], shown["games"], shown["mistakes"]) == ("Anna", 7, [])
    assert {key: variant[key] for key in ("title", "won", "drawn", "lost", "streak")} == {
        "title": "Bagh Chal",
        "won": 5,
        "drawn": 1,
        "lost": 1,
        "streak": 5,
    }
    rating = variant["rating"]
    assert rating["low"] < rating["points"] < rating["high"]
    assert (rating["games"], rating["provisional"], rating["points"] > 1100) == (6, True, True)
    assert [(seat["name"], seat["games"]) for seat in variant["seats"]] == [("Goats", 6), ("Tigers", 1)]
    other = page.get("/api/people/Bao", params={"language": "fr"}).json()["variants"][0]
    assert other["rating"]["points"] < 1000
    assert other["seats"][0]["name"] == "Chèvres"
    page.cookies.set(COOKIE, key)
    assert page.get("/api/me/profile").json() == shown


def test_a_new_game_changes_the_rating(page: TestClient, store: Store) -> None:
    (anna, _), (bao, _) = name(store, "Anna"), name(store, "Bao")
    end(store, 1, anna, bao, 1.0)
    first = page.get("/api/people/Anna").json()["variants"][0]["rating"]["points"]
    end(store, 2, bao, anna, 1.0)
    assert page.get("/api/people/Anna").json()["variants"][0]["rating"]["points"] < first


def test_games_come_page_by_page_the_newest_first(page: TestClient, store: Store) -> None:
    (anna, _), (bao, _) = name(store, "Anna"), name(store, "Bao")
    tables = [end(store, number, anna, (bao, None, "0" * 24)[number % 3], number % 2) for number in range(GAMES)]
    first = page.get("/api/people/Anna/games").json()
    second = page.get("/api/people/Anna/games", params={"before": first["next"]}).json()
    assert (len(first["games"]), len(second["games"]), second["next"]) == (PER_PAGE, GAMES - PER_PAGE, None)
    assert [game["table"] for game in (*first["games"], *second["games"])] == tables[::-1]
    by_table = {game["table"]: game for game in first["games"]}
    game = by_table[tables[21]]
    assert game["opponents"] == [{"name": "Bao", "player": None, "known": True}]
    assert (game["result"], game["seat"], game["rated"]) == ("won", "Goats", True)
    assert by_table[tables[22]]["opponents"] == [{"name": "", "player": "level3", "known": False}]
    assert by_table[tables[22]]["result"] == "lost"


def test_addresses_of_private_tables_are_for_those_who_sat_there(page: TestClient, store: Store) -> None:
    (anna, key), (bao, other) = name(store, "Anna"), name(store, "Bao")
    tables = [end(store, number, anna, bao, 0.0, listed=number == 3, ended=1000.0) for number in range(GAMES)]
    mistake = Judgement(1, 0, "Gc3", 0.5, "Ga1", (), False, None, -0.5, (), False, 100)
    store.store_analysis(tables[0], json.dumps([asdict(mistake)]))

    def read() -> tuple[list[str | None], list[str | None]]:
        first = page.get("/api/people/Anna/games").json()
        second = page.get("/api/people/Anna/games", params={"before": first["next"]}).json()
        assert not any(table in first["next"] for table in tables), "the cursor names no table"
        games = [*first["games"], *second["games"]]
        assert len(games) == GAMES
        return [game["table"] for game in games], [
            one["table"] for one in page.get("/api/people/Anna").json()["mistakes"]
        ]

    hidden = [tables[3] if table == tables[3] else None for table in tables[::-1]]
    assert read() == (hidden, [None])
    for cookie in (key, other):
        page.cookies.set(COOKIE, cookie)
        assert read() == (tables[::-1], [tables[0]])
    page.cookies.set(COOKIE, name(store, "Cleo")[1])
    assert read() == (hidden, [None])


@pytest.mark.parametrize("path", ["/api/people/Nobody", "/api/people/Nobody/games", "/api/balance/chess"])
def test_what_does_not_exist_is_not_found(page: TestClient, path: str) -> None:
    assert page.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/api/people/%00", "/api/people/a%00b/games", "/api/people/a%0Ab"])
def test_a_name_with_control_characters_is_refused_before_the_database_sees_it(page: TestClient, path: str) -> None:
    assert page.get(path).status_code == 422


def test_a_person_without_a_name_has_no_page_and_sees_their_own(page: TestClient, store: Store) -> None:
    person, key = store_people(store).create()
    end(store, 1, person.id, None, 1.0)
    assert page.get(f"/api/people/{person.id}").status_code == 404
    assert page.get("/api/me/profile").json()["games"] == 0
    page.cookies.set(COOKIE, key)
    assert page.get("/api/me/profile").json()["games"] == 1
    assert len(page.get("/api/me/games").json()["games"]) == 1


@pytest.mark.parametrize("before", ["x", "1_2", "1.5_", "1.5_a/b", "9" * 40 + ".1_a"])
def test_a_cursor_that_was_made_up_is_refused(page: TestClient, store: Store, before: str) -> None:
    name(store, "Anna")
    assert page.get("/api/people/Anna/games", params={"before": before}).status_code == 404


def test_the_worst_mistakes_are_shown(page: TestClient, store: Store) -> None:
    anna, _ = name(store, "Anna")
    table = end(store, 1, anna, None, 0.0)

    def move(number: int, seat: int, after: float) -> dict[str, Any]:
        return asdict(Judgement(number, seat, "Gc3", 0.5, "Ga1", (), False, None, after, (), False, 100))

    moves = [move(1, 0, 0.4), move(3, 0, -0.9), move(4, 1, -1.0), move(5, 0, -0.5)]
    store.store_analysis(table, msgspec.json.encode(moves).decode())
    broken = end(store, 2, anna, None, 0.0)
    store.store_analysis(broken, json.dumps([{"number": 1}]))
    found = page.get("/api/people/Anna").json()["mistakes"]
    assert [(one["table"], one["number"], one["loss"]) for one in found] == [(table, 3, 1.4), (table, 5, 1.0)]


def test_balance_has_shares_with_intervals_and_the_command(page: TestClient, store: Store) -> None:
    (anna, _), (bao, _) = name(store, "Anna"), name(store, "Bao")
    for number in range(8):
        end(store, number, anna, bao, 1.0 if number % 4 else 0.0)
    end(store, 9, anna, None, 0.0)
    end(store, 10, anna, bao, 1.0, spec="bagh-chal:board=pulijudam")
    shown = page.get("/api/balance/bagh-chal").json()
    assert [(one["spec"], one["games"]) for one in shown["variants"]] == [
        ("bagh-chal", 9),
        ("bagh-chal:board=pulijudam", 1),
    ]
    people_alone, level = shown["variants"][0]["groups"]
    assert (people_alone["group"], people_alone["command"]) == ("people", "")
    goats, tigers = people_alone["seats"]
    assert (goats["share"], tigers["share"], goats["games"]) == (0.75, 0.25, 8)
    assert goats["low"] == pytest.approx(0.409, abs=0.002), "Wilson's interval of 6 of 8"
    assert goats["high"] == pytest.approx(0.929, abs=0.002)
    assert (level["group"], level["command"]) == ("level3", "naadam arena bagh-chal --seats level3 level3")
    assert [(seat["seat"], seat["share"]) for seat in level["seats"]] == [(1, 1.0)]
    assert page.get("/api/balance/jarmo").json()["variants"] == []


def count_calls(monkeypatch: pytest.MonkeyPatch, function: str, fold: Callable[..., Any]) -> list[object]:
    """The calls of a fold from now on, by their arguments."""
    calls: list[object] = []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return fold(*arguments)

    monkeypatch.setattr(profiles, function, counted)
    return calls


def test_only_games_that_have_ended_since_are_rated_and_the_ladder_is_the_same(
    page: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [name(store, called)[0] for called in ("Anna", "Bao", "Cleo")]
    rated = count_calls(monkeypatch, "ladder_of", ladder_of)

    def play(numbers: range) -> None:
        for number in numbers:
            end(store, number, people[number % 3], people[(number + 1) % 3], number % 2, ended=1000.0 + number)

    play(range(10))
    known = profiles.Profiles(store.engine)
    known.ladder("bagh-chal")
    play(range(10, 16))
    everything = ladder_of("bagh-chal", read_results(store.engine))
    assert known.ladder("bagh-chal").ratings == everything.ratings
    assert len(rated) == 1
    with store.engine.begin() as connection:
        connection.execute(results.delete().where(results.c.table_id == "table-0003"))
    end(store, 16, people[0], people[1], 1.0, ended=2000.0)
    assert known.ladder("bagh-chal").ratings == ladder_of("bagh-chal", read_results(store.engine)).ratings
    assert len(rated) == 2, "a deleted game is noticed"


@pytest.mark.parametrize("changed", ["merge", "again"])
def test_ratings_in_memory_notice_that_older_results_have_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    (anna, key), (bao, _), (cleo, _) = (name(store, called) for called in ("Anna", "Bao", "Cleo"))
    for number in range(3):
        end(store, number, anna, bao, 1.0)
    known, other = profiles.Profiles(store.engine), profiles.Profiles(store.engine)
    assert anna in known.ladder("bagh-chal").games
    assert [played.games for played in other.games_of(anna)] == [3]
    if changed == "merge":
        KeyStore(store.engine).merge(anna, key, cleo)
    else:
        with store.engine.begin() as connection:
            connection.execute(results.update().where(results.c.person == anna).values(person=cleo))
            raise_revision(connection)
    assert known.ladder("bagh-chal").ratings == ladder_of("bagh-chal", read_results(store.engine)).ratings
    assert set(known.ladder("bagh-chal").games) == {bao, cleo}
    assert [played.games for played in other.games_of(cleo)] == [3]


def test_results_that_are_written_again_are_noticed(store: Store) -> None:
    table = store_finished_game(store)
    with store.engine.connect() as connection:
        before = connection.execute(REVISION).scalar_one()
    assert fill_results(store, again=True) == (1, 0)
    with store.engine.connect() as connection:
        assert connection.execute(REVISION).scalar_one() == before + 1
    delete_tables(store.engine, [table])
    with store.engine.connect() as connection:
        assert connection.execute(REVISION).scalar_one() == before + 2


def store_finished_game(store: Store) -> str:
    players = [{"kind": "here", "person": "a" * 24}, {"kind": "here", "person": "b" * 24}]
    store.create("resigned", "bagh-chal", {"players": players, "seed": "s"})
    store.append([("resigned", [StoredEvent(1, "resign", {"seat": 0}, "0:r")])])
    assert fill_results(store) == (1, 0)
    return "resigned"


def test_unknown_people_of_two_games_are_not_one_player(store: Store) -> None:
    anna, _ = name(store, "Anna")
    for number in range(6):
        end(store, number, None, anna, 0.0, player=None)
        with store.engine.begin() as connection:
            unknown = sql.and_(results.c.table_id == f"table-{number:04}", results.c.seat == 0)
            connection.execute(results.update().where(unknown).values(player=None))
    ladder = profiles.Profiles(store.engine).ladder("bagh-chal")
    assert sorted(ladder.games.values()) == [1, 1, 1, 1, 1, 1, 6], "each unknown person has played once"


def test_balance_is_computed_only_after_a_game_has_ended(
    page: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = count_calls(monkeypatch, "balance_of", balance_of)
    end(store, 1, None, None, 1.0)
    first, again = (page.get("/api/balance/bagh-chal").json() for _ in range(2))
    assert (first, len(counted)) == (again, 1)
    end(store, 2, None, None, 1.0, ended=2000.0)
    assert page.get("/api/balance/bagh-chal").json()["variants"][0]["games"] == 2
    assert len(counted) == 2


def test_an_address_that_asks_again_and_again_waits(page: TestClient) -> None:
    answers = [page.get("/api/balance/yut").status_code for _ in range(PAGES_AT_ONCE + 5)]
    assert answers[:PAGES_AT_ONCE] == [200] * PAGES_AT_ONCE
    assert 429 in answers
