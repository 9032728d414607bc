"""Compiled rules: the `@rule` decorator, its disk cache, game tags, and the uncompiled twin of any rule.

Rules are written in plain Python and compiled by Numba. No other module imports Numba's decorators.
`NUMBA_DISABLE_JIT=1` turns compiling off for a whole process; `plain` gives the uncompiled twin of one
function inside a compiling process.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import types as python_types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numba
import platformdirs
from numba.core import caching, types
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

COMPILING = not numba.config.DISABLE_JIT
CORE = Path(__file__).parent

Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def source_stamp(*folders: Path) -> str:
    """A hash over the Python and TOML files below `folders`: equal exactly if no source has changed.

    The settings of computer players are no source of anything compiled.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
            if file.name == "levels.toml":
                continue
            digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def package_folder(module: str, file: str) -> Path:
    """The folder of the whole package that a module belongs to: core, a game, or another's top-level package."""
    parts = module.split(".")
    kept = 3 if parts[:2] == ["naadam", "games"] else 2 if parts[0] == "naadam" else 1
    own = Path(file).resolve()
    depth = len(parts) if own.name == "__init__.py" else len(parts) - 1
    return own.parents[max(0, depth - kept)]


class RulesLocator(caching._CacheLocator):
    """Where a compiled rule is cached, and what makes it stale: any change in its package or in core.

    Numba's own locators look at the function's own file only, so a rule that calls a changed rule of
    another file would silently be served in its old form.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        folder = package_folder(function.__module__, file)
        place = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
        checked = "-bounds" if numba.config.BOUNDSCHECK else ""
        root = Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir("naadam", appauthor=False))
        self._path = str(root / f"{folder.name}-{place}{checked}")
        self._stamp = source_stamp(folder, CORE)
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
        except OSError:  # a read-only home: compile anew in every process
            return None
        return locator


class StaleCache(Exception):
    """What is on disk does not fit what is in memory."""


class RulesCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes: ClassVar = [RulesLocator]


class RulesCache(caching.FunctionCache):
    """The disk cache of one function, with files of their own for each game that it is compiled for.

    Numba keeps all signatures of a function in one index, which cannot be read where one of the games is not
    installed, and which would keep what was compiled for older states of a game.
    """

    _impl_class = RulesCacheImpl

    def _file(self, signature: tuple[Any, ...]) -> Any:
        games = [kind.instance_class.__module__ for kind in signature if hasattr(kind, "instance_class")]
        stamps = [kind.stamp for kind in signature if isinstance(kind, TagType)]
        return caching.IndexDataCacheFile(
            self._cache_path,
            "-".join([self._impl.filename_base, *games]),
            "-".join([self._impl.locator.get_source_stamp(), *stamps]),
        )

    def _load_overload(self, signature: tuple[Any, ...], context: Any) -> Any:
        self._cache_file = self._file(signature)
        try:
            result = super()._load_overload(signature, context)
        except StaleCache:
            return None
        if result is not None:  # what it needs, those that link it will need
            result.library._reload_init.update(result.reload_init)
        return result

    def _save_overload(self, signature: tuple[Any, ...], data: Any) -> None:
        self._cache_file = self._file(signature)
        super()._save_overload(signature, data)

    def has(self, signature: tuple[Any, ...], context: Any) -> bool:
        """Whether the function compiled for this signature is on disk, and fresh."""
        return self._index_key(signature, context.codegen()) in self._file(signature)._load_index()


def rule(function: Function) -> Function:
    """Compile a function of the rules at its first call; it releases the GIL and is cached on disk.

    It runs without Numba's runtime, so it cannot make arrays or lists, nor assign one array to another, only write
    single numbers to those it is given. Counting references to the tables' arrays at every call would take half of
    the time, and more in several threads.
    """
    return make_dispatcher(function, inlined=True) if COMPILING else function


def make_dispatcher(function: Function, inlined: bool) -> Any:
    """Numba's object that compiles a rule."""
    dispatcher = numba.njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, forceinline=inlined)(function)
    with contextlib.suppress(RuntimeError):  # no place to cache
        dispatcher._cache = RulesCache(function)
    return dispatcher


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


def compiles_as(twin: Callable[..., Any]) -> Callable[[Function], Function]:
    """Say how calls of the Python function `twin` are compiled: decorates a typed code generator.

    The generator is what Numba's `intrinsic` takes. Unlike an intrinsic the twin can be called from Python,
    and unlike an overload it is put in place, without a function of its own to be compiled.
    """

    def register(generator: Function) -> Function:
        template = make_intrinsic_template(twin, generator, twin.__name__)
        infer(template)
        infer_global(twin, types.Function(template))
        return generator

    return register


class Tag:
    """Names a game to compiled code; generic kernels take one and are compiled anew for each game.

    The stamp of the game's sources is part of its type, so a kernel of core that was compiled for an
    older state of the game is never taken from the cache.
    """

    def __init__(self, name: str, folder: Path, rules: object) -> None:
        self.name = name
        self.stamp = source_stamp(folder)
        self.rules = rules


class TagType(types.Type):
    def __init__(self, name: str, stamp: str) -> None:
        self.stamp = stamp
        super().__init__(name=f"Tag({name}@{stamp})")


_RULES: dict[str, object] = {}  # what each tag type's hooks resolve to, while compiling


@typeof_impl.register(Tag)
def _type_of_tag(tag: Tag, _context: object) -> TagType:
    tag_type = TagType(tag.name, tag.stamp)
    _RULES[tag_type.name] = tag.rules
    return tag_type


register_model(TagType)(models.OpaqueModel)


@unbox(TagType)
def _unbox_tag(_type: object, _object: object, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def hook(default: Function) -> Function:
    """A function that every game provides: called with a tag first, it runs the game's own one.

    The decorated function is what holds for games that do not provide it.
    """
    name = default.__name__
    source = getattr(default, "py_func", default)

    @functools.wraps(source)
    def dispatch(tag: Tag, *arguments: Any) -> Any:
        return getattr(tag.rules, name)(*arguments)

    def resolve(context: Any, tag: Any, *arguments: Any) -> Any:
        if not isinstance(tag, TagType):
            return None
        function = types.Dispatcher(getattr(_RULES[tag.name], name))
        signature = context.resolve_function_type(function, arguments, {})

        def call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return context.get_function(function, signature)(builder, values[1:])

        return signature.return_type(tag, *signature.args), call

    parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in ("context", "tag")]
    parameters += inspect.signature(source).parameters.values()
    resolve.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [parameter.replace(kind=inspect.Parameter.POSITIONAL_ONLY) for parameter in parameters]
    )
    compiles_as(dispatch)(resolve)
    dispatch.default = default  # type: ignore[attr-defined]
    return dispatch  # type: ignore[return-value]


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
