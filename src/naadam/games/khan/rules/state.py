"""The state of a game of Khan, the tables of its board, and accessors shared by all chapters.

A *cell* is `row * columns + column`, rows from the north. Sets of cells are bit boards of three words, four rows a word
and 16 bits a row: the cell in row r and column c is bit `r % 4 * 16 + c` of word `r // 4` (its *spot* is 16 r + c).
Sets of cards are two words of 36 bits: card n is bit n % 36 of word n // 36. A *form* is a shape of the board file; an
*orientation* is one of the ways that forms can be turned to look, all forms counted through.

Actions, by the offsets in the tables (cell c, card k, orientation o, ruler r):

    c                                        a yurt of the set-up
    invade + k * cells + c                   A
    chase + r                                B
    conquer + c * ORIENTATIONS + o           C; c is the first covered cell in reading order
    anywhere + c                             D, then discard + k, and done
    special + MORALE ... REFUSE              special cards, agreement
    ruler + r * cells + c                    a ruler of the set-up, by a seat or by chance
    first + seat, card + k                   chance
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import popcount, rule
from naadam.core.contract import state_type

MOST_SEATS = 4
MOST_COLUMNS, MOST_ROWS = 15, 12  # a row has 16 bits, of which the last stays empty
WORDS = 3
ROW_BITS, WORD_BITS = 16, 64  # of a bit board: a word holds four rows,
LAST_ROW = WORD_BITS - ROW_BITS  # the last of them from this bit on
TO_WORD, IN_WORD = 6, WORD_BITS - 1  # a spot shifted by the one is its word, masked by the other its bit
RULERS = 8
CARDS, CARD_WORD = 72, 36
HAND = 4  # KH-15
ACTIONS = 2  # KH-30: of a turn; and KH-63
PORTRAIT = 5  # KH-10
LAST_RULER = 5  # KH-60: how many are removed when the final phase begins
PENDING, FINAL = 1, 2  # of `final`: that phase begins with the next turn; it has begun
FORMS = 23  # KH-5, KH-6: 20 of tiles and 3 of bridges
TILES, BRIDGES = 90, 12  # orientations
ORIENTATIONS = TILES + BRIDGES
SHAPES = 38  # KH-5, KH-6: tiles and bridges
NEUTRAL, ANY = 4, 5  # owners of yurts in addition to the seats
NOTHING = -1
FIFTH = 62

REGIONS = 6  # landscapes: the regions, then
RIVER, NEIGHBOURS, KHAN = 6, 7, 8
LANDSCAPES = 9
DIRECTIONS = 8  # N NE E SE S SW W NW
REACH = 3  # KH-22
APART = 3  # KH-12: king's steps

PRINTED, BY_LOT, BY_HAND = 0, 1, 2  # KH-12: how the rulers come to their first cells

# The decision that is due now. Chance: SPREADING, CHOOSING, DEALING, TURNING, CHASING, DRAWING.
SPREADING, CHOOSING, PLACING, SETTING, DEALING = 0, 1, 2, 3, 4
TURNING, ACTING, CHASING, DISCARDING, ANSWERING, USING, DRAWING, CONQUERING, OVER = 5, 6, 7, 8, 9, 10, 11, 12, 13

# Special cards, and their actions behind tables.special
MORALE, PROTECT, SUPPORT, EXPLORE = 0, 1, 2, 3
SPECIALS = 4
RETURNED_PROTECT, RETURNED_SUPPORT = 1, 2  # bits
EVERYWHERE = REGIONS  # the area of Support of the Gods with two or three players, as a region
DONE = 0
USE_MORALE, USE_PROTECT, USE_SUPPORT = 1, 2, 3  # USE_SUPPORT + region, or + EVERYWHERE
USE_EXPLORE = USE_SUPPORT + REGIONS + 1  # + form
USE_NONE = USE_EXPLORE + FORMS
AGREE, REFUSE = USE_NONE + 1, USE_NONE + 2
SPECIAL_ACTIONS = USE_NONE + 3

STATE = state_type(
    ("phase", "i8"),
    ("mover", "i8"),  # whose turn it is, or who is dealt cards; NOTHING before the first player is drawn
    ("actions", "i8"),  # still to be taken in the turn: 2, 1 or 0; conquests in the final phase
    ("third", "i8"),  # 1 during the action of High Morale
    ("final", "i8"),  # 0, PENDING from the removal of the fifth ruler on, FINAL
    ("yurts", "i8", (6, WORDS)),  # of each seat, NEUTRAL, and all together (ANY)
    ("free", "i8", (WORDS,)),  # KH-23
    ("bridged", "i8", (WORDS,)),  # river cells under bridges
    ("owned", "i8", (MOST_SEATS, WORDS)),  # cells under the shapes of each seat
    ("ruler", "i8", (RULERS,)),  # the cell, or NOTHING if it is not on the board
    ("portrait", "i8", (RULERS,)),  # neutral yurts next to it
    ("hand", "i8", (MOST_SEATS, 2)),
    ("held", "i8", (MOST_SEATS,)),  # cards in the hand
    ("discards", "i8", (2,)),
    ("old", "i8", (2,)),  # cards that have been in a hand since before the last shuffle
    ("old_held", "i8", (MOST_SEATS,)),  # how many of these each seat has
    ("stock", "i1", (FORMS,)),  # copies not laid yet
    ("laid", "i2", (SHAPES,)),  # conquests in their order: cell * ORIENTATIONS + orientation
    ("owners", "i1", (SHAPES,)),  # masks of seats
    ("laid_count", "i8"),
    ("territories", "i2", (MOST_SEATS, SHAPES)),  # their sizes, largest first (KH-71)
    ("cards", "i1", (MOST_SEATS, SPECIALS)),  # special cards left
    ("protecting", "i8"),  # mask of the seats whose Protection is active
    ("supporting", "i1", (MOST_SEATS,)),  # 0, or one more than the region of the active Support, or EVERYWHERE
    ("exploring", "i1", (MOST_SEATS,)),  # 0, or one more than the form reserved
    ("returned", "i8"),  # special cards whose yurt the mover took back in this turn: RETURNED_PROTECT, RETURNED_SUPPORT
    ("chased", "i8"),  # the ruler named for action B, or NOTHING
    ("proposed", "i8"),  # the conquest that waits for agreement, or NOTHING
    ("asked", "i8"),  # mask of the seats asked
    ("answered", "i8"),  # mask of the seats that have answered
    ("agreed", "i8"),  # mask of those that agree; in a view only the own answer
    ("refused", "i8"),  # mask of the seats that have refused during this action
    ("turned", "i8"),  # the last card turned up, or NOTHING; for the picture, as the next ones
    ("fled_ruler", "i8"),
    ("fled_from", "i8"),
    ("fled_to", "i8"),  # NOTHING if it was removed
    ("fled_card", "i8"),
    ("viewer", "i8"),  # 0, in a view one more than its seat
)
# Of the words of a position the first ones have several fields, from these bits on: those of the turn,
PHASE_AT, MOVER_AT, ACTIONS_AT, THIRD_AT, FINAL_AT, PROTECTING_AT, RETURNED_AT = 9, 13, 16, 18, 19, 21, 25
CHASED_AT, ASKED_AT, ANSWERED_AT, AGREED_AT, REFUSED_AT, ENDED_AT = 27, 31, 35, 39, 43, 47
COUNT_BITS, FORMS_A_WORD = 3, 16  # the stock, in two words,
EXPLORING_AT, OLD_HELD_AT, CARDS_AT = 4, 10, 16  # and what each seat has
STOCK_WORD, SEAT_WORD, POINTS_WORD, FIRST_BOARD = 2, 4, 8, 12
POSITION_WORDS = FIRST_BOARD + WORDS * (NEUTRAL + 1 + MOST_SEATS) + RULERS + 2 * (MOST_SEATS + 2)


@rule
def position(tables, state, words):
    words[0] = state.waiting | state.phase << PHASE_AT | (state.mover - NOTHING) << MOVER_AT
    words[0] |= state.actions << ACTIONS_AT | state.third << THIRD_AT | state.final << FINAL_AT
    words[0] |= state.protecting << PROTECTING_AT | state.returned << RETURNED_AT
    words[0] |= (state.chased - NOTHING) << CHASED_AT | state.asked << ASKED_AT | state.answered << ANSWERED_AT
    words[0] |= state.agreed << AGREED_AT | state.refused << REFUSED_AT | (state.ended != 0) << ENDED_AT
    words[1] = state.proposed
    words[STOCK_WORD] = 0
    words[STOCK_WORD + 1] = 0
    for form in range(FORMS):
        words[STOCK_WORD + form // FORMS_A_WORD] |= int(state.stock[form]) << COUNT_BITS * (form % FORMS_A_WORD)
    for seat in range(MOST_SEATS):
        words[SEAT_WORD + seat] = int(state.supporting[seat]) | int(state.exploring[seat]) << EXPLORING_AT
        words[SEAT_WORD + seat] |= state.old_held[seat] << OLD_HELD_AT
        for special in range(SPECIALS):
            words[SEAT_WORD + seat] |= int(state.cards[seat, special]) << CARDS_AT + COUNT_BITS * special
        words[POINTS_WORD + seat] = shape_points(tables, state, seat)
    at = FIRST_BOARD
    for word in range(WORDS):
        for owner in range(NEUTRAL + 1):
            words[at] = state.yurts[owner, word]
            at += 1
        for seat in range(MOST_SEATS):
            words[at] = state.owned[seat, word]
            at += 1
    for ruler in range(RULERS):
        words[at] = (state.ruler[ruler] - NOTHING) << COUNT_BITS | state.portrait[ruler]
        at += 1
    for word in range(2):
        for seat in range(MOST_SEATS):
            words[at] = state.hand[seat, word]
            at += 1
        words[at] = state.discards[word]
        words[at + 1] = state.old[word]
        at += 2


@rule
def shape_points(tables, state, seat):
    """KH-70: the values of a seat's shapes, those of shared ones divided and rounded up."""
    total = 0
    for number in range(state.laid_count):
        owners = int(state.owners[number])
        if owners >> seat & 1:
            sharing = popcount(owners)
            total += (int(tables.values[tables.form[state.laid[number] % ORIENTATIONS]]) + sharing - 1) // sharing
    return total


