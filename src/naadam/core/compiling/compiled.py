"""Compiled rules: the `@rule` decorator, game tags, hooks, and the uncompiled twin of any rule.

Rules are written in plain Python and compiled by Numba. `NUMBA_DISABLE_JIT=1` turns compiling off for a whole
process; `plain` gives the uncompiled twin of one function inside a compiling process.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types as python_types
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import types
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

from naadam.core.compiling.numba_private import call_of, make_dispatcher, put_in_place

COMPILING = not numba.config.DISABLE_JIT

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Compile a function of the rules at its first call; it releases the GIL and is cached on disk.

    It runs without Numba's runtime, so it cannot make arrays or lists, nor assign one array to another, only write
    single numbers to those it is given. Counting references to the tables' arrays at every call would take half of
    the time, and more in several threads.
    """
    return make_dispatcher(function, inlined=True) if COMPILING else function


def plain(function: Any) -> Callable[..., Any]:
    """The uncompiled twin: the same source, in which every rule it calls is uncompiled as well."""
    return _plain(function, {})  # type: ignore[no-any-return]


def _plain(function: Any, twins: dict[int, Any]) -> Any:
    source = getattr(function, "py_func", None)
    if source is None:
        return function
    if id(function) not in twins:
        scope = dict(source.__globals__)
        twins[id(function)] = python_types.FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
        for name, value in source.__globals__.items():
            if hasattr(value, "py_func"):
                scope[name] = _plain(value, twins)
    return twins[id(function)]


class PlainRules:
    """The uncompiled twins of all rules of a package, by name: `PlainRules(rules).is_capture(tables, state)`."""

    def __init__(self, package: python_types.ModuleType) -> None:
        self._package = package

    def __getattr__(self, name: str) -> Callable[..., Any]:
        package = self._package.__name__
        modules = [m for key, m in list(sys.modules.items()) if key == package or key.startswith(f"{package}.")]
        found = {id(rule): rule for m in modules if callable(rule := vars(m).get(name))}
        if len(found) != 1:
            raise AttributeError(f"{package} has {len(found)} rules {name}")
        (rule,) = found.values()
        twin = plain(rule)
        setattr(self, name, twin)  # found without this method from now on
        return twin


def compiles_as(twin: Callable[..., Any]) -> Callable[[Function], Function]:
    """Say how calls of the Python function `twin` are compiled: decorates a typed code generator.

    The generator has the form of Numba's `intrinsic`. Unlike an intrinsic the twin can be called from Python, and
    unlike an overload it is put in place, so that no separate function is compiled.
    """

    def register(generator: Function) -> Function:
        put_in_place(twin, generator)
        return generator

    return register


class Tag:
    """Names a game to compiled code; generic kernels take one and are compiled once per game.

    The stamp of the game's rules is part of its type, so a kernel of core that was compiled for older rules of the
    game is never taken from the cache.
    """

    def __init__(self, name: str, stamp: str, rules: object) -> None:
        self.name = name
        self.stamp = stamp
        self.rules = rules


class TagType(types.Type):
    def __init__(self, name: str, stamp: str) -> None:
        self.stamp = stamp
        super().__init__(name=f"Tag({name}@{stamp})")


_RULES: dict[str, object] = {}  # the functions that each tag type's hooks resolve to, while compiling


@typeof_impl.register(Tag)
def _type_of_tag(tag: Tag, _context: object) -> TagType:
    tag_type = TagType(tag.name, tag.stamp)
    _RULES[tag_type.name] = tag.rules
    return tag_type


register_model(TagType)(models.OpaqueModel)


@unbox(TagType)
def _unbox_tag(_type: object, _object: object, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


HOOKS: dict[str, Callable[..., Any]] = {}
KERNELS: dict[str, Callable[..., Any]] = {}


def kernel(function: Function) -> Function:
    """A rule for any game that Python calls too, with a game's tag and tables first, then arguments of its kinds."""
    KERNELS[function.__name__] = made = rule(function)
    return made


def hook(default: Callable[..., Any]) -> Callable[..., Any]:
    """A function that every game provides: called with a tag first, it runs the game's own one.

    The decorated function is the default for games that do not provide it.
    """
    name = default.__name__
    source = getattr(default, "py_func", default)

    @functools.wraps(source)
    def dispatch(tag: Tag, *arguments: Any) -> Any:
        return getattr(tag.rules, name)(*arguments)

    def resolve(context: Any, tag: Any, *arguments: Any) -> Any:
        if not isinstance(tag, TagType):
            return None
        signature, generate = call_of(context, getattr(_RULES[tag.name], name), arguments)

        def call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return generate(context, builder, values[1:])

        return signature.return_type(tag, *signature.args), call

    parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in ("context", "tag")]
    parameters += inspect.signature(source).parameters.values()
    resolve.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [parameter.replace(kind=inspect.Parameter.POSITIONAL_ONLY) for parameter in parameters]
    )
    compiles_as(dispatch)(resolve)
    dispatch.default = default  # type: ignore[attr-defined]
    HOOKS[name] = dispatch
    return dispatch
