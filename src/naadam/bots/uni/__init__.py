"""uni: a text protocol between a table and an engine, in the manner of UCI and UHP; docs/uni.md describes it."""

from naadam.bots.uni.external import EngineError as EngineError
from naadam.bots.uni.external import ExternalEngine as ExternalEngine
