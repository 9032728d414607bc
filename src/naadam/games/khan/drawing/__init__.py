"""Pictures of Khan: an SVG document, and a sketch for the terminal."""
