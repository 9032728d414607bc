"""Keys of the compile cache: the source files whose change makes compiled code stale, and a check for others.

A game's compiled code is made from its `rules` (a folder or a file) and from the files of core named here; data of
board files, options and weights is passed to it in tables. Of any other package all modules count.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

from naadam.core.errors import PackageError

CORE = Path(__file__).parent.parent
CORE_MODULES = ("compiling", "contract", "seats")
CORE_SOURCES = (CORE / "compiling", CORE / "contract.py", CORE / "seats.py")
OUTSIDE = {*sys.stdlib_module_names, "numpy"}
"""What rules may import besides: nobody edits it in place."""


@functools.cache
def source_stamp(*places: Path) -> str:
    """A hash over Python files and all those below folders: equal exactly if none has changed."""
    digest = hashlib.sha256()
    for place in places:
        for file in python_files(place):
            digest.update(str(file.relative_to(place.parent)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def python_files(place: Path) -> list[Path]:
    """The file itself, or all modules below a folder."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def package_folder(module: str, file: str) -> Path:
    """The folder of the whole package that a module belongs to: core, a game, or another's top-level package."""
    parts = module.split(".")
    kept = 3 if parts[:2] == ["naadam", "games"] else 2 if parts[0] == "naadam" else 1
    own = Path(file).resolve()
    depth = len(parts) if own.name == "__init__.py" else len(parts) - 1
    return own.parents[max(0, depth - kept)]


def code_sources(module: str, file: str) -> tuple[Path, ...]:
    """The sources of a module's compiled functions, except core: a game's `rules`, or the whole package."""
    parts = module.split(".")
    if "rules" in parts:
        return (_place(file, len(parts) - 1 - parts.index("rules")),)
    folder = package_folder(module, file)
    return () if folder == CORE else (folder,)


def rules_sources(module: ModuleType) -> Path:
    """The file of a rules module, or the folder of a rules package."""
    return _place(str(module.__file__), 0)


def _place(file: str, above: int) -> Path:
    """The module of a file, as its file or its folder; or the package so many levels above it."""
    own = Path(file).resolve()
    place = own.parent if own.name == "__init__.py" else own
    return place.parents[above - 1] if above else place


@functools.cache
def check_calls(module: ModuleType) -> None:
    """PackageError if compiled rules call rules outside their module or package and core."""
    sources = rules_sources(module)
    scopes, seen = [vars(module)], set()
    while scopes:
        for name, function in scopes.pop().items():
            source = getattr(function, "py_func", None)
            if source is None or source in seen:
                continue
            file = Path(source.__code__.co_filename).resolve()
            if not any(map(file.is_relative_to, (sources, *CORE_SOURCES))):
                raise PackageError(f"{module.__name__} takes the rule {name} from elsewhere, {file}")
            seen.add(source)
            scopes.append(source.__globals__)


@functools.cache
def check_imports(module: ModuleType) -> None:
    """PackageError if compiled rules import anything whose change the cache would not notice.

    A number that a rule reads from its module is frozen into the compiled code.
    """
    place = rules_sources(module)
    own = (module.__name__, *(f"naadam.core.{name}" for name in CORE_MODULES))
    for file in python_files(place):
        inside = file.relative_to(place.parent).with_suffix("").parts[1:]
        for name in _imported(file, ".".join((module.__name__, *inside))):
            if name.split(".")[0] not in OUTSIDE and not any(f"{name}.".startswith(f"{start}.") for start in own):
                raise PackageError(
                    f"{file} imports {name}: compiled rules see only {module.__name__}, the compiled part of core, "
                    "NumPy and the standard library; what else they need is passed in tables"
                )


def _imported(file: Path, module: str) -> Iterator[str]:
    """The full names that the file of a module imports, modules and the names taken from them."""
    package = module.removesuffix(".__init__") if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level, package) if node.level else ""
            start = ".".join(filter(None, (start, node.module)))
            yield from (f"{start}.{alias.name}" for alias in node.names)
