"""The rules of one game bound to its tables: every kernel ready to be called, compiled when first needed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numba

from naadam.core import contract
from naadam.core.compiling import kernels
from naadam.core.compiling.cache_key import check_calls, check_imports, rules_sources, source_stamp
from naadam.core.compiling.compiled import COMPILING, Tag, plain
from naadam.core.compiling.kinds import kinds_of
from naadam.core.compiling.numba_private import compile_for, is_cached
from naadam.core.compiling.pinned import Pinned
from naadam.core.errors import PackageError

KERNELS = kernels.KERNELS
KINDS = {
    name: kinds_of(function) for name, function in (contract.HOOKS | KERNELS).items() if name not in contract.INNER
}
"""The kinds of arguments of every hook and kernel that Python calls."""

Functions = tuple[Callable[..., Any], ...]

BULK = ("playout", "playouts", "attempts", "legal_masks", "all_scores", "perft")
CALLS_BEFORE_COMPILING = 100
COMPILES_HERE = True


def compile_elsewhere() -> None:
    """Stop compiling in this process: use the cache that other processes fill, and uncompiled rules for the rest.

    For a server, whose clients must not wait for the compiler.
    """
    global COMPILES_HERE
    COMPILES_HERE = False


def ruleset(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions of a rules module by hook, the contract's own for those it leaves out."""
    for name in contract.REQUIRED:
        if not hasattr(module, name):
            raise PackageError(f"{module.__name__} has no {name}, which every game needs")
    return {name: getattr(module, name, None) or contract.DEFAULTS[name] for name in contract.HOOKS}


@functools.cache
def checked(module: ModuleType, functions: Functions) -> tuple[str, Functions]:
    """The stamp of a rules module, and the uncompiled twins of these functions; made once for all variants."""
    check_imports(module)
    return source_stamp(rules_sources(module)), tuple(map(plain, functions))


class BoundRules:
    """`bound.NAME(*arguments)` calls a hook or a kernel, with tag and tables put in front.

    A function that is missing from the disk cache runs uncompiled for its first calls, so that the first moves on a new
    machine need no wait. Bulk kernels are compiled immediately. The results are the same either way.
    """

    def __init__(self, name: str, module: ModuleType, tables: Any, compiled: bool = True) -> None:
        check_calls(module)
        self.compiled = compiled and COMPILING
        self.tables = tables
        self._pinned = Pinned(tables)
        functions = ruleset(module)
        stamp, twins = checked(module, tuple(functions.values()))
        self._tag = Tag(name, stamp, SimpleNamespace(**functions))
        self._plain_tag = Tag(name, stamp, SimpleNamespace(**dict(zip(functions, twins, strict=True))))
        state = numba.from_dtype(module.STATE)
        self._types = {
            "int": numba.int64,
            "ints": numba.int64[::1],
            "floats": numba.float64[::1],
            "trail": numba.int64[:, ::1],
            "trails": numba.int64[:, :, ::1],
            "state": state,
            "states": state[::1],
            "view": numba.from_dtype(getattr(module, "VIEW", module.STATE)),
            "masks": numba.boolean[:, ::1],
            "table": numba.float64[:, ::1],
        }

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in KINDS:
            raise AttributeError(name)
        if self.compiled and ((name in BULK and COMPILES_HERE) or self.is_ready(name)):
            self.compile(name)
        elif self.compiled:
            setattr(self, name, self._tiered(name))
        else:
            setattr(self, name, self._uncompiled(name))
        return getattr(self, name)  # type: ignore[no-any-return]

    def compile(self, name: str) -> None:
        """Compile a hook or kernel, or load it from the disk cache."""
        setattr(self, name, functools.partial(compile_for(*self._to_compile(name)), *self._in_front(name, self._tag)))

    def bind(self, kernel: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """A kernel from outside core, with tag and tables in front, compiled for arguments like these."""
        if not self.compiled:
            return functools.partial(plain(kernel), self._plain_tag, self.tables)
        return functools.partial(compile_for(kernel, self._signature(arguments)), self._tag, self._pinned)

    def is_bound(self, kernel: Callable[..., Any], *arguments: Any) -> bool:
        """Whether `bind` would find the kernel compiled."""
        return not self.compiled or is_cached(kernel, self._signature(arguments))

    def _signature(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(map(numba.typeof, (self._tag, self._pinned, *arguments)))

    def warm(self) -> Iterator[str]:
        """Compile, or load from the disk cache, everything; give the name of each before its turn."""
        for name in KINDS:
            yield name
            if self.compiled:
                self.compile(name)

    def is_ready(self, name: str) -> bool:
        """Whether a hook or kernel is compiled and ready to call."""
        return not self.compiled or is_cached(*self._to_compile(name))

    def _in_front(self, name: str, tag: Tag) -> tuple[Any, ...]:
        tables = self.tables if tag is self._plain_tag else self._pinned
        return (tag, tables) if name in KERNELS else (tables,)

    def _to_compile(self, name: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """A function and the signature it is wanted for."""
        function = KERNELS[name] if name in KERNELS else getattr(self._tag.rules, name)
        in_front = map(numba.typeof, self._in_front(name, self._tag))
        return function, (*in_front, *(self._types[kind] for kind in KINDS[name]))

    def _uncompiled(self, name: str) -> Callable[..., Any]:
        function = plain(KERNELS[name]) if name in KERNELS else getattr(self._plain_tag.rules, name)
        return functools.partial(function, *self._in_front(name, self._plain_tag))

    def _tiered(self, name: str) -> Callable[..., Any]:
        uncompiled = self._uncompiled(name)
        calls = itertools.count()

        def call(*arguments: Any) -> Any:
            due = next(calls) % CALLS_BEFORE_COMPILING == CALLS_BEFORE_COMPILING - 1
            if not due or not (COMPILES_HERE or self.is_ready(name)):
                return uncompiled(*arguments)
            self.compile(name)
            return getattr(self, name)(*arguments)

        return call
