"""The choice of a simulation in the tree: by upper bounds, and by regret in simultaneous decisions."""

from __future__ import annotations

import math

from naadam.bots.uct.tree import NONE, all_edges, find_edges, open_edges
from naadam.core.compiling import draw, rule, uniform
from naadam.core.contract import legal, plausible

SURE = 1.0  # the best result there is
CURIOSITY = 0.1  # the share of simultaneous decisions that are taken at random


@rule
def list_edges(tag, tables, tree, scratch, plan, state, seat, node, certain):
    """Write the actions that may be tried now and their edges; return how many.

    With widening a node has few of its actions at first, and one more from time to time: the next best by
    `plausible`, or any if the game does not say. Where the actions are `certain` to be the same every time the
    search comes here, they are not listed again.
    """
    actions, edges = scratch.actions, scratch.edges
    wanted = plan.widening * math.sqrt(tree.visits[node] + 1.0)
    if certain and tree.first[node] != NONE:
        known = all_edges(tree, node, actions, edges)
        if tree.listed[node] or (plan.widening > 0.0 and known >= wanted):
            return known
    count = legal(tag, tables, state, seat, actions)
    kept = plausible(tag, tables, state, seat, scratch.rng, actions, count)
    if plan.widening <= 0.0:
        sort(actions, kept)
        tree.listed[node] = open_edges(tree, node, actions, kept, edges)
        return kept
    ranked = kept < count or not ascending(actions, kept)
    found = find_edges(tree, node, actions, kept, edges)
    if found < kept and found < wanted:
        skipped = 0 if ranked else draw(scratch.rng, kept - found)
        for index in range(kept):
            if edges[index] == NONE:
                if skipped == 0:
                    open_edges(tree, node, actions[index:], 1, edges[index:])
                    found += edges[index] != NONE
                    break
                skipped -= 1
    tree.listed[node] = found == kept
    known = 0
    for index in range(kept):
        if edges[index] != NONE:
            actions[known], edges[known] = actions[index], edges[index]
            known += 1
    return known


@rule
def ascending(actions, count):
    falls = 0
    for index in range(1, count):
        falls += actions[index] < actions[index - 1]
    return falls == 0


@rule
def sort(actions, count):
    """Put the first actions in ascending order."""
    for index in range(1, count):
        action = actions[index]
        place = index
        while place > 0 and actions[place - 1] > action:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action


@rule
def by_bounds(tree, scratch, plan, node, count):
    """The index of the edge with the highest upper bound of its result; untried ones first, in random order."""
    edges = scratch.edges
    untried = 0
    chosen = NONE
    best = -math.inf
    all_visits = math.log(tree.visits[node] + 1.0)
    for index in range(count):
        edge = edges[index]
        if edge == NONE:
            continue
        tries = tree.tries[edge]
        if plan.hides:
            tree.chances[edge] += 1
        if tree.known[edge]:
            bound = tree.total[edge] / tries
            if bound >= SURE:
                return index
        elif tries == 0:
            untried += 1
            if draw(scratch.rng, untried) == 0:
                chosen = index
                best = math.inf
            continue
        else:
            visits = math.log(float(tree.chances[edge])) if plan.hides else all_visits
            bound = tree.total[edge] / tries + plan.exploration * math.sqrt(visits / tries)
        if bound > best:
            best = bound
            chosen = index
    return chosen


@rule
def by_regret(tree, scratch, count):
    """The index of an edge drawn by regret matching; scratch.chance and scratch.share say how it was drawn."""
    edges = scratch.edges
    sum_of_regret = 0.0
    for index in range(count):
        if edges[index] == NONE:
            return NONE
        sum_of_regret += max(0.0, tree.regret[edges[index]])
    mark = uniform(scratch.rng)
    chosen = NONE
    for index in range(count):
        edge = edges[index]
        share = max(0.0, tree.regret[edge]) / sum_of_regret if sum_of_regret > 0.0 else 1.0 / count
        tree.policy[edge] += share
        chance = (1.0 - CURIOSITY) * share + CURIOSITY / count
        if chosen == NONE and (mark < chance or index == count - 1):
            chosen = index
            scratch.drawn[0], scratch.drawn[1] = chance, share
        mark -= chance
    return chosen


@rule
def learn_regret(tree, node, edge, result, chance, share):
    """Raise or lower the regrets of a decision by the result of the action drawn for it."""
    total, tries = 0.0, 0
    other = tree.first[node]
    while other != NONE:
        total += tree.total[other]
        tries += tree.tries[other]
        other = tree.after[other]
    surprise = (result - (total / tries if tries > 0 else 0.0)) / chance
    other = tree.first[node]
    while other != NONE:
        tree.regret[other] += surprise * ((1.0 if other == edge else 0.0) - share)
        other = tree.after[other]
