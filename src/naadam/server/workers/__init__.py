"""Worker processes: a pool for computer players, compiling and solving in the background."""
