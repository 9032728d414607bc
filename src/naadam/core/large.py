"""Large rules: compiled once, and called from wherever they are needed.

An inlined rule is optimised and turned into machine code again with every function that it is put into, and so is one
that Numba links as a copy: minutes for the main rules of a big game. A large rule is left out of its callers:
they know its symbol, which the linker of the process finds.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from llvmlite import binding

from naadam.core.compiled import COMPILING, Function, StaleCache, make_dispatcher


def large_rule(function: Function) -> Function:
    """Compile a function like `rule`, but do not inline it: for what is long, with all that it calls."""
    if not COMPILING:
        return function
    dispatcher = make_dispatcher(function, inlined=False)
    called: set[tuple[Any, ...]] = set()
    resolve = dispatcher.get_call_template

    def get_call_template(arguments: Any, named: Any) -> Any:
        template = resolve(arguments, named)
        for signature, result in dispatcher.overloads.items():
            if signature not in called:
                called.add(signature)
                context = dispatcher.targetctx
                context.remove_user_function(result.entry_point)
                context.insert_user_function(
                    result.entry_point, result.fndesc, [stub(context, function, signature, result.fndesc)]
                )
        return template

    dispatcher.get_call_template = get_call_template
    return dispatcher  # type: ignore[no-any-return]


def stub(context: Any, function: Any, signature: tuple[Any, ...], description: Any) -> Any:
    """What callers of a large rule link in its place: its name, and how to load it when they come from the disk."""
    library = context.codegen().create_library(f"stub of {description.mangled_name}")
    module = library.create_ir_module("stub")
    context.declare_function(module, description)
    library._shared_module = binding.parse_assembly(str(module))
    library._finalized = True
    name = (function.__module__, function.__name__)
    library._reload_init.add(functools.partial(load_large_rule, *name, signature, description.mangled_name))
    return library


def load_large_rule(module: str, name: str, signature: tuple[Any, ...], symbol: str) -> None:
    """Make ready a rule that compiled code from the disk cache calls by its symbol."""
    dispatcher = getattr(importlib.import_module(module), name)
    dispatcher.compile(signature)
    if dispatcher.overloads[signature].fndesc.mangled_name != symbol:  # compiled anew since
        raise StaleCache(f"{module}.{name}")
