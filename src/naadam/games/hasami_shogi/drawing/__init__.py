"""The picture of a position of Hasami Shogi, as SVG and as lines of text."""
