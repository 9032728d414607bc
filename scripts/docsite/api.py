"""The API reference: a page per group of public modules, made from signatures and docstrings."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docsite.links import fence_sessions
from naadam.core.extras import MissingExtra

CORE = ("contract", "options", "texts", "errors", "refusals", "outcome", "picture_files", "spelling")
PARTS = (
    *("boards", "checks", "clock", "editor", "face", "match_rule", "net", "notation", "rulebook", "symmetry"),
    *("touches", "weights"),
)
KIT = ("checks", "editor", "face", "ground", "moves", "notation", "pieces", "rulebook", "table", "words")
BRIDGES = ("gymnasium", "pettingzoo", "openspiel", "vectors", "textarena", "mcp", "observing", "rendering", "spaces")
LLM = (
    *("client", "seat", "play", "prompting.prompts", "prompting.words", "prompting.legend", "answers", "questions"),
    *("prompting.positions", "aiming", "prompting.dialect"),
    *("judges", "referee", "scoring", "exact", "regret", "report", "dataset", "prompting.boards", "engine"),
)
GROUPS = {
    "naadam": ("naadam",),
    "bots": ("naadam.bots", "naadam.bots.analysis", "naadam.bots.arena"),
    "solving": ("naadam.solve", "naadam.solve.probe"),
    "lab": ("naadam.lab", "naadam.ratings"),
    "testing": ("naadam.testing",),
    "core": tuple(f"naadam.core.{name}" for name in CORE),
    "parts": tuple(f"naadam.core.parts.{name}" for name in PARTS),
    "kit": tuple(f"naadam.kit.{name}" for name in KIT),
    "bridges": ("naadam.bridges", *(f"naadam.bridges.{name}" for name in BRIDGES)),
    "llm": ("naadam.llm", *(f"naadam.llm.{name}" for name in LLM)),
    "drawing": ("naadam.drawing.stage", "naadam.drawing.description", "naadam.drawing.story"),
}
MODULES = tuple(module for modules in GROUPS.values() for module in modules)
WIDEST = 100
QUOTED = re.compile(r"""(: |-> )(['"])(.*?)\2(?=[,)=\s]|$)""")


class Field(NamedTuple):
    """A field of a class: its name, its type and default as written, and the comment after it."""

    name: str
    kind: str
    default: str
    comment: str


def api_pages() -> dict[str, str]:
    """The pages of the reference, by path."""
    pages = {"reference/index.md": _index()}
    for group, modules in GROUPS.items():
        shown = (_module(load(name)) for name in modules)
        pages[f"reference/{group}.md"] = f"# {_title(group)}\n\n" + "\n".join(shown)
    return pages


def load(name: str) -> types.ModuleType:
    """A module, or its docstring alone with the extra that it needs, where that is not installed."""
    try:
        return importlib.import_module(name)
    except MissingExtra as error:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        text = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))) or ""
        return types.ModuleType(name, f"{text}\n\nNot listed here: {error}.")


def public(module: types.ModuleType) -> Iterator[tuple[str, object]]:
    """The functions and classes that a module makes public."""
    names = getattr(module, "__all__", None)
    for name in names or vars(module):
        found = getattr(module, name)
        own = names is not None or getattr(found, "__module__", "") == module.__name__
        if own and not name.startswith("_") and (inspect.isclass(found) or inspect.isfunction(found)):
            yield name, found


def fields_of(kind: type) -> list[Field]:
    """The public fields that a class declares, in order, with the comments of their lines."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return []
    lines = source.splitlines()
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = []
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
            rest = lines[(node.end_lineno or 1) - 1][node.end_col_offset :]
            comment = rest.partition("#")[2].strip().removeprefix("noqa").strip()
            default = ast.unparse(node.value) if node.value else ""
            found.append(Field(node.target.id, ast.unparse(node.annotation), default, comment))
    return found


def field_table(fields: list[Field]) -> str:
    """Fields as a table in Markdown, without columns that are empty."""
    rows = [(f"`{field.name}`", f"`{field.kind}`", f"`{field.default}`", field.comment) for field in fields]
    heads = ("field", "type", "default", "")
    shown = [column for column in range(4) if any(row[column].strip("`") for row in rows)]
    if not shown:
        return ""
    lines = [[heads[column] for column in shown], ["---" for _ in shown]]
    lines += [["" if row[column] == "``" else row[column].replace("|", "\\|") for column in shown] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def docstring(found: object) -> str:
    """The docstring of something as Markdown."""
    return fence_sessions(inspect.getdoc(found) or "")


def _title(group: str) -> str:
    return "naadam" if group == "naadam" else f"naadam: {group}"


def _index() -> str:
    parts = ["# API reference\n", "Made from signatures and docstrings. `help(naadam)` shows the same in Python.\n"]
    for group, modules in GROUPS.items():
        parts.append(f"**[{_title(group)}]({group}.md)**\n")
        for name in modules:
            module = load(name)
            first = (inspect.getdoc(module) or "").partition("\n")[0]
            parts.append(f"- `{name}`: {first}")
        parts.append("")
    return "\n".join(parts)


def _module(module: types.ModuleType) -> str:
    parts = [f"## `{module.__name__}` {{ #{module.__name__} }}\n", docstring(module) + "\n"]
    for name, found in public(module):
        anchor = f"{module.__name__}.{name}"
        if inspect.isclass(found):
            parts += _class(name, found, anchor)
        elif inspect.isfunction(found):
            parts += [f"### `{name}` {{ #{anchor} }}\n", _code(f"{name}{_signature(found)}"), docstring(found) + "\n"]
    return "\n".join(parts)


def _class(name: str, kind: type, anchor: str) -> list[str]:
    parts = [f"### `{name}` {{ #{anchor} }}\n", docstring(kind) + "\n", field_table(fields_of(kind))]
    for key, value in vars(kind).items():
        if key.startswith("_"):
            continue
        inner = value.fget if isinstance(value, property) else getattr(value, "func", value)
        inner = getattr(inner, "__func__", inner)
        if not inspect.isfunction(inner):
            continue
        text = inspect.getdoc(value if isinstance(value, property) else getattr(kind, key)) or docstring(inner)
        parts.append(f"#### `{name}.{key}` {{ #{anchor}.{key} }}\n")
        if inner is value or isinstance(value, staticmethod | classmethod):
            parts.append(_code(f"{key}{_signature(getattr(kind, key))}"))
        parts.append(fence_sessions(text) + "\n")
    return parts


def _signature(function: object) -> str:
    assert callable(function)
    written = QUOTED.sub(r"\1\3", str(inspect.signature(function)))
    return written.replace("(self, ", "(").replace("(self)", "()").replace("naadam.core.parts.", "")


def _code(signature: str) -> str:
    if len(signature) > WIDEST:
        name, _, rest = signature.partition("(")
        inner, _, answer = rest.rpartition(")")
        depth, lines = 0, [""]
        for letter in inner:
            depth += (letter in "([{") - (letter in ")]}")
            lines[-1] += letter
            if letter == "," and depth == 0:
                lines.append("")
        written = "".join(f"\n    {line.strip()}" for line in lines)
        signature = f"{name}({written.rstrip(',')},\n){answer}"
    return f"```python\n{signature}\n```\n"
