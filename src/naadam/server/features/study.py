"""Studies: a record with variations and comments as the page shows it, judged by the rules and never stored."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from naadam.core.errors import IllegalAction, NaadamError, NotationError, RecordError
from naadam.core.game import Game, say_turn
from naadam.core.lines import Step, read_step
from naadam.core.parts.touches import refusal_of_first
from naadam.core.record_tree import Node, check_result, grow_tree, name_mover, say_move
from naadam.core.records import Record, Result
from naadam.core.registry import load_shipped
from naadam.core.replay_page import draw_replay
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.drawing.changes import find_changes
from naadam.drawing.description import Description
from naadam.server.payloads.choices import MOST_CHOICES
from naadam.server.protocol.errors import TooLarge, UserError
from naadam.server.protocol.messages import Language
from naadam.server.protocol.studies import LONGEST_RECORD, MOST_POSITIONS, StudyAsked, StudyChoice, StudyChoices


def read_study(text: str) -> tuple[Record, Game]:
    """A record and its game; UserError says why it cannot be read."""
    try:
        record = Record.read(text)
        game = load_shipped(record.game)  # before anything is loaded that names a file of this machine
        record.load()
    except RecordError as error:
        raise UserError("bad-record", reason=error.text) from None
    return record, game


def unpack_study(packed: str) -> str:
    """The record in the fragment of a study's link: its text, compressed by deflate, in base64 for addresses."""
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacking.decompress(data, LONGEST_RECORD)
        if unpacking.unconsumed_tail:
            raise TooLarge("body-size", most=LONGEST_RECORD // 1000)
        if not unpacking.eof:
            raise UserError("bad-study")
        return text.decode()
    except (ValueError, binascii.Error, zlib.error):
        raise UserError("bad-study") from None


def pack_study(text: str) -> str:
    """The fragment of the link to a study."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packing.compress(text.encode()) + packing.flush()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def replay_of(text: str, language: str, parts: str = "") -> str:
    """The replay of a record as HTML."""
    record, game = read_study(text)
    try:
        return draw_replay(record, game, language, parts, MOST_POSITIONS)
    except RecordError as error:
        raise UserError("bad-record", reason=error.text) from None


def show_study(text: str, language: Language) -> dict[str, Any]:
    """A study as values of JSON, of the form of the schema `Study`."""
    record, game = read_study(text)
    try:
        nodes = grow_tree(record, game, MOST_POSITIONS)
        check_result(record, nodes)
    except RecordError as error:
        raise UserError("bad-record", reason=error.text) from None
    outcome = nodes[len(record.steps)].state.outcome
    record = replace(record, result=Result.of(outcome) if outcome else None)
    drawings = [game.face.describe(node.state.record) for node in nodes]
    parts = json.loads(replace(record, steps=(), comments=(), variations=()).to_json())
    return {
        "spec": game.spec,
        "title": game.title(language),
        "record": record.to_text(),
        "parts": parts,
        "names": list(record.seats),
        "roles": [game.seat_name(seat, language) for seat in range(game.seats)],
        "drawing": drawings[0].to_plain(),
        "moves": [_show_move(game, nodes, drawings, number, language) for number in range(len(nodes))],
    }


def _show_move(
    game: Game, nodes: Sequence[Node], drawings: Sequence[Description], number: int, language: str
) -> dict[str, Any]:
    node, drawing = nodes[number], drawings[number]
    way: list[str] = []
    changes: dict[str, Any] = {}
    if node.parent is not None and node.action is not None:
        changes = find_changes(drawings[node.parent], drawing).to_plain()
        if node.seat is not None and node.seat != CHANCE:
            way = game.face.preview(nodes[node.parent].state.record, node.seat, node.action).get("way", [])
    return {
        "parent": node.parent,
        "step": str(node.step) if node.step else "",
        "who": name_mover(nodes, node, language),
        "words": say_move(nodes, node, language),
        "way": way,
        "comment": node.comment,
        "turn": say_turn(drawing, game.side_names(drawing, language), language),
        "changes": changes,
    }


def list_study_choices(asked: StudyAsked) -> StudyChoices:
    """The legal actions in a position of a study; an error is the reason why touched places make none."""
    game = load_shipped(asked.spec)
    state = game.position(asked.start) if asked.start else game.start()
    for text in asked.line:
        step = read_step(text)
        state = state.apply(step.text, step.seat)
    waiting = [seat for seat in state.waiting if seat != CHANCE]
    seat = asked.seat if asked.seat in waiting else state.turn
    if asked.touched and seat is not None:
        raise _why_not(state, seat, asked.touched)
    actions = [] if seat is None else list(state.actions(seat))
    listed = actions if len(actions) <= MOST_CHOICES else []
    return StudyChoices(
        seat=None if seat == CHANCE else seat,
        waiting=waiting,
        chance=seat == CHANCE,
        position=None if game.hides else state.position,
        choices=[] if seat is None else [_choice(state, seat, action, asked.language) for action in listed],
    )


def _choice(state: State, seat: int, action: int, language: str) -> StudyChoice:
    face = state.game.face
    notation = state.game.notation.format(state.record, seat, action)
    step = str(Step(CHANCE if seat == CHANCE else None if seat == state.turn else seat, notation))
    gesture = [] if seat == CHANCE else face.gesture(state.record, seat, action)
    shown = gesture and face.on_board(gesture[-1])
    words = "" if shown else state.say(action, language, seat)
    preview = {} if seat == CHANCE else face.preview(state.record, seat, action)
    return StudyChoice(action=step, gesture=list(gesture), words=words, preview=preview)


def _why_not(state: State, seat: int, touched: Sequence[str]) -> NaadamError:
    """Why the places that were touched make no action."""
    words = " ".join(touched)
    stuck = refusal_of_first(state, seat, touched)
    if stuck is not None:
        return IllegalAction(stuck)
    try:
        move = state.game.face.meant(state.record, seat, touched)
        seat, number = state.resolve_action(move.action, seat)
        refusal = state.refusal(number, seat)
    except NotationError:
        return UserError("no-action", action=words)
    except NaadamError as error:
        return error
    return UserError("nothing-wrong") if refusal is None else IllegalAction(refusal)
