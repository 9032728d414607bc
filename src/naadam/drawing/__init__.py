"""Drawing for the faces of all games: SVG as plain strings, and sketches for the terminal."""
