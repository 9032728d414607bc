"""Khan, drawn: the map, yurts, rulers, tiles, bridges and cards, and the sketch for the terminal."""
