"""`naadam solve`: games solved, with a progress bar, and solved tables checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from naadam.cli.arena import check_folders
from naadam.cli.progress import Workers, counting
from naadam.core.errors import NaadamError, SpecError
from naadam.core.game import Game
from naadam.lab import digest, run
from naadam.lab.results import check_results
from naadam.lab.table_checks import check_work, list_phases
from naadam.solve import load_table, solve_game, tablebase
from naadam.solve.bagh_chal.solution import solve_movement, solve_placement
from naadam.solve.bagh_chal.tables import Counted
from naadam.solve.checks import Check, add_up
from naadam.solve.coverage import BY_NAME, find_solvable
from naadam.solve.jarmo.solution import solve_groups
from naadam.solve.jarmo.tables import groups_of

Result = TypeVar("Result")
SIDES = ("goats", "tigers")
SHOWN_GROUPS = 10


class Part(NamedTuple):
    """The part of a game to solve or to check."""

    movement_only: bool  # of Bagh Chal
    up_to: int | None  # positions of Jarmo


def show_solution(
    game: Game, threads: int, part: Part, samples: int | None, workers: Workers, out: Console, err: Console
) -> None:
    """Solve a game by so many threads, or have its tables checked by so many samples."""
    if part.movement_only and game.name != "bagh-chal":
        raise SpecError(f"{game.spec} has no movement phase")
    if part.up_to is not None and game.name != "jarmo":
        raise SpecError(f"{game.spec} is not solved up to a number of positions: Jarmo is")
    if game.name not in BY_NAME:
        if samples is not None:
            raise SpecError(f"{game.spec} has no check of its own")
        show_yut(game, threads, out, err)
        return
    found = find_solvable(game)
    if samples is not None:
        show_check(game, samples, part.movement_only, workers, out, err)
        return
    if game.name == "jarmo":
        show_jarmo(game, threads, part.up_to, out, err)
    else:
        show_bagh_chal(game, threads, part.movement_only, out, err)
    out.print(f"The tables are kept in {found.folder_of(game)}", highlight=False, soft_wrap=True)


def show_bagh_chal(game: Game, threads: int, movement_only: bool, out: Console, err: Console) -> None:
    counted = with_progress("movement phase", err, lambda progress: solve_movement(game, progress, threads))
    show_counts(counted, "states" if game.rulebook.tables.memory else "positions", out)
    if not movement_only:
        counted = with_progress("placement phase", err, lambda progress: solve_placement(game, progress, threads))
        show_counts(counted, "positions", out)
        out.print(f"Goats to move at the start: {tablebase(game).judge(game.start()).value}.", highlight=False)


def show_jarmo(game: Game, threads: int, up_to: int | None, out: Console, err: Console) -> None:
    """Wins, draws and losses of all groups, and of the largest ones."""
    counted = with_progress(game.spec, err, lambda progress: solve_groups(game, progress, threads, up_to))
    table = Table("group", "signatures", "to move", "wins", "draws", "losses", box=None)
    for column in table.columns[3:]:
        column.justify = "right"
    for row in counted:
        if row.group.number >= len(counted) // 2 - SHOWN_GROUPS:
            counts = (f"{count:,}" for count in (row.wins, row.draws, row.losses))
            table.add_row(str(row.group.number), str(len(row.group.members)), ("green", "blue")[row.side], *counts)
    out.print(table)
    total = sum(row.wins + row.draws + row.losses for row in counted)
    out.print(f"{total:,} positions in {len(counted) // 2:,} groups of signatures", highlight=False)
    if len(counted) // 2 == len(groups_of(game)):
        out.print(f"Green to move at the start: {tablebase(game).judge(game.start()).value}.", highlight=False)


def with_progress(words: str, err: Console, work: Callable[[Callable[[float], None]], Result]) -> Result:
    """Show how far a piece of work is."""
    with Progress(console=err) as bar:
        task = bar.add_task(words, total=1.0)
        return work(lambda done: bar.update(task, completed=done))


def show_counts(counted: list[Counted], kind: str, out: Console) -> None:
    """Wins, draws and losses of the side to move, up to symmetry."""
    table = Table("goats", "in hand", "to move", "wins", "draws", "losses", "plies", box=None)
    for column in table.columns[3:]:
        column.justify = "right"
    for row in counted:
        counts = (f"{count:,}" for count in (row.wins, row.draws, row.losses))
        table.add_row(str(row.goats), str(row.hand), SIDES[row.side], *counts, str(row.longest or ""))
    out.print(table)
    total = sum(row.wins + row.draws + row.losses for row in counted)
    out.print(f"{total:,} {kind} up to symmetry", highlight=False)


def show_check(game: Game, samples: int, movement_only: bool, workers: Workers, out: Console, err: Console) -> None:
    """Check what has been solved of a game, or only the movement phase of Bagh Chal."""
    check_folders(workers.results)
    if not find_solvable(game).folder_of(game).is_dir():
        raise NaadamError(f"{game.spec} is not solved on this machine: `naadam solve {game.spec}` does it")
    phases = list_phases(game)[: 1 if movement_only else None]
    work = check_work(game, phases, samples)
    check_results(work, workers.results)
    found = []
    with counting(len(work.items), "samples", err) as count:
        for sample, done in zip(work.items, run(work, *workers), strict=True):
            found.append(done)
            count(sample.phase)
    for phase in phases:
        own = (done for sample, done in zip(work.items, found, strict=True) if sample.phase == phase)
        check = add_up(Check(**done.result) for done in own)
        if check.faults:
            raise NaadamError(f"{check.faults:,} of {check.samples:,} positions are wrong, the first: {check.first}")
        words = f"{phase}: {check.samples:,} positions follow from the rules and the positions after them."
        out.print(words, highlight=False)
    out.print(f"results sha256 {digest(found)}", highlight=False)


def show_yut(game: Game, threads: int, out: Console, err: Console) -> None:
    table = load_table(game)
    if table is None:
        table = with_progress(game.spec, err, lambda progress: solve_game(game, progress, threads))
    first = game.start()
    while len(first.chance()) == game.seats:  # the first player is drawn
        first = first.apply(first.chance()[0][0])
    chance = (table.value(first, 0) + 1) / 2
    out.print(f"{game.spec} is solved: whoever begins wins with a probability of {chance:.4f}.", highlight=False)
