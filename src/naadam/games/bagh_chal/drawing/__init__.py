"""The picture of a position of Bagh Chal, as SVG and as lines of text."""
