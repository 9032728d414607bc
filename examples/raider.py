"""A raider for Conquest: it takes whatever it safely can, else it walks at random. A yardstick for the levels."""

import random

import naadam
from naadam.bots import level


class Raider:
    """Knows captures and whether they can be answered, and nothing else."""

    def __init__(self, seed=0):
        self._rng = random.Random(seed)

    def choose(self, view, budget=None):
        state, actions = view.complete(seed=0), list(view.actions())
        after = {action: state.apply(int(action), view.seat) for action in actions}
        loot = {action: enemies(state, view.seat) - enemies(then, view.seat) for action, then in after.items()}
        safe = [action for action in actions if loot[action] > 0 and after[action].turn in (view.seat, None)]
        if safe:
            return max(safe, key=loot.__getitem__)
        walks = [action for action in actions if str(action) not in ("end", "let") and not loot[action]]
        return self._rng.choice(walks or [action for action in actions if str(action) in ("end", "let")])


def enemies(state, seat):
    """How many pieces the others have."""
    figures = state.record.figures
    return int(figures.sum() - figures[seat])


if __name__ == "__main__":
    game = naadam.load("conquest:players=2")
    state = game.start().resolve(random.Random(1))
    bots = {0: level(game, 1), 1: Raider()}
    while state.outcome is None:
        state = state.apply(bots[state.turn].choose(state.view(state.turn)))
    print(state.outcome, *(game.seat_name(seat) for seat in state.outcome.winners))
