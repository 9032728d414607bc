"""The engines that a user has registered by name: command lines in a file of the user's configuration."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from naadam.bots.uni.external import ExternalEngine
from naadam.core.errors import SpecError

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")


class Registered(NamedTuple):
    """A registered engine: how it is run, and the games that it has said it plays; () if it has named none."""

    command: str
    games: tuple[str, ...] = ()

    def plays(self, game: str) -> bool:
        return not self.games or game in self.games


def engines_file() -> Path:
    return platformdirs.user_config_path("naadam", appauthor=False) / "engines.toml"


def engines() -> dict[str, Registered]:
    """Every registered engine by its name; SpecError if the file is damaged."""
    file = engines_file()
    try:
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SpecError(f"{file} cannot be read: {error}") from None
    for name, engine in found.items():
        if not _is_engine(engine):
            raise SpecError(f"{file}: {name}: an engine has a command, and may have a list of games")
    return {name: Registered(engine["command"], tuple(engine.get("games", ()))) for name, engine in found.items()}


def _is_engine(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {"command"} <= set(value) <= {"command", "games"}
        and isinstance(value["command"], str)
        and isinstance(value.get("games", []), list)
        and all(isinstance(game, str) for game in value.get("games", []))
    )


def registered(name: str, seed: int = 0) -> ExternalEngine:
    """The engine of a name, and never a command line: the engines that a server may offer to its guests."""
    known = engines()
    if name not in known:
        raise SpecError(f"no engine {name!r} is registered; there is {', '.join(known) or 'none'}")
    return ExternalEngine(known[name].command, seed=seed)


def external(text: str, seed: int = 0) -> ExternalEngine:
    """The engine that is registered by a name, or else the one that a command line runs."""
    return registered(text, seed) if _NAME.fullmatch(text) else ExternalEngine(text, seed=seed)


def add(name: str, command: str) -> ExternalEngine:
    """Register an engine, if it speaks uni; SpecError or EngineError if not, and nothing is changed."""
    if not _NAME.fullmatch(name):
        raise SpecError(f"a name is made of small letters, digits and hyphens, not {name!r}")
    if not command.isprintable():
        raise SpecError("a command line is one line of text")
    known = engines()
    if name in known:
        raise SpecError(f"an engine {name} is registered already: {known[name].command}")
    with ExternalEngine(command) as engine:
        engine.start()
    _write(known | {name: Registered(command, engine.games)})
    return engine


def remove(name: str) -> None:
    known = engines()
    if name not in known:
        raise SpecError(f"no engine {name!r} is registered; there is {', '.join(known) or 'none'}")
    del known[name]
    _write(known)


def _write(known: dict[str, Registered]) -> None:
    """Write the file whole or not at all."""
    file = engines_file()
    text = "".join(
        f"[{name}]\ncommand = {_quote(engine.command)}\ngames = [{', '.join(map(_quote, engine.games))}]\n"
        for name, engine in sorted(known.items())
    )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        new.replace(file)
    except OSError as error:
        raise SpecError(f"{file} cannot be written: {error.strerror}") from None


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
