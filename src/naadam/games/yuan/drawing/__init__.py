"""Yuan, drawn: the sketch of the map for the terminal."""
