"""Arguments that several commands of `naadam` have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from naadam.core.texts import LANGUAGES

INTERRUPTED = 130  # the exit code after Ctrl-C, as of a shell

Spec = Annotated[str, typer.Argument(help="A game, such as bagh-chal or bagh-chal:board=pulijudam,rules=classic")]
Language = Annotated[str, typer.Option("--lang", help=f"Language of the texts: {', '.join(LANGUAGES)}")]
Processes = Annotated[int | None, typer.Option(min=1, help="Number of processes; one per core by default")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="[ADDRESS]", help="Use Ray: the cluster at HOST:PORT, or one of this machine alone"),
]
ResultsFile = Annotated[
    Path | None, typer.Option(help="Keep results in this file; a run that was stopped goes on from it")
]


def with_address(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--ray` alone written as `--ray local`: Typer knows no options with or without a value."""
    found: list[str] = []
    for index, argument in enumerate(arguments):
        found.append(argument)
        following = arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument == "--ray" and following != "local" and not following.rpartition(":")[2].isdecimal():
            found.append("local")
    return found
