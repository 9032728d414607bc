"""The state of a game of Yuan, its tables, and accessors shared by all chapters.

Provinces are numbered tile by tile. A set of provinces is two words of SPAN bits. A *hex* is `7 * tile + place`, the
centre first, then counter-clockwise from the east. Places are axial: q grows to the east, r to the north-east.

Actions, by the offsets in the tables:

    0                                                        pass
    1 + 63 * province + code - 1                             a plan; code = D + 4 F + 16 M, 0 for none or the level
    lay + ((tile * tiles + neighbour) * 6 + direction) * 6 + turn
    city + clan * provinces + province
    bid + amount, take + clan
    first + seat, deal + tile, clan + clan, draw + clan, lot + seat      chance

`lay` and `city` are chance's too where the quick start or a lot decides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import ctz, large_rule, rule
from naadam.core.contract import state_type

MOST_SEATS = 8
CLANS = 8
MU, SUHEY, WEYU, XIANGI = 0, 1, 2, 3  # the clans with powers (YN-80 to YN-83)
ARMIES = 9  # YN-2: of a clan
TEMPLES = 18  # YN-2: of a box
MOST_TILES = 30
HEXES = 7  # YN-1: of a tile
SIDES = 6
SPAN = 60
WORDS = 2
MOST_PROVINCES = SPAN * WORDS
CODES = 63  # of plans for a province
MOST_ARMIES = 3  # YN-5
HIGHEST_BID = 6  # YN-17
TURNS = 13  # YN-72
NOTHING = -1
UNKNOWN = -1  # in a view: there is a plan or a bid, but not for this seat

WATER, MOUNTAIN, VOLCANO, RICE, FOREST, MINE, HILLS = 0, 1, 2, 3, 4, 5, 6
RESOURCES = 3  # RICE, FOREST and MINE, for Development, Fortification and Militarisation

QUICK, FREE, IMPOSED = 0, 1, 2
PLACED, RANDOM, PRINTED = 0, 1, 2  # how the first cities come to their provinces

# The decision that is due now
FIRST, DEALING, LAYING, CHOOSING, PLACING, DRAWING, BIDDING, LOT, TAKING, PLANNING, OVER = range(11)

STATE = state_type(
    ("phase", "i8"),
    ("mover", "i8"),  # the seat that lays, places or takes, or to which chance gives a clan; else NOTHING
    ("first", "i8"),  # the first player, from the lot until the cities stand; else NOTHING
    ("turn", "i8"),  # 1 to 13, 0 before
    ("tile_q", "i2", (MOST_TILES,)),  # where the centre lies; 0 before
    ("tile_r", "i2", (MOST_TILES,)),
    ("tile_turn", "i1", (MOST_TILES,)),  # 0 to 5, NOTHING before it is laid
    ("holder", "i1", (MOST_TILES,)),  # the seat that has the tile in hand, else NOTHING
    ("in_play", "i8"),  # mask of clans
    ("clan", "i1", (MOST_SEATS,)),  # of each seat, NOTHING before
    ("held", "i8", (CLANS, WORDS)),  # provinces of each clan
    ("cities", "i8", (WORDS,)),
    ("doubled", "i8", (WORDS,)),  # those with a second city
    ("wood", "i8", (WORDS,)),  # fortified cities
    ("stone", "i8", (WORDS,)),  # indestructible cities
    ("temples", "i8", (WORDS,)),
    ("armies", "i1", (MOST_PROVINCES,)),
    ("raised", "i1", (CLANS,)),  # armies of each clan that are not in its stock
    ("chao", "i8", (MOST_SEATS,)),
    ("bidding", "i8"),  # mask of the seats that bid, or that a lot decides between
    ("ties", "i8"),  # how often this bid has been tied
    ("bids", "i1", (MOST_SEATS,)),  # 0, or one more than was bid
    ("plans", "i8", (MOST_SEATS,)),  # 0, or one more than the action
    # the map, written once when the last tile lies
    ("adjacent", "i8", (MOST_PROVINCES, WORDS)),
    ("reach", "i8", (MOST_PROVINCES, WORDS)),  # adjacent or connected
    ("weyu_reach", "i8", (MOST_PROVINCES, WORDS)),  # YN-82: in an attack
    ("xiangi_reach", "i8", (MOST_PROVINCES, WORDS)),  # YN-83
    ("sheltered", "i8", (WORDS,)),  # YN-83: provinces with at least two mountains next to them
    ("volcanic", "i8", (WORDS,)),  # YN-75: provinces next to a volcano
    # scratch, all zero outside of it: of a resolution, by seat and by clan,
    ("refund", "i8", (MOST_SEATS,)),
    ("spoils", "i8", (MOST_SEATS,)),
    ("force", "i8", (MOST_SEATS,)),
    ("claims", "i8", (MOST_SEATS, WORDS)),
    ("captured", "i8", (MOST_SEATS, WORDS)),
    ("before", "i8", (CLANS, WORDS)),
    ("old_cities", "i8", (WORDS,)),
    ("isolated", "i8", (MOST_SEATS, WORDS)),
    ("lake", "i2", (MOST_TILES * HEXES,)),  # and of the survey, by hex
)
MAP_FIELDS = ("adjacent", "reach", "weyu_reach", "xiangi_reach", "sheltered", "volcanic")
SCRATCH_FIELDS = ("refund", "spoils", "force", "claims", "captured", "before", "old_cities", "isolated", "lake")

# Words of a position: the head, then plans and Chão two seats a word, tiles two a word, sets, armies 15 a word
SEATS_WORD, TILES_WORD = 3, 3 + MOST_SEATS
SETS_WORD = TILES_WORD + MOST_TILES // 2
ARMIES_WORD = SETS_WORD + WORDS * (CLANS + 5)
ARMIES_A_WORD, ARMY_BITS = 15, 4
POSITION_WORDS = ARMIES_WORD + MOST_PROVINCES // ARMIES_A_WORD
PHASE_AT, MOVER_AT, FIRST_AT, TURN_AT, TIES_AT, BIDDING_AT, ENDED_AT = 9, 13, 17, 21, 25, 27, 35
CLAN_BITS, BID_AT, PLAN_AT = 4, 32, 40  # Chão are the lowest bits of a seat's word
TILE_BITS, TILE_Q_AT, TILE_R_AT, HOLDER_AT, FAR = 30, 4, 13, 22, 128


@rule
def position(tables, state, words):
    words[0] = state.waiting | state.phase << PHASE_AT | (state.mover - NOTHING) << MOVER_AT
    words[0] |= (state.first - NOTHING) << FIRST_AT | state.turn << TURN_AT | state.ties << TIES_AT
    words[0] |= state.bidding << BIDDING_AT | (state.ended != 0) << ENDED_AT
    words[1] = state.in_play
    words[2] = 0
    for seat in range(MOST_SEATS):
        words[2] |= (int(state.clan[seat]) - NOTHING) << CLAN_BITS * seat
        words[SEATS_WORD + seat] = state.chao[seat] | int(state.bids[seat]) << BID_AT | state.plans[seat] << PLAN_AT
    for tile in range(MOST_TILES):
        bits = int(state.tile_turn[tile]) - NOTHING | (int(state.tile_q[tile]) + FAR) << TILE_Q_AT
        bits |= (int(state.tile_r[tile]) + FAR) << TILE_R_AT | (int(state.holder[tile]) - NOTHING) << HOLDER_AT
        if tile % 2 == 0:
            words[TILES_WORD + tile // 2] = bits
        else:
            words[TILES_WORD + tile // 2] |= bits << TILE_BITS
    for word in range(WORDS):
        at = SETS_WORD + word
        for clan in range(CLANS):
            words[at + WORDS * clan] = state.held[clan, word]
        at += WORDS * CLANS
        words[at] = state.cities[word]
        words[at + WORDS] = state.doubled[word]
        words[at + 2 * WORDS] = state.wood[word]
        words[at + 3 * WORDS] = state.stone[word]
        words[at + 4 * WORDS] = state.temples[word]
    for word in range(MOST_PROVINCES // ARMIES_A_WORD):
        bits = 0
        for place in range(ARMIES_A_WORD):
            bits |= int(state.armies[word * ARMIES_A_WORD + place]) << ARMY_BITS * place
        words[ARMIES_WORD + word] = bits


class Tables(NamedTuple):
    """Board and options as compiled rules see them."""

    seats: int
    tiles: int
    provinces: int
    clans: int  # YN-85: to draw from
    scenario: int  # QUICK, FREE or IMPOSED
    capitals: int  # PLACED, RANDOM or PRINTED
    named: int  # mask of the clans that are in play anyway, else 0
    auction: int
    powers: int
    volcanoes: int
    temple_limit: int
    lay: int
    city: int
    bid: int
    take: int
    first: int
    deal: int
    clan: int
    draw: int
    lot: int
    steps: Any  # [side]: to the next hex, in q and r
    tile_steps: Any  # [side]: to the centre of the next tile
    ground: Any  # [hex]: WATER to HILLS
    province: Any  # [hex], or NOTHING
    home: Any  # [province]: its hex
    kinds: Any  # [RICE to HILLS, word]: the provinces of a kind
    everywhere: Any  # [word]: all provinces
    spiral: Any  # [number]: q and r (YN-18)
    printed: Any  # [tile]: q, r and turn, in an imposed scenario
    capital: Any  # [clan]: the province of its printed city, or NOTHING
    correction: Any  # [clan]: Chão (YN-15)
    needed: Any  # [turn - 1]: temples that win
    prices: Any  # [level]
    silence: Any  # no rows: for events without a reader
    weights: Any  # for computer players (see heuristics.py)
    net: Any  # learned values, by entry (learned.py)
    learned: float  # the weight of one unit of them; 0 without a net


@rule
def has(words, province):
    """Whether a province is in a set."""
    return int(words[province // SPAN]) >> province % SPAN & 1 == 1


@rule
def put(words, province):
    words[province // SPAN] |= 1 << province % SPAN


@rule
def drop(words, province):
    words[province // SPAN] &= ~(1 << province % SPAN)


@rule
def overlaps(one, other):
    """Whether two sets have a province in common."""
    return int(one[0]) & int(other[0]) | int(one[1]) & int(other[1]) != 0


@rule
def only(province):
    """The set of one province."""
    return (1 << province, 0) if province < SPAN else (0, 1 << province - SPAN)


@rule
def lowest(low, high):
    """The first province of a set that is not empty."""
    return ctz(low) if low != 0 else SPAN + ctz(high)


@rule
def without_lowest(low, high):
    """A set without its first province."""
    return (low & low - 1, high) if low != 0 else (low, high & high - 1)


@large_rule
def owner_of(tables, state, province):
    """The clan that controls a province, or NOTHING (YN-6)."""
    for clan in range(tables.clans):
        if has(state.held[clan], province):
            return clan
    return NOTHING


@rule
def free_provinces(tables, state):
    low, high = int(tables.everywhere[0]), int(tables.everywhere[1])
    for clan in range(tables.clans):
        low &= ~int(state.held[clan, 0])
        high &= ~int(state.held[clan, 1])
    return low, high


@rule
def has_power(tables, clan, power):
    """Whether a clan is the one with this power, and powers are played."""
    return tables.powers == 1 and clan == power


@rule
def plan_of(state, seat):
    """Province and levels of Development, Fortification and Militarisation; the province is NOTHING of who passes."""
    plan = int(state.plans[seat]) - 1
    if plan <= 0:
        return NOTHING, 0, 0, 0
    code = (plan - 1) % CODES + 1
    return (plan - 1) // CODES, code & 3, code >> 2 & 3, code >> 4
