"""A settler for Yuan: it takes the plan that gains most provinces if no other clan acts. A yardstick for the levels."""

import random

import naadam
from naadam.bots import level
from naadam.bots.simple import unsealed


class Settler:
    """Knows the effects of its plan, and nothing of the others' plans."""

    def __init__(self, seed=0):
        self._rng = random.Random(seed)

    def choose(self, view, budget=None):
        state = unsealed(view.complete(seed=0), view.seat)
        if "turn=" not in state.position:
            return self._rng.choice(view.actions())  # a tile, a city, a bid
        for other in state.waiting:
            if other != view.seat:
                state = state.apply("pass", other)
        plans = [plan for plan in view.actions() if " F" not in str(plan)]  # ramparts gain nothing
        self._rng.shuffle(plans)
        return max(plans, key=lambda plan: wealth(state.apply(int(plan), view.seat), view.seat))


def wealth(state, seat):
    """Provinces, then Chão."""
    low, high = map(int, state.record.held[state.record.clan[seat]])
    return low.bit_count() + high.bit_count(), int(state.record.chao[seat])


if __name__ == "__main__":
    game = naadam.load("yuan:players=2")
    state = game.start().resolve(random.Random(1))
    bots = {0: level(game, 1), 1: Settler()}
    while state.outcome is None:
        state = state.apply(bots[state.turn].choose(state.view(state.turn))).resolve(random.Random(1))
    print(state.outcome, *(game.seat_name(seat) for seat in state.outcome.winners))
