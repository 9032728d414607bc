"""`naadam engine` and `naadam engines`: our players for other programs, and other programs as players here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

if TYPE_CHECKING:
    from naadam.bots.uni.external import ExternalEngine

app = typer.Typer(help="Third-party engines, registered by name.", no_args_is_help=True)
out = Console()

CLOCKS = ("none", "rules", "move", "fischer", "days")
Name = Annotated[str, typer.Argument(help="Name of the engine, which is then the opponent engine:NAME")]


def engine(
    level: Annotated[int, typer.Option(min=1, max=5, help="How well it plays")] = 5,
    seed: Annotated[int, typer.Option(min=0, max=999_999_999, help="Seed of everything random")] = 0,
) -> None:
    """Play for another program over the uni protocol, on standard input and output (docs/uni.md)."""
    from naadam.bots.uni.engine import serve

    serve(level, seed)


def bot(
    command: Annotated[list[str], typer.Argument(help="Command line that runs the engine, after --")],
    server: Annotated[str, typer.Option(help="Address of the server")],
    token: Annotated[str, typer.Option(envvar="NAADAM_TOKEN", help="Token with the scope bot")],
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="Time limit for a move, in seconds")] = 1.0,
    clock: Annotated[
        list[str] | None, typer.Option(help="Kind of clock to accept (none, rules, move, fischer, days); several times")
    ] = None,
    at_once: Annotated[int, typer.Option(min=1, max=32, help="Number of games at the same time")] = 1,
    unlisted: Annotated[bool, typer.Option("--unlisted", help="Do not let people choose the bot in the page")] = False,
) -> None:
    """Connect an engine that speaks uni to a server, where people can choose it as an opponent (docs/api.md)."""
    import shlex
    from importlib.util import find_spec

    from naadam.bots.uni.online import OnlineError, play_online

    if find_spec("websockets") is None:
        raise OnlineError("a bot needs websockets: pip install 'naadam[server]'")
    wrong = [kind for kind in clock or () if kind not in CLOCKS]
    if wrong:
        raise OnlineError(f"there is no clock {wrong[0]!r}; there is {', '.join(CLOCKS)}")
    line = command[0] if len(command) == 1 else shlex.join(command)
    say = Console(stderr=True)
    play_online(
        server,
        token,
        line,
        seconds,
        clock or list(CLOCKS),
        at_once,
        not unlisted,
        lambda text: say.print(text, markup=False, highlight=False, soft_wrap=True),
    )


@app.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
def add(
    name: Name,
    command: Annotated[list[str], typer.Argument(help="Command line that runs the engine; it must speak uni")],
) -> None:
    """Register an engine; it is started once to find out which games it plays."""
    import shlex

    from naadam.bots.uni import registered

    _show(name, registered.add(name, command[0] if len(command) == 1 else shlex.join(command)))


@app.command()
def freeze(
    name: Name,
    commit: Annotated[str, typer.Option(help="Commit, tag or branch of the repository")] = "HEAD",
    level: Annotated[int, typer.Option(min=1, max=5, help="How well it plays")] = 5,
    repository: Annotated[Path, typer.Option(help="A clone of Naadam's repository")] = Path(),
) -> None:
    """Register Naadam as it was at a commit as an engine, to measure later versions against it."""
    from naadam.bots.uni import registered
    from naadam.bots.uni.frozen import freeze as keep

    _show(name, registered.add(name, keep(commit, repository, level)))


def _show(name: str, added: ExternalEngine) -> None:
    plays = f", plays {', '.join(added.games)}" if added.games else ""
    out.print(f"{name}: {added.name or 'without a name'}{plays}", highlight=False, markup=False, soft_wrap=True)


@app.command("list")
def list_() -> None:
    """List the registered engines and their command lines."""
    from naadam.bots.uni import registered

    for name, engine in registered.engines().items():
        out.print(f"{name}: {engine.command}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def remove(name: Name) -> None:
    """Remove an engine from the list."""
    from naadam.bots.uni import registered

    registered.remove(name)
