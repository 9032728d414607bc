"""The editor of positions: its choices, and whether a choice of pieces is a position."""

from __future__ import annotations

from fastapi import APIRouter

from naadam.core.game import Game
from naadam.core.parts.editor import Edited, Editor
from naadam.core.registry import load_shipped
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.messages import Language
from naadam.server.protocol.schemas import CounterInfo, EditedPosition, EditorInfo, Position, PositionEdited, Spec

router = APIRouter(prefix="/api")


@router.get("/editor", response_model_exclude_defaults=True)
async def get_editor(spec: Spec, position: Position = None, language: Language = "en") -> EditorInfo:
    """The editor of a game's positions, at the start or at a position."""
    game, editor = _editor(spec)
    state = game.position(position) if position else game.start()
    shown = state.public().describe()
    chosen = editor.read(shown)
    texts = game.rulebook.texts
    return EditorInfo(
        kinds=list(editor.kinds),
        points=list(editor.points),
        fixed=editor.fixed(shown),
        counters=[
            CounterInfo(
                name=counter.name,
                title=texts.get("editor", counter.name, language),
                lowest=counter.lowest,
                highest=counter.highest,
                kind=counter.kind,
            )
            for counter in editor.counters
        ],
        roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        edited=EditedPosition(
            spec=game.spec, pieces=dict(chosen.pieces), turn=chosen.turn, numbers=dict(chosen.numbers)
        ),
    )


@router.post("/edited", response_model_exclude_defaults=True)
async def read_edited(wanted: EditedPosition) -> PositionEdited:
    """The position that is chosen; refused with the reason if no game can have it."""
    game, editor = _editor(wanted.spec)
    edited = Edited(wanted.pieces, wanted.turn, wanted.numbers)
    editor.check(edited, game.seats)
    state = game.position(editor.write(edited))
    return PositionEdited(position=state.position, drawing=state.public().describe())


def _editor(spec: str) -> tuple[Game, Editor]:
    game = load_shipped(spec)
    if game.editor is None:
        raise NotFound("no-editor", game=game.title)
    return game, game.editor
