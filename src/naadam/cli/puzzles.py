"""`naadam puzzles`: puzzles mined from games of computers, written to the file that a game's package has."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from naadam.bots.puzzles.from_games import Found
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.teaching.puzzles import GRADES

app = typer.Typer(help="Puzzles: positions with a single best move.", no_args_is_help=True)

HEAD = "# Puzzles, mined from games of computers and checked by search: made by `naadam puzzles mine {spec}`.\n"
TABLE_HEAD = "# Positions with a single move that wins, mined from solved tables: made by `naadam puzzles mine {spec}"


@app.command()
def mine(
    spec: Annotated[str, typer.Argument(help="A game, such as bagh-chal")],
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random")] = 0,
    file: Annotated[Path | None, typer.Option(help="Where to write them; by default they are printed")] = None,
    grade: Annotated[list[int] | None, typer.Option(min=1, max=3, help="How hard; again for more than one")] = None,
    from_table: Annotated[
        bool, typer.Option("--from-table", help="By the tables of `naadam solve`: a single move wins")
    ] = False,
) -> None:
    """Find positions of games between computers in which one move is best by a clear margin."""
    import naadam
    from naadam.bots.puzzles.from_games import mine as mine_games
    from naadam.bots.puzzles.from_tables import mine_table

    err, game, so_far = Console(stderr=True), naadam.load(spec), list[Found]()
    write = functools.partial(_format_table, seed=seed) if from_table else _format

    def show(puzzle: Found) -> None:
        err.print(f"{puzzle.solution}  {puzzle.position}", highlight=False)
        so_far.append(puzzle)
        _write(write(game, so_far), file)  # an interrupted run keeps its puzzles

    if from_table:
        found = mine_table(game, count, seed, show)
    else:
        found = mine_games(game, count, seed, show, grade or GRADES)
    if file is None:
        typer.echo(write(game, found), nl=False)
    else:
        _write(write(game, found), file)


def _format_table(game: Game, found: list[Found], seed: int) -> str:
    """One line each: they are many, and alike."""
    text = TABLE_HEAD.format(spec=game.spec) + f"\n# --from-table --count {len(found)} --seed {seed}`.\n\n"
    text += f'spec = "{game.spec}"\npuzzles = [\n'
    for puzzle in found:
        place = f'position = "{puzzle.position}", solution = "{puzzle.solution}"'
        more = "".join(f", {line}" for line in _explained(puzzle))
        text += f"    {{ {place}, grade = {puzzle.grade}, distance = {puzzle.distance}{more} }},\n"
    return text + "]\n"


def _format(game: Game, found: list[Found]) -> str:
    text, name = HEAD.format(spec=game.name), game.name
    for puzzle in sorted(found, key=lambda puzzle: puzzle.grade):
        lines = [f'spec = "{puzzle.spec}"'] if puzzle.spec != name else []
        lines += [f'position = "{puzzle.position}"', f"seat = {puzzle.seat}"]
        lines += [f'solution = "{puzzle.solution}"', f"grade = {puzzle.grade}", *_explained(puzzle)]
        text += "\n[[puzzles]]\n" + "".join(f"{line}\n" for line in lines)
    return text


def _explained(puzzle: Found) -> list[str]:
    """The continuation of a solution, and its benefit."""
    lines = [f"then = {json.dumps(puzzle.then)}"] if puzzle.then else []
    if puzzle.reason is not None:
        lines.append(f'why = "{puzzle.reason.why}"')
        lines += [f"number = {puzzle.reason.number}"] if puzzle.reason.number else []
    return lines


def _write(text: str, file: Path | None) -> None:
    if file is not None:
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise NaadamError(f"{file}: {error.strerror}") from None
