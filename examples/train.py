"""From zero to a trained player: proximal policy optimization in NumPy, on the vector environment of Gymnasium.

`python examples/train.py [SPEC [MINUTES]]` trains against random players, measures the policy every minute, and writes
`GAME.npz` (the player) and `GAME.csv` (its learning curve). Time is that of a processor, however busy the machine is.
docs/tutorials/train.md walks through it.
"""

import sys
import time

import gymnasium
import numpy as np

import naadam
import naadam.bridges.gymnasium  # registers every game
from naadam.bots import level

GAMES, STEPS, EPOCHS, PARTS = 128, 32, 3, 8
HIDDEN, RATE, DISCOUNT, TRACE, CLIP, ENTROPY = 128, 1e-3, 0.995, 0.95, 0.2, 0.005
NEVER = -1e9


class Policy:
    """A network with one hidden layer, which gives a logit for each action and a value; trained by Adam."""

    def __init__(self, inputs, actions, seed=0):
        rng = np.random.default_rng(seed)
        sizes = {"w1": (inputs, HIDDEN), "b1": HIDDEN, "w2": (HIDDEN, actions), "b2": actions, "w3": HIDDEN, "b3": 1}
        scales = {"w1": np.sqrt(2 / inputs), "w2": 0.01, "w3": 0.1}
        self.weights = {
            name: (rng.standard_normal(size) * scales.get(name, 0)).astype(np.float32) for name, size in sizes.items()
        }
        self.moments = {name: (np.zeros_like(found), np.zeros_like(found)) for name, found in self.weights.items()}
        self.updates = 0

    def __call__(self, seen, masks):
        """Hidden units, probabilities of the legal actions, and values."""
        w = self.weights
        hidden = np.maximum(seen @ w["w1"] + w["b1"], 0)
        logits = np.where(masks, hidden @ w["w2"] + w["b2"], NEVER)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, hidden @ w["w3"] + w["b3"]

    def learn(self, seen, masks, actions, old, gains, returns):
        """One step of Adam on the clipped objective of PPO."""
        w, rows = self.weights, np.arange(len(actions))
        hidden, chances, values = self(seen, masks)
        ratio = chances[rows, actions] / old
        outside = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
        pull = np.where(outside, 0, gains * ratio)[:, None]
        logs = np.log(chances + 1e-9)
        slope = chances * pull + ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        slope[rows, actions] -= pull[:, 0]
        slope, miss = slope / len(rows), (values - returns) / len(rows)
        back = (slope @ w["w2"].T + np.outer(miss, w["w3"])) * (hidden > 0)
        slopes = {"w1": seen.T @ back, "b1": back.sum(0), "w2": hidden.T @ slope, "b2": slope.sum(0)}
        slopes |= {"w3": hidden.T @ miss, "b3": miss.sum(keepdims=True)}
        norm = np.sqrt(sum(float((found**2).sum()) for found in slopes.values()))
        self.updates += 1
        for name, found in slopes.items():
            found = found / max(1.0, norm / 0.5)
            first, second = self.moments[name]
            first += 0.1 * (found - first)
            second += 0.001 * (found**2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            w[name] -= RATE * step.astype(np.float32)

    @classmethod
    def load(cls, file):
        """The policy of a file that `main` has written."""
        policy = cls(1, 1)
        with np.load(file) as weights:
            policy.weights = dict(weights)
        return policy


class Player:
    """The policy as a bot: it plays the action with the highest logit."""

    def __init__(self, policy):
        self.policy = policy

    def choose(self, view, budget=None):
        actions = view.actions()
        seen = np.asarray(view.tensor(), np.float32).reshape(1, -1)
        masks = np.zeros((1, view.game.sizes.actions), bool)
        masks[0, [int(action) for action in actions]] = True
        best = int(self.policy(seen, masks)[1].argmax())
        return next(action for action in actions if int(action) == best)


def train(spec, seconds=None, updates=None, seed=1, report=lambda *_: None):
    """Train against random players for so much processor time, or so many updates.

    Returns the policy, and rows of seconds, steps and mean reward.
    """
    name, _, options = spec.partition(":")
    envs = gymnasium.make_vec(
        naadam.bridges.gymnasium.environment_id(name),
        num_envs=GAMES,
        rewards="scaled",
        seat=[index % 2 for index in range(GAMES)],
        **(dict(option.split("=") for option in options.split(",")) if options else {}),
    )
    rng, (seen, _) = np.random.default_rng(seed), envs.reset(seed=seed)
    inputs, actions = int(np.prod(envs.single_observation_space["observation"].shape)), int(envs.single_action_space.n)
    policy, begin, number, curve = Policy(inputs, actions, seed), time.process_time(), 0, []
    rewards, fresh = [], np.zeros(GAMES, bool)  # fresh: the next step starts a new game, whatever the action
    while (updates is None or number < updates) and (seconds is None or time.process_time() - begin < seconds):
        rows = []
        for _ in range(STEPS):
            planes, masks = seen["observation"].reshape(GAMES, -1), seen["action_mask"].astype(bool) | fresh[:, None]
            _, chances, values = policy(planes, masks)
            chosen = (chances.cumsum(axis=1) > rng.random((GAMES, 1)) * 0.99999).argmax(axis=1)
            seen, reward, over, _, _ = envs.step(chosen)
            rows.append((planes, masks, chosen, chances[np.arange(GAMES), chosen], values, reward, over, ~fresh))
            rewards.extend(reward[over & ~fresh])
            fresh = over
        last = policy(seen["observation"].reshape(GAMES, -1), seen["action_mask"].astype(bool) | fresh[:, None])[2]
        planes, masks, chosen, old, values, reward, over, real = map(np.array, zip(*rows, strict=True))
        gains, gain = np.zeros_like(values), np.zeros(GAMES)
        for step in reversed(range(STEPS)):
            after = last if step == STEPS - 1 else values[step + 1]
            error = reward[step] + DISCOUNT * after * ~over[step] - values[step]
            gains[step] = gain = error + DISCOUNT * TRACE * gain * ~over[step]
        flat = [part[real] for part in (planes, masks, chosen, old, gains, gains + values)]
        flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(flat[0])), PARTS):
                policy.learn(*(found[part] for found in flat))
        number += 1
        if number % 10 == 0:
            curve.append((time.process_time() - begin, number * GAMES * STEPS, float(np.mean(rewards[-1000:]))))
            report(policy, *curve[-1])
    return policy, curve


