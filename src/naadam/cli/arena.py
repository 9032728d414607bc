"""Output of `naadam arena`: progress while bots play each other, then the tables."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from naadam.bots.arena import Contest, Played, SequentialTest, Sprt, group_scores, ratings, standings
from naadam.bots.arena.report import elo_difference, plot, report
from naadam.cli.progress import Workers, counting
from naadam.core.errors import NaadamError
from naadam.core.extras import need
from naadam.lab.contests import contest_work, list_games, prepare, run_contest
from naadam.lab.results import check_results

PLOTS = (".png", ".svg", ".pdf")


def hold(
    contest: Contest,
    workers: Workers,
    sprt: SequentialTest | None,
    json_file: Path | None,
    plot_file: Path | None,
    out: Console,
    err: Console,
) -> bool:
    """Play a contest and show its results, or those so far if it is stopped; whether it was played to its end."""
    check_folders(json_file, plot_file, workers.results)
    if plot_file is not None and plot_file.suffix not in PLOTS:
        raise NaadamError(f"a plot is written as {', '.join(PLOTS)}, not as {plot_file.name}")
    check_results(contest_work(contest), workers.results)
    if len(contest.bots) > 2:
        need("openskill", "a rating of more than two bots", "arena")
    if plot_file is not None:
        need("matplotlib", "a plot", "arena")
    played: list[Played] = []
    try:
        play_contest(contest, workers, sprt, err, played)
        return True
    except KeyboardInterrupt:
        err.print(f"stopped after {len(played)} games", highlight=False)
        return False
    finally:  # also if a worker died
        if played:
            show(contest, played, sprt, out)
            if json_file is not None:
                json_file.write_text(json.dumps(report(contest, played, sprt), indent=1) + "\n", encoding="utf-8")
            if plot_file is not None:
                plot(contest, played, plot_file)


def check_folders(*files: Path | None) -> None:
    """NaadamError if an output file has no folder."""
    for file in files:
        if file is not None and not file.absolute().parent.is_dir():
            raise NaadamError(f"there is no folder {file.absolute().parent}")


def play_contest(
    contest: Contest, workers: Workers, sprt: SequentialTest | None, err: Console, played: list[Played]
) -> list[Played]:
    """Play a contest with a progress bar; the games are put into `played` one by one."""
    with err.status("") as status:
        for part in prepare(contest):
            status.update(f"{contest.game.name}: {part}")
    with counting(len(list_games(contest)), "games", err) as count:
        for game in run_contest(contest, workers.number, sprt, workers.ray, workers.results):
            played.append(game)
            count("  ".join(f"{one.name} {one.all.score:.1%}" for one in standings(contest, played)))
    return played


def show(contest: Contest, played: Sequence[Played], sprt: SequentialTest | None, out: Console) -> None:
    """Print the tables of a contest."""
    game = contest.game
    table = Table("bot", "", "games", "won", "drawn", "lost", "score", "95 % interval", "s/move", box=None)
    table.title = escape(f"{game.spec}: {len(played)} games, openings of {contest.opening}, seed {contest.seed}")
    for column in table.columns[2:]:
        column.justify, column.no_wrap = "right", True
    for row in standings(contest, played):
        seats = [f"as {game.seat_name(seat)}" for seat in range(game.seats)]
        for label, tally in zip(["", *seats], [row.all, *row.by_seat], strict=True):
            numbers = (tally.games, tally.wins, tally.draws, tally.losses)
            shares = (f"{tally.score:.1%}", f"{tally.interval.low:.1%} to {tally.interval.high:.1%}")
            first = (f"[bold]{escape(row.name)}[/]", "", f"{row.seconds:.3f}") if not label else ("", label, "")
            table.add_row(*first[:2], *map(str, numbers), *shares, first[2])
    out.print(table, highlight=False)
    if len(contest.bots) == 2:
        out.print("\n" + say_difference(contest.names, *elo_difference(played)), highlight=False, markup=False)
    else:
        rated = Table("bot", "rating", "±", box=None)
        for one in sorted(ratings(contest, played), key=lambda one: -one.strength):
            rated.add_row(escape(one.name), f"{one.strength:.2f}", f"{one.uncertainty:.2f}")
        out.print("", rated, highlight=False)
    if sprt is not None:
        out.print(say_test(sprt, group_scores(played)), highlight=False)
    for lost in played:
        if lost.failed is not None:
            text = f"game {lost.fixture.number}: {contest.names[lost.failed]} broke down: {lost.failure}"
            out.print(text, highlight=False, markup=False, soft_wrap=True)


def say_difference(names: Sequence[str], middle: float, low: float, high: float) -> str:
    """Which of two bots is stronger, in a sentence; a difference without a bound is said in words."""
    stronger = names[0]
    if middle < 0:
        stronger, middle, low, high = names[1], -middle, -high, -low
    if math.isinf(middle):
        least = f"at least {low:.0f} Elo" if math.isfinite(low) else "the games say nothing of the difference"
        return f"{stronger} has won every point ({least})"
    ends = " to ".join(f"{round(end)}" if math.isfinite(end) else "any number" for end in (low, high))
    if round(middle) == 0:
        return f"{names[0]} and {names[1]} are equally strong: 0 Elo ({ends})"
    return f"{stronger} is stronger by {middle:.0f} Elo ({ends})"


def say_test(sprt: SequentialTest, scores: Sequence[float]) -> str:
    """The sequential test in a sentence."""
    decision = sprt.decision(scores)
    first, second = map(sprt.name, sprt.hypotheses)
    verdict = {None: "nothing decided", "H0": f"{first} accepted", "H1": f"{second} accepted"}
    low, high = sprt.bounds
    groups = "pairs" if isinstance(sprt, Sprt) else "groups"
    return (
        f"sequential test of {first} against {second}: {verdict[decision]} after {len(scores)} {groups} "
        f"(log-likelihood ratio {sprt.ratio(scores):.2f}, bounds {low:.2f} and {high:.2f})"
    )
