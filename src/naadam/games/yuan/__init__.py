"""Yuan: sealed plans on a map of tiles, for two to eight clans. The rules are in the folder rules."""

from naadam.games.yuan.rulebook import Yuan

RULEBOOK = Yuan
