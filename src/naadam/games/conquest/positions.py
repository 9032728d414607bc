"""Positions of Conquest as one line of eleven fields (described in docs/notation.md).

n01:K,n14:E2(SS1),np1:H(C(S))/-    pieces of each player; spent points behind a letter, a load in brackets
1 7 3 2      whose turn it is, its number, the points spent in it, the first player
3:1          CQ-73: the owner of the piece eliminated last, and the turns counted since
0,2 1,0 0    pieces eliminated by each player; those taken from each in this turn; CQ-81: whether something is risked
n14:2:2      the window: the space of the piece that took, who lost a piece, who is asked
-            or the clause by which the game ended
"""

from __future__ import annotations

import re

from naadam.core.compiling import PlainRules, record
from naadam.core.contract import StateRecord
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.conquest import rules
from naadam.games.conquest.board import Atlas
from naadam.games.conquest.derived import derive
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.pieces import (
    CARGO_SPENT,
    KIND,
    ONE_SPENT,
    OTHER_SPENT,
    SOLDIER_SPENT_BITS,
    SPENT,
    SPENT_BITS,
)
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ANSWERING,
    CHOOSING,
    MOVING,
    NOTHING,
    OVER,
    SOLDIER,
    STATE,
    Tables,
)

plain = PlainRules(rules)

LETTERS = "-SECKHG"  # by kind
FIELDS = 11
ENDS = (
    clauses.LAST_TWO_TAKEN,
    clauses.ALL_OTHERS_PINNED,
    clauses.SINGLE_PIECE_LEFT,
    clauses.CALM,
    clauses.LAST_PIECE_EXCHANGED,
    clauses.OPPONENT_WIPED_OUT,
)
MOST_DIGITS = 6

TEXTS = Texts(__package__)
impossible = TEXTS.impossible


class Positions:
    """Reads and writes positions of one game."""

    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tables = tables

    # --- writing ---

    def format(self, state: StateRecord) -> str:
        seats = range(self.tables.seats)
        pieces = state.pieces[: self.tables.spaces].tolist()
        own: list[list[str]] = [[] for _ in seats]
        for name, piece in zip(self.atlas.names, pieces, strict=True):
            if piece:
                own[piece & 3].append(f"{name}:{write_piece(piece)}")
        window = "-"
        if state.target != NOTHING:
            window = f"{self.atlas.names[state.target]}:{player(state.victim)}:{player(state.asked)}"
        return " ".join(
            (
                "/".join(",".join(each) or "-" for each in own),
                "-" if state.phase == OVER else player(state.mover),
                str(state.turn),
                str(state.spent),
                player(state.first),
                f"{player(state.loser)}:{state.calm}",
                ",".join(str(state.eliminated[seat]) for seat in seats),
                ",".join(str(state.taken[seat]) for seat in seats),
                str(state.risked),
                window,
                f"CQ-{state.ended}" if state.ended else "-",
            )
        )

    # --- reading ---

    def parse(self, text: str) -> StateRecord:
        """The state that the line says, its values not yet checked against the rules."""
        fields = text.split()
        if len(fields) != FIELDS:
            raise impossible("fields", fields=FIELDS, count=len(fields))
        pieces, mover, turn, spent, first, calm, eliminated, taken, risked, window, ended = fields
        state = record(STATE)
        self._read_pieces(state, pieces)
        state.mover, state.first = self._player(mover), self._player(first)
        state.turn, state.spent, state.risked = (self._number(word) for word in (turn, spent, risked))
        owner, colon, turns = calm.partition(":")
        if not colon:
            raise impossible("calm-form", text=repr(calm[:20]))
        state.loser, state.calm = self._player(owner), -1 if turns == "-1" else self._number(turns)
        for name, words in (("eliminated", eliminated.split(",")), ("taken", taken.split(","))):
            if len(words) != self.tables.seats:
                raise impossible("counts", seats=self.tables.seats, text=repr(",".join(words)[:20]))
            for seat, word in enumerate(words):
                state[name][seat] = self._number(word)
        self._read_window(state, window)
        self._read_phase(state, ended)
        derive(self.tables, state)
        return state

    def _read_pieces(self, state: StateRecord, text: str) -> None:
        forces = text.split("/")
        if len(forces) != self.tables.seats:
            raise impossible("forces", seats=self.tables.seats)
        for seat, force in enumerate(forces):
            for word in force.split(",") if force != "-" else ():
                name, colon, written = word.partition(":")
                if not colon:
                    raise impossible("piece-form", text=repr(word[:20]))
                space = self._space(name)
                if state.pieces[space]:
                    raise impossible("two-pieces", space=name)
                state.pieces[space] = read_piece(seat, written)

    def _read_window(self, state: StateRecord, text: str) -> None:
        state.target = state.victim = state.asked = NOTHING
        if text == "-":
            return
        words = text.split(":")
        if len(words) != 3:
            raise impossible("window-form", text=repr(text[:20]))
        state.target = self._space(words[0])
        state.victim, state.asked = self._player(words[1]), self._player(words[2])

    def _read_phase(self, state: StateRecord, ended: str) -> None:
        if ended != "-":
            found = re.fullmatch(r"CQ-(\d\d)", ended)
            if found is None or int(found[1]) not in ENDS:
                raise impossible("ended-form", text=repr(ended[:20]))
            state.phase, state.ended = OVER, int(found[1])
            if state.ended == clauses.LAST_TWO_TAKEN:
                state.mover = self._winner(state)
        elif state.target != NOTHING:
            state.phase = ANSWERING
            state.waiting = 1 << int(state.asked) if state.asked != NOTHING else 0
        elif state.mover == NOTHING:
            state.phase, state.waiting = CHOOSING, 1 << CHANCE
        else:
            state.phase, state.waiting = MOVING, 1 << int(state.mover)

    def _winner(self, state: StateRecord) -> int:
        """The player who took the last two pieces of another: a finished position no longer has the player to move.

        The player at that turn number if all were in the game until then, else one with pieces and without losses.
        """
        seats = self.tables.seats
        counted = (int(state.first) + int(state.turn) - 1) % seats if state.first != NOTHING else 0
        standing = {piece & 3 for piece in state.pieces[: self.tables.spaces].tolist() if piece}
        able = [seat for seat in sorted(standing) if state.taken[seat] == 0] or [counted]
        return counted if counted in able else able[0]

    def _space(self, name: str) -> int:
        if name not in self.atlas.number_of:
            raise impossible("space", text=repr(name[:20]))
        return self.atlas.number_of[name]

    def _player(self, text: str) -> int:
        if text == "-":
            return NOTHING
        if not re.fullmatch("[1-9]", text) or int(text) > self.tables.seats:
            raise impossible("player", text=repr(text[:20]), seats=self.tables.seats)
        return int(text) - 1

    def _number(self, text: str) -> int:
        if not re.fullmatch("[0-9]+", text) or len(text) > MOST_DIGITS:
            raise impossible("number-form", text=repr(text[:20]))
        return int(text)


