"""Page of a replay: one HTML file with everything in it, or a page whose script and style are files."""

from __future__ import annotations

import base64
import functools
import json
import zlib
from collections.abc import Mapping
from html import escape
from importlib import resources
from typing import Any

PLAYER, STYLE = "player.js", "player.css"
ICONS = {
    "first": "M5 5h2v14h-2zM19 5v14l-11 -7z",
    "back": "M17 5v14l-11 -7z",
    "play": "M7 4v16l12 -8z",
    "forward": "M7 5v14l11 -7z",
    "last": "M17 5h2v14h-2zM5 5v14l11 -7z",
}


@functools.cache
def read_part(name: str) -> str:
    """The script or the style of the player."""
    return (resources.files("naadam.drawing.replay") / name).read_text(encoding="utf-8")


def write_page(
    document: Mapping[str, Any], title: str, players: str, words: Mapping[str, str], language: str, parts: str = ""
) -> str:
    """A replay as HTML; script and style are in it, or at the address `parts`."""
    packed = zlib.compress(json.dumps({**document, "words": words}, ensure_ascii=False).encode(), 9)
    buttons = "".join(
        f'<button type="button" id="{name}" title="{escape(words[name])}" aria-label="{escape(words[name])}">'
        f'<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, path in ICONS.items()
    )
    if parts:
        style, script = f'<link rel="stylesheet" href="{parts}{STYLE}">', f'<script src="{parts}{PLAYER}"></script>'
    else:
        style, script = f"<style>{read_part(STYLE)}</style>", f"<script>{read_part(PLAYER)}</script>"
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{style}</head><body><main>'
        f"<h1>{escape(title)} <span>{escape(players)}</span></h1>"
        f'<svg id="board" role="img" aria-label="{escape(words["board"])}"><g id="ground"></g><g id="lit"></g>'
        '<g id="pieces"></g><g id="rings"></g></svg>'
        f'<div id="side"><p id="told" aria-live="polite"></p><div id="buttons">{buttons}</div><ul id="sides"></ul>'
        f'<nav id="moves" aria-label="{escape(words["moves"])}"></nav></div></main>'
        f'<script type="application/octet-stream" id="game">{base64.b64encode(packed).decode()}</script>'
        f"{script}</body></html>\n"
    )
