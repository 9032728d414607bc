"""Builds the messages that show a table to a client, from that client's view of the game only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec

from naadam.core.state import State
from naadam.drawing.changes import find_changes
from naadam.drawing.description import Description
from naadam.server.payloads.cache import cache_of
from naadam.server.payloads.cached_response import CachedResponse
from naadam.server.payloads.choices import held_choice, list_choices
from naadam.server.payloads.events import news_for
from naadam.server.payloads.picture import draw_picture
from naadam.server.payloads.story import encode
from naadam.server.protocol import replies
from naadam.server.protocol.errors import TEXTS
from naadam.server.protocol.schemas import ClockLeft, PlayerSeen, Standing
from naadam.server.table.match import count_drawn, count_won
from naadam.server.table.players import Player
from naadam.server.table.table import Table


class Known(NamedTuple):
    """The last state that a client was sent: the number of events, the drawing, and the marks of the frame."""

    seq: int
    drawing: Description
    marks: tuple[object, ...]


def table_for(
    table: Table,
    mine: tuple[int, ...],
    language: str,
    after: int,
    ready: bool,
    answers: str | None = None,
    glasses: Sequence[replies.Hourglass] = (),
) -> replies.Table:
    """The table as the holder of the seats `mine` may see it; `mine` is empty for a spectator."""
    game = table.game
    return replies.Table(
        seq=table.seq,
        answers=answers,
        game=game.spec,
        title=game.title(language),
        language=language,
        mine=list(mine),
        roles=[game.seat_name(seat, language) for seat in range(game.seats)],
        aims=[game.aim(seat, language) for seat in range(game.seats)],
        hides=game.hides,
        rated=table.rated,
        waiting=list(table.to_act),
        undoes=_undoes(table, mine),
        drawing=encode(drawn_for(table, mine)),
        choices=_choices(table, mine, language),
        events=news_for(table, mine, language, after),
        seed_hash=table.seed_hash,
        ready=ready,
        begun_by=None if table.rules == game.rules_version else table.rules,
        glasses=list(glasses),
        **msgspec.structs.asdict(_frame(table, language)),
    )


def known_to(table: Table, mine: tuple[int, ...]) -> Known:
    """The state of a client with the seats `mine` that has just been sent the table."""
    return Known(table.seq, drawn_for(table, mine), cache_of(table).marks)


def moved_for(
    table: Table,
    mine: tuple[int, ...],
    language: str,
    known: Known,
    answers: str | None = None,
    glasses: Sequence[replies.Hourglass] = (),
) -> bytes:
    """The changes since a client was last sent the table: an encoded `Moved`; its parts are shared by equal views."""
    message = replies.Moved(
        answers=answers,
        glasses=list(glasses),
        since=known.seq,
        seq=table.seq,
        waiting=list(table.to_act),
        undoes=_undoes(table, mine),
        changes=_changes(table, mine, known),
        choices=_choices(table, mine, language),
        events=_news(table, mine, language, known),
        frame=None if known.marks == cache_of(table).marks else _frame(table, language),
    )
    return replies.encoder.encode(message)


def _changes(table: Table, mine: tuple[int, ...], known: Known) -> msgspec.Raw:
    """The changes of the drawing, made once for all clients with the same view."""
    changes, drawing = cache_of(table).changes, drawn_for(table, mine)
    key = id(known.drawing), id(drawing)
    if key not in changes:
        changes[key] = known.drawing, encode(find_changes(known.drawing, drawing))
    return changes[key][1]


def _news(table: Table, mine: tuple[int, ...], language: str, known: Known) -> list[replies.TableEvent]:
    """The events since then, encoded once for all clients with the same view."""
    news = cache_of(table).news
    key = mine if table.game.hides else (), language, known.seq
    if key not in news:
        news[key] = msgspec.Raw(replies.encoder.encode(news_for(table, mine, language, known.seq)))
    return cast("list[replies.TableEvent]", news[key])


def drawing_for(table: Table, mine: tuple[int, ...], at: int) -> msgspec.Raw:
    """The position after so many events, as the holder of the seats `mine` sees it."""
    return encode(drawn_for(table, mine) if at == table.seq else _describe(table, table.state_at(at), mine, ()))


def drawn_for(table: Table, mine: tuple[int, ...]) -> Description:
    """The present position, made once for all clients with the same view."""
    drawings = cache_of(table).drawings
    key = mine if table.game.hides else ()
    if key not in drawings:
        drawings[key] = _describe(table, table.state, mine, table.to_act)
    return drawings[key]


def _describe(table: Table, state: State, mine: tuple[int, ...], to_act: tuple[int, ...]) -> Description:
    """Draw the view of the client's only seat; of several seats the one to act, else the public view."""
    if not table.game.hides:
        return state.describe()
    seat = mine[0] if len(mine) == 1 else next((seat for seat in to_act if seat in mine), None)
    return state.describe() if seat is None else state.describe(seat)


def picture_of(table: Table) -> CachedResponse:
    """The board as spectators see it, as an SVG."""
    made = cache_of(table)
    if made.picture is None:
        made.picture = draw_picture(table.game, drawn_for(table, ()))
    return made.picture


