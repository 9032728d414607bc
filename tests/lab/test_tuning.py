"""Weights of a game's own evaluation: read by the rules that judge by them, fitted to games, kept only if they win."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import forked
import numpy as np
import pytest

import naadam
from naadam.bots import named
from naadam.lab.tuning import Evidence, Tuning, chances, fit_weights, mean_loss, read_features, read_strengths


def some_states(game: naadam.Game, count: int) -> list[naadam.State]:
    """States of random games in which seats plan."""
    rng, state = random.Random(2), game.start()
    states: list[naadam.State] = []
    while len(states) < count:
        state = state.apply(rng.choice(state.actions()))
        if state.outcome:
            state = game.start()
        elif state.turn != naadam.CHANCE and state.record.turn > 0:
            states.append(state)
    return states


@pytest.mark.parametrize("spec", ["yuan", "yuan:players=3"])
def test_what_seats_have_times_the_weights_is_what_the_rules_judge(spec: str) -> None:
    game = naadam.load(spec).uncompiled()
    states = some_states(game, 6)
    records = np.array([np.frombuffer(state.record.tobytes(), np.uint8) for state in states])
    features = read_features(game, records.reshape(-1).view(game.state_type))
    rng = np.random.default_rng(3)
    weights = rng.normal(0, 0.3, game.rulebook.tables.weights.shape)
    judged = game.weighed(weights)
    likely = chances(features, weights.reshape(-1))
    assert np.ptp(likely) > 0.2
    for row, state in enumerate(states):
        for seat in range(game.seats):
            assert judged.bound.value(state.record, seat) == pytest.approx(2 * likely[row, seat] - 1)
    assert game.bound.tables.weights is not judged.bound.tables.weights


@pytest.mark.parametrize("spec", ["khan", "khan:players=3"])
def test_strengths_of_khan_are_linear_in_the_weights(spec: str) -> None:
    game = naadam.load(spec).uncompiled()
    rng, state = random.Random(4), game.start()
    states: list[bytes] = []
    while not state.outcome:
        state = state.apply(rng.choice(state.actions()))
        states.append(state.record.tobytes())
    some = states[:: len(states) // 5]
    records = np.array([np.frombuffer(record, np.uint8) for record in some]).reshape(-1).view(game.state_type)
    shape = game.rulebook.tables.weights.shape
    weights = np.random.default_rng(3).normal(0, 1, shape)
    fixed = read_strengths(game, records, np.zeros(shape))
    assert fixed.any(), "points of conquests count without a weight"
    found = read_features(game, records) @ weights.reshape(-1) + fixed
    assert np.allclose(found, read_strengths(game, records, weights))
    assert np.ptp(found) > 0.1


def test_strength_that_is_fixed_moves_the_chances() -> None:
    features = np.zeros((1, 2, 3))
    assert chances(features, np.ones(3)).tolist() == [[0.5, 0.5]]
    assert chances(features, np.ones(3), np.array([[np.log(3.0), 0.0]]))[0, 0] == pytest.approx(0.75)


def test_the_fit_finds_the_weights_that_decided_the_games() -> None:
    rng = np.random.default_rng(5)
    truth = rng.normal(0, 1, 12)
    evidence = []
    for seats in (2, 4):
        features = rng.normal(0, 1, (4000, seats, 12))
        likely = chances(features, truth)
        winners = (likely.cumsum(axis=1) > rng.random((4000, 1))).argmax(axis=1)
        evidence.append(Evidence(np.arange(4000), features, np.eye(seats)[winners]))
    found = fit_weights(evidence)
    assert np.abs(found - truth).max() < 0.15
    assert mean_loss(evidence, found) < mean_loss(evidence, truth) + 1e-4 < mean_loss(evidence, 0 * truth) - 0.3
    assert np.array_equal(fit_weights(evidence), found)


def test_weights_are_written_as_the_shipped_file_and_played_by(tmp_path: Path) -> None:
    tuning = Tuning(("yuan", "yuan:players=4"))
    shipped = tuning.weight_schema.load(tuning.weight_schema.shipped)
    assert shipped.any()
    assert np.array_equal(tuning.weight_schema.load(tuning.store(tmp_path, shipped)), shipped)
    text = tuning.weight_schema.shipped.read_text(encoding="utf-8")
    assert tuning.weight_schema.write(shipped) == text.replace("-0.000", "0.000")
    file = tuning.store(tmp_path, shipped + 0.125)
    game = naadam.load("yuan")
    bot = named(f"regret:nodes=80,net={file}", game)
    tables = bot.workspace(game).game.bound.tables  # type: ignore[attr-defined]
    assert np.allclose(tables.weights, shipped + 0.125)
    contest = tuning.contest(file, 500, 4)
    assert contest.bots == (f"regret:nodes=500,rounds=64,net={file}", "regret:nodes=500,rounds=64")


COMMAND = ["lab", "tune", "yuan", "--games", "20", "--nodes", "1"]
MORE = ["--rounds", "2", "--test-nodes", "1", "--test-games", "2", "--workers", "1"]


def tune(folder: Path) -> list[str]:
    """The whole output of the command, except the table, which has times in it."""
    done = forked.run(*COMMAND, *MORE, folder=folder)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if "%" not in line]


def test_the_command_learns_from_nothing_and_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    calm, killed = tmp_path / "calm", tmp_path / "killed"
    for folder in (calm, killed):
        folder.mkdir()
    told = tune(calm)
    assert "it has not won, so nothing is kept" in told
    second = killed / "tuned" / "games-1-0.jsonl"
    program = [sys.executable, "-m", "naadam.cli.main", *COMMAND, *MORE]
    begun = subprocess.Popen(program, cwd=killed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not second.exists() or second.read_bytes().count(b"\n") < 4:
        assert begun.poll() is None
        time.sleep(0.005)
    begun.kill()
    begun.wait()
    kept = second.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    assert tune(killed) == told
    assert second.read_bytes().startswith(kept)
    names = ["games-0-0.jsonl", "games-1-0.jsonl"]
    for folder in (calm / "tuned", killed / "tuned"):
        assert sorted(file.name for file in folder.glob("games-*")) == names
        assert len(list(folder.glob("weights-*.toml"))) == 3  # none, and those of both rounds
        assert not (folder / "weights.toml").exists()
    weights = [{file.name for file in folder.glob("tuned/weights-*")} for folder in (calm, killed)]
    assert weights[0] == weights[1], "named after what is in them"


def test_what_has_no_weights_or_other_ones_is_refused(tmp_path: Path) -> None:
    with pytest.raises(naadam.SpecError, match="jarmo has no weights that could be fitted to games"):
        Tuning(("jarmo",))
    with pytest.raises(naadam.SpecError, match="weights are fitted to variants of one game"):
        Tuning(("yuan", "jarmo"))
    file = tmp_path / "weights.toml"
    game = naadam.load("yuan")
    for text in ("temple = [1.0, 2.0]", "temple = ", game.weight_schema.shipped.read_text() + "more = [1.0, 1.0]\n"):
        file.write_text(text)
        with pytest.raises(naadam.NaadamError, match=r"weights\.toml has no weights of this game"):
            game.judged_by(file)
