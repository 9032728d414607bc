"""Replays: the changes of the document lead to every drawing, and the page has nothing but itself."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from typing import Any

import pytest

import naadam
from naadam.core.history import History
from naadam.core.records import Record
from naadam.core.replay_page import draw_replay
from naadam.drawing.pieces import draw_pieces


def document(page: str) -> dict[str, Any]:
    found = re.search(r'id="game">([^<]+)<', page)
    assert found
    read: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return read


def play(name: str, moves: int) -> Record:
    history, rng = History(naadam.load(name).start()), random.Random(5)
    for _ in range(moves):
        state = history.state
        if state.turn is None:
            break
        action = rng.choice(list(state.actions()))
        history.play(action)
    return history.record()


@pytest.mark.parametrize("name", ["bagh-chal", "yut"])
def test_the_changes_of_a_document_lead_to_the_pieces_of_every_position(name: str) -> None:
    record = play(name, 60)
    game, states = record.load(), record.replay()
    read = document(draw_replay(record, game))
    drawn: list[list[int]] = []
    for move in read["moves"]:
        pieces = list(drawn[move["from"]]) if "from" in move else []
        pieces = [piece for place, piece in enumerate(pieces) if place not in move.get("gone", ())]
        for place, piece in move.get("come", ()):
            pieces.insert(place, piece)
        drawn.append(pieces)
    assert len(drawn) == len(states) == 61
    for state, pieces in zip(states, drawn, strict=True):
        description = game.face.describe(state.record)
        shown = sorted((read["pieces"][piece] for piece in pieces), key=lambda piece: piece[0])
        stage = game.face.stage("en", description.scene)
        assert stage is not None
        assert [piece[4] for piece in shown] == list(draw_pieces(stage, description))


def test_a_page_loads_nothing_and_escapes_what_people_wrote() -> None:
    game = naadam.load("bagh-chal")
    text = f"Game: bagh-chal\nRules: {game.rules_version}\nBoard: {game.board_hash}\nSeat 0: <b>\nSeat 1: </script>\n"
    record = Record.from_text(f"{text}\nGa3 {{</script><img src=x>}}\n")
    page = draw_replay(record, game, "fr")
    assert "<img" not in page
    assert "<b>" not in page
    assert page.count("</script>") == 2
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert document(page)["moves"][1]["comment"] == "</script><img src=x>"
    assert 10_000 < len(page.encode()) < 100_000