class Tables(NamedTuple):
    """Board and options as compiled rules see them."""

    seats: int
    columns: int
    rows: int
    cells: int
    rulers: int  # PRINTED, BY_LOT, BY_HAND
    rounds: int  # KH-14
    invade: int
    chase: int
    conquer: int
    anywhere: int
    discard: int
    special: int
    ruler: int
    first: int
    card: int
    land: Any  # [word]
    river: Any  # [word]
    fits: Any  # [landscape, word]: cells for a card (KH-31); regions are the first six
    anchors: Any  # [word]: river cells that are the first of a crossing
    start: Any  # [ruler]: its cell
    ray: Any  # [cell, direction, step]: the cell so many steps away, or NOTHING
    card_ruler: Any  # [card]
    card_landscape: Any
    card_direction: Any
    specials: Any  # [special card]: how many a player gets (KH-11)
    copies: Any  # [form]
    values: Any  # [form]
    form: Any  # [orientation]
    mask: Any  # [orientation]: its cells in a window (see `around`)
    sides: Any  # [column]: the cells of a window that are not beyond the east or the west
    skip: Any  # [orientation of a tile]: where to go on if the mask does not fit
    crossings: Any  # [cell]: which orientations of bridges cross the river there (KH-37), bit 0 for the first
    straight: int  # which orientations of bridges are straight, bit 0 for the first
    weights: Any  # [weight, 1 in the final phase]: points that something is worth to a computer player
    net: Any  # learned values, by entry (learned.py)
    learned: float  # the weight of one unit of them; 0 without a net


