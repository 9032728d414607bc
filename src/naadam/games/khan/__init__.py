"""Khan: tiles and bridges laid over yurts, for two to four generals. The rules are in the folder rules."""

from naadam.games.khan.rulebook import Khan

RULEBOOK = Khan
