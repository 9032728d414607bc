"""Self-play writes correct data: positions that replay, policies over legal actions, results of the deciding seat."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import forked
import numpy as np
import pytest
import typer

import naadam
import naadam.lab
from naadam.cli import lab as shown
from naadam.cli.arguments import INTERRUPTED
from naadam.core.extras import MissingExtra
from naadam.core.state import State
from naadam.lab import Done, digest, run
from naadam.lab.selfplay import SelfPlay
from naadam.lab.tables import Columns, check_name, make_table, write_table


def played(selfplay: SelfPlay) -> Columns:
    return make_table(selfplay, list(run(selfplay.work, 1)))


def policy(table: Columns, row: int) -> dict[int, float]:
    part = slice(table["policy_begin"][row], table["policy_begin"][row + 1])
    return dict(zip(table["policy_action"][part].tolist(), table["policy_share"][part].tolist(), strict=True))


@pytest.mark.parametrize(
    "selfplay",
    [
        SelfPlay("bagh-chal", "alpha-beta:depth=2", games=2, seed=3),
        SelfPlay("yut:horses=1", "uct:nodes=40,cutoff=0", games=3, warmth=1.0, opening=0),
    ],
    ids=lambda one: one.spec,
)
def test_every_row_is_a_position_that_was_reached_and_decided(selfplay: SelfPlay) -> None:
    game, table = selfplay.game, played(selfplay)
    assert len(table["game"]) > selfplay.games
    assert len({len(table[name]) for name in ("game", "step", "seat", "action", "value", "result", "state")}) == 1
    for row, state_bytes in enumerate(table["state"]):
        seat = int(table["seat"][row])
        state = State(game, state_bytes.tobytes(), game.start().trail)
        legal = table["legal_action"][table["legal_begin"][row] : table["legal_begin"][row + 1]].tolist()
        assert legal == [int(action) for action in state.actions(seat)]
        shares = policy(table, row)
        assert set(shares) <= set(legal)
        assert sum(shares.values()) == pytest.approx(1, abs=1e-5)
        assert int(table["action"][row]) in shares
        assert np.array_equal(table["observation"][row], state.view(seat).tensor().astype(np.float32))
        assert np.isnan(table["value"][row]) == (len(legal) == 1)
    for number in range(selfplay.games):
        mine = table["game"] == number
        results = {int(seat): set(table["result"][mine & (table["seat"] == seat)].tolist()) for seat in (0, 1)}
        assert all(len(found) <= 1 for found in results.values())
        assert sum(next(iter(found)) for found in results.values() if found) == 0 or len(results) < 2


def test_the_same_seed_plays_the_same_games_and_another_others() -> None:
    settings = {"spec": "bagh-chal", "bot": "uct:nodes=30,cutoff=0", "games": 2, "warmth": 1.0}
    first, again, other = (SelfPlay(**settings, seed=seed) for seed in (1, 1, 2))  # type: ignore[arg-type]
    assert digest(run(first.work, 1)) == digest(run(again.work, 1))
    assert digest(run(first.work, 1)) != digest(run(other.work, 1))
    more = SelfPlay(**settings | {"games": 3}, seed=1)  # type: ignore[arg-type]
    assert digest(list(run(more.work, 1))[:2]) == digest(run(first.work, 1))


def test_a_table_is_written_alike_byte_for_byte_and_read_back(tmp_path: Path) -> None:
    selfplay = SelfPlay("bagh-chal", "alpha-beta:depth=1", games=2)
    table = played(selfplay)
    for name in ("first.npz", "second.npz"):
        write_table(selfplay, table, tmp_path / name)
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()
    with np.load(tmp_path / "first.npz", allow_pickle=False) as read:
        assert json.loads(str(read["title"]))["game"] == "bagh-chal"
        assert json.loads(str(read["planes"])) == list(selfplay.game.planes)
        for name, column in table.items():
            assert np.array_equal(read[name], column, equal_nan=column.dtype.kind == "f")
            assert read[name].dtype == column.dtype


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed: make test-lab")
def test_parquet_has_the_same_columns(tmp_path: Path) -> None:
    from pyarrow import parquet

    selfplay = SelfPlay("bagh-chal", "alpha-beta:depth=1", games=2)
    table = played(selfplay)
    write_table(selfplay, table, tmp_path / "games.parquet")
    read = parquet.read_table(tmp_path / "games.parquet")
    assert set(read.column_names) == {name for name in table if not name.endswith("_begin")}
    assert read["action"].to_pylist() == table["action"].tolist()
    flat = table["observation"].reshape(len(table["game"]), -1)
    assert np.array_equal(np.array(read["observation"].to_pylist()), flat)
    assert read["state"].to_pylist() == [row.tobytes() for row in table["state"]]
    assert dict(zip(read["policy_action"][5].as_py(), read["policy_share"][5].as_py(), strict=True)) == policy(table, 5)
    assert json.loads(read.schema.metadata[b"shape"]) == list(selfplay.game.sizes.tensor)


def test_what_cannot_be_done_is_refused_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(naadam.SpecError, match="needs a bot that searches, and greedy does not"):
        SelfPlay("bagh-chal", "greedy")
    with pytest.raises(naadam.SpecError, match="warmth is a number from 0 up"):
        SelfPlay("bagh-chal", warmth=-1.0)
    with pytest.raises(naadam.NaadamError, match=r"a table is a file \.npz or \.parquet, not games\.csv"):
        check_name(Path("games.csv"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtra, match=r"^Parquet needs pyarrow.*naadam\[lab\]"):
        check_name(Path("games.parquet"))


def test_without_another_bound_the_search_counts_nodes() -> None:
    bot = SelfPlay("bagh-chal", "level5").contest.make_bot(0, 0)
    assert bot.budget == naadam.bots.Budget(nodes=1000)  # type: ignore[attr-defined]
    assert SelfPlay("bagh-chal", "level5").contest.by_the_clock == ()
    assert SelfPlay("bagh-chal", "level5", nodes=None).contest.by_the_clock == ("level5 #1", "level5 #2")


def test_the_command_writes_the_table_and_says_how_fast_it_was(tmp_path: Path) -> None:
    command = ["lab", "selfplay", "bagh-chal", "--bot", "alpha-beta:depth=1"]
    more = ["--games", "2", "--workers", "1", "--results", "games.jsonl", "--out", "table.npz"]
    done = forked.run(*command, *more, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    same = SelfPlay("bagh-chal", "alpha-beta:depth=1", games=2)
    found = list(run(same.work, 1, results=tmp_path / "games.jsonl"))
    assert f"results sha256 {digest(found)}" in done.stdout
    assert re.search(r"table\.npz: \d+ positions of 2 games in .* positions per second and core", done.stdout)
    with np.load(tmp_path / "table.npz") as read:
        assert np.array_equal(read["action"], make_table(same, found)["action"])


@pytest.mark.parametrize("kept", [True, False])
def test_a_stopped_run_keeps_its_games_and_names_the_way_on(
    kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*arguments: Any) -> Iterator[Done]:
        games = run(arguments[0], 1, None, arguments[3])
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    monkeypatch.setattr(naadam.lab, "run", stopped)
    monkeypatch.setattr(shown, "compile_for", lambda _: None)
    table, results = tmp_path / "games.npz", tmp_path / "results.jsonl" if kept else None
    with pytest.raises(typer.Exit) as stop:
        shown.selfplay("bagh-chal", 5, table, "alpha-beta:depth=1", 10, workers=1, results=results)
    assert stop.value.exit_code == INTERRUPTED
    said = capsys.readouterr()
    assert "positions of 2 games" in said.out
    assert f"stopped after 2 games; {'the same command goes on from' if kept else 'with --results FILE'}" in said.err
    assert set(np.load(table)["game"].tolist()) == {0, 1}


@pytest.mark.parametrize("results", ["results.jsonl", None])
def test_a_stopped_league_says_how_many_games_there_are_and_how_to_go_on(
    results: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(contest: object, workers: object, sprt: object, err: object, played: list[object]) -> list[object]:
        played += [None, None]
        raise KeyboardInterrupt

    monkeypatch.setattr("naadam.cli.arena.play_contest", stopped)
    kept = tmp_path / results if results else None
    with pytest.raises(typer.Exit) as stop:
        shown.league("bagh-chal", ["random", "greedy"], nodes=10, file=tmp_path / "league.html", results=kept)
    assert stop.value.exit_code == INTERRUPTED
    onward = "the same command goes on from" if results else "with --results FILE a run can go on later"
    assert f"stopped after 2 games; {onward}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["train", "tune"])
def test_learning_that_is_stopped_names_the_folder_that_has_its_games(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    kept = tmp_path / "kept"
    monkeypatch.setattr(shown, "compile_for", stopped)
    learn = {"train": partial(shown.train, "hasami-shogi", kept), "tune": partial(shown.tune, ["khan"], kept)}
    with pytest.raises(typer.Exit) as stop:
        learn[command]()
    assert stop.value.exit_code == INTERRUPTED
    assert f"{kept} has the finished games, and the same command goes on" in capsys.readouterr().err
