"""Large rules: compiled once, and called from wherever they are needed.

An inlined rule is optimised and turned into machine code again with every function that it is put into, and so is one
that Numba links as a copy: minutes for the main rules of a big game. A large rule is left out of its callers:
they know its symbol, which the linker of the process finds.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from naadam.core.compiling.compiled import COMPILING, Function
from naadam.core.compiling.numba_private import StaleCache, call_by_symbol, make_dispatcher, symbol_of


def large_rule(function: Function) -> Function:
    """Compile a function like `rule`, but do not inline it: for long rules, with all that they call."""
    if not COMPILING:
        return function
    dispatcher = make_dispatcher(function, inlined=False)
    name = (function.__module__, function.__name__)
    call_by_symbol(dispatcher, lambda *compiled: functools.partial(load_large_rule, *name, *compiled))
    return dispatcher  # type: ignore[no-any-return]


def load_large_rule(module: str, name: str, signature: tuple[Any, ...], symbol: str) -> None:
    """Make ready a rule that compiled code from the disk cache calls by its symbol."""
    dispatcher = getattr(importlib.import_module(module), name)
    dispatcher.compile(signature)
    if symbol_of(dispatcher, signature) != symbol:  # recompiled since
        raise StaleCache(f"{module}.{name}")
