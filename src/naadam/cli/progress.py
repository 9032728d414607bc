"""How far work that splits has come: how many are done, how many per second, how long the rest will take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeElapsedColumn as TimeSpent
from rich.progress import TimeRemainingColumn as TimeLeft
from rich.text import Text


class Workers(NamedTuple):
    """The workers, and the file of results."""

    number: int | None = None
    ray: str | None = None
    results: Path | None = None


class Rate(ProgressColumn):
    """So many per second, lately."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.3g} {self._what}/s")


@contextmanager
def counting(total: int, what: str, console: Console) -> Iterator[Callable[[str], None]]:
    """A bar, and the function to call with some words whenever one more is done.

    Output of others, like Ray's when it has lost a worker, is no result: it goes to the error stream.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(what))
    progress = Progress(*columns, TimeSpent(), TimeLeft(), console=console, transient=True)
    with redirect_stdout(sys.stderr), progress:
        task = progress.add_task("", total=total)
        yield lambda words: progress.update(task, advance=1, description=escape(words))
