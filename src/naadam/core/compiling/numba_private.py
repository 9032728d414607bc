"""All that is used of Numba beyond its documented interface: pyproject.toml names the version that this was tried with.

The disk cache of compiled functions, calls without Numba's dispatch, functions that are put in place while compiling,
functions that callers know by their symbol only, and arrays made of bare numbers.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

import numba
import platformdirs
from llvmlite import binding
from numba.core import caching, types
from numba.core.typing.templates import AttributeTemplate as AttributeTemplate
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template
from numba.np.arrayobj import make_array, populate_array

from naadam.core.compiling.cache_key import CORE_SOURCES, code_sources, package_folder, source_stamp

# --- the disk cache ---

LONGEST_NAME = 200  # of a cache file without its ending; file systems allow 255


class RulesLocator(caching._CacheLocator):
    """The cache of a compiled rule; a change of the rule's sources makes it stale.

    Numba's own locators look at the function's own file only, so a rule that calls a changed rule of
    another file would silently be served in its old form.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        folder = package_folder(function.__module__, file)
        place = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
        checked = "-bounds" if numba.config.BOUNDSCHECK else ""
        root = Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir("naadam", appauthor=False))
        self._path = str(root / f"{folder.name}-{place}{checked}")
        self._stamp = source_stamp(*code_sources(function.__module__, file), *CORE_SOURCES)
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return self._path

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> RulesLocator | None:
        locator = cls(function, file)
        try:
            locator.ensure_cache_path()
        except OSError:  # a read-only home: compile again in every process
            return None
        return locator


class StaleCache(Exception):
    """The code on disk does not fit the code in memory."""


class IndexFile(caching.IndexDataCacheFile):
    """An index of the compiled code; it is empty if it cannot be read because a type no longer exists.

    Numba reads the types of an index before it looks at its stamp.
    """

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:
            return {}


class RulesCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes: ClassVar = [RulesLocator]


def short_name(name: str) -> str:
    """A file name that leaves room for Numba's endings: a long name ends in its hash instead."""
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 17]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


class RulesCache(caching.FunctionCache):
    """The disk cache of one function, with separate files for each game that it is compiled for.

    Numba keeps all signatures of a function in one index, which cannot be read where one of the games is not
    installed, and which would keep code compiled for older states of a game.
    """

    _impl_class = RulesCacheImpl

    def _file(self, signature: tuple[Any, ...]) -> Any:
        games = [kind.instance_class.__module__ for kind in signature if hasattr(kind, "instance_class")]
        stamps = [kind.stamp for kind in signature if hasattr(kind, "stamp")]  # those of tags
        return IndexFile(
            self._cache_path,
            short_name("-".join([self._impl.filename_base, *games])),
            "-".join([self._impl.locator.get_source_stamp(), *stamps]),
        )

    def _load_overload(self, signature: tuple[Any, ...], context: Any) -> Any:
        self._cache_file = self._file(signature)
        try:
            result = super()._load_overload(signature, context)
        except StaleCache:
            return None
        if result is not None:  # functions that link it will need the same libraries
            result.library._reload_init.update(result.reload_init)
        return result

    def _save_overload(self, signature: tuple[Any, ...], data: Any) -> None:
        self._cache_file = self._file(signature)
        super()._save_overload(signature, data)

    def has(self, signature: tuple[Any, ...], context: Any) -> bool:
        """Whether the function compiled for this signature is on disk, and fresh."""
        return self._index_key(signature, context.codegen()) in self._file(signature)._load_index()


# --- compiling, and calling compiled code ---


def make_dispatcher(function: Callable[..., Any], inlined: bool) -> Any:
    """Numba's object that compiles a rule, without Numba's runtime."""
    dispatcher = numba.njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, forceinline=inlined)(function)
    with contextlib.suppress(RuntimeError):  # no place to cache
        dispatcher._cache = RulesCache(function)
    return dispatcher


def compile_for(function: Any, signature: Iterable[Any]) -> Callable[..., Any]:
    """Compile `function` for `signature` and give its bare entry point, without Numba's dispatch."""
    signature = tuple(signature)
    function.compile(signature)
    return function.overloads[signature].entry_point  # type: ignore[no-any-return]


def is_cached(function: Any, signature: tuple[Any, ...]) -> bool:
    """Whether `compile_for` would find the function compiled, in this process or on disk."""
    if signature in function.overloads:
        return True
    cache = function._cache
    return isinstance(cache, RulesCache) and cache.has(signature, function.targetctx)


# --- put in place while compiling ---


def put_in_place(twin: Callable[..., Any], generator: Callable[..., Any]) -> None:
    """Compile calls of `twin` by a typed code generator, so that no separate function is compiled."""
    template = make_intrinsic_template(twin, generator, twin.__name__)
    infer(template)
    infer_global(twin, types.Function(template))


def call_of(context: Any, dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[Any, Callable[..., Any]]:
    """The signature of a compiled function for arguments of these types, and the generator of its calls."""
    function = types.Dispatcher(dispatcher)
    signature = context.resolve_function_type(function, arguments, {})

    def call(context: Any, builder: Any, values: Any) -> Any:
        return context.get_function(function, signature)(builder, values)

    return signature, call


# --- known by their symbols ---


def call_by_symbol(dispatcher: Any, loader: Callable[[tuple[Any, ...], str], Callable[[], None]]) -> None:
    """Leave a function out of its callers: they link its symbol alone.

    `loader(signature, symbol)` gives the loader for callers that come from the disk.
    """
    called: set[tuple[Any, ...]] = set()
    resolve = dispatcher.get_call_template

    def get_call_template(arguments: Any, named: Any) -> Any:
        template = resolve(arguments, named)
        for signature, result in dispatcher.overloads.items():
            if signature not in called:
                called.add(signature)
                context, description = dispatcher.targetctx, result.fndesc
                library = stub(context, description, loader(signature, description.mangled_name))
                context.remove_user_function(result.entry_point)
                context.insert_user_function(result.entry_point, description, [library])
        return template

    dispatcher.get_call_template = get_call_template


def stub(context: Any, description: Any, load: Callable[[], None]) -> Any:
    """The symbol that callers link instead of a function: its name, and how to load it for callers from the disk."""
    library = context.codegen().create_library(f"stub of {description.mangled_name}")
    module = library.create_ir_module("stub")
    context.declare_function(module, description)
    library._shared_module = binding.parse_assembly(str(module))
    library._finalized = True
    library._reload_init.add(load)
    return library


def symbol_of(dispatcher: Any, signature: tuple[Any, ...]) -> str:
    """The symbol of a function compiled for a signature."""
    return dispatcher.overloads[signature].fndesc.mangled_name  # type: ignore[no-any-return]


# --- arrays of bare numbers ---


def make_view(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any], strides: list[Any]) -> Any:
    """An array of this type at an address."""
    array = make_array(kind)(context, builder)
    populate_array(
        array,
        data=builder.inttoptr(address, context.get_value_type(numba.types.CPointer(kind.dtype))),
        shape=shape,
        strides=strides,
        itemsize=context.get_abi_sizeof(context.get_data_type(kind.dtype)),
        meminfo=None,
    )
    return array._getvalue()
