"""The export of finished games: complete, without names, the same bytes each time, and described."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from forked import run

import naadam
from naadam.core.history import History
from naadam.core.randomness import audit
from naadam.core.records import Record
from naadam.server.storage.hosting.export import COLUMNS, export_games
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent

parquet = pytest.importorskip("pyarrow.parquet")
DOCS = Path(__file__).parents[3] / "docs" / "serving.md"
ANNA = {"kind": "here", "name": "Anna Secret"}
COMPUTER = {"kind": "computer", "level": 4}


def played(spec: str, seed: str) -> list[StoredEvent]:
    """The events of a whole game: always the first action, and chance as the seed gives it."""
    history = History(naadam.load(spec).start(), seed=seed)
    while history.state.waiting:
        if naadam.CHANCE in history.state.waiting:
            history.play_chance()
        else:
            seat = history.state.waiting[0]
            history.play(history.state.numbers(seat)[0], seat)
    return [
        StoredEvent(number, "action", {"seat": seat, "action": action})
        for number, (action, seat) in enumerate(history.steps, 1)
    ]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.create("yut-table", "yut", {"players": [ANNA, COMPUTER], "seed": "luck"}, played("yut", "luck"))
    goat = StoredEvent(1, "action", {"seat": 0, "action": 312})
    two = {"players": [ANNA, ANNA | {"name": "Bo"}], "seed": "s"}
    store.create("going-on", "bagh-chal", two, [goat])
    store.create("resigned", "bagh-chal", two, [goat, StoredEvent(2, "resign", {"seat": 1})])
    store.create("old-rules", "bagh-chal", {**two, "rules": 1}, [goat, StoredEvent(2, "resign", {"seat": 1})])
    store.create("nameless", "bagh-chal", {"players": [ANNA | {"name": ""}] * 2, "seed": "s"},
                 [StoredEvent(1, "resign", {"seat": 0, "by": "clock"})])  # fmt: skip
    return store


def rows_of(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


def test_finished_games_replay_and_their_luck_can_be_audited(store: Store, tmp_path: Path) -> None:
    assert export_games(store, tmp_path / "games.parquet") == (3, 1)
    yut, resigned, nameless = rows_of(tmp_path / "games.parquet")
    head = {"Game": "spec", "Rules": "rules", "Board": "board", "Seed": "seed", "SeedHash": "seed_hash"}
    lines = [f"{header}: {yut[column]}" for header, column in head.items()]
    record = Record.from_text("\n".join([*lines, "", *yut["steps"]]))
    outcome = record.replay()[-1].outcome
    assert outcome is not None
    assert (yut["clause"], yut["winners"]) == (outcome.clause, list(outcome.winners))
    assert audit(record) > 0
    assert yut["ended_by"] == "rules"
    assert resigned["steps"] == ["Gc3"]
    assert (resigned["ended_by"], resigned["winners"], resigned["clause"]) == ("resignation", [0], "")
    assert (nameless["ended_by"], nameless["winners"]) == ("clock", [1])


def test_people_are_numbers_and_nothing_names_them(store: Store, tmp_path: Path) -> None:
    export_games(store, tmp_path / "games.parquet")
    players = [row["players"] for row in rows_of(tmp_path / "games.parquet")]
    assert players == [["person 1", "computer 4"], ["person 1", "person 2"], ["person 3", "person 4"]]
    contents = (tmp_path / "games.parquet").read_bytes() + str(rows_of(tmp_path / "games.parquet")).encode()
    for secret in (b"Anna", b"Secret", b"yut-table", b"resigned'"):
        assert secret not in contents


def test_the_same_database_gives_the_same_bytes(store: Store, tmp_path: Path) -> None:
    for name in ("one", "two"):
        export_games(store, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_every_column_is_described_in_the_file_and_in_the_documents(store: Store, tmp_path: Path) -> None:
    export_games(store, tmp_path / "games.parquet")
    schema = parquet.read_schema(tmp_path / "games.parquet")
    described = {field.name: field.metadata[b"description"].decode() for field in schema}
    assert described == {name: meaning for name, (_, meaning) in COLUMNS.items()}
    rows = re.findall(r"^\| `(\w+)` \| ([\w<>]+) \| (.+) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: (kind, meaning) for name, kind, meaning in rows}.items() >= COLUMNS.items()


def test_a_file_that_cannot_be_written_is_refused_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(naadam.NaadamError, match="cannot be written"):
        export_games(store, tmp_path / "missing" / "games.parquet")
    assert sorted(file.name for file in tmp_path.iterdir() if "parquet" in file.name) == []


def test_the_command_says_what_it_wrote(store: Store, tmp_path: Path) -> None:
    done = run("export", "--parquet", str(tmp_path / "games.parquet"), "--database", str(tmp_path / "tables.db"))
    assert done.returncode == 0, done.stderr
    assert "games.parquet: 3 games" in done.stdout
    assert "left out, because their rules have changed or are missing: 1" in done.stdout
    refused = run("export", "--parquet", str(tmp_path / "x"), "--database", str(tmp_path / "none.db"))
    assert (refused.returncode, "there is no database" in refused.stderr) == (2, True)
