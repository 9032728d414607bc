"""Pictures of Yut: an SVG document, and a sketch for the terminal."""
