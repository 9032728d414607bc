"""The commands of `naadam`; every error is one clear line and a non-zero exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import naadam
from naadam.cli import engines, hosting, lab, llm, people, puzzles
from naadam.cli.arguments import INTERRUPTED, Language, Processes, Ray, ResultsFile, Spec, with_address
from naadam.cli.new_game import new_game
from naadam.core.errors import NaadamError, SpecError

app = typer.Typer(
    help="Naadam: an engine, a web app and a lab for strategy board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console()
err = Console(stderr=True)


OPEN = ("serve", "--or-another", "--show", "/")  # the command of `naadam` alone


def run() -> NoReturn:
    """The entry point: commands, with every expected failure as one line. Without a command it opens the page."""
    try:
        code = app(with_address(sys.argv[1:] or OPEN), standalone_mode=False)
        if code == INTERRUPTED:
            fail("stopped", INTERRUPTED)
    except NaadamError as error:
        fail(str(error))
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        fail("stopped", INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:
        show = getattr(error, "format_message", None)  # of Typer: a wrong command line
        if show is None:
            raise
        command, context = ["--help"], getattr(error, "ctx", None)
        while context is not None and context.parent is not None:
            command.insert(0, str(context.info_name))
            context = context.parent
        fail(f"{show()} ({' '.join(('naadam', *command))})")
    sys.exit(0)


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error in one line and exit."""
    err.print(f"[bold red]naadam:[/] {escape(message)}", soft_wrap=True, highlight=False)
    sys.exit(code)


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        print(f"naadam {naadam.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit")
    ] = False,
) -> None:
    """Naadam: an engine, a web app and a lab for strategy board games."""


@app.command()
def play(
    spec: Spec = "bagh-chal",
    seat: Annotated[str, typer.Option(help="Your seat, by number or name; `both` for two people at this screen")] = "0",
    level: Annotated[int, typer.Option(min=1, max=5, help="How well the computer plays")] = 3,
    thoughts: Annotated[bool, typer.Option("--thoughts", help="Show what the computer thinks")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="Time limit for a computer move, in seconds")
    ] = None,
    match: Annotated[bool, typer.Option("--match", help="Play a match of several games, changing sides")] = False,
    games: Annotated[int | None, typer.Option(help="Number of games in the match, where players may choose it")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random")] = None,
    lang: Language = "en",
) -> None:
    """Play against the computer, or with another person at one screen."""
    from naadam.cli.play import Session

    with Session(naadam.load(spec), out, lang, level, seconds, seed, thoughts) as session:
        session.sit(seat)
        session.play_match(games) if match or games is not None else session.play_game()


@app.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a depth, and refused as one
def perft(
    spec: Spec,
    depth: Annotated[int, typer.Argument(min=0, max=60, help="Length of the longest sequences")],
    position: Annotated[str | None, typer.Option(help="Position to count from, on one line")] = None,
) -> None:
    """Count the sequences of actions of each length up to DEPTH, one line `depth leaves` per length."""
    game = naadam.load(spec)
    start = game.position(position) if position else game.start()
    for level in range(1, depth + 1):
        with err.status(f"depth {level}"):
            leaves = game.perft(start, level)
        print(level, leaves, flush=True)


@app.command()
def arena(
    spec: Spec,
    more: Annotated[list[str] | None, typer.Argument(metavar="BOTS", help="More bots", show_default=False)] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(help="Bots: level1 to level5, random, greedy, or a search such as uct:nodes=1000"),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Number of games, rounded up so that every bot plays every seat")
    ] = 200,
    seed: Annotated[int, typer.Option(help="Seed of openings, luck and bots")] = 0,
    opening: Annotated[int, typer.Option(min=0, max=200, help="Number of random actions at the start of a game")] = 4,
    time: Annotated[float, typer.Option(help="Factor on the bots' thinking time")] = 1.0,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes per move instead of seconds, for repeatable results")
    ] = None,
    workers: Processes = None,
    ray: Ray = None,
    results: ResultsFile = None,
    sprt: Annotated[bool, typer.Option("--sprt", help="Stop as soon as a sequential test is decided")] = False,
    elo: Annotated[tuple[float, float], typer.Option(help="The two Elo differences that the test compares")] = (0, 50),
    shares: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Test the first bot's share of wins among as many bots as seats, instead of Elo"),
    ] = None,
    errors: Annotated[tuple[float, float], typer.Option(help="Error rates of the test (alpha, beta)")] = (
        0.05,
        0.05,
    ),
    json: Annotated[Path | None, typer.Option(help="Write all results and records as JSON")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a plot, as .png, .svg or .pdf")] = None,
) -> None:
    """Let bots play each other and show which is stronger: naadam arena bagh-chal --seats level5 level3."""
    from naadam.bots.arena import Contest, SequentialTest, ShareTest, Sprt
    from naadam.cli.arena import hold
    from naadam.cli.progress import Workers

    bots = (*(seats or ()), *(more or ()))  # `--seats` takes the first bot, and the others follow it
    contest = Contest(spec, bots, games, seed, opening, time, nodes)
    test: SequentialTest | None = None
    if sprt:
        test = Sprt(*elo, *errors) if shares is None else ShareTest(*shares, *errors)
    if not hold(contest, Workers(workers, ray, results), test, json, plot, out, err):
        raise typer.Exit(INTERRUPTED)


