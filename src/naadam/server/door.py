"""The door: every payload to a client is made here, from what its seats may know and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from naadam.core.state import Action, State
from naadam.drawing.changes import Changes, find_changes
from naadam.drawing.description import Description
from naadam.server import messages
from naadam.server.failures import TEXTS
from naadam.server.series import count_drawn, count_won
from naadam.server.store import StoredEvent
from naadam.server.table import Table

MOST_CHOICES = 400  # beyond which none is told: a page asks touch by touch
HEAD = b'{"type":"moved","answers":null,"glasses":[]'  # how an encoded Moved begins, to be put in by itself


class Known(NamedTuple):
    """What a reader has been told: of how many events, the drawing after them, and the marks of the frame."""

    seq: int
    drawing: Description
    marks: tuple[object, ...]


class Made:
    """What has been made of a table as it stands, once for all readers who are told the same."""

    def __init__(self, table: Table) -> None:
        self.seq = table.seq
        self.marks = (table.players, table.asked, table.asking, table.agreed, table.next, table.over)
        self.drawings: dict[tuple[int, ...], Description] = {}  # by the seats of the reader, where something is hidden
        self.choices: dict[tuple[int, str], list[messages.PackedChoice]] = {}  # by seat and language
        self.moved: dict[tuple[object, ...], bytes] = {}


def made_of(table: Table) -> Made:
    found = table.made
    if not isinstance(found, Made) or found.seq != table.seq:
        found = table.made = Made(table)
    return found


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
    game = table.game
    return messages.Table(
        seq=table.seq,
        answers=answers,
        game=game.spec,
        title=game.title(language),
        language=language,
        mine=list(mine),
        roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        hides=game.hides,
        waiting=list(table.to_act),
        drawing=encode(drawn_for(table, mine)),
        choices=_choices(table, mine, language),
        events=events_for(table, mine, language, after, table.seq),
        seed_hash=table.seed_hash,
        ready=ready,
        glasses=list(glasses),
        **msgspec.structs.asdict(_frame(table, language)),
    )


def known_to(table: Table, mine: tuple[int, ...]) -> Known:
    """What the holder of the seats `mine` knows once it has been told how the table stands."""
    return Known(table.seq, drawn_for(table, mine), made_of(table).marks)


def moved_for(
    table: Table,
    mine: tuple[int, ...],
    language: str,
    known: Known,
    answers: str | None = None,
    glasses: Sequence[messages.Hourglass] = (),
) -> bytes:
    """What changed for a reader since it was told something: an encoded `Moved`, made once for all of its kind."""
    made = made_of(table)
    seats = mine if table.game.hides else tuple(seat for seat in mine if seat in table.to_act)
    key = (seats, language, known.seq, id(known.drawing), known.marks == made.marks)  # the reader keeps the drawing
    if key not in made.moved:
        message = messages.Moved(
            answers=None,
            glasses=[],
            since=known.seq,
            seq=table.seq,
            waiting=list(table.to_act),
            changes=encode(find_changes(known.drawing, drawn_for(table, mine))),
            choices=_choices(table, mine, language),
            events=events_for(table, mine, language, known.seq, table.seq),
            frame=None if known.marks == made.marks else _frame(table, language),
        )
        told = messages.encoder.encode(message)
        assert told.startswith(HEAD)
        made.moved[key] = told[len(HEAD) :]
    answered, stand = messages.encoder.encode(answers), messages.encoder.encode(glasses)
    return b'{"type":"moved","answers":%b,"glasses":%b%b' % (answered, stand, made.moved[key])


def events_for(table: Table, mine: tuple[int, ...], language: str, after: int, until: int) -> list[messages.Event]:
    """What happened after the first so many events, until so many."""
    return [_event(table, event, mine, language) for event in table.events[after:until]]


def drawing_for(table: Table, mine: tuple[int, ...], at: int) -> msgspec.Raw:
    """The position after so many events, as the holder of the seats `mine` knows it."""
    return encode(drawn_for(table, mine) if at == table.seq else _describe(table, table.state_at(at), mine, ()))


def drawn_for(table: Table, mine: tuple[int, ...]) -> Description:
    """The position as it is, made once for all who know the same."""
    drawings = made_of(table).drawings
    key = mine if table.game.hides else ()
    if key not in drawings:
        drawings[key] = _describe(table, table.state, mine, table.to_act)
    return drawings[key]


def _describe(table: Table, state: State, mine: tuple[int, ...], to_act: tuple[int, ...]) -> Description:
    """What the reader's one seat knows; those who share a screen see what the seat to act knows, else what all do."""
    if not table.game.hides:
        return state.describe()
    seat = mine[0] if len(mine) == 1 else next((seat for seat in to_act if seat in mine), None)
    return state.describe() if seat is None else state.describe(seat)


