"""`naadam puzzles`: puzzles mined from games of computers, written to the file that a game's package has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from naadam.bots.puzzles import Found
from naadam.core.errors import NaadamError

app = typer.Typer(help="Puzzles: positions with a single best move.", no_args_is_help=True)

HEAD = "# Puzzles, mined from games of computers and checked by search: made by `naadam puzzles mine {spec}`.\n"


@app.command()
def mine(
    spec: Annotated[str, typer.Argument(help="A game, such as bagh-chal")],
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random")] = 0,
    file: Annotated[Path | None, typer.Option(help="Where to write them; by default they are printed")] = None,
) -> None:
    """Find positions of games between computers in which one move is best by a clear margin."""
    import naadam
    from naadam.bots.puzzles import mine as find

    err, game, so_far = Console(stderr=True), naadam.load(spec), list[Found]()

    def tell(puzzle: Found) -> None:
        err.print(f"{puzzle.solution}  {puzzle.position}", highlight=False)
        so_far.append(puzzle)
        _write(game.name, so_far, file)  # what was found is kept if it is stopped

    found = find(game, count, seed, tell)
    if file is None:
        typer.echo(_format(game.name, found), nl=False)


def _format(name: str, found: list[Found]) -> str:
    text = HEAD.format(spec=name)
    for puzzle in sorted(found, key=lambda puzzle: puzzle.grade):
        lines = [f'spec = "{puzzle.spec}"'] if puzzle.spec != name else []
        lines += [f'position = "{puzzle.position}"', f"seat = {puzzle.seat}"]
        lines += [f'solution = "{puzzle.solution}"', f"grade = {puzzle.grade}"]
        text += "\n[[puzzles]]\n" + "".join(f"{line}\n" for line in lines)
    return text


def _write(name: str, found: list[Found], file: Path | None) -> None:
    if file is not None:
        try:
            file.write_text(_format(name, found), encoding="utf-8")
        except OSError as error:
            raise NaadamError(f"{file}: {error.strerror}") from None
