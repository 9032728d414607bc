"""`naadam lab`: self-play, leagues and learning, by processes of this machine or by Ray."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import naadam
from naadam.cli.arguments import INTERRUPTED, Processes, Ray, ResultsFile, Spec

if TYPE_CHECKING:
    from naadam.bots.arena import Contest, Played
    from naadam.lab import Done
    from naadam.lab.selfplay import SelfPlay
    from naadam.lab.training import Training
    from naadam.lab.tuning import Tuning

app = typer.Typer(
    help="Self-play, leagues and learning, on this machine or on many (docs/lab.md).", no_args_is_help=True
)
out = Console()
err = Console(stderr=True)

Seed = Annotated[int, typer.Option(help="Seed of openings, luck and bots")]
Opening = Annotated[int, typer.Option(min=0, max=200, help="Number of random actions at the start of a game")]
Clock = Annotated[bool, typer.Option("--clock", help="Leave bots their time instead; a second run then differs")]


def say(text: str) -> None:
    out.print(text, highlight=False, markup=False, soft_wrap=True)


@app.command()
def selfplay(
    spec: Spec,
    games: Annotated[int, typer.Option(min=1, help="Number of games")] = 100,
    file: Annotated[Path, typer.Option("--out", help="Table to write, .npz or .parquet")] = Path("selfplay.npz"),
    bot: Annotated[str, typer.Option(help="The search that plays all seats")] = "level5",
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move, where the search has no bound of its own")] = 1000,
    clock: Clock = False,
    warmth: Annotated[float, typer.Option(min=0, help="0 plays the best; more, by the shares of the policy")] = 0.0,
    opening: Opening = 4,
    seed: Seed = 0,
    workers: Processes = None,
    ray: Ray = None,
    results: ResultsFile = None,
) -> None:
    """Let a search play itself, and write positions, policies and results for programs that learn."""
    from naadam.cli.arena import check_folders
    from naadam.lab import digest
    from naadam.lab.results import check_results
    from naadam.lab.selfplay import SelfPlay
    from naadam.lab.tables import check_name, make_table, write_table

    check_name(file)
    check_folders(file, results)
    wanted = SelfPlay(spec, bot, games, seed, opening, None if clock else nodes, warmth)
    check_results(wanted.work, results)
    compile_for(wanted)
    begin = time.monotonic()
    played: list[Done] = []
    try:
        play_all(wanted, wanted.game.spec, workers, ray, results, played)
    except KeyboardInterrupt:
        say_stopped(len(played), results)
    if not played:
        raise typer.Exit(INTERRUPTED)
    seconds, cpu = time.monotonic() - begin, sum(done.cpu for done in played)
    table = make_table(wanted, played)
    write_table(wanted, table, file)
    positions = len(table["game"])
    rate = f"{len(played) / cpu:.3g} games and {positions / cpu:.3g} positions per second and core"
    say(f"{file}: {positions} positions of {len(played)} games in {seconds:.1f} s; {rate}")
    say(f"results sha256 {digest(played)}{by_the_clock(wanted.contest.by_the_clock[:1])}")
    if len(played) < games:
        raise typer.Exit(INTERRUPTED)


def say_stopped(games: int, results: Path | None) -> None:
    """After Ctrl-C: how many games there are, and how the run can go on."""
    onward = f"the same command goes on from {results}" if results else "with --results FILE a run can go on later"
    err.print(f"stopped after {games} games; {onward}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def league(
    spec: Spec,
    bots: Annotated[
        list[str] | None, typer.Option("--bot", help="A bot that takes part; by default all, with registered engines")
    ] = None,
    gauntlet: Annotated[
        str | None, typer.Option(metavar="BOT", help="Only games of this bot, against all others in turn")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each combination of bots, rounded up")] = 20,
    file: Annotated[Path, typer.Option("--out", help="Page to write")] = Path("league.html"),
    anchors: Annotated[
        Path | None, typer.Option(help="File to write the ratings of the levels to, as in naadam/ratings/anchors.toml")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes per move of bots without a bound; else four times those of level 4")
    ] = None,
    clock: Clock = False,
    opening: Opening = 4,
    seed: Seed = 0,
    workers: Processes = None,
    ray: Ray = None,
    results: ResultsFile = None,
) -> None:
    """Let all bots of a game play each other, and write ratings, cross table and plot as one HTML file."""
    from naadam.bots.arena import Contest
    from naadam.cli.arena import check_folders, play_contest
    from naadam.cli.progress import Workers
    from naadam.lab.anchors import check_bots, write_anchors
    from naadam.lab.contests import Gauntlet, contest_work, digest_of
    from naadam.lab.league import all_bots, count_meetings, enough_nodes, rate
    from naadam.lab.league_page import write_page
    from naadam.lab.results import check_results

    check_folders(file, results)
    check_folders(anchors, None)
    names = tuple(bots or all_bots(spec))
    if anchors is not None:
        check_bots(names)
    if gauntlet is not None:
        names = (gauntlet, *(name for name in names if name != gauntlet))
    count = games * count_meetings(spec, names, gauntlet is not None)
    kind = Contest if gauntlet is None else Gauntlet
    contest = kind(spec, names, count, seed, opening, nodes=None if clock else nodes or enough_nodes(spec))
    check_results(contest_work(contest), results)
    played: list[Played] = []
    try:
        play_contest(contest, Workers(workers, ray, results), None, err, played)
    except KeyboardInterrupt:
        say_stopped(len(played), results)
        raise typer.Exit(INTERRUPTED) from None
    digest = digest_of(played)
    write_text(file, write_page(contest, played, digest))
    if anchors is not None:
        asked = "".join(f" --bot {name}" for name in bots or ())
        asked += f" --gauntlet {gauntlet}" if gauntlet is not None else ""
        asked += f" --games {games} --opening {opening} --seed {seed}"
        asked += " --clock" if clock else f" --nodes {contest.nodes}"
        write_text(anchors, write_anchors(contest, played, digest, f"naadam lab league {spec}{asked}"))
    table = Table("bot", "Elo", "95 % interval", box=None)
    for one in rate(contest, played):
        table.add_row(escape(one.name), f"{one.elo:+.0f}", f"{one.low:+.0f} to {one.high:+.0f}")
    out.print(table, highlight=False)
    say(f"{file}: {len(played)} games; results sha256 {digest}{by_the_clock(contest.by_the_clock)}")


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise naadam.NaadamError(f"{file} cannot be written: {error.strerror}") from None


def by_the_clock(names: tuple[str, ...]) -> str:
    """The warning about bots that think by the clock."""
    return f"; {', '.join(names)} thought by the clock, so another run will differ" if names else ""


@app.command()
def train(
    spec: Spec,
    folder: Annotated[
        Path, typer.Option(help="Where all of it is kept; a run that was stopped goes on from there")
    ] = Path("learned"),
    games: Annotated[int, typer.Option(min=20, help="Games of self-play to learn from")] = 2000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move of these")] = 400,
    opening: Opening = 8,
    test_nodes: Annotated[
        int, typer.Option(min=1, help="Nodes per move of the hand-made evaluation in the test")
    ] = 4000,
    test_games: Annotated[int, typer.Option(min=2, help="Games of the test at most")] = 2000,
    cost: Annotated[
        float | None, typer.Option(min=1, help="What a node costs with the net; measured if it is not given")
    ] = None,
    seed: Seed = 0,
    workers: Processes = None,
    ray: Ray = None,
) -> None:
    """Learn an evaluation from self-play; it is kept only if it beats the hand-made one in equal time."""
    from naadam.lab.training import Training

    training = Training(spec, games, nodes, opening, seed)
    make_folder(folder)
    with kept_in(folder):
        train_in(folder, training, test_nodes, test_games, cost, workers, ray)


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Ctrl-C says that the folder has all finished games, from which the same command goes on."""
    try:
        yield
    except KeyboardInterrupt:
        message = f"stopped; {folder} has the finished games, and the same command goes on from there"
        err.print(message, highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None


def train_in(
    folder: Path,
    training: Training,
    test_nodes: int,
    test_games: int,
    cost: float | None,
    workers: int | None,
    ray: str | None,
) -> None:
    """Play, learn and try the result, all of it kept in a folder."""
    compile_for(training.selfplay)
    played = play_all(training.selfplay, training.game.spec, workers, ray, folder / "games.jsonl")
    fitted, positions = training.learn(played)
    file = training.store(folder, fitted.weights, positions)
    losses = f"{fitted.before:.4f} by hand, {fitted.after:.4f} with the net"
    say(f"{file}: {len(fitted.weights)} weights from {positions} positions; log loss of unseen results {losses}")
    price = cost or training.cost(file, test_nodes)
    contest = training.contest(file, test_nodes, price, test_games)
    share = f"{max(1, round(test_nodes / price))} against {test_nodes}"
    say(f"a node costs {price:.2f} times as much with the net: {share} nodes are equal time")
    try_out(contest, file, folder / "net.npz", workers, ray)


@app.command()
def tune(
    specs: Annotated[
        list[str], typer.Argument(metavar="SPEC...", help="Variants of a game to play, as yuan:players=4")
    ],
    folder: Annotated[
        Path, typer.Option(help="Where all of it is kept; a run that was stopped goes on from there")
    ] = Path("tuned"),
    games: Annotated[int, typer.Option(min=20, help="Games of self-play of each variant in a round")] = 1000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move of these")] = 1000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the first is played without weights")] = 3,
    opening: Opening = 0,
    test_nodes: Annotated[int, typer.Option(min=1, help="Nodes per move in the test")] = 8000,
    test_games: Annotated[int, typer.Option(min=2, help="Games of the test at most")] = 1000,
    seed: Seed = 0,
    workers: Processes = None,
    ray: Ray = None,
) -> None:
    """Fit the weights of a game's own evaluation to self-play, from nothing, and try them against its own."""
    from naadam.lab.tuning import Tuning

    tuning = Tuning(tuple(specs), games, nodes, rounds, opening, seed)
    make_folder(folder)
    with kept_in(folder):
        tune_in(folder, tuning, test_nodes, test_games, workers, ray)


