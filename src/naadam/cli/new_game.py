"""`naadam new-game`: a package for a new game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from naadam.core.errors import SpecError

SEATS = 3  # of a game of cards or dice, unless --seats says otherwise


def new_game(
    name: Annotated[str, typer.Argument(help="Name of the game, such as my-game")],
    cells: Annotated[str, typer.Option(help="Board of cells, as columns x rows")] = "5x5",
    points: Annotated[
        Path | None, typer.Option(help="Board of points instead: a TOML file with points, rows and lines")
    ] = None,
    cards: Annotated[bool, typer.Option("--cards", help="No board: hidden hands of cards for several seats")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="No board: hidden dice for several seats")] = False,
    seats: Annotated[
        int | None, typer.Option(min=2, max=8, help="Number of seats, with --cards or --dice; 3 if not given")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder to write; by default one with the name of the game")
    ] = None,
) -> None:
    """Write the package of a new game, which passes its tests and can be played immediately."""
    from naadam.kit.scaffold import write_game

    if cards and dice:
        raise SpecError("choose one of --cards and --dice")
    if seats is not None and not (cards or dice):
        raise SpecError("--seats goes with --cards or --dice: a new game on a board has two seats")
    folder, hands = folder or Path(name), "cards" if cards else "dice" if dice else None
    out = Console()
    for file in write_game(name, folder, cells, points, hands, seats or SEATS):
        out.print(f"wrote {file}", highlight=False, markup=False, soft_wrap=True)
    out.print(f"Install it: pip install -e {folder}", highlight=False, markup=False, soft_wrap=True)
    out.print(f"Then: pytest {folder}, naadam play {name}, naadam serve", highlight=False, markup=False, soft_wrap=True)
