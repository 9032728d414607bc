"""The documented name of `naadam.bots.advice.analysis`: the value of every move of a record."""

from naadam.bots.advice.analysis import Analysis as Analysis
from naadam.bots.advice.analysis import Analyst as Analyst
from naadam.bots.advice.analysis import Judgement as Judgement
from naadam.bots.advice.analysis import analyse as analyse
