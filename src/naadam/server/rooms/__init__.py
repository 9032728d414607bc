"""Rooms: open tables, their clients, computer players and clocks."""
