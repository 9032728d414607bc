"""States of Bagh Chal that several tests of core look at."""

from __future__ import annotations

from collections.abc import Sequence

import naadam

GAME = naadam.load("bagh-chal")
CLASSIC = naadam.load("bagh-chal:rules=classic")
START = GAME.start()

# Phase II: four points are empty, and both sides can go back and forth for ever.
PEACE = CLASSIC.position("BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3")
SHUTTLE = ("Ba1b1", "Ga2a3", "Bb1a1", "Ga3a2")
OTHER_SHUTTLE = ("Be1d1", "Gb2b3", "Bd1e1", "Gb3b2")
OVER = GAME.playout(START, 1)


def play(state: naadam.State, moves: Sequence[str]) -> naadam.State:
    for move in moves:
        state = state.apply(move)
    return state


def a_whole_game(game: naadam.Game = GAME, step: int = 7) -> list[naadam.State]:
    states = [game.start()]
    while states[-1].waiting:
        actions = states[-1].actions()
        states.append(states[-1].apply(actions[step * len(states) % len(actions)]))
    return states
