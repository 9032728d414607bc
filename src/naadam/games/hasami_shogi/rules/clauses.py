"""Constants of clauses and wordings for refusals and ends.

The sentences stand in the texts under [refusals]; "3.2" there is `3 + 2 * WORDING` here.
"""

from __future__ import annotations

from naadam.core.contract import WORDING

NOT_YOUR_TURN = 2
NO_PASSING = 2 + WORDING
NO_PIECE_THERE = 3
CELL_NOT_EMPTY = 3 + WORDING
NOT_ROW_OR_COLUMN = 3 + 2 * WORDING
WAY_BLOCKED = 3 + 3 * WORDING
JUMP_ENDS_RIGHT_BEHIND = 4
JUMP_OVER_ONE_ONLY = 4 + WORDING
ENEMY_CAMP = 5
OWN_CAMP_LEFT = 5 + WORDING
NOT_ROW_COLUMN_OR_DIAGONAL = 31
ONLY_SHOGUN_MOVES_DIAGONALLY = 31 + WORDING

# Ends of a game
FIVE_IN_LINE = 8
ENOUGH_CAPTURED = 9
NO_MOVE_LEFT = 10
THIRD_TIME = 10 + WORDING
NO_CAPTURE_FOR_LONG = 11
ARMY_BEATEN = 23
