"""Imported records and positions: opened, viewed, and played on from."""

from __future__ import annotations

import tracemalloc

import pytest
from serving import Served

import naadam
from naadam.core.game import Game
from naadam.core.history import History
from naadam.server.protocol.errors import UserError
from naadam.server.protocol.kinds import LONGEST_POSITION
from naadam.server.table.import_game import import_game

POSITION = "4B/B4/5/1G3/B3B G 19 0 - - 0 -"


def record(*moves: str, spec: str = "bagh-chal") -> str:
    history = History(naadam.load(spec).start(), ("Anna", "Ben"))
    for move in moves:
        history.play(move)
    return history.record().to_text()


def test_a_record_becomes_a_table_that_can_be_played_on(served: Served) -> None:
    made = served.post("/api/opened", {"text": record("Gb2", "Bxa1c3", "Gd4")})
    client = served.join(made["table"], *made["keys"])
    assert [event["said"]["action"] for event in client.table["events"]] == ["Gb2", "Bxa1c3", "Gd4"]
    assert [player["name"] for player in client.table["players"]] == ["Anna", "Ben"]
    assert client.play(1, "Bc3c2")["seq"] == 4
    assert client.ask("undo", 0)["seq"] == 5
    client.close()


def test_a_position_finds_its_game(served: Served) -> None:
    made = served.post("/api/opened", {"text": POSITION})
    assert served.position(made["table"]) == POSITION
    heroes = naadam.load("bagh-chal:heroes=true").start().apply("Gc3").position
    made = served.post("/api/opened", {"text": heroes})
    assert served.join(made["table"]).table["game"] == "bagh-chal:heroes=true"
    made = served.post("/api/opened", {"text": f"bagh-chal:rules=classic {POSITION}"})
    assert served.join(made["table"]).table["game"] == "bagh-chal:rules=classic"


def test_the_computer_plays_on_from_a_position(served: Served) -> None:
    table, keys = served.set_table("computer", "here", opening=POSITION)
    client = served.join(table, keys[1])
    client.until(1)
    assert client.table["events"][-1]["seat"] == 0
    assert naadam.Record.read(served.get(f"/api/tables/{table}/record")).start == POSITION
    client.close()


def test_a_record_is_cut_where_somebody_plays_on(served: Served) -> None:
    made = served.post("/api/opened", {"text": record("Gb2", "Bxa1c3", "Gd4")})
    text = served.get(f"/api/tables/{made['table']}/record?moves=2")
    assert [step.text for step in naadam.Record.read(text).steps] == ["Gb2", "Bxa1c3"]
    table, keys = served.set_table("here", "computer", opening=text)
    assert len(served.join(table, keys[0]).table["events"]) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (record("Gb2").replace("Gb2", "Ga1"), "Move 1 of the record, Ga1: You cannot put a goat on a1"),
        (record("Gb2").replace("Gb2", "Zz9"), "Move 1 of the record, Zz9"),
        (record("Gb2").replace("Rules: 2", "Rules: 99"), "version 99"),
        (record("Gb2").replace("Game: bagh-chal", "Game: bagh-chal:board=/etc/x.toml"), "names a board file"),
        ("Game: bagh-chal", "cannot be read"),
        ("BBBBB/5/5/5/B3B G 19 0", "is not a position of any game here: There must be 4 tigers"),
        ("", "is neither a record nor a position of any game here"),
    ],
)
def test_what_cannot_be_opened_says_why(served: Served, text: str, reason: str) -> None:
    status, told = served.refusal("/api/opened", {"text": text})
    assert (status, reason in told) == (422, True), told


def test_a_refused_step_is_told_in_the_readers_language(served: Served) -> None:
    _, told = served.refusal("/api/opened?language=it", {"text": record("Gb2").replace("Gb2", "Ga1")})
    assert told.startswith("Mossa 1 della registrazione, Ga1: Non puoi")