def score(game, player, other, games, seed=0):
    """Share of wins of a player, draws as half, over games from both seats, each after two random actions."""
    points, rng = 0.0, np.random.default_rng(seed)
    for index in range(games):
        seat, state = index % 2, game.start()
        for _ in range(2):
            state = state.resolve(rng)
            state = state.apply(int(rng.choice(state.actions())))
        while state.outcome is None:
            state = state.resolve(rng)
            if state.turn is not None:
                state = state.apply((player if state.turn == seat else other).choose(state.view(state.turn)))
        points += seat in state.outcome.winners and 1 / len(state.outcome.winners)
    return points / games


def main(spec="jarmo", minutes="20"):
    game = naadam.load(spec)
    rows, rivals = [], [level(game, number) for number in (1, 2, 3)]
    next_look = [0.0]

    def report(policy, seconds, steps, reward):
        if seconds >= next_look[0]:
            next_look[0] = seconds + 60
            rows.append((seconds, steps, reward, *(score(game, Player(policy), bot, 40) for bot in rivals)))
            print("{:5.0f} s {:9,d} steps, reward {:+.3f}, levels {:.2f} {:.2f} {:.2f}".format(*rows[-1]), flush=True)
            np.savez(f"{game.name}.npz", **policy.weights)

    train(spec, seconds=60 * float(minutes), report=report)
    np.savetxt(f"{game.name}.csv", rows, "%.4f", ",", header="seconds,steps,reward,level1,level2,level3", comments="")


if __name__ == "__main__":
    main(*sys.argv[1:])
