"""Record tree: the positions of a record with its variations, each with the move that led to it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naadam.core.errors import IllegalAction, NaadamError, RecordError
from naadam.core.game import Game
from naadam.core.lines import Comment, Step, Variation
from naadam.core.records import Record, Result
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import CORE


class Node(NamedTuple):
    """A position of a record. `parent` is the number of the node before it; the start has none, and no move."""

    parent: int | None
    step: Step | None
    seat: int | None  # of the move; CHANCE for chance
    action: int | None
    comment: str
    state: State


def grow_tree(record: Record, game: Game, most: int | None = None) -> list[Node]:
    """The start, the main line and then the variations, in the order of their places; each after its parent.

    RecordError names the action that is refused, or says that there are more than `most` positions.
    """
    try:
        start = game.position(record.start) if record.start else game.start()
    except NaadamError as error:
        raise RecordError(f"the start of the record: {error}") from None
    nodes = [Node(None, None, None, None, _comments(record.comments).get(0, ""), start)]
    main = Variation(0, record.steps, tuple(comment for comment in record.comments if comment.at), record.variations)
    waiting = [(0, main)]
    for parent, line in waiting:  # it grows
        path = [parent]
        comments = _comments(line.comments)
        for number, step in enumerate(line.steps, 1):
            if most is not None and len(nodes) > most:
                raise RecordError.of(CORE, "record-positions", most=most)
            # a comment before the first move of a variation is about it, since its start has one already
            texts = [comments.get(0, "")] if number == 1 else []
            comment = " ".join(filter(None, [*texts, comments.get(number, "")]))
            nodes.append(_advance(nodes, path[-1], step, comment))
            path.append(len(nodes) - 1)
        waiting += [(path[variation.at], variation) for variation in line.variations]
    return nodes


def check_result(record: Record, nodes: Sequence[Node]) -> None:
    """RecordError if the main line ends by the rules in another way than the record says."""
    outcome = nodes[len(record.steps)].state.outcome
    found = Result.of(outcome) if outcome else None
    if record.result is not None and record.result != found:
        raise RecordError(f"the record says {record.result}, but the game is {outcome or 'not over'}")


def say_move(nodes: Sequence[Node], node: Node, language: str) -> str:
    """The move that led to a node, as a report without its seat; empty for the start."""
    if node.parent is None or node.action is None:
        return ""
    return nodes[node.parent].state.say_and_report(node.action, language, node.seat)[1]


def name_mover(nodes: Sequence[Node], node: Node, language: str) -> str:
    """The side that made the move; empty for chance and for the start."""
    if node.parent is None or node.seat is None or node.seat == CHANCE:
        return ""
    state = nodes[node.parent].state
    return state.game.side_names(state.game.face.describe(state.record), language)[node.seat]


def _comments(comments: Sequence[Comment]) -> dict[int, str]:
    return dict(comments)


def _advance(nodes: Sequence[Node], parent: int, step: Step, comment: str) -> Node:
    state = nodes[parent].state
    try:
        seat, action = state.resolve_action(step.text, step.seat)
        after = state.apply(action, seat)
    except IllegalAction as error:
        raise RecordError(f"action {_count(nodes, parent)}, {step}, is refused by {error}") from None
    except NaadamError as error:
        raise RecordError(f"action {_count(nodes, parent)}: {error}") from None
    return Node(parent, step, seat, action, comment, after)


def _count(nodes: Sequence[Node], node: int | None) -> int:
    """The number of the action after a node, in its line."""
    number = 0
    while node is not None:
        number, node = number + 1, nodes[node].parent
    return number
