"""Learn to beat random players: a linear policy by REINFORCE on a batch of games, in NumPy alone.

`python examples/learn.py [SPEC [STEPS]]`. Games run side by side, half of them from each seat; a step of all of them
is one compiled call. To learn with torch, hand it the arrays: `torch.from_dlpack(seen.observations)` copies nothing.
"""

import sys

import numpy as np

import naadam

GAMES, RATE = 64, 0.3


def choose(weights, seen, rng):
    """An action of each game, drawn by the policy, and how the wish for each action would make it likelier."""
    wishes = seen.observations.reshape(GAMES, -1) @ weights
    wishes[~seen.masks & ~seen.over[:, None]] = -np.inf  # a finished game restarts, whatever the action
    chances = np.exp(wishes - wishes.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    actions = (chances.cumsum(axis=1) > rng.random((GAMES, 1)) * 0.9999).argmax(axis=1)
    slopes = -chances
    slopes[np.arange(GAMES), actions] += 1.0
    return actions, slopes


def learn(game, steps, seed=1):
    """Weights learned in so many steps, and the mean score of the games that ended in each fifth of them."""
    rng, batch = np.random.default_rng(seed), game.batch(GAMES)
    batch.seed(seed)
    seats = np.arange(GAMES) % game.seats
    seen = batch.learn(None, seats)
    weights = np.zeros((np.prod(game.sizes.tensor), game.sizes.actions), np.float32)
    paths, scores, means = [[] for _ in range(GAMES)], [], np.zeros(game.seats)
    for _ in range(steps):
        actions, slopes = choose(weights, seen, rng)
        for index in np.flatnonzero(~seen.over):
            paths[index].append((seen.observations[index].ravel(), slopes[index]))
        seen = batch.learn(actions, seats)
        for index in np.flatnonzero(seen.over):
            reward, seat = seen.rewards[index], seats[index]
            features, wanted = map(np.array, zip(*paths[index], strict=True))
            weights += RATE * (reward - means[seat]) / len(wanted) * features.T @ wanted
            means[seat] += 0.01 * (reward - means[seat])  # the seat's mean score
            scores.append(reward)
            paths[index].clear()
    return weights, [float(np.mean(part)) for part in np.array_split(scores, 5)]


if __name__ == "__main__":
    spec, steps = sys.argv[1] if sys.argv[1:] else "yut", sys.argv[2] if sys.argv[2:] else "1000"
    _, means = learn(naadam.load(spec), int(steps))
    print(f"{spec}: mean scores against random players while learning:", *(f"{mean:+.2f}" for mean in means))
