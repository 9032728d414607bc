"""Events as a client may see them: in words if the action is visible to it, with the seal of a hidden one."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from naadam.core.parts.face import Face
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.server.payloads.cache import cache_of
from naadam.server.protocol import replies
from naadam.server.table.events import StoredEvent
from naadam.server.table.table import Table

# Cached words of actions that are the same in all states, by face, language, seat and number.
SAID: WeakKeyDictionary[Face, dict[tuple[str, int, int], replies.Said]] = WeakKeyDictionary()
MOST_SAID = 10_000  # per face


def news_for(table: Table, mine: tuple[int, ...], language: str, after: int) -> list[replies.TableEvent]:
    """The events after the first `after` ones, with the older ones that have been opened since."""
    opened = opened_for(table, mine, language, after)
    return [*opened, *events_for(table, mine, language, after, table.seq)]


def opened_for(table: Table, mine: tuple[int, ...], language: str, after: int) -> list[replies.TableEvent]:
    """The first `after` events that have been opened since."""
    opened = table.seals.opened_between(after, table.seq)
    return [_event(table, table.events[seq - 1], mine, language) for seq in opened]


def events_for(table: Table, mine: tuple[int, ...], language: str, after: int, until: int) -> list[replies.TableEvent]:
    """The events between two numbers."""
    return [_event(table, event, mine, language) for event in table.events[after:until]]


def _event(table: Table, event: StoredEvent, mine: tuple[int, ...], language: str) -> replies.TableEvent:
    said, seal, story = None, None, False
    if event.kind == "action":
        before, seat, number = table.state_at(event.seq - 1), event.data["seat"], event.data["action"]
        seal = _seal(table, event, before)
        if sees(table, event, mine, before):
            said = _said_once(table, event, before, language)
            story = table.game.face.tells(before.record, seat, number)
    return replies.TableEvent(event.seq, event.kind, event.data.get("seat"), said, event.data.get("by"), seal, story)


def _said_once(table: Table, event: StoredEvent, before: State, language: str) -> replies.Said:
    """An action in notation and in words, made once for all clients to which it is news."""
    said, key = cache_of(table).said, (event.seq, language)
    if key not in said:
        said[key] = _said(before, event.data["seat"], event.data["action"], language)
    return said[key]


def _said(before: State, seat: int, number: int, language: str) -> replies.Said:
    """An action in notation and in words, made once if it lasts."""
    face, record = before.game.face, before.record
    known = SAID.setdefault(face, {})
    said = known.get((language, seat, number))
    if said is None:
        way = [] if seat == CHANCE else face.preview(record, seat, number).get("way", [])
        action = before.game.notation.format(record, seat, number)
        words, told = before.say_and_report(number, language, seat)
        said = replies.Said(action=action, words=words, told=told, way=way)
        if seat != CHANCE and face.lasts(seat, number) and face.words_last(seat, number):
            if len(known) >= MOST_SAID:
                known.clear()
            known[language, seat, number] = said
    return said


def sees(table: Table, event: StoredEvent, mine: tuple[int, ...], before: State) -> bool:
    """Whether all of the client's seats see the action; a spectator sees only public actions."""
    if not table.game.hides or event.seq in table.seals.opened:
        return True
    witnesses = mine or tuple(range(table.game.seats))
    return all(before.discloses(event.data["action"], witness, event.data["seat"]) for witness in witnesses)


def _seal(table: Table, event: StoredEvent, before: State) -> replies.Seal | None:
    """The seal of an act that is sealed, with the nonce that opens it once it has been opened."""
    seq, seat = event.seq, event.data["seat"]
    opened = seq in table.seals.opened
    if not opened and seq not in table.seals.made:
        return None
    notation = table.game.notation.format(before.record, seat, event.data["action"])
    return replies.Seal(table.seals.digest(seq, seat, notation), table.seals.nonce(seq) if opened else None)
