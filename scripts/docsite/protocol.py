"""The tables of the wire protocol: every message with its fields, every HTTP route; from the types of the server."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import msgspec
from fastapi.routing import APIRoute

from docsite.api import docstring, field_table, fields_of
from naadam.server.app import ROUTES
from naadam.server.protocol import lobby, messages, replies

UNIONS = {
    "From the client": messages.FromClient,
    "From the server": replies.ToClient,
    "In the lobby, from the client": lobby.FromVisitor,
    "In the lobby, from the server": lobby.ToVisitor,
}


def message_tables() -> str:
    """Every type of message, then the objects inside them."""
    parts: list[str] = []
    shown: set[type] = set()
    for title, union in UNIONS.items():
        parts.append(f"### {title}\n")
        for kind in union.__args__:
            tag = msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]
            parts += [f'#### `"{tag}"` {{ #{title.split()[-1]}-{tag} }}\n', docstring(kind) + "\n"]
            parts.append(field_table(fields_of(kind)))
            shown.add(kind)
    parts.append("### Objects inside messages\n")
    for kind in _structs((messages, replies, lobby), shown):
        parts += [f"#### `{kind.__name__}`\n", docstring(kind) + "\n", field_table(fields_of(kind))]
    return "\n".join(parts)


def route_table() -> str:
    """Every HTTP route, with the first line of its docstring."""
    rows = ["| | address | |", "|---|---|---|"]
    for router in (module.router for module in ROUTES):
        for route in router.routes:
            if isinstance(route, APIRoute) and route.include_in_schema:
                first = (inspect.getdoc(route.endpoint) or "").partition("\n")[0]
                rows.append(f"| {' '.join(sorted(route.methods or ()))} | `{route.path}` | {first} |")
    return "\n".join(rows) + "\n"


def _structs(modules: Iterable[ModuleType], shown: set[type]) -> Iterable[Any]:
    for module in modules:
        for kind in vars(module).values():
            ours = inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
            if ours and kind not in shown and kind is not messages.Message:
                yield kind
