"""Ends that rules can name, reached in play or not: the numbers that flow into `state.ended`, read from the source."""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from naadam.core.compiling import ends, plain
from naadam.core.compiling.cache_key import python_files, rules_sources
from naadam.core.contract import WORDING
from naadam.core.game import Game
from naadam.core.texts import LANGUAGES

OPERATIONS = {ast.Add: int.__add__, ast.Mult: int.__mul__}


class Function(NamedTuple):
    """A function of the rules and the module whose names it uses."""

    module: ModuleType
    node: ast.FunctionDef


def check_named_ends(game: Game) -> None:
    """Every end that the rules name has a text in every language."""
    book = game.rulebook
    for code in sorted(Flow(book.rules).named()):
        wording, clause = divmod(code, WORDING)
        if clause in book.clauses:
            key = f"{book.prefix}-{clause}.{wording}" if wording else f"{book.prefix}-{clause}"
            for language in LANGUAGES:
                book.texts.get("ends", key, language)


class Flow:
    """The constants of rules as they flow through variables, arguments and results; conditions are not looked at."""

    def __init__(self, rules: ModuleType) -> None:
        files = {Path(str(ends.__file__)).resolve(), *python_files(rules_sources(rules))}
        loaded = {
            Path(str(module.__file__)).resolve(): module
            for module in list(sys.modules.values())
            if getattr(module, "__file__", None) and module.__name__ != "__main__"
        }
        self.functions = {
            (loaded[file].__name__, node.name): Function(loaded[file], node)
            for file in files & set(loaded)
            for node in ast.parse(file.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef)
        }
        self.seen: set[tuple[str, str, str]] = set()

    def named(self) -> set[int]:
        """The numbers that some function writes into the field `ended`."""
        found = set[int]()
        for function in self.functions.values():
            for target, value in assignments(function.node):
                if isinstance(target, ast.Attribute) and target.attr == "ended":
                    self.seen.clear()
                    found |= self.values(value, function)
        return found - {0}

    def values(self, node: ast.expr, where: Function) -> set[int]:
        """The numbers that an expression may have, without those that are computed from a state."""
        match node:
            case ast.Constant(value=int(number)):
                return {int(number)}
            case ast.IfExp():
                return self.values(node.body, where) | self.values(node.orelse, where)
            case ast.BoolOp():
                return self.all_values(node.values, where)
            case ast.BinOp() if type(node.op) in OPERATIONS:
                pairs = itertools.product(self.values(node.left, where), self.values(node.right, where))
                return {OPERATIONS[type(node.op)](*pair) for pair in pairs}
            case ast.Call(func=ast.Name(id="int"), args=[argument]):
                return self.values(argument, where)
            case ast.Call():
                called = self.function_of(node.func, where)
                return self.results(called) if called else set()
            case ast.Name():
                return self.values_of_name(node.id, where)
            case ast.Attribute():
                value = named_value(node, where.module)
                return {value} if isinstance(value, int) else set()
        return set()

    def all_values(self, nodes: Iterable[ast.expr], where: Function) -> set[int]:
        return set().union(*(self.values(node, where) for node in nodes))

    def is_new(self, where: Function, name: str) -> bool:
        """True the first time, so that recursion ends."""
        key = (where.module.__name__, where.node.name, name)
        known = key in self.seen
        self.seen.add(key)
        return not known

    def results(self, called: Function) -> set[int]:
        if not self.is_new(called, "return"):
            return set()
        returns = (node.value for node in ast.walk(called.node) if isinstance(node, ast.Return))
        return self.all_values((value for value in returns if value), called)

    def values_of_name(self, name: str, where: Function) -> set[int]:
        """The numbers of a variable, a parameter or a constant of the module."""
        if not self.is_new(where, name):
            return set()
        parameters = [argument.arg for argument in where.node.args.args]
        assigned = [value for target, value in assignments(where.node) if is_name(target, name)]
        found = self.all_values(assigned, where)
        if name in parameters:
            place = parameters.index(name)
            for caller in self.functions.values():
                for call in (node for node in ast.walk(caller.node) if isinstance(node, ast.Call)):
                    if self.function_of(call.func, caller) == where:
                        given = {keyword.arg: keyword.value for keyword in call.keywords}
                        argument = given.get(name) or next(iter(call.args[place : place + 1]), None)
                        found |= self.values(argument, caller) if argument else set()
        elif not assigned:
            value = getattr(where.module, name, None)
            found |= {value} if isinstance(value, int) else set()
        return found

    def function_of(self, node: ast.expr, where: Function) -> Function | None:
        function = plain(named_value(node, where.module))
        return self.functions.get((getattr(function, "__module__", ""), getattr(function, "__name__", "")))


def assignments(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of a function and its value; a tuple of targets by its parts."""
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and node.value:
            yield node.target, node.value
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value


def is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def named_value(node: ast.expr, module: ModuleType) -> object:
    """The value of a name of a module, or of `module.name`; None for everything else."""
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        holder = getattr(module, node.value.id, None)
        return getattr(holder, node.attr, None) if isinstance(holder, ModuleType) else None
    return None
