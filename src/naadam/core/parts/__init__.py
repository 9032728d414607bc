"""The parts of a game package: the base classes of a game's plain half."""
