"""Groups of layers that form a cycle, and the order in which they are solved."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def find_groups(after: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected components of a graph, each behind those that it leads to (Tarjan)."""
    groups: list[list[Node]] = []
    found: dict[Node, int] = {}  # the order of discovery
    lowest: dict[Node, int] = {}
    stack: list[Node] = []
    stacked: set[Node] = set()
    for root in after:
        if root in found:
            continue
        path = [(root, iter(after[root]))]
        found[root] = lowest[root] = len(found)
        stack.append(root)
        stacked.add(root)
        while path:
            node, rest = path[-1]
            then = next(rest, None)
            if then is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == found[node]:
                    cut = stack.index(node)
                    groups.append(stack[cut:])
                    stacked.difference_update(stack[cut:])
                    del stack[cut:]
            elif then not in found:
                found[then] = lowest[then] = len(found)
                stack.append(then)
                stacked.add(then)
                path.append((then, iter(after[then])))
            elif then in stacked:
                lowest[node] = min(lowest[node], found[then])
    return groups
