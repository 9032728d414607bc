"""Compiled rules: the names that the author of a game needs; the modules compile them."""

from naadam.core.compiling.compiled import PlainRules as PlainRules
from naadam.core.compiling.compiled import plain as plain
from naadam.core.compiling.compiled import rule as rule
from naadam.core.compiling.ends import finish as finish
from naadam.core.compiling.ends import win_or_draw as win_or_draw
from naadam.core.compiling.intrinsics import copy_state as copy_state
from naadam.core.compiling.intrinsics import ctz as ctz
from naadam.core.compiling.intrinsics import draw as draw
from naadam.core.compiling.intrinsics import mix as mix
from naadam.core.compiling.intrinsics import popcount as popcount
from naadam.core.compiling.intrinsics import signed as signed
from naadam.core.compiling.intrinsics import uniform as uniform
from naadam.core.compiling.large import large_rule as large_rule
from naadam.core.compiling.net_lookup import look_up as look_up
from naadam.core.compiling.state_memory import fields as fields
from naadam.core.compiling.state_memory import record as record
