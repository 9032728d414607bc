"""Whether a game of Hasami Shogi can have a state: it is asked of any bytes."""

from __future__ import annotations

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError, PositionError
from naadam.core.texts import Texts
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.captures import has_line
from naadam.games.hasami_shogi.rules.ends import end_of_game
from naadam.games.hasami_shogi.rules.state import (
    ALL_FAR,
    ALL_NEAR,
    CELLS,
    GREEN,
    NOWHERE,
    PEACEFUL_TURNS,
    RED,
    Tables,
    captured_by,
    holds,
)

_holds = plain(holds)
_has_line = plain(has_line)
_captured_by = plain(captured_by)
_end_of_game = plain(end_of_game)

TEXTS = Texts(__package__)


def impossible(key: str, **parameters: object) -> PositionError:
    return PositionError.of(TEXTS, key, **parameters)


def unreadable(key: str, **parameters: object) -> NotationError:
    return NotationError.of(TEXTS, key, **parameters)


def check_state(tables: Tables, state: StateRecord) -> None:
    """Raise PositionError, with the reason, if no game can have this state."""
    _check_turn(state)
    _check_pieces(tables, state)
    _check_shoguns(tables, state)
    _check_taken(tables, state)
    _check_end(tables, state)


def _check_turn(state: StateRecord) -> None:
    if state.turn not in (GREEN, RED) or state.waiting not in (0, 1 << int(state.turn)):
        raise impossible("turn")
    if not 0 <= state.peace <= PEACEFUL_TURNS:
        raise impossible("peace", most=PEACEFUL_TURNS)
    if not 0 <= state.quiet <= state.peace:
        raise impossible("quiet")


def _check_pieces(tables: Tables, state: StateRecord) -> None:
    for near, far in zip((*state.near, state.taken_near), (*state.far, state.taken_far), strict=True):
        if not 0 <= near <= ALL_NEAR or not 0 <= far <= ALL_FAR:
            raise impossible("places")
    if state.near[GREEN] & state.near[RED] or state.far[GREEN] & state.far[RED]:
        raise impossible("places")
    for seat in (GREEN, RED):
        if _captured_by(tables, state, 1 - seat) < 0:
            raise impossible(f"pieces-{seat}", most=tables.pieces)
        camp_near, camp_far = tables.camp_near[1 - seat], tables.camp_far[1 - seat]
        if state.near[seat] & camp_near or state.far[seat] & camp_far:
            raise impossible(f"camp-{seat}")


def _check_shoguns(tables: Tables, state: StateRecord) -> None:
    for seat in (GREEN, RED):
        cell = int(state.shogun[seat])
        if cell == NOWHERE:
            if tables.shoguns[seat] != NOWHERE and _captured_by(tables, state, 1 - seat) == 0:
                raise impossible(f"missing-{seat}")
        elif tables.shoguns[seat] == NOWHERE:
            raise impossible("shoguns")
        elif not 0 <= cell < CELLS or not _holds(int(state.near[seat]), int(state.far[seat]), cell):
            raise impossible(f"shogun-{seat}")


def _check_taken(tables: Tables, state: StateRecord) -> None:
    near, far = int(state.taken_near), int(state.taken_far)
    taken = near.bit_count() + far.bit_count()
    if near & (state.near[GREEN] | state.near[RED]) or far & (state.far[GREEN] | state.far[RED]):
        raise impossible("taken")
    if taken and (state.peace or taken > _captured_by(tables, state, 1 - int(state.turn))):
        raise impossible("taken")


def _check_end(tables: Tables, state: StateRecord) -> None:
    loser = int(state.turn)
    if (not tables.war and _has_line(int(state.near[loser]))) or _captured_by(tables, state, loser) >= tables.captures:
        raise impossible(f"won-{loser}")
    clause = _end_of_game(tables, state)
    if state.waiting != 0:
        if state.ended or clause:
            raise impossible("over")
    elif state.ended != (clause or clauses.THIRD_TIME):
        raise impossible("end")
