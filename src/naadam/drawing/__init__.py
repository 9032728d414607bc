"""What the faces of all games are drawn with: SVG by plain strings, and sketches for the terminal."""