def test_a_record_of_another_game_does_not_begin_this_one(served: Served) -> None:
    other = record("Gd3", spec="bagh-chal:board=pulijudam")
    _, told = served.refusal("/api/tables", {"spec": "bagh-chal", "players": [{"kind": "here"}] * 2, "opening": other})
    assert "Pulijudam" in told


@pytest.mark.parametrize(
    ("path", "body", "status", "reason"),
    [
        ("/api/tables/AAAAAAAAAAAA/record", None, 404, "Cette table n’existe pas"),
        ("/api/tables/AAAAAAAAAAAA/drawing", None, 422, "La demande n’est pas valable\N{NO-BREAK SPACE}: query.at"),
        ("/api/stage", None, 422, "La demande n’est pas valable\N{NO-BREAK SPACE}: query.spec"),
        ("/api/fitting?spec=chess", None, 422, "jeu 'chess' inconnu"),
        ("/api/opened", {"text": "x" * 70_000}, 413, "plus grand que 64 Kio"),
        ("/api/opened", {"words": "x"}, 422, "La demande n’est pas valable\N{NO-BREAK SPACE}: body.text, body.words"),
        ("/api/tables", {"spec": "bagh-chal", "players": [{"kind": "here"}]}, 422, "Bagh Chal"),
        ("/api/codes", {"table": "AAAAAAAAAAAA", "token": "x"}, 404, "Cette table n’existe pas"),
    ],
)
def test_http_refuses_in_the_readers_language(
    served: Served, path: str, body: object, status: int, reason: str
) -> None:
    found, told = served.refusal(f"{path}{'&' if '?' in path else '?'}language=fr", body)
    assert (found, reason in told) == (status, True), told


def test_what_goes_with_the_options_that_are_chosen(served: Served) -> None:
    """Only one of Yuan's 376 variants is loaded; clashing options name their clause and give way."""
    found = served.get("/api/fitting?spec=yuan:players=3,powers=true")
    assert (found["variant"]["spec"], len(found["variant"]["roles"])) == ("yuan:players=3,powers=true", 3)
    assert found["clashes"]["scenario"] == {
        "river-control": "The scenario “River Control” is for 4 players (YN-12).",
        "crossing-the-waters": "The scenario “Crossing the Waters” is played with auction (YN-12).",
        "general-conflict": "The scenario “General Conflict (reconstruction)” is for 5 players (YN-12).",
    }
    assert "YN-18" in found["clashes"]["capitals"]["random"]
    assert "players" not in found["clashes"], "others give way to it"
    wanted = "yuan:players=2,scenario=river-control,powers=true"
    assert served.get(f"/api/fitting?spec={wanted}&kept=players")["variant"]["spec"] == "yuan:powers=true"
    assert served.refusal(f"/api/fitting?spec={wanted}") == (
        422,
        "The scenario “River Control” is for 4 players (YN-12).",
    )
    assert served.get("/api/fitting?spec=bagh-chal:board=pulijudam")["clashes"]["heroes"].keys() == {"true"}
    assert served.refusal("/api/fitting?spec=yuan:board=/etc/tiles.toml")[0] == 422


@pytest.mark.parametrize("text", ["1/2 " * 15_000, "9/" * 30_000])
@pytest.mark.parametrize("spec", [None, "bagh-chal"])
def test_a_line_too_long_for_a_position_is_shown_to_no_game(
    monkeypatch: pytest.MonkeyPatch, text: str, spec: str | None
) -> None:
    monkeypatch.setattr(Game, "position", lambda *_: pytest.fail("it was read"))
    with pytest.raises(UserError, match="neither a record nor a position"):
        import_game(text, spec)


def test_what_no_game_can_read_is_not_kept_for_each_of_them() -> None:
    """There are hundreds of variants, and the error of each would keep all that it has read."""
    text = "1/2 " * (LONGEST_POSITION // 4)
    with pytest.raises(UserError):  # at first all variants are loaded
        import_game(text)
    tracemalloc.start()
    with pytest.raises(UserError):
        import_game(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000
