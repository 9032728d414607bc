"""Hasami Shogi: five in line and the war game, with or without Shoguns. The rules are in the folder rules."""

from naadam.games.hasami_shogi.rulebook import HasamiShogi

RULEBOOK = HasamiShogi
