"""Speed of the bridges and their peers, as ratios measured in one run on one machine.

`python bench/bridges.py [--seconds S]`, or `make bench-bridges`. Every figure is steps per second: one action of one
seat, with the observation and the legal actions that a learner needs for the next; the time to choose an action is
not counted, but in pgx, which does it inside. All are measured in alternation and the best of the rounds is taken.
Libraries that are not installed are left out, with a line.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import naadam
from naadam.bridges.gymnasium import environment_id
from naadam.bridges.pettingzoo import env as pettingzoo_env
from naadam.bridges.vectors import SeatVectorEnv

ROUNDS = 3
WARMING = 20
AIM = 20.0  # times AsyncVectorEnv
GAMES_AT_ONCE = 256
NAMES = ("bagh-chal", "hasami-shogi", "jarmo", "yut")
PGX_NAMES = ("connect_four", "animal_shogi", "gardner_chess", "hex", "go_9x9")
Step = Callable[[], tuple[int, float]]  # does some steps; how many, and in how many seconds


def rate(step: Step, seconds: float) -> float:
    """Steps per second."""
    count, spent = 0, 0.0
    while spent < seconds:
        steps, lasted = step()
        count, spent = count + steps, spent + lasted
    return count / spent


def best(steps: dict[str, Step], seconds: float) -> dict[str, float]:
    """The best rate of each, measured in turn."""
    for step in steps.values():
        for _ in range(WARMING):  # whatever is compiled or loaded at first
            step()
    rates = dict.fromkeys(steps, 0.0)
    for _ in range(ROUNDS):
        for name, step in steps.items():
            rates[name] = max(rates[name], rate(step, seconds))
    return rates


def choose(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action of each row, 0 where there is none."""
    rows, actions = np.nonzero(masks.view(np.bool_))
    first = np.searchsorted(rows, np.arange(len(masks) + 1))
    counts = np.diff(first)
    drawn = first[:-1] + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, np.append(actions, 0)[drawn], 0)


def in_a_vector(environment: Any) -> Step:
    """Steps of a vector environment with random legal actions."""
    rng = np.random.default_rng(1)
    seen = [environment.reset(seed=1)[0]]

    def step() -> tuple[int, float]:
        actions = choose(seen[0]["action_mask"], rng)
        begin = time.perf_counter()
        seen[0], *_ = environment.step(actions)
        return environment.num_envs, time.perf_counter() - begin

    return step


def in_pettingzoo(environment: Any) -> Step:
    """One step of an environment of PettingZoo, reset when it is over."""
    rng = random.Random(1)
    environment.reset(seed=1)

    def step() -> tuple[int, float]:
        begin = time.perf_counter()
        observation, _, over, cut, _ = environment.last()
        if over or cut:
            environment.reset()
            return 0, time.perf_counter() - begin
        spent = time.perf_counter() - begin
        action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        begin = time.perf_counter()
        environment.step(action)
        return 1, spent + time.perf_counter() - begin

    return step


def in_openspiel(game: Any) -> Step:
    """One step of a game of OpenSpiel with the tensor of the player to move, reset when it is over."""
    rng = random.Random(1)
    state = [game.new_initial_state()]

    def step() -> tuple[int, float]:
        now, begin = state[0], time.perf_counter()
        if now.is_terminal():
            state[0] = game.new_initial_state()
            return 0, time.perf_counter() - begin
        if not now.is_chance_node():
            now.observation_tensor(now.current_player())
        now.apply_action(rng.choice(now.legal_actions()))
        return 1, time.perf_counter() - begin

    return step


def in_a_batch(batch: naadam.Batch) -> Step:
    """Steps of a batch in which all seats choose: one move in every game, new games for old, and observations."""
    rng = np.random.default_rng(1)
    batch.seed(1)
    batch.resolve()
    masks, tensors = [batch.legal()], batch.observe()

    def step() -> tuple[int, float]:
        actions = choose(masks[0], rng)
        begin = time.perf_counter()
        batch.step(actions)
        batch.renew()
        batch.resolve()
        batch.observe(out=tensors)
        masks[0] = batch.legal()
        return len(batch), time.perf_counter() - begin

    return step


