"""`naadam analyse`: the analysis of a record as a table, JSON and a graph."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from naadam.bots.advice.analysis import LITTLE, Analysis, Analyst, Judgement
from naadam.bots.budget import Budget
from naadam.cli.translations import TERMINAL, say_of_analysis
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.seats import CHANCE

COLOURS = {"??": "bold red", "?": "red", "?!": "yellow"}
LINE = 6  # moves shown of a line


def show_analysis(
    record: Record, budget: Budget, seed: int, out: Console, err: Console, language: str, files: tuple[Path | None, ...]
) -> None:
    """Analyse a record with a progress bar; print the table, and write JSON and the graph to files."""
    TERMINAL.sections(language)
    analyst = Analyst(record.load(), budget, seed)
    states = record.replay()
    kernels = analyst.search.workspace(analyst.game).kernels
    for kernel in track(kernels, say_of_analysis("preparing", language), console=err):
        _ = kernel.bound
    decisions = sum(state.turn != CHANCE for state in states[:-1])
    judged = track(
        _in_background(analyst, record), say_of_analysis("analysing", language), total=max(1, decisions), console=err
    )
    analysis = Analysis(record, tuple(judged))
    _print(analysis, analyst.game, out, language)
    json_file, plot_file = files
    if json_file is not None:
        try:
            json_file.write_text(analysis.to_json() + "\n", encoding="utf-8")
        except OSError as error:
            raise NaadamError(f"{json_file}: {error.strerror}") from None
    if plot_file is not None:
        analysis.plot(plot_file, language)


def _in_background(analyst: Analyst, record: Record) -> Iterator[Judgement]:
    """The judgements, thought of in another thread, so that this one can be interrupted at any time."""
    found: queue.SimpleQueue[Judgement | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def think() -> None:
        try:
            for judgement in analyst.judge(record, stop.is_set):
                found.put(judgement)
            found.put(None)
        except BaseException as error:
            found.put(error)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    try:
        while (judgement := found.get()) is not None:
            if isinstance(judgement, BaseException):
                raise judgement
            yield judgement
    finally:
        stop.set()
        thread.join(1.0)


def _print(analysis: Analysis, game: Game, out: Console, language: str) -> None:
    names = [game.seat_name(seat, language) for seat in range(game.seats)]
    columns = [say_of_analysis(key, language) for key in ("number", "seat", "move")]
    table = Table(
        *columns, *names, say_of_analysis("better", language), say_of_analysis("expected", language), box=None
    )
    for move in analysis.moves:
        better = f"{move.best} (+{move.loss:.2f})" if move.loss >= LITTLE else ""
        line = (
            move.line if better or move.verdict == "best" else ()
        )  # no other move is expected where this one was good
        table.add_row(
            str(move.number),
            Text(names[move.seat]),
            Text(move.action + move.mark, COLOURS.get(move.mark, "")),
            *("" if value is None else f"{value:+.2f}" for value in move.values),
            Text(better),
            Text(" ".join((*line[:LINE], *(["…"] if len(line) > LINE else [])))),
        )
    out.print(table)
    worst = analysis.worst()
    out.print(say_of_analysis("worst" if worst else "no-worst", language), style="bold", highlight=False)
    for move in worst:
        sure = how_sure(move.proven, move.wins_in, language)
        text = say_of_analysis(
            "lost",
            language,
            number=str(move.number),
            name=names[move.seat],
            move=move.action,
            loss=f"{move.loss:.2f}",
            best=move.best,
            value=f"{move.value:+.2f}{sure}",
        )
        out.print(f"  {text}", highlight=False, markup=False)


def how_sure(proven: bool, wins_in: int | None, language: str) -> str:
    """The proof of a value, in brackets; empty without one."""
    if wins_in is not None:
        key = "won-in" if wins_in > 0 else "lost-in"
        return f" ({say_of_analysis(key, language, number=str(abs(wins_in)))})"
    return f" ({say_of_analysis('proven', language)})" if proven else ""