@app.command()
def bench(
    spec: Annotated[
        list[str] | None, typer.Argument(metavar="[bots] [SPEC]...", help="Games; all of them by default")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds per measurement")] = 1.0,
) -> None:
    """Measure random play on this machine: moves and games per second, with one thread and with two.

    With `bots`, print one number per game and search, which changes only when the search does.
    """
    from naadam.cli.bench import fingerprints, measure

    if spec and spec[0] == "bots":
        for name in spec[1:] or naadam.game_names():
            for search, number in fingerprints(naadam.load(name)):
                print(name, search, number, flush=True)
        return
    table = Table("game", "moves/s, 1 thread", "games/s", "moves/s, 2 threads", "apply, µs per move", box=None)
    for name in spec or naadam.game_names():
        with err.status(name):
            table.add_row(*measure(naadam.load(name), seconds))
    out.print(table)


@app.command()
def games(lang: Language = "en") -> None:
    """List the games and their options."""
    from naadam.core.options import write_value
    from naadam.core.registry import rulebook

    for name in naadam.game_names():
        book = rulebook(name)
        languages = ", ".join(book.texts.languages)
        out.print(f"[bold]{name}[/] ({languages})  {escape(book.texts.get('game', 'summary', lang))}", highlight=False)
        for option in book.declared:
            title = book.texts.get(f"options.{option.name}", "title", lang)
            default = write_value(option.default)
            text = f"  {option.name} = {option.allowed(lang)} (default {default}): {title}"
            out.print(escape(text), highlight=False)


@app.command()
def rules(
    spec: Spec,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as BC-8; all of them by default")] = None,
    lang: Language = "en",
) -> None:
    """Read the rules, clause by clause."""
    clauses = naadam.load(spec).clauses(lang)
    if clause is not None:
        clause = clause.upper()
        if clause not in clauses:
            raise naadam.SpecError(f"there is no clause {clause}; the clauses are {', '.join(clauses)}")
        clauses = {clause: clauses[clause]}
    table = Table(box=None, show_header=False, padding=(0, 2, 1 if len(clauses) > 1 else 0, 0))
    for name, text in clauses.items():
        table.add_row(f"[bold]{name}[/]", escape(text))
    out.print(table)


app.command("new-game")(new_game)


@app.command("check-board")
def check_board(file: Annotated[Path, typer.Argument(help="A board file in TOML")]) -> None:
    """Check a board file and list its errors."""
    from naadam.core.parts.boards import read_toml

    name = read_toml(file).get("game")
    if not isinstance(name, str):
        raise naadam.BoardError(file, "game", "missing; it must be the name of a game")
    if name not in naadam.game_names():
        raise naadam.BoardError(file, "game", f"unknown game {name!r}; the games are {', '.join(naadam.game_names())}")
    if file.suffix != ".toml":
        raise naadam.BoardError(file, "", "the name of a board file must end in .toml")
    game = naadam.load(name, board=str(file))
    out.print(f"{escape(str(file))}: a good board for {name} (hash {game.board_hash})", highlight=False, soft_wrap=True)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON")],
    boards: Annotated[bool, typer.Option("--boards", help="Show the board after every action")] = False,
    lang: Language = "en",
) -> None:
    """Replay a record, checking every action."""
    record = naadam.read_record(file)
    states = record.replay()
    out.print(record.to_text().rstrip(), highlight=False, markup=False)
    for number, state in enumerate(states):
        if boards or number == len(states) - 1:
            if number:
                words = states[number - 1].say(record.steps[number - 1].text, lang)
                out.print(f"\n{record.steps[number - 1]}: {words}", highlight=False, markup=False)
            out.print(state.game.face.sketch(state.record), highlight=False, markup=False)
    outcome = states[-1].outcome
    if outcome:
        out.print(f"\n{outcome.text(lang)} ({outcome.clause})", highlight=False, markup=False)


