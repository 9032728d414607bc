"""Nets: read by the rules as they are played with, fitted to games, kept only if they win."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import forked
import numpy as np
import pytest

import naadam
from naadam.bots import named
from naadam.bots.arena import Played, fixtures
from naadam.core.parts.net import MOST_BYTES, UNIT, Net, Part, read_net, write_net
from naadam.lab.fitting import Positions, as_positions, fit
from naadam.lab.training import Training, has_won

SPECS = ("hasami-shogi", "hasami-shogi:variant=war", "jarmo", "khan", "conquest:players=2", "yuan")


def some_weights(net: Net, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(-300, 300, net.weights).astype(np.int16)


def own_net(spec: str) -> Net:
    net = naadam.load(spec).rulebook.net
    assert net is not None
    return net


def some_states(game: naadam.Game, count: int, seed: int = 3) -> list[naadam.State]:
    rng, state = random.Random(seed), game.start()
    states: list[naadam.State] = []
    while len(states) < count:
        state = state.apply(rng.choice(state.actions()))
        if state.outcome:
            state = game.start()
        elif state.turn != naadam.CHANCE and rng.random() < 0.5:
            states.append(state)
    return states


def test_an_entry_is_the_sum_of_its_parts() -> None:
    net = Net(print, 1, 3, 4, [[Part((0, 1, 2), 0), Part((3, 2, 1), 0)], [Part((2,), 27), Part((3, 0), 30)]])
    assert net.weights == 39
    weights = some_weights(net)
    entries = np.arange(2 * 81)
    by_parts = np.append(weights, 0)[net.parts(entries)].sum(axis=1)
    assert np.array_equal(net.expand(weights), by_parts)
    first = weights[1 * 9 + 2 * 3 + 0] + weights[2 * 9 + 0 * 3 + 2]  # digits 1, 2, 0, 2
    assert net.expand(weights)[1 + 2 * 3 + 0 * 9 + 2 * 27] == first
    assert net.expand(weights)[81 + 1 + 2 * 3 + 0 * 9 + 2 * 27] == weights[27] + weights[30 + 2 * 3 + 1]


@pytest.mark.parametrize("spec", SPECS)
def test_a_position_is_judged_by_the_entries_that_are_learned(spec: str, tmp_path: Path) -> None:
    game, net = naadam.load(spec), own_net(spec)
    weights = some_weights(net)
    write_net(tmp_path / "net.npz", weights, {})
    judged = game.judged_by(tmp_path / "net.npz").uncompiled()
    assert judged == game
    states = some_states(game, 25)
    table = {
        "state": np.array([np.frombuffer(state.record.tobytes(), np.uint8) for state in states]),
        "seat": np.array([state.turn for state in states]),
        "game": np.arange(len(states)),
        "value": np.zeros(len(states)),
        "result": np.ones(len(states)),
    }
    positions = as_positions(net, game.uncompiled(), table)
    turns = [int(state.turn or 0) for state in states]
    seats = [turn if won else 1 - turn for turn, won in zip(turns, positions.results > 0, strict=True)]
    assert not net.absolute or not any(seats)
    entries = positions.entries
    looked_up = np.append(weights, 0)[net.parts(entries.reshape(-1))].sum(axis=1).reshape(entries.shape).sum(axis=1)
    shift = 0.0
    for row, state in enumerate(states):
        seat = seats[row]
        value, plain = (one.bound.value(state.record, seat) for one in (judged, game.uncompiled()))
        assert judged.bound.value(state.record, 1 - seat) == pytest.approx(-value)
        # both are squashed in the same way: so is a position whose lead is as large by hand alone
        assert np.sign(value - plain) == np.sign(looked_up[row])
        shift += abs(value - plain)
        for symmetry in game.rulebook.symmetries:
            assert judged.bound.value(symmetry.state(state.record), seat) == pytest.approx(value)
    assert shift > 0.1
    ranks = np.argsort(positions.leads + UNIT * looked_up)
    values = [judged.bound.value(state.record, seat) for state, seat in zip(states, seats, strict=True)]
    assert np.all(np.diff(np.array(values)[ranks]) >= -1e-12)


def test_the_fit_finds_the_weights_that_decided_the_games() -> None:
    rng = np.random.default_rng(5)
    net = Net(print, 4, 3, 3, [[Part((0,), 0), Part((1, 2), 3)]])
    truth = rng.normal(0, 1, net.weights)
    entries = rng.integers(0, 27, (6000, 4))
    leads = rng.normal(0, 1, 6000)
    logit = 1.5 * leads + truth[net.parts(entries.reshape(-1))].sum(axis=1).reshape(entries.shape).sum(axis=1)
    chances = 1 / (1 + np.exp(-logit))
    results = np.where(rng.random(6000) < chances, 1.0, -1.0)
    positions = Positions(np.arange(6000) // 10, leads, entries, 2 * chances - 1, results)
    found = fit(net, positions)
    assert found.after < found.before - 0.1
    after = net.expand(found.weights) * UNIT * 1.5
    before = np.append(truth, 0)[net.parts(np.arange(27))].sum(axis=1)
    assert np.corrcoef(after, before)[0, 1] > 0.97
    again = fit(net, positions)
    assert again.weights.tobytes() == found.weights.tobytes()
    chance_only = replace(positions, results=rng.permutation(results), values=rng.permutation(positions.values))
    assert fit(net, chance_only).after > fit(net, chance_only).before - 0.01  # nothing to learn


def test_a_net_is_kept_only_if_the_test_says_that_it_is_stronger(tmp_path: Path) -> None:
    training = Training("hasami-shogi", games=20)
    write_net(tmp_path / "net.npz", some_weights(training.net), {})
    contest = training.contest(tmp_path / "net.npz", 400, 1.25, 400)
    assert contest.bots[0].startswith("alpha-beta:nodes=320,slots=1024,net=")  # type: ignore[union-attr]
    assert contest.bots[1] == "alpha-beta:nodes=400,slots=1024"

    def results(won: float, games: int) -> list[Played]:
        rng = random.Random(2)
        played = []
        for fixture in fixtures(contest)[:games]:
            winner = fixture.seating.index(0 if rng.random() < won else 1)
            points = tuple(float(seat == winner) for seat in range(2))
            played.append(Played(fixture, (winner,), points, "", 1, ""))
        return played

    assert has_won(results(0.7, 200))
    assert not has_won(results(0.7, 10))  # too few to say
    assert not has_won(results(0.5, 400))
    assert not has_won(results(0.3, 200))


def test_the_command_learns_tests_and_goes_on_where_it_was(tmp_path: Path) -> None:
    command = ["lab", "train", "hasami-shogi"]
    more = ["--games", "20", "--nodes", "20", "--test-nodes", "30", "--test-games", "4", "--workers", "1"]
    first, again = (forked.run(*command, *more, folder=tmp_path) for _ in range(2))
    assert first.returncode == 0, first.stderr
    told = [line for line in first.stdout.splitlines() if "s/move" not in line]
    assert told == [line for line in again.stdout.splitlines() if "s/move" not in line]
    assert "it has not won, so nothing is kept" in first.stdout
    folder = tmp_path / "learned"
    assert not (folder / "net.npz").exists()
    (file,) = folder.glob("net-*.npz")
    weights, title = read_net(file)
    training = Training("hasami-shogi", games=20, nodes=20)
    assert (
        title["command"]
        == training.command
        == "naadam lab train hasami-shogi --games 20 --nodes 20 --opening 8 --seed 0"
    )
    assert len((folder / "games.jsonl").read_text().splitlines()) == 21
    assert len((folder / f"{file.stem}.jsonl").read_text().splitlines()) == 5
    assert weights.any()
    assert training.cost(file, 30) == float(file.with_suffix(".cost").read_text())


def test_what_cannot_be_learned_or_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(naadam.SpecError, match="the rules of yut do not say how positions are read for a net"):
        Training("yut")
    game = naadam.load("hasami-shogi")
    with pytest.raises(naadam.SpecError, match="yut has no evaluation that could be learned"):
        naadam.load("yut").judged_by(tmp_path / "net.npz")
    with pytest.raises(naadam.NaadamError, match=r"net\.npz is no net"):
        game.judged_by(tmp_path / "net.npz")
    write_net(tmp_path / "net.npz", np.zeros(5, np.int16), {})
    with pytest.raises(naadam.NaadamError, match="this net has 14823 weights, not 5"):
        named(f"alpha-beta:depth=1,net={tmp_path}/net.npz", game).workspace(game)  # type: ignore[attr-defined]
    assert naadam.load("yut").learned is naadam.load("yut")


@pytest.mark.parametrize("spec", SPECS)
def test_what_comes_with_a_game_is_small_and_says_how_it_was_made(spec: str) -> None:
    game, net = naadam.load(spec), own_net(spec)
    if net.shipped is None:
        assert game.learned is game
        return
    weights, title = read_net(net.shipped)
    assert len(net.shipped.read_bytes()) < MOST_BYTES
    assert len(weights) == net.weights
    assert title["game"] == game.spec
    assert json.dumps(title["command"]).startswith(f'"naadam lab train {game.spec} --games ')
    assert game.learned.bound.tables.learned > 0
    assert game.bound.tables.learned == 0  # other players judge by hand
