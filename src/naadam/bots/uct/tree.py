"""The tree of a UCT search: nodes, the actions tried at them, and the way from a node to the next.

A node is the sequence of an observer's observations since the root. Where nothing is hidden there is one observer.
Otherwise each seat has its own tree, or all share that of the thinking seat. The next node is found by the observation:
an action, an outcome of chance, that something happened which it cannot see, or all that was sealed when it is opened.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import mix, rule
from naadam.core.game import Game

NONE = -1
UNSEEN = -2  # the label of an action that an observer cannot distinguish from others
LONGEST = 512  # actions of a simulation inside the tree


class Tree(NamedTuple):
    """All arrays of a search. A node's edges are a chain in ascending order of their actions."""

    first: Any  # [node]: its first edge
    visits: Any  # [node]
    listed: Any  # [node]: 1 if all actions worth a try have edges
    proven: Any  # [node]: 1 if its results are known for sure
    results: Any  # [node, seat]: then these
    action: Any  # [edge]
    after: Any  # [edge]: the next edge of the node
    child: Any  # [edge]: the node behind it, where that is one only
    tries: Any  # [edge]
    known: Any  # [edge]: 1 if its result is proven; it is then the mean of all its tries
    chances: Any  # [edge]: visits of the node at which the action was legal, where something is hidden
    total: Any  # [edge]: sum of the results for the seat that acts
    regret: Any  # [edge]: for simultaneous decisions,
    policy: Any  # [edge]: and the sum of the policies played
    slot_key: Any  # the way to the next node: a hash of node and label,
    slot_node: Any  # and the node
    used: Any  # nodes and edges in use


def make_tree(game: Game, nodes: int) -> Tree:
    """Room for a tree of so many nodes, a power of two."""
    edges = 8 * nodes
    return Tree(
        first=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        listed=np.zeros(nodes, np.int8),
        proven=np.zeros(nodes, np.int32),
        results=np.zeros((nodes, game.seats)),
        action=np.zeros(edges, np.int32),
        after=np.zeros(edges, np.int32),
        child=np.zeros(edges, np.int32),
        tries=np.zeros(edges, np.int32),
        known=np.zeros(edges, np.int8),
        chances=np.zeros(edges, np.int32),
        total=np.zeros(edges),
        regret=np.zeros(edges),
        policy=np.zeros(edges),
        slot_key=np.zeros(2 * nodes, np.int64),
        slot_node=np.zeros(2 * nodes, np.int32),
        used=np.zeros(2, np.int64),
    )


def clear(tree: Tree) -> None:
    """An empty tree again."""
    tree.slot_key.fill(0)
    tree.used.fill(0)


@rule
def new_node(tree):
    """A node without edges, or NONE if there is no room."""
    node = tree.used[0]
    if node == len(tree.first):
        return NONE
    tree.used[0] += 1
    tree.first[node] = NONE
    tree.visits[node] = 0
    tree.listed[node] = 0
    tree.proven[node] = 0
    return node


@rule
def new_edge(tree, action, after):
    """An edge for an untried action, or NONE if there is no room."""
    edge = tree.used[1]
    if edge == len(tree.action):
        return NONE
    tree.used[1] += 1
    tree.action[edge] = action
    tree.after[edge] = after
    tree.child[edge] = NONE
    tree.tries[edge] = 0
    tree.known[edge] = 0
    tree.chances[edge] = 0
    tree.total[edge] = 0.0
    tree.regret[edge] = 0.0
    tree.policy[edge] = 0.0
    return edge


@rule
def next_node(tree, node, seat, label):
    """The node that an observer comes to from `node` when it sees `seat` do `label`; made if it is new."""
    if node == NONE:
        return NONE
    key = mix(mix(node + 1) + label * 16 + seat) | 1  # not the same for a node and a label that are swapped
    slot = key >> 1 & len(tree.slot_key) - 1
    while tree.slot_key[slot] != 0:
        if tree.slot_key[slot] == key:
            return tree.slot_node[slot]
        slot = slot + 1 & len(tree.slot_key) - 1
    child = new_node(tree)
    if child != NONE:
        tree.slot_key[slot] = key
        tree.slot_node[slot] = child
    return child


@rule
def all_edges(tree, node, actions, edges):
    """Write all edges of a node and their actions; return how many."""
    count = 0
    edge = tree.first[node]
    while edge != NONE:
        actions[count], edges[count] = tree.action[edge], edge
        count += 1
        edge = tree.after[edge]
    return count


@rule
def find_edges(tree, node, actions, count, edges):
    """Write the edges of these actions into `edges`, NONE for new ones; return how many there are.

    It takes one walk if they ascend, and begins again wherever they do not.
    """
    found = 0
    edge = tree.first[node]
    for index in range(count):
        if index > 0 and actions[index] < actions[index - 1]:
            edge = tree.first[node]
        while edge != NONE and tree.action[edge] < actions[index]:
            edge = tree.after[edge]
        edges[index] = NONE
        if edge != NONE and tree.action[edge] == actions[index]:
            edges[index] = edge
            found += 1
    return found


@rule
def open_edges(tree, node, actions, count, edges):
    """Write the edges of these ascending actions into `edges`; new ones are made, NONE if there is no room.

    Return whether there was room for all.
    """
    room = True
    before = NONE
    edge = tree.first[node]
    for index in range(count):
        action = actions[index]
        while edge != NONE and tree.action[edge] < action:
            before, edge = edge, tree.after[edge]
        if edge != NONE and tree.action[edge] == action:
            edges[index] = edge
            before, edge = edge, tree.after[edge]
            continue
        made = new_edge(tree, action, edge)
        edges[index] = made
        if made != NONE:
            if before == NONE:
                tree.first[node] = made
            else:
                tree.after[before] = made
            before = made
        else:
            room = False
    return room