@app.command()
def example(
    spec: Spec,
    seed: Annotated[int, typer.Option(min=0, help="Seed of luck and players")] = 0,
    level: Annotated[int, typer.Option(min=1, max=4, help="How well the computers play")] = 4,
    file: Annotated[Path | None, typer.Option(help="Where to write the record; by default it is printed")] = None,
) -> None:
    """Play a game between computers and write its record, the same each time for the same seed."""
    from naadam.bots.example_game import play_example

    text = play_example(naadam.load(spec), seed, level).to_text()
    if file is None:
        typer.echo(text, nl=False)
    else:
        file.write_text(text, encoding="utf-8")


@app.command()
def audit(file: Annotated[Path, typer.Argument(help="A record with its seed")]) -> None:
    """Check that all luck in a game came from the promised seed."""
    from naadam.core.randomness import audit as check_luck

    record = naadam.read_record(file)
    steps = check_luck(record)
    promise = "as promised by its hash" if record.seed_hash else "though the record has no hash of it"
    out.print(f"{steps} steps of chance came from the seed, {promise}.", highlight=False)


@app.command()
def solve(
    spec: Spec,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Number of threads, or of processes that check")] = 2,
    movement_only: Annotated[bool, typer.Option("--movement-only", help="Bagh Chal: no goats in hand")] = False,
    up_to: Annotated[
        int | None, typer.Option(min=1, help="Jarmo: only endings, the smallest, of so many positions in all")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check the stored tables against the rules instead")] = False,
    samples: Annotated[int, typer.Option(min=1, help="Random positions to check")] = 10_000_000,
    ray: Ray = None,
    results: ResultsFile = None,
) -> None:
    """Find the exact value of every position of a game and store it for the computer players."""
    from naadam.cli.progress import Workers
    from naadam.cli.solve import Part, show_solution

    if ray is not None and not verify:
        raise SpecError("Ray checks tables (--verify); a table is solved by threads of one machine, in one memory")
    if results is not None and not verify:
        raise SpecError("--results keeps what a check has found (--verify); a table keeps what is solved by itself")
    workers = Workers(None if ray else threads, ray, results)
    part = Part(movement_only, up_to)
    show_solution(naadam.load(spec), threads, part, samples if verify else None, workers, out, err)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON")],
    seconds: Annotated[float | None, typer.Option(min=0.001, max=3600, help="Seconds per position")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes per position instead of seconds, for repeatable results")
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", help="Write the whole analysis as JSON")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write the graph, as .png, .svg or .pdf")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random")] = 0,
    lang: Language = "en",
) -> None:
    """Judge every move of a game: its value, the better move, the moves that lost most."""
    from naadam.bots.budget import Budget
    from naadam.cli.analyse import show_analysis

    budget = Budget(seconds=0.5 if seconds is None and nodes is None else seconds, nodes=nodes)
    show_analysis(naadam.read_record(file), budget, seed, out, err, lang, (json, plot))


@app.command()
def warm(spec: Spec = "bagh-chal") -> None:
    """Compile the rules of a game for this machine now, so that the first game does not wait for it."""
    from rich.progress import track

    from naadam.core.warming import EVERYTHING

    bound = naadam.load(spec).bound
    for _ in track(bound.warm(), spec, total=len(EVERYTHING), console=err):
        pass


app.command()(hosting.serve)
app.command()(hosting.backup)
app.command()(hosting.restore)
app.command()(hosting.export)


@app.command()
def mcp(
    server: Annotated[str, typer.Option(help="Address of a Naadam server, for tables with people")] = "",
    code: Annotated[str, typer.Option(help="Invitation code of a seat there")] = "",
    table: Annotated[str, typer.Option(help="A table there, in place of a code")] = "",
    token: Annotated[str, typer.Option(envvar="NAADAM_TOKEN", help="Token of the invitation to this table")] = "",
    lang: Language = "en",
) -> None:
    """Serve rules and tables to an assistant over MCP, on standard input and output (docs/llm.md)."""
    from naadam.bridges.mcp.server_table import accept, redeem
    from naadam.bridges.mcp.tools import make_server

    if (code or table) and not server:
        raise SpecError("a table is on a server: name it by --server URL")
    address = server.rstrip("/")
    held = redeem(address, code) if code else accept(address, table, token) if table else None
    make_server(server, lang, held).run("stdio")


app.command()(engines.engine)
app.command(context_settings={"ignore_unknown_options": True})(engines.bot)
app.add_typer(engines.app, name="engines")
app.add_typer(hosting.app, name="tables")
app.add_typer(lab.app, name="lab")
app.add_typer(llm.app, name="llm")
app.add_typer(people.app, name="people")
app.add_typer(people.reports, name="reports")
lab.app.command("report")(llm.report)
app.add_typer(puzzles.app, name="puzzles")


if __name__ == "__main__":
    run()
