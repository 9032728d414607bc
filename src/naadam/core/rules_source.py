"""Static checks of the source of compiled rules: errors that the compiler reports late or never."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from types import ModuleType

from naadam.core.compiling.cache_key import python_files, rules_sources
from naadam.core.contract import HOOKS
from naadam.core.errors import PackageError

WORLD = {"random", "secrets", "time", "datetime", "os", "pathlib", "socket", "subprocess", "uuid"}
"""What rules may not import: randomness and clocks are passed in, and rules read nothing else."""
ALLOCATING = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.GeneratorExp: "a generator",
}
MAKERS = {"list", "set", "dict", "sorted"} | {
    f"{numpy}.{name}" for numpy in ("np", "numpy") for name in ("array", "arange", "empty", "full", "ones", "zeros")
}
"""Rules run without Numba's runtime, which these need: the compiler's own message names neither rule nor line."""


@functools.cache
def check_source(module: ModuleType) -> None:
    """PackageError if rules import the world outside or make lists, or if a hook or helper lacks `@rule`."""
    place = rules_sources(module)
    for file in python_files(place):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        _check_imports(file, tree)
        _check_memory(file, tree)
        _check_marks(file, tree, file in (place, place / "__init__.py"))


def _check_imports(file: Path, tree: ast.Module) -> None:
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names.append(node.module or "")
        for name in names:
            if name.split(".")[0] in WORLD:
                raise PackageError(f"{file} imports {name}: randomness is passed to rules, and they read nothing else")


def _check_marks(file: Path, tree: ast.Module, has_hooks: bool) -> None:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    bare = {name for name, node in functions.items() if not node.decorator_list}
    for name in sorted(bare & set(HOOKS)) if has_hooks else ():
        raise PackageError(f"{file}: {name} lacks @rule, which every function of the contract needs")
    for name, node in functions.items():
        calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
        called = {each.id for each in calls if isinstance(each, ast.Name)}
        for helper in sorted(called & bare) if name not in bare else ():
            raise PackageError(f"{file}: the rule {name} calls {helper}, which lacks @rule")


def _check_memory(file: Path, tree: ast.Module) -> None:
    """PackageError if a rule makes a list, an array or the like."""
    for rule in (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list):
        for node in ast.walk(rule):
            made = ALLOCATING.get(type(node), "")
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                made = f"{name}()" if name in MAKERS else ""
            if made:
                problem = f"the rule {rule.name} makes {made} in line {getattr(node, 'lineno', rule.lineno)}"
                raise PackageError(f"{file}: {problem}; rules write into the arrays that they are given")