def player(seat: int) -> str:
    return "-" if seat == NOTHING else str(seat + 1)


def write_piece(piece: int) -> str:
    """A piece with its spent points and its load: `E2(SS1)`."""
    carried = "".join(
        LETTERS[SOLDIER] + write_spent(piece >> bits & SOLDIER_SPENT_BITS)
        for bits in (ONE_SPENT, OTHER_SPENT)[: plain.soldiers_of(piece)]
    )
    if cargo := plain.cargo_of(piece):
        carried = LETTERS[cargo] + write_spent(piece >> CARGO_SPENT & SPENT_BITS) + (f"({carried})" if carried else "")
    return LETTERS[plain.kind_of(piece)] + write_spent(plain.spent_of(piece)) + (f"({carried})" if carried else "")


def write_spent(spent: int) -> str:
    return str(spent) if spent else ""


def read_piece(seat: int, text: str) -> int:
    """The piece of a seat that a text describes; PositionError for other texts, and impossible loads (CQ-3, CQ-4)."""
    found = re.fullmatch(r"([SECKHG])(\d?)(?:\((.+)\))?", text)
    if found is None:
        raise impossible("piece-form", text=repr(text[:20]))
    kind, spent = LETTERS.index(found[1]), int(found[2] or 0)
    if spent > ALLOWANCE[kind]:
        raise impossible("spent", text=repr(text[:20]), most=ALLOWANCE[kind])
    piece = seat | kind << KIND | spent << SPENT
    words = re.findall(r"[A-Z]\d*(?:\([^()]*\))?|.", found[3] or "")
    for word in words:
        carried = read_piece(seat, word)
        together = len(words) == 1 or plain.kind_of(carried) == SOLDIER
        if not together or not plain.has_room(piece, carried):
            raise impossible("load", text=repr(text[:20]))
        piece = plain.load(piece, carried)
    return piece
