"""Whether a game of Jarmo can have a state: all that bytes, JSON and one-line positions may tell is looked at here."""

from __future__ import annotations

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError, PositionError
from naadam.core.texts import Texts
from naadam.games.jarmo.rules import clauses
from naadam.games.jarmo.rules.ends import end_of_game, winner_by
from naadam.games.jarmo.rules.state import (
    BLUE,
    CAMPS,
    GREEN,
    JASYR,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    RECOVERY,
    STEPS_IN_A_ROW,
    Tables,
    all_arrived,
    can_act,
    may_redeploy,
    nobody_left,
)

_all_arrived = plain(all_arrived)
_can_act = plain(can_act)
_end_of_game = plain(end_of_game)
_may_redeploy = plain(may_redeploy)
_nobody_left = plain(nobody_left)
_winner_by = plain(winner_by)

SEATS = (GREEN, BLUE)
TEXTS = Texts(__package__)


def impossible(key: str, **parameters: object) -> PositionError:
    return PositionError.of(TEXTS, key, **parameters)


def unreadable(key: str, **parameters: object) -> NotationError:
    return NotationError.of(TEXTS, key, **parameters)


def check_state(tables: Tables, state: StateRecord) -> None:
    """Raise PositionError, with the reason, if no game can have this state."""
    check_soldiers(tables, state)
    for seat in SEATS:
        check_golden(tables, state, seat)
        check_count(tables, state, seat)
        check_row(tables, state, seat)
    check_turn(tables, state)
    if state.waiting == 0:
        check_end(tables, state)
        return
    mover = 2 - int(state.waiting)  # who made the turn before
    over = state.phase == MAIN and (find_end(tables, state) or _nobody_left(state, mover))
    if over or state.ended or state.winner != NOWHERE:
        raise impossible("over")


def find_end(tables: Tables, state: StateRecord) -> int:
    """The clause by which a position with a seat to move is over, or 0; who won by JA-30, a position does not tell."""
    return int(_end_of_game(tables, state, int(state.waiting) - 1, False))


def end_position(tables: Tables, state: StateRecord) -> None:
    """Turn a position with a seat to move into its end, if the game is over in it."""
    if state.waiting in (1, 2) and state.phase == MAIN:
        clause = find_end(tables, state)
        if clause:
            state.winner = _winner_by(tables, state, clause, 2 - int(state.waiting))
            state.ended, state.waiting = clause, 0


def check_soldiers(tables: Tables, state: StateRecord) -> None:
    everywhere = (1 << tables.points) - 1
    green, blue = int(state.tops[GREEN]), int(state.tops[BLUE])
    if (green | blue) & ~everywhere or green & blue or state.guards & ~(green | blue):
        raise impossible("places")
    inside = (green & tables.camps[BLUE]) | (blue & tables.camps[GREEN])
    if tables.variant != LEGENDARY and state.guards & inside:
        raise impossible("guard")
    if state.markers not in (0, tables.markers):
        raise impossible("markers")


def check_golden(tables: Tables, state: StateRecord, seat: int) -> None:
    point, depth = int(state.golden[seat]), int(state.depth[seat])
    if point == NOWHERE:
        if depth:
            raise impossible("golden-place")
        return
    if tables.golden[seat] == NOWHERE:
        raise impossible("golden")
    if not 0 <= point < tables.points or not 0 <= depth <= 2:
        raise impossible("golden-place")
    rival = int(state.depth[1 - seat]) if state.golden[1 - seat] == point else NOWHERE
    tops = (int(state.tops[GREEN]) | int(state.tops[BLUE])) >> point & 1
    if depth == 0:
        if not state.tops[seat] >> point & 1:
            raise impossible("golden-place")
    elif not tops or (depth == 2 and rival != 1) or (depth == 1 and rival == 1):
        raise impossible("golden-below")
    elif tables.camps[1 - seat] >> point & 1:
        raise impossible("golden-camp")


def check_count(tables: Tables, state: StateRecord, seat: int) -> None:
    hand, captured = int(state.hand[seat]), int(state.captured[seat])
    lost = tables.golden[seat] != NOWHERE and state.golden[seat] == NOWHERE
    board = int(state.tops[seat]).bit_count() + (state.depth[seat] > 0)
    if not (0 <= hand <= tables.soldiers and 0 <= captured <= tables.soldiers):
        raise impossible("counts", most=tables.soldiers)
    if board + hand + captured + lost != tables.soldiers:
        raise impossible(f"soldiers-{seat}", board=board, hand=hand, captured=captured, all=tables.soldiers - lost)


def check_row(tables: Tables, state: StateRecord, seat: int) -> None:
    last, row = int(state.last[seat]), int(state.row[seat])
    if last == NOWHERE:
        if row:
            raise impossible("no-row")
        return
    if not 0 <= last < tables.points**2 or not 1 <= row <= STEPS_IN_A_ROW:
        raise impossible("row-length", most=STEPS_IN_A_ROW)
    source, target = divmod(last, tables.points)
    there, back = tables.ways[seat, source] >> target & 1, tables.ways[seat, target] >> source & 1
    if not there or tables.camps[1 - seat] >> target & 1 or (row > 1 and not back):
        raise impossible("step")
    if state.waiting == 2 - seat and state.phase == MAIN and not state.tops[seat] >> target & 1:
        raise impossible("step-end")


def check_turn(tables: Tables, state: StateRecord) -> None:
    if state.waiting not in (0, 1 << GREEN, 1 << BLUE):
        raise impossible("turn")
    if not 0 <= state.peace <= PEACEFUL_TURNS:
        raise impossible("peace", most=PEACEFUL_TURNS)
    if state.quiet:
        raise impossible("quiet")
    if state.phase == MAIN:
        return
    seat = int(state.waiting) - 1
    if state.phase not in (RECOVERY, CAMPS) or seat < 0 or _nobody_left(state, seat):
        raise impossible("stage")
    if state.phase == CAMPS and not _may_redeploy(tables, state, seat):
        raise impossible("camps")
    if state.phase == RECOVERY:
        inside = state.tops[seat] & tables.camps[1 - seat] & ~state.guards
        if tables.variant == JASYR or not inside or not state.captured[seat] or state.peace or state.row[seat]:
            raise impossible("recovery")


def check_end(tables: Tables, state: StateRecord) -> None:
    ended, winner = int(state.ended), int(state.winner)
    if winner not in (NOWHERE, GREEN, BLUE) or state.phase != MAIN:
        raise impossible("winner")
    beaten = [seat for seat in SEATS if _nobody_left(state, seat)]
    arrived = [seat for seat in SEATS if _all_arrived(tables, state, seat)]
    fits = {
        clauses.NOBODY_CAN_ACT: not any(_can_act(tables, state, seat) for seat in SEATS),
        clauses.ALL_ARRIVED: tables.variant == PLAIN and bool(arrived),
        clauses.ALL_CAPTURED: len(beaten) == 1,
        clauses.BACK_AND_FORTH: list(state.row) == [STEPS_IN_A_ROW] * 2,
        clauses.NO_PROGRESS_FOR_LONG: state.peace == PEACEFUL_TURNS,
        clauses.LAST_ARRIVED: tables.variant != PLAIN and winner in arrived,
    }
    if not fits.get(ended, False) or (beaten and ended != clauses.ALL_CAPTURED):
        raise impossible("not-over", clause=f"JA-{ended}")
    mover = 1 - beaten[0] if ended == clauses.ALL_CAPTURED else winner
    if winner != _winner_by(tables, state, ended, mover):
        raise impossible("other-winner", clause=f"JA-{ended}")
