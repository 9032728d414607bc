"""Measure how strong the levels are, for every game, and write the figures into GAMES.md.

`python scripts/strength.py [SPEC ...] [--pair FIRST SECOND ...] [--games N] [--time T] [--nodes N] [--opening N]
[--seed N] [--workers W] [--quick] [--file FILE]`, or `make strength`. Without SPEC, every game in its main variants:
the default options, and each other value of one option. Without pairs each level plays the one below from all seats,
level 5 also random and greedy play. Figures that are not measured stay unchanged.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import naadam
from naadam.bots.arena import Contest, Played, standings
from naadam.bots.workers import count_cores
from naadam.cli.arena import play_contest
from naadam.cli.progress import Workers
from naadam.core.errors import NaadamError, SpecError
from naadam.core.registry import rulebook

GAMES_FILE = Path(__file__).parent.parent / "GAMES.md"
PAIRS = (("level2", "level1"), ("level3", "level2"), ("level4", "level3"), ("level5", "level4"),
         ("level5", "random"), ("level5", "greedy"))  # fmt: skip


def main_variants(name: str) -> list[str]:
    """The specs of a game with its default options, and with each other listed value of one option."""
    specs = [naadam.load(name).spec]
    for option in rulebook(name).declared:
        for value in option.values:
            try:
                spec = naadam.load(name, **{option.name: value}).spec
            except SpecError:  # not without another option
                continue
            if spec not in specs:
                specs.append(spec)
    return specs


def marks(name: str) -> tuple[str, str]:
    """Between which lines of the file the figures of a game stand."""
    return f"<!-- strength of {name} -->", f"<!-- end of strength of {name} -->"


def row(spec: str, pair: Sequence[str], contest: Contest, played: Sequence[Played]) -> str:
    """A line of the table: scores of the stronger bot."""
    first = standings(contest, played)[0]
    tallies = (first.all, *first.by_seat)
    cells = []
    for tally in tallies:
        low, high = tally.interval
        cells.append(f"{tally.wins}-{tally.draws}-{tally.losses}: {tally.score:.1%} ({low:.1%} to {high:.1%})")
    by_seat = "; ".join(f"{contest.game.seat_name(seat)} {cell}" for seat, cell in enumerate(cells[1:]))
    verdict = "yes" if first.all.interval.low > 1 / len(contest.bots) else "**no**"
    thinking = f"{contest.nodes:,} nodes" if contest.nodes else f"{contest.time:g} of their time"
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    names = f"{pair[0]} against {pair[1]}"
    return f"| `{spec}` | {names} | {cells[0]} | {by_seat} | {verdict} | {thinking}, {today} |"


HEAD = """**Strength of the computer players.** Seats change; the games of a pair share openings of random
actions. Wins, draws and losses of the first named, score and 95 % interval; *stronger* if the
interval lies above an equal share. Players with a time limit had the nodes, or the part of their
time, that the last column shows. `make strength` measures again.

| variant | players | in all | by seat | stronger | thinking |
|---|---|---|---|---|---|"""


def table(rows: Sequence[str], text: str, name: str) -> str:
    """The figures of a game as Markdown: these rows, and the others that the text has already."""
    begin, end = marks(name)
    old = text.split(begin, 1)[1].split(end, 1)[0].splitlines() if begin in text and end in text else []
    merged = {key(line): line for line in old if line.startswith("| `")} | {key(line): line for line in rows}
    return "\n".join([HEAD, *merged.values()])


def key(line: str) -> str:
    """The variant and the players of a row."""
    return "|".join(line.split("|")[:3])


def insert(text: str, name: str, title: str, figures: str) -> str:
    """The text with the figures of a game in their place: between the marks, or at the end of the game's section."""
    begin, end = marks(name)
    block = f"{begin}\n{figures}\n{end}\n"
    if begin in text and end in text:
        before, rest = text.split(begin, 1)
        return before + block + rest.split(end, 1)[1].removeprefix("\n")
    lines = text.splitlines()
    if f"## {title}" not in lines:
        return f"{text.rstrip()}\n\n## {title}\n\n{block}"
    start = lines.index(f"## {title}") + 1
    stop = next((index for index in range(start, len(lines)) if lines[index].startswith("## ")), len(lines))
    section = "\n".join(lines[:stop]).rstrip()
    after = "\n".join(lines[stop:])
    return f"{section}\n\n{block}" + (f"\n{after}\n" if after else "")


def measure(specs: Sequence[str], settings: argparse.Namespace, console: Console) -> list[str]:
    """The rows of a game's variants."""
    rows = []
    for spec in specs:
        for pair in settings.pair or PAIRS:
            contest = Contest(
                spec, tuple(pair), settings.games, settings.seed, settings.opening, settings.time, settings.nodes
            )
            played = play_contest(contest, Workers(settings.workers), None, console, [])
            rows.append(row(spec, pair, contest, played))
            console.print(rows[-1], highlight=False, markup=False, soft_wrap=True)
            for lost in played:
                if lost.failed is not None:
                    console.print(f"{contest.names[lost.failed]} broke down: {lost.failure}", markup=False)
    return rows


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", metavar="SPEC")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("FIRST", "SECOND"), help="instead of the ladder")
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--time", type=float, default=0.1, help="times the seconds that players have")
    parser.add_argument("--nodes", type=int, help="nodes instead of seconds")
    parser.add_argument("--opening", type=int, default=4, help="random actions at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=count_cores())
    parser.add_argument("--quick", action="store_true", help="two games per pair and few nodes, to see that it works")
    parser.add_argument("--file", type=Path, default=GAMES_FILE, help="where to write")
    settings = parser.parse_args(arguments)
    if settings.quick:
        settings.games, settings.nodes, settings.workers = 2, 100, 1
    console = Console(stderr=True)
    wanted: dict[str, list[str]] = {}
    try:
        for spec in settings.specs or naadam.game_names():
            name = naadam.load(spec).name
            wanted.setdefault(name, []).extend([spec] if settings.specs else main_variants(name))
        for name, specs in wanted.items():
            rows = measure(specs, settings, console)
            text = settings.file.read_text(encoding="utf-8")
            title = rulebook(name).texts.get("game", "title", "en")
            settings.file.write_text(insert(text, name, title, table(rows, text, name)), encoding="utf-8")
    except (NaadamError, OSError) as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the games measured before are written", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
