"""A self-play league: each generation learns against itself and its ancestors, then all generations play each other.

`python examples/league.py [SPEC [GENERATIONS [UPDATES]]]`, for games of two seats. The network and its optimizer are
those of train.py; docs/tutorials/league.md walks through it.
"""

import copy
import sys

import numpy as np
from train import DISCOUNT, EPOCHS, GAMES, PARTS, STEPS, TRACE, Player, Policy

import naadam
from naadam.bots.arena import Contest, Entrant
from naadam.lab import run_contest
from naadam.lab.league import rate


def draw(policy, seen, masks, rng):
    """An action for each row by the policy, its probability, and the value for the seat that acts."""
    _, chances, values = policy(seen, masks)
    actions = (chances.cumsum(axis=1) > rng.random((len(seen), 1)) * 0.99999).argmax(axis=1)
    return actions, chances[np.arange(len(seen)), actions], values


def generation(game, policy, ancestors, updates, rng):
    """Improve a policy in games with itself and, in every other game, with an ancestor in one of the seats."""
    batch = game.batch(GAMES)
    batch.seed(int(rng.integers(1 << 31)))
    batch.resolve()
    held = np.where(np.arange(GAMES) % 2, rng.integers(2, size=GAMES), -1)  # the seat of the ancestor
    for _ in range(updates):
        ancestor, rows = ancestors[rng.integers(len(ancestors))], []
        for _ in range(STEPS):
            turn, seen, masks = batch.turn, batch.observe().reshape(GAMES, -1), batch.legal()
            actions, old, values = draw(policy, seen, masks, rng)
            actions = np.where(turn == held, draw(ancestor, seen, masks, rng)[0], actions)
            batch.step(actions)
            batch.resolve()
            margin = batch.scores[np.arange(GAMES), turn] - batch.scores[np.arange(GAMES), 1 - turn]
            rows.append((seen, masks, actions, old, values, np.sign(margin), batch.over, turn))
            batch.renew()
            batch.resolve()
        last = draw(policy, batch.observe().reshape(GAMES, -1), batch.legal(), rng)[2]
        seen, masks, actions, old, values, won, over, turn = map(np.array, zip(*rows, strict=True))
        gains, gain, after, mover = np.zeros_like(values), 0, last, batch.turn
        for step in reversed(range(STEPS)):
            sign = np.where(mover == turn[step], 1, -1) * ~over[step]  # one seat's gain is the other's loss
            gains[step] = gain = won[step] + DISCOUNT * sign * (after + TRACE * gain) - values[step]
            gain = gains[step]
            after, mover = values[step], turn[step]
        ours = turn != held
        flat = [part[ours] for part in (seen, masks, actions, old, gains, gains + values)]
        flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(flat[0])), PARTS):
                policy.learn(*(found[part] for found in flat))
    return policy


def entrant(name, policy):
    """A policy as a player of the arena, which makes it for each game."""
    return Entrant(name, lambda _game, _seed: Player(policy))


def league(spec, generations=5, updates=150, seed=1, games=210):
    """All generations with their Elo, of which the first has learned nothing, and the last policy."""
    game, rng = naadam.load(spec), np.random.default_rng(seed)
    policies = [Policy(int(np.prod(game.sizes.tensor)), game.sizes.actions, seed)]
    for _ in range(generations):
        policies.append(generation(game, copy.deepcopy(policies[-1]), policies, updates, rng))
    entrants = [entrant(f"generation {number}", policy) for number, policy in enumerate(policies)]
    contest = Contest(spec, (*entrants, "level1", "random"), games, seed, opening=4)
    return rate(contest, list(run_contest(contest, workers=1))), policies[-1]


if __name__ == "__main__":
    spec, *numbers = sys.argv[1:] or ["jarmo"]
    for bot in league(spec, *map(int, numbers))[0]:
        print(f"{bot.name:14} {bot.elo:+6.0f} Elo ({bot.low:+.0f} to {bot.high:+.0f})")