@rule
def spot_of(tables, cell):
    row = cell // tables.columns
    return ROW_BITS * row + cell - row * tables.columns


@rule
def cell_of(tables, spot):
    return (spot >> 4) * tables.columns + (spot & 15)


@rule
def has(board, spot):
    """Whether a spot is in a bit board."""
    return int(board[spot >> TO_WORD]) >> (spot & IN_WORD) & 1 == 1


@rule
def around(tables, board, spot):
    """The cells of a bit board around a spot, as a window that a shape which begins there can be compared with.

    Four rows of 16 bits from that of the spot on, with the columns from four before to four behind it, so that the spot
    is bit 4; and the cell four rows below it, which only the longest tile reaches, as bit FIFTH.
    """
    word = spot >> TO_WORD
    place = spot & IN_WORD
    low = int(board[word])
    high = int(board[word + 1]) if word < WORDS - 1 else 0
    if place < 4:
        rows = low << (4 - place)
    else:
        rows = low >> (place - 4) | high << 1 << (67 - place)
    return rows & int(tables.sides[spot & 15]) | (high >> place & 1) << FIFTH


@rule
def put_yurt(state, owner, spot):
    bit = 1 << (spot & IN_WORD)
    state.yurts[owner, spot >> TO_WORD] |= bit
    state.yurts[ANY, spot >> TO_WORD] |= bit
    state.free[spot >> TO_WORD] &= ~bit


@rule
def in_pile(state, tables, word):
    """The cards of a word that are face down in the pile."""
    gone = int(state.discards[word])
    for seat in range(tables.seats):
        gone |= int(state.hand[seat, word])
    return (1 << CARD_WORD) - 1 & ~gone
