"""Replay of a record with its variations and comments, as an HTML page."""

from __future__ import annotations

from naadam.core.game import Game, say_turn
from naadam.core.record_tree import check_result, grow_tree, name_mover, say_move
from naadam.core.records import Record
from naadam.core.texts import CORE
from naadam.drawing.replay.document import Moment, make_document
from naadam.drawing.replay.page import write_page


def draw_replay(record: Record, game: Game, language: str = "en", parts: str = "", most: int | None = None) -> str:
    """The page of a record that is played again; RecordError names the action that is refused.

    Script and style are in the page, or at the address `parts`; `most` bounds the positions.
    """
    nodes = grow_tree(record, game, most)
    check_result(record, nodes)
    moments = []
    for node in nodes:
        description = game.face.describe(node.state.record)
        seats = game.side_names(description, language)
        who, words = name_mover(nodes, node, language), say_move(nodes, node, language)
        turn = say_turn(description, seats, language)
        moments.append(Moment(node.parent, who, words, node.comment, turn, tuple(seats), description))
    document = make_document(lambda scene: game.face.stage(language, scene), moments)
    names = [f"{name} ({seat})" for name, seat in zip(record.seats, moments[0].seats, strict=False) if name]
    return write_page(
        document, game.title(language), ", ".join(names), CORE.sections(language)["replay"], language, parts
    )
