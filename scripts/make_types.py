"""Write the TypeScript types of the page from the Python types of the server; with --check only say if they differ."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import msgspec
from pydantic import BaseModel, TypeAdapter

from naadam.core.texts import LANGUAGES
from naadam.drawing import changes, description
from naadam.drawing.stage import Stage
from naadam.server.protocol import (
    bots,
    channels,
    cups,
    lobby,
    messages,
    moderation,
    people,
    profiles,
    replies,
    schemas,
    studies,
    tokens,
)
from naadam.server.protocol.schemas import Body

BODIES = (schemas, profiles, people, moderation, studies, tokens, cups, bots, channels)
TARGET = Path(__file__).parent.parent / "web" / "src" / "protocol.ts"
HEAD = "// The types of all that page and server send each other. Made by scripts/make_types.py; not to be edited.\n"
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def write_type(schema: Schema) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(write_type(part) for part in schema[key]))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if kind == "array":
        return write_array(schema)
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {write_type(inner) if isinstance(inner, Mapping) else 'unknown'}>"
    return SIMPLE.get(str(kind), "unknown")


def write_array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(write_type(part) for part in schema['prefixItems'])}]"
    item = write_type(schema.get("items", {}))
    return f"({item})[]" if " " in item else f"{item}[]"


def write_interface(name: str, schema: Schema, given: bool) -> str:
    """An object, or an array whose parts have their own types.

    Messages of the server are complete; requests and descriptions may leave out defaults.
    """
    if "prefixItems" in schema:
        return f"export type {name} = {write_array(schema)};\n"
    required = schema.get("required", ())
    lines = [
        f"  {key}{'' if given or key in required or key == 'type' else '?'}: {write_type(value)};\n"
        for key, value in schema["properties"].items()
    ]
    return f"export interface {name} {{\n{''.join(lines)}}}\n"


def write_union(name: str, types: Any) -> str:
    return f"export type {name} = {' | '.join(kind.__name__ for kind in types.__args__)};\n"


def find_models() -> list[type[BaseModel]]:
    """All bodies that the routes take or give."""
    found = [kind for part in BODIES for kind in vars(part).values() if isinstance(kind, type)]
    return [kind for kind in dict.fromkeys(found) if issubclass(kind, BaseModel) and kind not in (BaseModel, Body)]


def make_types() -> str:
    models = find_models()
    taken = {kind.__name__ for kind in (*messages.FromClient.__args__, *lobby.FromVisitor.__args__)}
    taken |= {kind.__name__ for kind in models if issubclass(kind, Body)}
    taken |= {name for name, kind in (vars(description) | vars(changes)).items() if is_dataclass(kind)}
    _, told = msgspec.json.schema_components(
        [messages.FromClient, replies.ToClient, lobby.FromVisitor, lobby.ToVisitor]
    )
    shown = (*models, Stage, description.Description, changes.Changes)
    _, schemas = TypeAdapter.json_schemas([(kind, "serialization", TypeAdapter(kind)) for kind in shown])
    components: dict[str, Schema] = {**told, **schemas["$defs"]}
    return "\n".join(
        (
            HEAD,
            *(write_interface(name, schema, name not in taken) for name, schema in sorted(components.items())),
            write_union("FromClient", messages.FromClient),
            write_union("ToClient", replies.ToClient),
            write_union("FromVisitor", lobby.FromVisitor),
            write_union("ToVisitor", lobby.ToVisitor),
            f"export type Language = {write_type({'enum': list(LANGUAGES)})};\n",
        )
    )


def main(arguments: Sequence[str]) -> int:
    text = make_types()
    if "--check" in arguments:
        current = TARGET.read_text(encoding="utf-8") if TARGET.is_file() else ""
        if current != text:
            print(f"{TARGET.name} is not what the Python types say; run scripts/make_types.py", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