def tune_in(
    folder: Path, tuning: Tuning, test_nodes: int, test_games: int, workers: int | None, ray: str | None
) -> None:
    """Play, fit and try the result in rounds, all of it kept in a folder."""
    file = tuning.store(folder, tuning.nothing)
    for number in range(tuning.rounds):
        played = []
        for variant, spec in enumerate(tuning.specs):
            selfplay = tuning.selfplay(spec, number, file)
            compile_for(selfplay)
            results = folder / f"games-{number}-{variant}.jsonl"
            words = f"round {number + 1}, {selfplay.game.spec}"
            played.append((selfplay, play_all(selfplay, words, workers, ray, results)))
        tuned = tuning.learn(played)
        file = tuning.store(folder, tuned.weights)
        losses = f"{tuned.before:.4f} by the game's own weights, {tuned.after:.4f} by these"
        say(f"{file}: from {tuned.positions} positions; log loss of unseen results {losses}")
    try_out(tuning.contest(file, test_nodes, test_games), file, folder / "weights.toml", workers, ray)


def compile_for(selfplay: SelfPlay) -> None:
    with err.status("") as status:
        for part in selfplay.prepare():
            status.update(f"{selfplay.game.name}: {part}")


def play_all(
    selfplay: SelfPlay,
    words: str,
    workers: int | None,
    ray: str | None,
    results: Path | None,
    played: list[Done] | None = None,
) -> list[Done]:
    """Play all games of a search against itself, with a progress bar; they are put into `played` one by one."""
    from naadam.cli.progress import counting
    from naadam.lab import run

    played = [] if played is None else played
    with counting(selfplay.games, "games", err) as count:
        for done in run(selfplay.work, workers, ray, results):
            played.append(done)
            count(words)
    return played


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise naadam.NaadamError(f"{folder} cannot be made: {error.strerror}") from None


def try_out(contest: Contest, file: Path, kept: Path, workers: int | None, ray: str | None) -> None:
    """Play the learned bot, the first of a contest, against the other, and keep it if it has won."""
    from naadam.cli.arena import play_contest, show
    from naadam.cli.progress import Workers
    from naadam.lab.training import TEST, has_won

    tried = play_contest(contest, Workers(workers, ray, file.with_suffix(".jsonl")), TEST, err, [])
    show(contest, tried, TEST, out)
    if has_won(tried):
        shutil.copyfile(file, kept)
        say(f"it has won: {kept}")
    else:
        kept.unlink(missing_ok=True)
        say("it has not won, so nothing is kept")
