"""The door: every payload to a client is made here, from what its seats may know and from nothing else."""

from __future__ import annotations

from naadam.core.state import Action, State
from naadam.core.view import View
from naadam.server import messages
from naadam.server.store import StoredEvent
from naadam.server.table import Table


def table_for(table: Table, mine: tuple[int, ...], language: str, after: int, ready: bool) -> messages.Table:
    """The table as the holder of the seats `mine` may know it; `mine` is empty for a spectator."""
    game, state = table.game, table.state
    view = _view(table, mine)
    return messages.Table(
        seq=table.seq,
        game=game.spec,
        title=game.title(language),
        language=language,
        mine=list(mine),
        names=[player.name for player in table.players],
        roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        waiting=list(table.to_act),
        drawing=None if view is None else dict(view.describe()),
        position=None if game.hides else state.position,
        choices={str(seat): _choices(state, seat, language) for seat in mine if seat in table.to_act},
        asked=table.asked,
        asking=table.asking,
        end=_end(table, language),
        events=[_event(table, event, mine, language) for event in table.events[after:]],
        seed_hash=table.seed_hash,
        seed=table.seed if table.over else None,
        next=table.next,
        ready=ready,
    )


def _view(table: Table, mine: tuple[int, ...]) -> View | None:
    """What to draw: the view of the seat to act, if it is the reader's, else of the reader's first seat."""
    acting = [seat for seat in table.to_act if seat in mine]
    if acting or mine:
        return table.state.view((acting or list(mine))[0])
    return None if table.game.hides else table.state.view(0)


def _choices(state: State, seat: int, language: str) -> list[messages.Choice]:
    return [
        messages.Choice(
            action=str(action),
            words=state.say(action, language),
            gesture=state.game.rulebook.gesture(state.record, seat, int(action)),
        )
        for action in state.actions(seat)
    ]


def _event(table: Table, event: StoredEvent, mine: tuple[int, ...], language: str) -> messages.Event:
    said = None
    if event.kind == "action":
        said = _said(table.before[event.seq - 1], event.data["seat"], event.data["action"], mine, language)
    return messages.Event(seq=event.seq, kind=event.kind, seat=event.data.get("seat"), said=said)


def _said(before: State, seat: int, number: int, mine: tuple[int, ...], language: str) -> messages.Said | None:
    """The action in words, if any of the reader's seats sees which it is; a spectator sees what everybody sees."""
    witnesses = mine or tuple(range(before.game.seats))
    disclosed = [before.discloses(number, witness, seat) for witness in witnesses]
    if not (any(disclosed) if mine else all(disclosed)):
        return None
    action = Action(number, seat, before)
    return messages.Said(action=str(action), words=before.say(action, language))


def _end(table: Table, language: str) -> messages.End | None:
    outcome = table.outcome
    if outcome is not None:
        text = outcome.text(language)
        return messages.End(list(outcome.winners), list(outcome.scores), outcome.clause, text)
    if table.draw_agreed:
        everyone = list(range(table.game.seats))
        return messages.End(everyone, [0.0 for _ in everyone], None, "draw-agreed")
    if table.resigned is not None:
        winners = [seat for seat in range(table.game.seats) if seat != table.resigned]
        return messages.End(winners, [], None, "resigned")
    return None
