"""OpenSpiel's own tests and algorithms over the games of the registry and the toy Caravan."""

from __future__ import annotations

import pickle
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from bridged import ALL, by_seats
from open_spiel.integration_tests import api_test
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    mcts,
    tabular_qlearner,
)

import naadam
from naadam.bridges import openspiel
from naadam.bridges.openspiel import register, short_name, write_parameter

NAMES = naadam.game_names()  # before the toy games are among them
QUICK = ("bagh-chal", "hasami-shogi", "jarmo", "yut")  # games of a second
VERY_LONG = 10_000  # steps: of such a game the beginning is played
ONE_HORSE = "naadam_yut(horses=1)"


@pytest.fixture(scope="module", autouse=True)
def caravan(toys: None) -> None:
    """OpenSpiel knows the smallest game with secrets, and its tests find their flags read."""
    register("caravan")
    register("caravan")  # again, which does nothing
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["pytest"])


def loads() -> list[str]:
    """The games to simulate as OpenSpiel loads them: in a long run with every number of seats."""
    if not ALL:
        return [short_name(name) for name in QUICK]
    found = []
    for game in (game for name in NAMES for game in by_seats(name)):
        cut = {"horizon": 300} if game.sizes.length > VERY_LONG else {}
        chosen = ",".join(f"{key}={value}" for key, value in (game.options.changed() | cut).items())
        found.append(f"{short_name(game.name)}({chosen})")
    return found


@pytest.mark.parametrize("game", [*loads(), "naadam_caravan", "naadam_caravan(players=2)", "naadam_yuan(horizon=30)"])
def test_games_pass_the_random_simulation_with_serialisation(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2 if ALL else 1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES if ALL else ["yut", "khan", "yuan"])
def test_games_pass_the_python_api_test(name: str) -> None:
    flags.FLAGS.test_only_games = f"{short_name(name)}$"
    api_test._GAMES_TO_TEST = {short_name(name)}  # it was imported before our games were registered
    run(api_test.load_tests(unittest.TestLoader(), None, None))


@pytest.mark.parametrize("name", ["caravan", "khan", "yuan"] if ALL else ["caravan"])
def test_games_pass_it_with_sealed_decisions_taken_in_turn(name: str) -> None:
    """Of a game with simultaneous moves OpenSpiel's test looks at the start alone, of its turn-based form at 400
    states."""
    members = {"game": pyspiel.convert_to_turn_based(pyspiel.load_game(short_name(name))), "game_name": name}
    made = type("TurnBased", (api_test.EnforceAPIOnPartialTreeBase,), members)
    run(unittest.TestLoader().loadTestsFromTestCase(made))


def run(suite: unittest.TestSuite) -> None:
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.failures + result.errors


@pytest.mark.parametrize("name", [*NAMES, "caravan"] if ALL else ["yut", "yuan", "caravan"])
def test_playthroughs_replay_to_the_letter(name: str, tmp_path: Path) -> None:
    lines = generate_playthrough.playthrough_lines(f"{short_name(name)}(horizon={60 if ALL else 4})", seed=1)
    file = tmp_path / "playthrough.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert actual.splitlines() == expected.splitlines()
    assert len(lines) > 50


# --- how games are mapped ---


def test_every_game_is_registered_with_its_options_as_parameters() -> None:
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in NAMES:
        options = {option.name for option in naadam.load(name).options.declared}
        assert set(known[short_name(name)].parameter_specification) == options | {"horizon", "position"}
    assert pyspiel.load_game("naadam_khan(players=3)").num_players() == 3
    assert pyspiel.load_game("naadam_yut(hurdles=true,hurdle_1='9')").game.options["hurdle_1"] == "9"
    with pytest.raises(naadam.SpecError):
        pyspiel.load_game("naadam_khan(players=9)")


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("naadam_bagh_chal", "SEQUENTIAL DETERMINISTIC PERFECT_INFORMATION ZERO_SUM"),
        ("naadam_yut", "SEQUENTIAL EXPLICIT_STOCHASTIC PERFECT_INFORMATION ZERO_SUM"),
        ("naadam_yut(players=3)", "SEQUENTIAL EXPLICIT_STOCHASTIC PERFECT_INFORMATION GENERAL_SUM"),
        ("naadam_khan", "SIMULTANEOUS EXPLICIT_STOCHASTIC IMPERFECT_INFORMATION GENERAL_SUM"),
        ("naadam_yuan", "SIMULTANEOUS EXPLICIT_STOCHASTIC PERFECT_INFORMATION GENERAL_SUM"),
    ],
)
def test_a_game_is_of_the_kind_that_its_rules_make_it(game: str, kinds: str) -> None:
    kind = pyspiel.load_game(game).get_type()
    found = (kind.dynamics, kind.chance_mode, kind.information, kind.utility)
    assert " ".join(one.name for one in found) == kinds


