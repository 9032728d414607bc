"""Yut solved: the chance to win of the player who is to throw, for every pair of the two sides' standings.

A *standing* is where the horses of one side are. Within a turn nothing is stored for good: what throws and moves can do
is small, and follows from the values at the starts of turns.
"""
