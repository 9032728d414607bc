"""Patrol: a toy game with hourglasses, a turn of many steps, a window in it, and walks to far places."""

from patrol.rulebook import Patrol

RULEBOOK = Patrol