def encode(described: Description | Changes) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(described.to_plain()))


def _choices(table: Table, mine: tuple[int, ...], language: str) -> dict[str, list[messages.PackedChoice]]:
    """All that the reader's seats can do now, by seat."""
    choices = made_of(table).choices
    acting = [seat for seat in mine if seat in table.to_act]
    for seat in acting:
        if (seat, language) not in choices:
            choices[seat, language] = _list_choices(table.state, seat, language)
    return {str(seat): choices[seat, language] for seat in acting}


def _list_choices(state: State, seat: int, language: str) -> list[messages.PackedChoice]:
    numbers = state.numbers(seat)
    if len(numbers) > MOST_CHOICES:
        return []
    face, record, format_action = state.game.face, state.record, state.game.notation.format
    stage, choices = face.stage(scene=face.scene(record)), []
    for number in numbers:
        gesture = face.gesture(record, seat, number)
        shown = stage is not None and gesture and gesture[-1] in stage.points
        words = "" if shown else state.say(number, language, seat)
        preview = face.preview(record, seat, number)
        choices.append(messages.PackedChoice(format_action(record, seat, number), gesture, words, preview))
    return choices


def touched_for(table: Table, seat: int, touched: Sequence[str], message: str) -> messages.Touched:
    """What may follow what a seat has touched; the actions that it means in their notation, each where it is taken."""
    found, state, actions = table.game.face.touches(table.state, seat, touched), table.state, []
    for number in found.actions:
        actions.append(table.game.notation.format(state.record, seat, number))
        state = state.apply(number, seat)
    return messages.Touched(message, list(found.places), list(found.sayings), actions, list(found.touched))


def words_for(table: Table, seat: int, language: str) -> list[str]:
    """All that a seat can do now, in words."""
    return [table.state.say(number, language, seat) for number in table.state.numbers(seat)]


def _event(table: Table, event: StoredEvent, mine: tuple[int, ...], language: str) -> messages.Event:
    said = None
    if event.kind == "action":
        said = _said(table.state_at(event.seq - 1), event.data["seat"], event.data["action"], mine, language)
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


def _frame(table: Table, language: str) -> messages.Frame:
    return messages.Frame(
        players=[
            messages.Sitting(
                player.kind,
                player.name,
                player.level if player.kind == "computer" and not player.engine else None,
                player.engine or None,
            )
            for player in table.players
        ],
        asked=table.asked,
        asking=table.asking,
        agreed=sorted(table.agreed),
        end=_end(table, language),
        seed=table.seed if table.over else None,
        next=table.next,
        series=_series(table, language),
    )


def _end(table: Table, language: str) -> messages.End | None:
    outcome = table.outcome
    if outcome is None:
        return None
    if table.draw_agreed:
        text = TEXTS.get("ends", "draw-agreed" if table.game.seats == 2 else "draw-agreed-by-all", language)
    elif table.resigned is not None:
        name = table.players[table.resigned].name or table.game.seat_name(table.resigned, language)
        text = TEXTS.get("ends", "out-of-time" if table.by_clock else "resigned", language, name=name)
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
