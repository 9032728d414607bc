"""A bot of ten lines, and a game between it and the computer of level 1."""

import naadam
from naadam.bots import level


class Careful:
    """Leaves the others as few answers as it can."""

    def choose(self, view, budget=None):
        state = view.complete(seed=0)  # where something is hidden, one guess of how it may be

        def answers(action):
            after = state.apply(int(action), view.seat)
            return sum(len(after.actions(seat)) for seat in after.waiting if seat not in (view.seat, naadam.CHANCE))

        return min(view.actions(), key=answers)


if __name__ == "__main__":
    game = naadam.load("bagh-chal")
    state = game.start()
    bots = {0: level(game, 1), 1: Careful()}
    while state.outcome is None:
        state = state.apply(bots[state.turn].choose(state.view(state.turn)))
    print(state.outcome, *(game.seat_name(seat) for seat in state.outcome.winners))