def standing_of(table: Table, language: str, glasses: Sequence[replies.Hourglass] = ()) -> Standing:
    """The public state of a table; `glasses` are its clocks now."""
    end = _end(table, language)
    frame = _frame(table, language)
    sides = table.game.side_names(drawn_for(table, ()), language)
    return Standing(
        game=table.game.spec,
        title=table.game.title(language),
        players=[_seen(sitting, side) for side, sitting in zip(sides, frame.players, strict=True)],
        waiting=list(table.to_act),
        clocks=[
            ClockLeft(seat=glass.seat, seconds=(glass.left_ms + glass.wait_ms) / 1000, running=glass.running)
            for glass in glasses
            if glass.name in table.clocks.named and glass.seat in table.to_act
        ],
        moves=len(table.history.steps),
        over=table.over,
        winners=end.winners if end else [],
        end=end.text if end else "",
        score=_score(table) if end and end.clause else None,
        next=table.next,
    )


def _seen(sitting: replies.Sitting, role: str) -> PlayerSeen:
    return PlayerSeen(kind=sitting.kind, name=sitting.name, level=sitting.level, engine=sitting.engine, role=role)


def name_of(player: Player, language: str) -> str:
    """The name to show of a player; a word for a person who was erased."""
    return TEXTS.get("seats", "erased", language) if player.erased else player.name


def _score(table: Table) -> list[int] | None:
    """The numbers by seat that decided the game, if any did."""
    shown = drawn_for(table, ())
    stage = table.game.face.stage(scene=shown.scene)
    deciding = next((tally.count for tally in stage.tallies if tally.decides), None) if stage else None
    return None if deciding is None else [shown.number(deciding, seat) for seat in range(table.game.seats)]


def _choices(table: Table, mine: tuple[int, ...], language: str) -> dict[str, list[replies.PackedChoice]]:
    """The choices of the client's seats to act, by seat, encoded once."""
    choices = cache_of(table).choices
    acting = [seat for seat in mine if seat in table.to_act]
    for seat in acting:
        if (seat, language) not in choices:
            held = held_choice(table, language)
            listed = [held] if held is not None else list_choices(table.state, seat, language)
            choices[seat, language] = msgspec.Raw(replies.encoder.encode(listed))
    return {str(seat): cast("list[replies.PackedChoice]", choices[seat, language]) for seat in acting}


def _undoes(table: Table, mine: tuple[int, ...]) -> list[int]:
    """The seats that can take something back.

    With hidden information these are the client's own seats, judged by their own last act only, because whether acts of
    others can be taken back may depend on facts that the client does not know.
    """
    history = table.history
    if table.over or not history.steps:
        return []
    if table.rated:  # within the own turn only
        last = history.steps[-1][1]
        acts = [last] if last in table.to_act and history.steps_to_undo({last}) else []
        return [seat for seat in mine if seat in acts or history.steps_to_withdraw(seat)]
    if not table.game.hides:
        return [seat for seat in range(table.game.seats) if history.steps_to_undo({seat})]
    last = history.steps[-1][1]
    return [
        seat for seat in mine if history.steps_to_withdraw(seat) or (seat == last and history.steps_to_undo({seat}))
    ]


def _frame(table: Table, language: str) -> replies.TableFrame:
    return replies.TableFrame(
        players=[
            replies.Sitting(
                player.kind,
                name_of(player, language),
                player.level if player.kind == "computer" and not player.engine else None,
                player.engine or None,
                player.coached,
                player.kind == "invited" and not player.person,
                player.bot,
            )
            for player in table.players
        ],
        asked=table.agreements.asked,
        asking=table.agreements.asking,
        agreed=sorted(table.agreements.agreed),
        end=_end(table, language),
        seed=table.seed if table.over else None,
        next=table.next,
        series=_series(table, language),
        talks=cache_of(table).talks,
        chat=table.chat,
        hints=table.hints,
    )


def _end(table: Table, language: str) -> replies.End | None:
    outcome = table.outcome
    if outcome is None:
        return None
    if "draw" in table.agreements.settled:
        agreed = "draw-agreed" if table.game.seats == 2 else "draw-agreed-by-all"
        text = TEXTS.get("ends", "full" if table.by == "full" else agreed, language)
    elif table.resigned is not None:
        sides = table.game.side_names(drawn_for(table, ()), language)
        name = name_of(table.players[table.resigned], language) or sides[table.resigned]
        how = {"clock": "out-of-time", "full": "filled"}.get(table.by or "", "resigned")
        text = TEXTS.get("ends", how, language, name=name)
    else:
        text = outcome.text(language)
    return replies.End(list(outcome.winners), list(outcome.scores), outcome.clause or None, text)


def _series(table: Table, language: str) -> replies.Series | None:
    """The match of several games, with players as the seats of this game."""
    before, now = table.match, table.match_now()
    if before is None or now is None or before.seating is None:
        return None
    end = None
    if now.outcome is not None:
        winners = [seat for seat, player in enumerate(before.seating) if player in now.outcome.winners]
        scores = [now.outcome.scores[player] for player in before.seating]
        end = replies.End(winners, scores, now.outcome.clause, now.outcome.text(language))
    return replies.Series(
        clause=before.rule.clause,
        number=len(before.played) + 1,
        won=[count_won(now, player) for player in before.seating],
        drawn=count_drawn(now),
        end=end,
    )
