"""TOML files of a game package: how its lessons, puzzles and guide are read, with errors that name the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from naadam.core.errors import NaadamError, PackageError
from naadam.core.registry import rulebook
from naadam.core.texts import read_package_toml


def read_file(name: str, file: str) -> dict[str, Any] | None:
    """The content of a file of a game's package; None if the file does not exist."""
    return read_package_toml(rulebook(name).texts.package, file)


def check_keys(where: str, entry: Mapping[str, Any], known: set[str]) -> None:
    if unknown := set(entry) - known:
        raise PackageError(f"{where} has {', '.join(sorted(unknown))}, which is not known")


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Whatever is wrong or missing in an entry becomes a PackageError that says where."""
    try:
        yield
    except KeyError as missing:
        raise PackageError(f"{where} has no {missing.args[0]}") from None
    except (IndexError, NaadamError) as error:
        raise PackageError(f"{where}: {error}") from None
