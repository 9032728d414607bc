"""`naadam llm`: language models as players and referees."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import naadam
from naadam.cli.arguments import Language, Processes, Ray, ResultsFile

if TYPE_CHECKING:
    from naadam.llm.questions import Question
    from naadam.llm.scoring import Score

app = typer.Typer(help="Language models as players and referees (docs/llm.md).", no_args_is_help=True)
out = Console()
err = Console(stderr=True)

Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random")]
Dialect = Annotated[
    int | None, typer.Option(help="Hide the game behind generated names; each number gives other names")
]
Plain = Annotated[
    bool,
    typer.Option("--plain", help="Leave out sketch, legend and notation of the position: the control of a dialect"),
]
Out = Annotated[Path | None, typer.Option("--out", help="File to write")]


@app.command()
def prompt(
    spec: Annotated[str, typer.Argument(help="A game, such as bagh-chal")],
    position: Annotated[str | None, typer.Option(help="Position on one line; the start by default")] = None,
    move: Annotated[str | None, typer.Option(help="Ask as a referee whether this action is legal")] = None,
    seat: Annotated[int | None, typer.Option(help="The seat that is asked; by default the seat to act")] = None,
    dialect: Dialect = None,
    plain: Plain = False,
    lang: Language = "en",
) -> None:
    """Print the prompt of a position, as a model gets it."""
    import random

    from naadam.llm.prompting.dialect import Dialect as Renaming
    from naadam.llm.prompting.prompts import Prompter

    game = naadam.load(spec)
    state = (game.position(position) if position else game.start()).resolve(random.Random(0))
    asked = seat if seat is not None else state.turn if state.turn is not None else 0
    prompter = Prompter(game, lang, None if dialect is None else Renaming(game, dialect, lang), plain)
    view = state.view(asked)
    print(prompter.play(view) if move is None else prompter.referee(view, move))


@app.command()
def questions(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default")] = None,
    file: Annotated[Path, typer.Option("--out", help="File to write, with one question per line")] = Path(
        "questions.jsonl"
    ),
    per_clause: Annotated[int, typer.Option(min=1, help="Illegal actions for each clause, and as many legal")] = 50,
    effort: Annotated[int, typer.Option(min=1, help="Positions of a game that are looked at, at most")] = 4000,
    clauses: Annotated[list[str] | None, typer.Option("--clause", help="Aim at this clause only")] = None,
    seed: Seed = 0,
) -> None:
    """Write questions for referees, aimed at every clause that can refuse an action."""
    from naadam.llm.aiming import aim
    from naadam.llm.questions import write_questions

    found: list[Question] = []
    table = Table("game", "clauses", "questions", "positions", "clauses with fewer", box=None)
    for name in games or naadam.game_names():
        with err.status(name):
            aimed = aim(name, seed, per_clause, effort, clauses or ())
        found += aimed.questions()
        fewer = [f"{clause} {len(pairs)}" for clause, pairs in aimed.pairs.items() if len(pairs) < per_clause]
        table.add_row(name, str(len(aimed.pairs)), str(2 * aimed.count), str(aimed.positions), ", ".join(fewer))
    write_questions(file, found)
    out.print(table, highlight=False)
    out.print(f"{file}: {len(found)} questions", highlight=False, markup=False, soft_wrap=True)


@app.command()
def referee(
    file: Annotated[Path, typer.Argument(help="Questions, as `naadam llm questions` writes them")],
    judge: Annotated[
        str, typer.Option(help="engine, random, reader, LEGAL, `ILLEGAL XX-1`, or a model as URL#NAME")
    ] = "engine",
    answers: Out = None,
    dialect: Dialect = None,
    plain: Plain = False,
    seed: Seed = 0,
    workers: Processes = None,
    ray: Ray = None,
    results: ResultsFile = None,
    lang: Language = "en",
) -> None:
    """Put questions to a judge and score its rulings."""
    from naadam.cli.progress import counting
    from naadam.lab import digest, run
    from naadam.llm.client import Model
    from naadam.llm.questions import read_questions
    from naadam.llm.referee import Examination, examine, is_unanswered, rulings, usage_of
    from naadam.llm.scoring import score, score_by

    asked = list(read_questions(file))
    done = []
    with counting(len(asked), "questions", err) as count:
        for one in run(examine(Examination(judge, seed, lang, dialect, plain), asked), workers, ray, results):
            done.append(one)
            count(judge)
    ruled = rulings(asked, done)
    table = Table("game", "questions", "accuracy", "95 %", "right clause", "legal allowed", "no ruling", box=None)
    for name, found in {**score_by(ruled, "game"), "all": score(ruled)}.items():
        table.add_row(name, *_cells(found))
    out.print(table, highlight=False)
    usage = usage_of(done)
    if usage.requests:
        spent = (
            f"{usage.requests} requests, {usage.retries} retries, {usage.prompt_tokens} + {usage.answer_tokens} tokens"
        )
        price = usage.cost(Model.read(judge))
        err.print(f"{spent}, cost {price:.4f}, {usage.seconds:.0f} s", highlight=False)
    out.print(f"results sha256 {digest(done)}", highlight=False, soft_wrap=True)
    if lost := sum(map(is_unanswered, done)):
        err.print(f"{lost} questions were not answered; the same --results asks them again", highlight=False)
    if answers is not None:
        write_lines(answers, [{"judge": judge, **one.result} for one in done])


def _cells(found: Score) -> list[str]:
    low, high = found.accuracy.interval
    shares = (found.clause.value, found.near_miss.value)
    middle = [f"{found.accuracy.value:.1%}", f"{low:.1%} to {high:.1%}"]
    return [str(found.accuracy.of), *middle, *(f"{share:.1%}" for share in shares), str(found.without)]


def write_lines(file: Path, rows: list[dict[str, Any]]) -> None:
    """Write plain data as one line of JSON each."""
    text = "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in rows)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise naadam.NaadamError(f"{file} cannot be written: {error.strerror}") from None


@app.command()
def engine(model: Annotated[str, typer.Argument(help="The model as URL#NAME, with settings after commas")]) -> None:
    """Play for a table over the uni protocol: register it with `naadam engines add`."""
    from naadam.llm.engine import serve

    serve(model)


@app.command()
def play(
    spec: Annotated[str, typer.Argument(help="A game, such as bagh-chal")],
    model: Annotated[str, typer.Option(help="The model as URL#NAME, with settings after commas")],
    rivals: Annotated[
        list[str] | None, typer.Option("--against", help="A rival; by default random, level1 and level2")
    ] = None,
    feedback: Annotated[
        list[str] | None, typer.Option(help="A mode of feedback; by default bare, clause and sentence in turn")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games against each rival, in each mode, rounded up")] = 20,
    file: Annotated[Path, typer.Option("--out", help="File to write, as JSON")] = Path("play.json"),
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move of rivals without a bound")] = 1000,
    opening: Annotated[int, typer.Option(min=0, max=200, help="Random actions at the start of a game")] = 4,
    seed: Seed = 0,
    workers: Processes = None,
    results: Annotated[
        Path | None, typer.Option(help="Folder of the results, one file per mode; a run that was stopped goes on")
    ] = None,
) -> None:
    """Let a model play levels, and report its conduct for each mode of feedback, and its strength."""
    from naadam.cli.arena import play_contest
    from naadam.cli.progress import Workers
    from naadam.llm.play import make_contest, sum_up
    from naadam.llm.seat import MODES

    found = []
    for mode in feedback or MODES:
        contest = make_contest(
            spec, model, mode, tuple(rivals or ("random", "level1", "level2")), games, seed, opening, nodes
        )
        kept = None
        if results is not None:
            results.mkdir(parents=True, exist_ok=True)
            kept = results / f"{mode}.jsonl"
        played = play_contest(contest, Workers(workers, None, kept), None, err, [])
        found.append(sum_up(contest, played, mode))
    heads = ("feedback", "games", "wrong first", "illegal", "repaired", "forfeits", "Elo", "95 %", "tokens", "cost")
    table = Table(*heads, box=None)
    for one in found:
        shares = ("wrong_first_rate", "illegal_rate", "repair_rate", "forfeits")
        rated = next(rating for rating in one["ratings"] if rating["bot"] == 0)
        elo = (f"{rated['elo']:+.0f}", f"{rated['low']:+.0f} to {rated['high']:+.0f}")
        spent = (f"{one['usage']['prompt_tokens']} + {one['usage']['answer_tokens']}", f"{one['cost']:.4f}")
        rates = (f"{one[name]['share']:.1%}" for name in shares)
        table.add_row(one["feedback"], str(one["games"]), *rates, *elo, *spent)
    out.print(table, highlight=False)
    write_lines(file, found)


@app.command()
def regret(
    spec: Annotated[str, typer.Argument(help="A game that is solved on this machine (docs/solved.md)")],
    bot: Annotated[
        list[str] | None, typer.Option(help="A player, as in the arena; by default random and level1 to level5")
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Positions, the same for all players")] = 200,
    file: Annotated[Path, typer.Option("--out", help="File to write, as JSON lines")] = Path("regret.jsonl"),
    seed: Seed = 0,
    workers: Processes = None,
    results: Annotated[Path | None, typer.Option(help="Folder of the results, one file per player")] = None,
) -> None:
    """Measure how many points players throw away per move, against solved tables."""
    from naadam.cli.progress import counting
    from naadam.lab import run
    from naadam.llm.exact import exact_positions
    from naadam.llm.regret import Player, regret_work, sum_up

    with err.status("looking up positions"):
        asked = list(exact_positions(naadam.load(spec), positions, seed))
    found = []
    heads = ("player", "positions", "points lost per move", "95 %", "faultless", "forfeits", "tokens")
    table = Table(*heads, box=None)
    for index, name in enumerate(bot or ("random", *(f"level{number}" for number in range(1, 6)))):
        if results is not None:
            results.mkdir(parents=True, exist_ok=True)
        player, done = Player(spec, name, seed), []
        with counting(len(asked), "positions", err) as count:
            kept = None if results is None else results / f"{index}.jsonl"
            for one in run(regret_work(player, asked), workers, None, kept):
                done.append(one)
                count(name)
        found.append(sum_up(player, asked, done))
        mean, usage = found[-1]["all"], found[-1]["usage"]
        tokens = f"{usage['prompt_tokens']} + {usage['answer_tokens']}" if usage["requests"] else ""
        rest = (str(found[-1]["forfeits"]), tokens)
        if mean is None:
            table.add_row(name, "0", "", "", "", *rest)
            continue
        low_to_high = f"{mean['low']:.4f} to {mean['high']:.4f}"
        table.add_row(name, str(mean["count"]), f"{mean['regret']:.4f}", low_to_high, f"{mean['faultless']:.1%}", *rest)
    out.print(table, highlight=False)
    write_lines(file, found)


def _ask(name: str, seed: int, per_clause: int, effort: int) -> Iterator[Question]:
    from naadam.llm.aiming import aim

    return aim(name, seed, per_clause, effort).questions()


@app.command()
def dataset(
    folder: Annotated[Path, typer.Argument(help="Folder to write into")],
    games: Annotated[
        list[str] | None, typer.Option("--game", help="A game, such as bagh-chal:rules=classic; all by default")
    ] = None,
    per_clause: Annotated[int, typer.Option(min=1, help="Illegal actions for each clause, and as many legal")] = 50,
    effort: Annotated[int, typer.Option(min=1, help="Positions of a game that are looked at, at most")] = 4000,
    positions: Annotated[int, typer.Option(min=0, help="Positions with exact values of each solved game")] = 1000,
    matches: Annotated[int, typer.Option(min=0, help="Games between levels, of each game, rounded up")] = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move of levels without a bound")] = 1000,
    seed: Seed = 0,
    workers: Processes = None,
    results: Annotated[
        Path | None, typer.Option(help="Folder of finished parts; a run that was stopped goes on")
    ] = None,
    lang: Language = "en",
) -> None:
    """Write questions, positions with exact values and games between levels as Parquet, with a data card."""
    from naadam.bots.arena import Contest
    from naadam.cli.arena import play_contest
    from naadam.cli.progress import Workers
    from naadam.core.extras import need
    from naadam.llm.dataset import Part, exact_rows, game_rows, question_rows, rule_book_rows, write_dataset
    from naadam.llm.exact import Exact, exact_positions
    from naadam.llm.keeping import keep
    from naadam.llm.questions import Question

    need("pyarrow.parquet", "a dataset", "llm")
    asked: list[Question] = []
    exact: list[Exact] = []
    records: list[Any] = []
    chosen = [naadam.load(name) for name in games or naadam.game_names()]
    for name in dict.fromkeys(game.name for game in chosen):  # questions are about all variants of a game
        settings = {"game": name, "seed": seed, "per_clause": per_clause, "effort": effort}
        with err.status(f"{name}: questions"):
            asked += keep(results, Question, settings, functools.partial(_ask, name, seed, per_clause, effort))
    for number, game in enumerate(chosen):
        settings = {"game": game.spec, "board": game.board_hash, "seed": seed, "positions": positions}
        with err.status(f"{game.spec}: exact values"):
            try:
                find = functools.partial(exact_positions, game, positions, seed, only_choices=False)
                exact += keep(results, Exact, settings, find) if positions else ()
            except naadam.TableError as error:
                reason = f"{game.spec}: no exact values, because {error}"
                err.print(reason, highlight=False, markup=False, soft_wrap=True)
        if matches:
            contest = Contest(game.spec, ("level1", "level2", "level3"), matches, seed, nodes=nodes)
            kept = None if results is None else results / f"games-{number}.jsonl"
            records += game_rows(contest, play_contest(contest, Workers(workers, None, kept), None, err, []))
    parts = (
        Part("questions.parquet", question_rows(asked, lang)),
        Part("rule_books.parquet", rule_book_rows(asked, lang)),
        Part("exact.parquet", exact_rows(exact)),
        Part("games.parquet", records),
    )
    named = "".join(f" --game {name}" for name in games or ())
    numbers = f"--per-clause {per_clause} --effort {effort} --positions {positions} --matches {matches}"
    rest = f"--nodes {nodes} --seed {seed} --lang {lang}"
    write_dataset(folder, parts, f"naadam llm dataset FOLDER{named} {numbers} {rest}")
    for part in parts:
        out.print(f"{part.name}: {len(part.rows)} rows, sha256 {part.digest}", highlight=False, soft_wrap=True)


@app.command()
def report(
    file: Annotated[Path, typer.Option("--out", help="Page to write")] = Path("report.html"),
    asked: Annotated[Path | None, typer.Option("--questions", help="Questions of the referees")] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Answers to these, as `naadam llm referee --out` writes them")
    ] = None,
    plays: Annotated[list[Path] | None, typer.Option("--play", help="Results of `naadam llm play`")] = None,
    regrets: Annotated[list[Path] | None, typer.Option("--regret", help="Results of `naadam llm regret`")] = None,
) -> None:
    """Write one HTML file with tables and plots of referees, play and regret."""
    from naadam.llm.answers import Ruling
    from naadam.llm.questions import read_questions
    from naadam.llm.report import write_report

    rulings: dict[str, dict[str, Ruling]] = {}
    for row in (row for answered in answers or () for row in read_lines(answered)):
        rulings.setdefault(row["judge"], {})[row["id"]] = Ruling(row["legal"], row["clause"])
    page = write_report(
        list(read_questions(asked)) if asked else [],
        rulings,
        [row for one in plays or () for row in read_lines(one)],
        [row for one in regrets or () for row in read_lines(one)],
    )
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise naadam.NaadamError(f"{file} cannot be written: {error.strerror}") from None
    out.print(f"{file} is written", highlight=False, markup=False, soft_wrap=True)


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Plain data, one line of JSON each."""
    try:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise naadam.NaadamError(f"{file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise naadam.NaadamError(f"{file} is not JSON, one value per line") from None
