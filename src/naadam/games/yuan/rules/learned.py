"""Learned evaluation of a position with two clans, for the first seat. Its features are the temples that each clan is
short of, the temples in danger, and the possessions of each clan, by the stage of the game."""

from __future__ import annotations

from naadam.core.compiling import look_up, popcount, rule
from naadam.games.yuan.rules.ends import count_of
from naadam.games.yuan.rules.state import ARMIES, TURNS

STAGES = 4  # of a game
SHORTS, MOST_SHORT = 6, 4  # temples short of the wheel; the last is for more than enough
BLOWS, MANY, SOME, FEW, MOST_CHAO = 3, 21, 8, 4, 21  # how far is counted, with none

# Where the entries begin: of both clans together, then of each in turn
NEED_AT = 0
BLOW_AT = NEED_AT + SHORTS * SHORTS * (TURNS + 1)
FORCE_AT = BLOW_AT + SHORTS * SHORTS * BLOWS * BLOWS * STAGES
CLAN_AT = FORCE_AT + (ARMIES + 1) * (ARMIES + 1) * STAGES
RICE_AT = 0
MINE_AT = RICE_AT + SOME * SOME
CHAO_AT = MINE_AT + SOME * SOME
LAND_AT = CHAO_AT + MOST_CHAO * SOME
CITY_AT = LAND_AT + MANY
ROOM_AT = CITY_AT + SOME * FEW
RISK_AT = ROOM_AT + SOME * FEW
CLAN_ENTRIES = RISK_AT + SOME * FEW
ENTRIES = CLAN_AT + 2 * CLAN_ENTRIES * STAGES
LOOKUPS = 3 + 2 * 7


@rule
def shortage(needed, temples):
    return max(-1, min(MOST_SHORT, needed - temples)) + 1


@rule
def learned_lead(tables, state, own, rival, entries):
    """The sum of the learned values for the first seat; `own` and `rival` are the counts of `strength`, by clan."""
    turn = min(max(int(state.turn), 1), TURNS)
    stage = (turn - 1) * STAGES // TURNS
    needed = int(tables.needed[turn - 1])
    needs = shortage(needed, own[0]) * SHORTS + shortage(needed, rival[0])
    total = look_up(tables, entries, 0, NEED_AT + needs * (TURNS + 1) + turn)
    blows = min(own[1], BLOWS - 1) * BLOWS + min(rival[1], BLOWS - 1)
    total += look_up(tables, entries, 1, BLOW_AT + (needs * BLOWS * BLOWS + blows) * STAGES + stage)
    first, second = int(state.clan[0]), int(state.clan[1])
    forces = int(state.raised[first]) * (ARMIES + 1) + int(state.raised[second])
    total += look_up(tables, entries, 2, FORCE_AT + forces * STAGES + stage)
    total += learned_clan(tables, state, 0, own, stage, entries, 3)
    return total + learned_clan(tables, state, 1, rival, stage, entries, 10)


@rule
def learned_clan(tables, state, seat, counted, stage, entries, count):
    """Of what one clan has."""
    _, _, rice, forest, mines, free, hills, lost, lost_temples = counted
    clan, chao = int(state.clan[seat]), min(int(state.chao[seat]), MOST_CHAO - 1)
    land = min(popcount(state.held[clan, 0]) + popcount(state.held[clan, 1]), MANY - 1)
    cities = min(count_of(state, clan, state.cities), SOME - 1) * FEW + min(count_of(state, clan, state.stone), FEW - 1)
    begin = CLAN_AT + seat * CLAN_ENTRIES * STAGES + stage
    total = look_up(tables, entries, count, begin + (RICE_AT + rice * SOME + forest) * STAGES)
    total += look_up(tables, entries, count + 1, begin + (MINE_AT + rice * SOME + mines) * STAGES)
    total += look_up(tables, entries, count + 2, begin + (CHAO_AT + chao * SOME + rice) * STAGES)
    total += look_up(tables, entries, count + 3, begin + (LAND_AT + land) * STAGES)
    total += look_up(tables, entries, count + 4, begin + (CITY_AT + cities) * STAGES)
    room = min(free, SOME - 1) * FEW + min(hills, FEW - 1)
    total += look_up(tables, entries, count + 5, begin + (ROOM_AT + room) * STAGES)
    risk = min(lost, SOME - 1) * FEW + min(lost_temples, FEW - 1)
    return total + look_up(tables, entries, count + 6, begin + (RISK_AT + risk) * STAGES)
