"""The door: every payload to a client is made here, from what its seats may know and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import msgspec

from naadam.core.state import Action, State
from naadam.core.view import View
from naadam.server import messages
from naadam.server.failures import TEXTS
from naadam.server.series import count_drawn, count_won
from naadam.server.store import StoredEvent
from naadam.server.table import Table

# What is the same for all readers of a table, where nothing is hidden, is made once: after how many events, and what.
_written: WeakKeyDictionary[Table, tuple[int, str]] = WeakKeyDictionary()
_drawn: WeakKeyDictionary[Table, tuple[int, msgspec.Raw]] = WeakKeyDictionary()

MOST_WORDED = 100  # choices of a seat that are told with their words
MOST_CHOICES = 400  # beyond which none is told: a page asks touch by touch


def table_for(
    table: Table,
    mine: tuple[int, ...],
    language: str,
    after: int,
    ready: bool,
    answers: str | None = None,
    glasses: Sequence[messages.Hourglass] = (),
) -> messages.Table:
    """The table as the holder of the seats `mine` may know it; `mine` is empty for a spectator."""
    game, state = table.game, table.state
    return messages.Table(
        seq=table.seq,
        answers=answers,
        game=game.spec,
        title=game.title(language),
        language=language,
        mine=list(mine),
        players=[
            messages.Sitting(
                player.kind,
                player.name,
                player.level if player.kind == "computer" and not player.engine else None,
                player.engine or None,
            )
            for player in table.players
        ],
        roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        waiting=list(table.to_act),
        drawing=drawing_for(table, mine, table.seq),
        position=_position(table),
        choices={str(seat): _choices(state, seat, language) for seat in mine if seat in table.to_act},
        asked=table.asked,
        asking=table.asking,
        agreed=sorted(table.agreed),
        end=_end(table, language),
        events=events_for(table, mine, language, after, table.seq),
        seed_hash=table.seed_hash,
        seed=table.seed if table.over else None,
        next=table.next,
        series=_series(table, language),
        ready=ready,
        glasses=list(glasses),
    )


def events_for(table: Table, mine: tuple[int, ...], language: str, after: int, until: int) -> list[messages.Event]:
    """What happened after the first so many events, until so many."""
    return [_event(table, event, mine, language) for event in table.events[after:until]]


def drawing_for(table: Table, mine: tuple[int, ...], at: int) -> msgspec.Raw:
    """The position after so many events, as the holder of the seats `mine` knows it."""
    state = table.before[at] if at < table.seq else table.state
    if table.game.hides:
        return describe(_view(state, mine, table.to_act if at == table.seq else ()))
    if table not in _drawn or _drawn[table][0] != at:
        _drawn[table] = (at, describe(state.public()))
    return _drawn[table][1]


def describe(view: View) -> msgspec.Raw:
    """The description of a view, ready to be sent to any number of readers."""
    return msgspec.Raw(msgspec.json.encode(view.describe().to_plain()))


def _position(table: Table) -> str | None:
    """The position on one line, where nothing is hidden."""
    if table.game.hides:
        return None
    if table not in _written or _written[table][0] != table.seq:
        _written[table] = (table.seq, table.state.position)
    return _written[table][1]


def _view(state: State, mine: tuple[int, ...], to_act: tuple[int, ...]) -> View:
    """What the reader's one seat knows; those who share a screen see what the seat to act knows, else what all do."""
    seat = mine[0] if len(mine) == 1 else next((seat for seat in to_act if seat in mine), None)
    return state.public() if seat is None else state.view(seat)


def _choices(state: State, seat: int, language: str) -> list[messages.Choice]:
    notation, face, record, actions = state.game.notation, state.game.face, state.record, state.actions(seat)
    if len(actions) > MOST_CHOICES:
        return []
    worded = len(actions) <= MOST_WORDED
    return [
        messages.Choice(
            action=notation.format(record, seat, number),
            words=state.word(seat, number, language) if worded else "",
            gesture=face.gesture(record, seat, number),
            preview=face.preview(record, seat, number),
        )
        for number in map(int, actions)
    ]


def touched_for(table: Table, seat: int, touched: Sequence[str], message: str) -> messages.Touched:
    """What may follow what a seat has touched; the actions that it means in their notation, each where it is taken."""
    found, state, actions = table.game.face.touches(table.state, seat, touched), table.state, []
    for number in found.actions:
        actions.append(table.game.notation.format(state.record, seat, number))
        state = state.apply(number, seat)
    return messages.Touched(message, list(found.places), list(found.sayings), actions)


def words_for(table: Table, seat: int, language: str) -> list[str]:
    """All that a seat can do now, in words."""
    return [table.state.word(seat, int(action), language) for action in table.state.actions(seat)]


def _event(table: Table, event: StoredEvent, mine: tuple[int, ...], language: str) -> messages.Event:
    said = None
    if event.kind == "action":
        said = _said(table.before[event.seq - 1], event.data["seat"], event.data["action"], mine, language)
    by = event.data.get("by")
    return messages.Event(seq=event.seq, kind=event.kind, seat=event.data.get("seat"), said=said, by=by)


def _said(before: State, seat: int, number: int, mine: tuple[int, ...], language: str) -> messages.Said | None:
    """The action in words, if all of the reader's seats see which it is; a spectator sees what everybody sees."""
    if before.game.hides:
        witnesses = mine or tuple(range(before.game.seats))
        if not all(before.discloses(number, witness, seat) for witness in witnesses):
            return None
    action = Action(number, seat, before)
    return messages.Said(action=str(action), words=before.say(action, language))


def _end(table: Table, language: str) -> messages.End | None:
    outcome = table.outcome
    if outcome is None:
        return None
    if table.draw_agreed:
        text = TEXTS.get("ends", "draw-agreed" if table.game.seats == 2 else "draw-agreed-by-all", language)
    elif table.resigned is not None:
        name = table.players[table.resigned].name or table.game.seat_name(table.resigned, language)
        text = TEXTS.get("ends", "resigned", language, name=name)
    else:
        text = outcome.text(language)
    return messages.End(list(outcome.winners), list(outcome.scores), outcome.clause or None, text)


def _series(table: Table, language: str) -> messages.Series | None:
    """The match of several games, with players told as the seats of this game."""
    before, now = table.series, table.series_now()
    if before is None or now is None or before.seating is None:
        return None
    end = None
    if now.outcome is not None:
        winners = [seat for seat, player in enumerate(before.seating) if player in now.outcome.winners]
        scores = [now.outcome.scores[player] for player in before.seating]
        end = messages.End(winners, scores, now.outcome.clause, now.outcome.text(language))
    return messages.Series(
        clause=before.rule.clause,
        number=len(before.played) + 1,
        won=[count_won(now, player) for player in before.seating],
        drawn=count_drawn(now),
        end=end,
    )
