"""Simulations: down the tree, on by a playout or a guess, and back up with the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.bots.budget import LIMIT, NODES, PLIES, STOP
from naadam.bots.uct.choice import SURE, by_bounds, by_regret, learn_regret, list_edges
from naadam.bots.uct.tree import LONGEST, NONE, UNSEEN, next_node
from naadam.core.compiling import ctz, mix, rule
from naadam.core.compiling.kernels import random_action, step
from naadam.core.contract import complete, discloses, opens, outcome, position, repetition, unseal, value
from naadam.core.game import Game
from naadam.core.seats import CHANCE


class Plan(NamedTuple):
    """The settings of a search, as compiled code takes them."""

    seat: int  # that thinks
    seats: int
    observers: int  # trees: 1, or one for each seat
    hides: int  # whether something is hidden
    proves: int  # whether proven results are passed up
    cutoff: int  # plies of random play before the value is guessed; -1 to play on to the end
    exploration: float
    widening: float  # actions of a node at first, growing with the root of its visits; 0 for all from the start
    margin: float  # the share of the result that is by how much one wins
    spread: float  # of the scores


class Scratch(NamedTuple):
    """Arrays that a simulation works on."""

    states: Any  # one
    roots: Any  # the trail of the root
    trail: Any
    actions: Any
    weights: Any
    edges: Any
    nodes: Any  # [observer]: where it is
    sealed: Any  # a hash of the actions since the last opening that not all seats have seen
    path: Any  # [step]: node, edge, seat
    drawn: Any  # of the last decision by regret: its chance, its share
    odds: Any  # [step]: those of each step
    results: Any  # [seat]
    scores: Any
    rng: Any
    control: Any  # see budget.py


def make_scratch(game: Game) -> Scratch:
    sizes = game.sizes
    width = max(sizes.choices, sizes.outcomes)
    return Scratch(
        states=np.zeros(1, game.state_type),
        roots=np.zeros((sizes.trail, max(1, sizes.words)), np.int64),
        trail=np.zeros((sizes.trail, max(1, sizes.words)), np.int64),
        actions=np.zeros(width, np.int64),
        weights=np.zeros(max(1, sizes.outcomes)),
        edges=np.zeros(width, np.int64),
        nodes=np.zeros(sizes.seats, np.int64),
        sealed=np.zeros(1, np.int64),
        path=np.zeros((LONGEST, 3), np.int64),
        drawn=np.zeros(2),
        odds=np.zeros((LONGEST, 2)),
        results=np.zeros(sizes.seats),
        scores=np.zeros(sizes.seats),
        rng=np.zeros(1, np.int64),
        control=np.zeros(4, np.int64),
    )


@rule
def simulate(tag, tables, tree, scratch, plan, view, rows, root, simulations):
    """Simulate games from a view whose nodes are `root` and, for other observers, those behind it."""
    for _ in range(simulations):
        if scratch.control[STOP] != 0 or scratch.control[NODES] >= scratch.control[LIMIT] or tree.proven[root]:
            return
        scratch.control[NODES] += 1
        state = scratch.states[0]
        complete(tag, tables, view, plan.seat, scratch.rng, state)
        unseal(tag, tables, state, plan.seat)
        if rows > 0:
            for row in range(rows):
                for word in range(scratch.trail.shape[1]):
                    scratch.trail[row, word] = scratch.roots[row, word]
        elif repetition(tag) > 0:
            state.quiet = 0
            position(tag, tables, state, scratch.trail[0])
        for observer in range(plan.observers):
            scratch.nodes[observer] = root + observer
        scratch.sealed[0] = 0
        length = descend(tag, tables, tree, scratch, plan, state)
        if length < 0:  # at a node whose results are proven
            length = -1 - length
        else:
            over = state.waiting == 0
            scratch.control[PLIES] += length
            play_on(tag, tables, scratch, plan, state)
            if over and plan.proves and scratch.nodes[0] != NONE:
                set_proven(tree, plan, scratch.nodes[0], scratch.results)
        climb(tree, scratch, plan, length)


@rule
def descend(tag, tables, tree, scratch, plan, state):
    """Follow the tree to a new node, the end of the game or a proven node; return the length, -1 - length if proven."""
    length = 0
    together = 0  # simultaneous decisions, though one seat acts before the other here
    while state.waiting != 0:
        seat = ctz(state.waiting)
        if state.waiting & state.waiting - 1 != 0:
            together |= state.waiting
            if state.waiting >> plan.seat & 1:  # the thinking seat decides at the root
                seat = plan.seat
        observer = seat if plan.observers > 1 else 0
        edge, is_new = NONE, False
        if seat == CHANCE:
            action = random_action(tag, tables, state, seat, scratch.rng, scratch.actions, scratch.weights)
        else:
            node = scratch.nodes[observer]
            if node == NONE or length == LONGEST:
                return length
            if tree.proven[node]:
                for one in range(plan.seats):
                    scratch.results[one] = tree.results[node, one]
                return -1 - length
            certain = plan.hides == 0 or seat == plan.seat
            count = list_edges(tag, tables, tree, scratch, plan, state, seat, node, certain)
            at_once = together >> seat & 1 != 0
            together &= ~(1 << seat)
            index = by_regret(tree, scratch, count) if at_once else by_bounds(tree, scratch, plan, node, count)
            if index == NONE:  # no room for its edges
                return length
            action, edge = scratch.actions[index], scratch.edges[index]
            scratch.path[length, 0], scratch.path[length, 1], scratch.path[length, 2] = node, edge, seat
            scratch.odds[length, 0] = scratch.drawn[0] if at_once else 0.0
            scratch.odds[length, 1] = scratch.drawn[1]
            length += 1
            is_new = tree.tries[edge] == 0
        advance(tag, tables, tree, scratch, plan, state, seat, action, edge)
        if edge != NONE:
            tree.child[edge] = scratch.nodes[observer]
        if is_new:
            return length
    return length


@rule
def advance(tag, tables, tree, scratch, plan, state, seat, action, edge):
    """Carry out an action; each observer goes to the node of its observations."""
    if edge != NONE and plan.hides == 0 and tree.child[edge] != NONE:
        scratch.nodes[0] = tree.child[edge]  # the same node every time
    else:
        act = mix(mix(seat + 1) + action)
        opened = seat != CHANCE and opens(tag, tables, state, seat, action)
        is_sealed = False
        for observer in range(plan.observers):
            witness = observer if plan.observers > 1 else plan.seat
            label = action
            if opened:
                label = int(scratch.sealed[0]) ^ act
            elif not discloses(tag, tables, state, seat, action, witness):
                label = UNSEEN
                is_sealed = seat != CHANCE
            scratch.nodes[observer] = next_node(tree, scratch.nodes[observer], seat, label)
        if opened:
            scratch.sealed[0] = 0
        elif is_sealed:
            scratch.sealed[0] ^= act
    step(tag, tables, state, scratch.trail, -1, seat, action)


@rule
def play_on(tag, tables, scratch, plan, state):
    """Play at random, to the end or for some plies, and write the results."""
    left = plan.cutoff
    while state.waiting != 0 and left != 0:
        seat = ctz(state.waiting)
        action = random_action(tag, tables, state, seat, scratch.rng, scratch.actions, scratch.weights)
        step(tag, tables, state, scratch.trail, -1, seat, action)
        left -= 1
    scratch.control[PLIES] += plan.cutoff - left
    if state.waiting != 0:
        for seat in range(plan.seats):
            scratch.results[seat] = value(tag, tables, state, seat)
        return
    winners = outcome(tag, tables, state, scratch.scores)
    for seat in range(plan.seats):
        won = winners >> seat & 1
        result = 0.0 if winners == (1 << plan.seats) - 1 else 2.0 * won - 1.0
        if plan.margin > 0.0:
            rival = -plan.spread
            for other in range(plan.seats):
                if other != seat:
                    rival = max(rival, scratch.scores[other])
            result = (1.0 - plan.margin) * result + plan.margin * (scratch.scores[seat] - rival) / plan.spread
        scratch.results[seat] = result


@rule
def climb(tree, scratch, plan, length):
    """Pass the results up the path."""
    for back in range(length - 1, -1, -1):
        node, edge, seat = scratch.path[back, 0], scratch.path[back, 1], scratch.path[back, 2]
        if scratch.odds[back, 0] > 0.0:
            learn_regret(tree, node, edge, scratch.results[seat], scratch.odds[back, 0], scratch.odds[back, 1])
        tree.visits[node] += 1
        tree.tries[edge] += 1
        tree.total[edge] += scratch.results[seat]
        child = tree.child[edge]
        if plan.proves and child != NONE and tree.proven[child]:
            tree.known[edge] = 1
            tree.total[edge] = tree.results[child, seat] * tree.tries[edge]
            prove(tree, plan, node)


@rule
def set_proven(tree, plan, node, results):
    tree.proven[node] = 1
    for seat in range(plan.seats):
        tree.results[node, seat] = results[seat]


@rule
def prove(tree, plan, node):
    """A child has been proven: perhaps its node is, by a win, or by all children."""
    best, worth, all_known = NONE, 0.0, tree.used[1] < len(tree.action)  # else some may have found no room
    edge = tree.first[node]
    while edge != NONE:
        if tree.known[edge] == 0:
            all_known = False
        elif best == NONE or tree.total[edge] / tree.tries[edge] > worth:
            best, worth = tree.child[edge], tree.total[edge] / tree.tries[edge]
        edge = tree.after[edge]
    if worth >= SURE or all_known:
        set_proven(tree, plan, node, tree.results[best])
