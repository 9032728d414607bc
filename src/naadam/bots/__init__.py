"""Computer players: searches written once for all games, graded levels."""

from naadam.bots.alpha_beta import AlphaBeta as AlphaBeta
from naadam.bots.budget import Bot as Bot
from naadam.bots.budget import Budget as Budget
from naadam.bots.budget import Thought as Thought
from naadam.bots.by_name import named as named
from naadam.bots.levels import level as level
from naadam.bots.simple import GreedyBot as GreedyBot
from naadam.bots.simple import RandomBot as RandomBot
from naadam.bots.uct import Uct as Uct
from naadam.bots.uni import EngineError as EngineError
from naadam.bots.uni import ExternalEngine as ExternalEngine
