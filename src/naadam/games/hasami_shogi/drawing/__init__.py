"""The stage of Hasami Shogi: its empty board."""