def test_sealed_bids_are_one_simultaneous_move_and_a_lead_is_not() -> None:
    state = pyspiel.load_game("naadam_caravan").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.is_simultaneous_node()
    bids = [state.legal_actions(player) for player in range(3)]
    assert bids[0] == bids[1] == bids[2]
    state.apply_actions([bids[0][2], bids[1][0], bids[2][1]])
    assert state.current_player() == 0
    assert [state.legal_actions(player) for player in (1, 2)] == [[], []]


def test_an_information_state_tells_what_was_seen_and_nothing_else() -> None:
    game = pyspiel.load_game("naadam_caravan")

    def dealt(*cards: int) -> Any:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        return state

    one, other = dealt(1, 2, 3), dealt(1, 3, 2)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_string(0) == other.observation_string(0)
    for player in (1, 2):
        assert one.information_state_string(player) != other.information_state_string(player)
        assert one.information_state_tensor(player) != other.information_state_tensor(player)
    assert one.information_state_string(0).splitlines()[1] == "8:1 8:? 8:?"


def test_what_was_seen_on_the_way_tells_equal_positions_apart() -> None:
    state = pyspiel.load_game("naadam_bagh_chal").new_initial_state()
    start = state.clone()
    other = start.clone()
    for one, moves in ((state, ("Gb1", "Bxa1c1", "Gd4", "Be1d1")), (other, ("Gd4", "Be1d1", "Gb1", "Bxa1c1"))):
        for move in moves:
            one.apply_action(one.string_to_action(move))
    assert state.observation_tensor(0) == other.observation_tensor(0)
    assert state.information_state_string(0) != other.information_state_string(0)
    assert state.information_state_tensor(0) != other.information_state_tensor(0)
    assert str(start) == naadam.load("bagh-chal").start().position, "a copy is a copy"
    again = pickle.loads(pickle.dumps(state))
    assert again.information_state_string(0) == state.information_state_string(0)


# --- its algorithms ---


def test_monte_carlo_tree_search_plays_a_game() -> None:
    game, rng = pyspiel.load_game(ONE_HORSE), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state, thoughts = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(bot.step(state))
            thoughts += 1
    assert thoughts > 4
    assert sum(state.returns()) == 0


def test_tabular_q_learning_learns_from_games() -> None:
    table = rl_environment.Environment(pyspiel.load_game("naadam_yut(horses=1,horizon=80)"))
    table.seed(3)
    actions = table.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player_id=player, num_actions=actions) for player in range(2)]
    for _ in range(2):
        step = table.reset()
        while not step.last():
            step = table.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert all(len(agent._q_values) > 4 for agent in agents)


def test_external_sampling_finds_a_policy_for_a_game_with_secrets() -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("naadam_caravan(players=2,horizon=6)"))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 20


def test_the_exploitability_of_random_play_is_known_for_yut_with_one_horse() -> None:
    near_the_end = write_parameter("6/0 17/0 1? - 0 -")
    assert near_the_end == "6/0 17/0 1%3F - 0 -"
    game = pyspiel.load_game(f"naadam_yut(horses=1,horizon={8 if ALL else 5},position={near_the_end})")
    assert str(game.new_initial_state()) == "6/0 17/0 1? - 0 -"
    assert str(pyspiel.load_game(str(game))) == str(game)
    found = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert 0 <= found < 0.1
    assert not ALL or found == pytest.approx(0.00334676)
    assert openspiel.read_parameter(near_the_end) == "6/0 17/0 1? - 0 -"
