"""People: the keys by which a browser or a program is known, and the names that people keep."""