def in_pgx(name: str, moves: int) -> Step:
    """Steps of a game of pgx, compiled for a batch, with random legal actions and new games; so many moves each."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(name)
    stepped = auto_reset(environment.step, environment.init)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        for _ in range(moves):
            key, own, renewing = jax.random.split(key, 3)
            chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(own, chances, axis=-1)
            state = jax.vmap(stepped)(state, actions, jax.random.split(renewing, GAMES_AT_ONCE))
        return state, key

    compiled, key = jax.jit(advance), jax.random.PRNGKey(1)
    held = [jax.jit(jax.vmap(environment.init))(jax.random.split(key, GAMES_AT_ONCE)), key]

    def step() -> tuple[int, float]:
        begin = time.perf_counter()
        held[:] = compiled(*held)
        held[0].observation.block_until_ready()
        return GAMES_AT_ONCE, time.perf_counter() - begin

    return step


def against_async(seconds: float) -> list[tuple[str, float, float]]:
    """For each game: steps per second of the native vector environment, and of the same one in processes."""
    import gymnasium

    found = []
    for name in NAMES:
        native = SeatVectorEnv(name, GAMES_AT_ONCE)
        processes = [
            gymnasium.make_vec(environment_id(name), number, vectorization_mode="async", game=name)
            for number in (2, 4, 8)
        ]
        rates = best({"native": in_a_vector(native)} | {str(p.num_envs): in_a_vector(p) for p in processes}, seconds)
        for environment in processes:
            environment.close()
        found.append((name, rates.pop("native"), max(rates.values())))
    return found


def installed(*modules: str) -> bool:
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        print(f"left out: {', '.join(missing)} is not installed", file=sys.stderr)
    return not missing


def against_libraries(seconds: float) -> list[tuple[str, dict[str, float]]]:
    """Rates of our games and of like games in other libraries, each group through the same interface."""
    groups = []
    if installed("pettingzoo", "pygame"):
        from pettingzoo.classic import connect_four_v3

        steps = {name: in_pettingzoo(pettingzoo_env(name)) for name in NAMES}
        groups.append(("PettingZoo", steps | {"its connect_four_v3": in_pettingzoo(connect_four_v3.env())}))
    if installed("pyspiel"):
        import pyspiel
        from open_spiel.python import games  # noqa: F401 (registers them)

        from naadam.bridges.openspiel import short_name

        steps = {name: in_openspiel(pyspiel.load_game(short_name(name))) for name in NAMES}
        for theirs in ("python_tic_tac_toe", "python_kuhn_poker"):
            steps[f"its {theirs}"] = in_openspiel(pyspiel.load_game(theirs))
        groups.append(("OpenSpiel, games in Python", steps))
    if installed("jax", "pgx"):
        ours = {name: in_a_vector(SeatVectorEnv(name, GAMES_AT_ONCE)) for name in NAMES}
        theirs_of_two = {f"pgx's {name}": in_pgx(name, 2) for name in PGX_NAMES}
        groups.append((f"{GAMES_AT_ONCE} games, a step with the other seat's random move", ours | theirs_of_two))
        ours = {name: in_a_batch(naadam.load(name).batch(GAMES_AT_ONCE)) for name in NAMES}
        theirs_of_one = {f"pgx's {name}": in_pgx(name, 1) for name in PGX_NAMES}
        groups.append((f"{GAMES_AT_ONCE} games, one move per step", ours | theirs_of_one))
    return [(title, best(steps, seconds)) for title, steps in groups]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    console = Console()
    for name in NAMES:
        for _ in naadam.load(name).bound.warm():  # so that processes find everything compiled
            pass
    table = Table("one seat against random players", "native", "AsyncVectorEnv, best of 2, 4, 8", "times")
    pairs = against_async(seconds)
    for name, native, processes in pairs:
        table.add_row(name, f"{native:,.0f}", f"{processes:,.0f}", f"{native / processes:,.0f}")
    console.print(table)
    for title, rates in against_libraries(seconds):
        table = Table(f"steps per second, {title}", "steps")
        for name, steps in rates.items():
            table.add_row(name, f"{steps:,.0f}")
        console.print(table)
    slow = [name for name, native, processes in pairs if native < AIM * processes]
    if slow:
        print(f"below {AIM:g} times AsyncVectorEnv: {', '.join(slow)}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
