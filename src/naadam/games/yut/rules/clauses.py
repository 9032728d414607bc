"""Constants of clauses and wordings for refusals and ends.

The sentences stand in the texts under [refusals]; "2.2" there is `2 + 2 * WORDING` here.
"""

from __future__ import annotations

from naadam.core.contract import WORDING

LOTS_FIRST = 2
LOT_FOR_NO_PLAYER = 2 + WORDING
LOTS_ARE_OVER = 2 + 2 * WORDING
NOBODY_CHOOSES_A_THROW = 3
NO_SUCH_THROW = 6
NO_HORSE_THERE = 6 + WORDING
NO_HORSE_LEFT = 6 + 2 * WORDING
NO_THROW_LEADS_THERE = 6 + 3 * WORDING  # of a gesture, which names no throw
NO_SHORT_CUT = 7
NO_CHOICE_THIS_WAY = 7 + WORDING
NOT_YOUR_TURN = 15
THROW_FIRST = 15 + WORDING
NOT_FOR_CHANCE = 15 + 2 * WORDING
NEW_HORSE_TURNS_NOT = 16
SHORT_CUT_BY_FIVE_ONLY = 31
STACK_TOO_HIGH = 32
WILD_HORSE_THERE = 42
JUMP_TO_WILD_HORSE = 52
JUMP_TO_HIGH_STACK = 52 + WORDING

# Ends of a game
ALL_HOME = 13
WILD_HORSE_BACK = 44
