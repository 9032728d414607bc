"""The server as its clients see it."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from serving import Client, Served
from websockets.exceptions import ConnectionClosed, InvalidStatus

import naadam

# --- HTTP ---


def test_games_are_told_in_the_language_asked_for(served: Served) -> None:
    game = next(game for game in served.get("/api/games") if game["name"] == "bagh-chal")
    assert {option["name"] for option in game["options"]} == {"board", "rules", "heroes"}
    french = next(game for game in served.get("/api/games?language=fr") if game["name"] == "bagh-chal")
    assert french["summary"] != game["summary"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"spec": "chess", "players": [{"kind": "here"}]}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "here"}]}, 422),
        ({"spec": "bagh-chal:board=/etc/board.toml", "players": [{"kind": "here"}] * 2}, 422),
        ({"spec": "bagh-chal:rules=none", "players": [{"kind": "here"}] * 2}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "ghost"}] * 2}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "computer", "level": 7}] * 2}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "computer", "level": True}] * 2}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "here"}] * 2, "opening": "nonsense"}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "here", "rich": True}] * 2}, 422),
        ({"spec": 1, "players": [{"kind": "here"}] * 2}, 422),
        ({"spec": "bagh-chal", "players": [{"kind": "here", "name": "x" * 40_000}] * 2}, 413),
    ],
)
def test_a_table_that_cannot_be_is_refused(served: Served, body: object, status: int) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.post("/api/tables", body)
    assert refused.value.code == status
    assert json.loads(refused.value.read())["detail"]


def test_other_hosts_and_origins_are_turned_away(served: Served) -> None:
    with pytest.raises(urllib.error.HTTPError):
        served.get("/api/health", Host="elsewhere.example")
    table, _ = served.set_table("here", "here")
    with pytest.raises(InvalidStatus):
        Client(served, table, origin="http://elsewhere.example")
    Client(served, table, origin=served.address).close()


def test_an_unknown_table_is_turned_away(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        Client(served, "nothing-here")
    with pytest.raises(urllib.error.HTTPError):
        served.get("/api/tables/nothing-here/record")


def test_the_http_part_is_described_by_openapi(served: Served) -> None:
    paths = served.get("/openapi.json")["paths"]
    assert {"/api/games", "/api/tables", "/api/tables/{table_id}/record"} <= set(paths)


# --- playing ---


def test_a_move_is_told_to_everyone_at_the_table(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers, watcher = served.join(table, first), served.join(table, second), served.join(table)
    assert (goats.table["mine"], tigers.table["mine"], watcher.table["mine"]) == ([0], [1], [])
    assert len(goats.table["choices"]["0"]) == 21
    assert watcher.table["choices"] == tigers.table["choices"] == {}
    goats.play(0, "Gc3")
    for client in (tigers, watcher):
        [event] = client.next("table")["events"]
        assert (event["seq"], event["kind"], event["seat"]) == (1, "action", 0)
        assert event["said"] == {
            "action": "Gc3",
            "words": "Put a goat on c3",
            "told": "placed a goat on c3",
            "way": [],
        }
    assert tigers.table["choices"]["1"][0] == {
        "action": "Ba1b1",
        "gesture": ["a1", "b1"],
        "words": "",
        "preview": {},
    }
    for client in (goats, tigers, watcher):
        client.close()


def test_the_table_tells_who_sits_where(served: Served) -> None:
    made = served.post(
        "/api/tables",
        {"spec": "bagh-chal", "players": [{"kind": "here", "name": "Anna"}, {"kind": "computer", "level": 5}]},
    )
    client = served.join(made["table"], made["keys"][0])
    assert client.table["players"] == [
        {"kind": "here", "name": "Anna", "level": None, "engine": None, "coached": False, "free": False, "bot": False},
        {"kind": "computer", "name": "", "level": 5, "engine": None, "coached": False, "free": False, "bot": False},
    ]
    client.close()


def test_what_is_not_done_is_told_in_the_readers_language(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys, language="it")
    failed = client.play(0, "zz")
    assert (failed["key"], failed["text"]) == ("no-action", "«zz» non è una mossa qui.")
    client.close()


def test_a_table_names_the_message_it_answers(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers = served.join(table, first), served.join(table, second)
    assert goats.table["answers"] is None
    assert goats.play(0, "Gc3", id="mine")["answers"] == "mine"
    assert tigers.next("table")["answers"] is None
    for client in (goats, tigers):
        client.close()


def test_earlier_positions_are_looked_at(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    client.play(0, "Gc3")
    client.send(type="look", id="a", at=0, count=16)
    seen = client.next("seen")
    assert (seen["id"], seen["at"], [drawing["counts"]["hand"] for drawing in seen["drawings"]]) == ("a", 0, [20, 19])
    client.send(type="look", id="b", at=2)
    assert client.next("failed")["key"] == "not-yet"
    client.close()


def test_a_refused_move_is_answered_by_its_clause_in_the_readers_language(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys, language="fr")
    refused = client.play(0, "a1")
    assert (refused["type"], refused["clause"]) == ("refused", "BC-4")
    assert "chèvre" in refused["text"]
    assert client.play(0, "Gc3")["seq"] == 1  # and the game goes on
    client.close()


def test_places_touched_in_vain_are_answered_by_the_clause(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    client.send(type="try", id="t1", at=0, seat=0, touched=["a1"])
    refused = client.next("refused")
    assert (refused["id"], refused["clause"]) == ("t1", "BC-4")
    client.send(type="try", id="t2", at=0, seat=0, touched=["moon"])
    assert client.next("failed")["key"] == "no-action"
    client.close()


def test_what_is_not_ones_own_cannot_be_played(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    tigers, watcher = served.join(table, second), served.join(table, "not-a-token")
    assert tigers.play(0, "Gc3")["key"] == "not-your-seat"
    assert watcher.play(0, "Gc3")["key"] == "not-your-seat"
    assert tigers.play(1, "Ba1b1")["clause"] == "BC-3"
    for client in (tigers, watcher):
        client.close()
    assert first


def test_a_repeated_message_is_harmless_and_a_stale_one_gets_the_current_table(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    assert client.play(0, "Gc3", id="once", at=0)["seq"] == 1
    assert client.play(0, "Gc3", id="once", at=0)["seq"] == 1
    stale = client.play(0, "Gc4", id="late", at=0)
    assert (stale["type"], stale["key"]) == ("failed", "moved-on")
    assert client.next("table")["seq"] == 1
    client.close()


def test_a_client_that_missed_some_asks_for_all_after_n(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    for number, move in enumerate(("Gc3", "Ba1b1", "Gc4", "Bb1a1")):
        client.play(number % 2, move)
    client.close()
    again = served.join(table, *keys, after=2)
    assert [event["said"]["action"] for event in again.table["events"]] == ["Gc4", "Bb1a1"]
    again.close()


def test_at_one_screen_a_move_is_taken_back_at_once(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    assert client.table["undoes"] == []
    client.play(0, "Gc3")
    again = served.join(table, *keys)
    assert again.table["undoes"] == [0]
    again.close()
    client.ask("undo", 0)
    assert served.position(table).startswith("B3B/5/5/5/B3B G 20")
    assert client.ask("undo", 0)["key"] == "nothing-to-undo"
    client.close()


def test_against_people_a_take_back_needs_consent(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers = served.join(table, first), served.join(table, second)
    goats.play(0, "Gc3")
    tigers.next("table")
    assert goats.ask("undo", 0)["asked"] == "undo"
    assert tigers.next("table")["asking"] == 0
    assert tigers.ask("answer", 1, accept=False)["asked"] is None
    goats.next("table")
    goats.ask("undo", 0)
    tigers.next("table")
    tigers.ask("answer", 1, accept=True)
    assert served.position(table).startswith("B3B/5/5/5/B3B G 20")
    for client in (goats, tigers):
        client.close()


def test_a_draw_is_agreed_and_a_game_resigned(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers = served.join(table, first), served.join(table, second)
    goats.ask("offer-draw", 0)
    tigers.next("table")
    assert tigers.ask("answer", 1, accept=True)["end"]["winners"] == [0, 1]
    assert tigers.play(1, "Ba1b1")["key"] == "game-over"
    other, keys = served.set_table("here", "here")
    alone = served.join(other, *keys)
    end = alone.ask("resign", 0)["end"]
    assert (end["winners"], end["clause"], end["text"]) == ([1], None, "Goats resigned.")
    for client in (goats, tigers, alone):
        client.close()


def test_the_seed_is_committed_to_and_told_at_the_end(served: Served) -> None:
    import hashlib

    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    promised = client.table["seed_hash"]
    assert client.table["seed"] is None
    told = client.ask("resign", 1)
    assert hashlib.sha256(told["seed"].encode()).hexdigest() == promised
    client.close()


def test_a_rematch_changes_sides(served: Served) -> None:
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers = served.join(table, first), served.join(table, second)
    assert goats.ask("rematch", 0)["key"] == "game-not-over"
    goats.ask("resign", 0)
    after = goats.ask("rematch", 0)["next"]
    assert served.join(after, first).table["mine"] == [1]
    tigers.next("table")
    assert served.join(after, second).table["mine"] == [0]


@pytest.mark.parametrize("spec", ["bagh-chal", "bagh-chal:board=pulijudam", "bagh-chal:heroes=true"])
def test_a_whole_game_against_the_computer_and_its_record(served: Served, spec: str) -> None:
    table, keys = served.set_table("here", "computer", spec=spec)
    client = served.join(table, keys[0])
    while client.until(0)["end"] is None:
        client.play(0, client.table["choices"]["0"][0]["action"])
    assert client.table["end"]["clause"].startswith("BC-")
    record = naadam.Record.read(served.get(f"/api/tables/{table}/record"))
    assert record.replay()[-1].outcome is not None
    client.close()


def test_a_hint_is_a_legal_action(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    hint = client.ask("hint", 0)
    assert hint["action"] in {choice["action"] for choice in client.table["choices"]["0"]}
    assert hint["gesture"]
    assert client.ask("hint", 1)["key"] == "not-your-turn"
    client.close()


def test_against_people_there_are_hints_only_if_all_agree(served: Served) -> None:
    table, keys = served.set_table("here", "invited")
    one, other = (served.join(table, token) for token in keys)
    assert not one.table["hints"]
    assert one.ask("hint", 0)["key"] == "no-hints"
    one.ask("offer-hints", 0)
    assert (one.table["asked"], one.table["asking"]) == ("hints", 0)
    other.next("table")
    other.ask("answer", 1, accept=False)
    one.next("table")
    assert not one.table["hints"]
    one.ask("offer-hints", 0)
    other.next("table")
    assert other.ask("answer", 1, accept=True)["hints"]
    one.next("table")
    assert one.ask("hint", 0)["type"] == "hinted"


def test_whoever_was_invited_to_computers_asks_nobody(served: Served) -> None:
    table, keys = served.set_table("invited", "computer")
    client = served.join(table, keys[0])
    assert client.table["hints"]
    client.play(0, client.table["choices"]["0"][0]["action"])
    client.until(0)
    assert client.ask("undo", 0)["asked"] is None
    assert client.table["seq"] > 0
    client.close()


# --- limits ---


def test_the_first_message_is_hello(served: Served) -> None:
    table, _ = served.set_table("here", "here")
    client = Client(served, table)
    client.send(type="ping")
    assert client.receive()["key"] == "no-hello"
    client.close()


@pytest.mark.parametrize("frame", ["x" * 9000, b"bytes"])
def test_large_and_binary_frames_end_the_connection(served: Served, frame: str | bytes) -> None:
    table, _ = served.set_table("here", "here")
    client = served.join(table)
    client.socket.send(frame)
    with pytest.raises(ConnectionClosed):
        client.receive(10)


def shout(client: Client) -> None:
    for _ in range(1000):
        client.send(type="ping")
        client.receive(10)


def test_too_many_messages_end_the_connection_and_no_other(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    player, noisy = served.join(table, *keys), served.join(table)
    with pytest.raises(ConnectionClosed):
        shout(noisy)
    assert player.play(0, "Gc3")["seq"] == 1
    player.close()


def test_a_restart_goes_on_where_it_was(tmp_path: Path) -> None:
    served = Served(tmp_path)
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    told = [client.play(number % 2, move) for number, move in enumerate(("Gc3", "Ba1b1", "Gc4"))][-1]
    served.stop()
    served.start()
    again = served.join(table, *keys)
    assert again.table["drawing"] == told["drawing"]
    assert again.play(1, "Bb1a1")["seq"] == 4
    again.close()
    served.stop()


@pytest.mark.parametrize(
    ("path", "times"),
    [
        ("stage?spec=khan:players=2", 3),
        ("games", 3),
        ("rules?spec=khan", 2),
        ("texts?language=fr", 2),
        ("games/khan/lessons", 2),
        ("games/bagh-chal/puzzles", 3),
    ],
)
def test_what_is_the_same_for_all_is_made_once_and_sent_compressed(served: Served, path: str, times: int) -> None:
    path = f"/api/{path}"
    request = urllib.request.Request(served.address + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        sent, tag = answer.read(), answer.headers["etag"]
    plain = served.get(path)
    assert json.loads(gzip.decompress(sent)) == plain
    assert len(sent) < len(json.dumps(plain)) / times
    again = urllib.request.Request(served.address + path, headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        urllib.request.urlopen(again, timeout=60)
    with unchanged.value:
        assert unchanged.value.code == 304


def test_a_picture_of_the_start_is_kept_for_a_day(served: Served) -> None:
    picture = urllib.request.urlopen(served.address + "/api/picture?spec=jarmo", timeout=60)
    with picture:
        assert (picture.headers["content-type"], picture.headers["cache-control"]) == ("image/svg+xml", "max-age=86400")
