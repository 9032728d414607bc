"""Commands for hosts: `naadam serve`, `naadam backup`, `naadam restore`, `naadam export` and `naadam tables`."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer
from rich.console import Console
from rich.table import Table

from naadam.cli.arguments import Language
from naadam.core.errors import NaadamError

if TYPE_CHECKING:
    from naadam.server.storage.store import Store

app = typer.Typer(help="The tables of a server's database: list, show and delete them.", no_args_is_help=True)
out = Console()

Database = Annotated[
    str | None,
    typer.Option(
        envvar="NAADAM_DATABASE",
        help="SQLite file or URL of a database; by default a file in the user's data folder",
    ),
]
TableIds = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of tables: the end of their addresses")]
OF_BACKUPS = "naadam-%Y%m%dT%H%M%S.db"
SECONDS_OF_PARTIAL = 86_400.0  # after which nothing is still writing to an unfinished backup


def database_url(database: str | None) -> str:
    """The URL of a database that is named as file or URL, or of the one in the user's data folder."""
    if database is None:
        database = str(platformdirs.user_data_path("naadam", appauthor=False, ensure_exists=True) / "tables.db")
    return database if "://" in database else f"sqlite:///{database}"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one")] = 8000,
    database: Database = None,
    name: Annotated[
        list[str] | None,
        typer.Option(envvar="NAADAM_NAME", help="Another host name by which the server is reached"),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            min=0.01, max=60, help="Time limit for a computer move, in seconds; ten times that for a turn of many moves"
        ),
    ] = 1.0,
    show: Annotated[str | None, typer.Option(help="Page to open in a browser, such as / or /play/bagh-chal")] = None,
    warm: Annotated[bool, typer.Option(help="Compile all games in the background, with the lowest priority")] = True,
    or_another: Annotated[
        bool, typer.Option("--or-another", help="If the port is taken, take one of the next")
    ] = False,
    lan: Annotated[bool, typer.Option("--lan", help="Listen in the local network too, where friends can join")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that share the tables")] = 1,
    inside: Annotated[
        str, typer.Option(help="Address of this machine for other servers on the same PostgreSQL database")
    ] = "127.0.0.1",
    mail: Annotated[
        str | None,
        typer.Option(
            envvar="NAADAM_MAIL",
            help="Mail server for letters, smtps://USER:PASSWORD@HOST?from=ADDRESS; none by default",
        ),
    ] = None,
    page: Annotated[str, typer.Option(envvar="NAADAM_PAGE", help="Address of the page, for links in letters")] = "",
    delete_tables: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="DAYS",
            envvar="NAADAM_DELETE_TABLES",
            help="Delete unfinished tables without a visitor for so long; 0: never",
        ),
    ] = 0.0,
    delete_chat: Annotated[
        float,
        typer.Option(min=0, metavar="DAYS", envvar="NAADAM_DELETE_CHAT", help="Delete chat that is so old; 0: never"),
    ] = 0.0,
    delete_people: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="DAYS",
            envvar="NAADAM_DELETE_PEOPLE",
            help="Delete people without a name who were not here for so long; 0: never",
        ),
    ] = 0.0,
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="NAADAM_METRICS_TOKEN", help="Secret by which another machine may read /metrics; none by default"
        ),
    ] = "",
    host_key: Annotated[
        str,
        typer.Option(envvar="NAADAM_HOST_KEY", help="Key of at least 16 characters that opens /host: reports, people"),
    ] = "",
    backups: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", envvar="NAADAM_BACKUPS", help="Folder of backups, whose age /metrics then shows"
        ),
    ] = None,
    rated_bots: Annotated[
        bool, typer.Option("--rated-bots", help="Let bots of users play rated games with people")
    ] = False,
    private_webhooks: Annotated[
        bool,
        typer.Option(
            envvar="NAADAM_PRIVATE_WEBHOOKS", help="Let webhooks name private networks, and http:// without TLS"
        ),
    ] = False,
    worker_memory: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="MB",
            envvar="NAADAM_WORKER_MEMORY",
            help="Memory beyond which a process of the computer players is replaced; 0: no limit",
        ),
    ] = 1000,
    prefix: Annotated[
        str, typer.Option(envvar="NAADAM_PREFIX", help="Path under which a proxy shows the server, such as /naadam")
    ] = "",
) -> None:
    """Serve the page, and games over HTTP and WebSocket."""
    try:
        from naadam.cli.serve import serve_forever
        from naadam.server.storage.hosting.retention import Retention
    except ModuleNotFoundError as missing:
        raise NaadamError(f"the server needs {missing.name}: pip install 'naadam[server]'") from None
    retention = Retention(delete_tables, delete_chat, delete_people)
    serve_forever(
        host,
        port,
        database,
        name or [],
        seconds,
        show,
        workers,
        inside,
        mail,
        page,
        warm,
        or_another,
        lan,
        retention,
        metrics_token,
        worker_memory << 20,
        prefix,
        host_key,
        rated_bots,
        backups,
        private_webhooks,
    )


def backup(
    file: Annotated[Path, typer.Argument(help="New file, or a folder in which a file with date and time is made")],
    database: Database = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="In a folder: keep so many backups and delete older ones")
    ] = None,
) -> None:
    """Back up the database to one file, while a server may be running."""
    from naadam.server.storage.hosting.backup import back_up

    target = file / time.strftime(OF_BACKUPS) if file.is_dir() else file
    if keep is not None and target == file:
        raise NaadamError("--keep needs a folder of backups, not a file")
    if target != file:
        delete_partial_backups(file)
    count = back_up(database_url(database), target)
    out.print(f"{target}: {count} tables, {target.stat().st_size:,} bytes", highlight=False, soft_wrap=True)
    for old in sorted(file.glob("naadam-*T*.db"))[:-keep] if keep is not None else ():
        old.unlink()
        out.print(f"deleted {old}", highlight=False, soft_wrap=True)


def delete_partial_backups(folder: Path) -> None:
    """Delete backups that were interrupted more than a day ago."""
    for partial in folder.glob("naadam-*T*.db.partial"):
        if time.time() - partial.stat().st_mtime > SECONDS_OF_PARTIAL:
            partial.unlink()


def restore(
    file: Annotated[Path, typer.Argument(help="Backup made by `naadam backup`")], database: Database = None
) -> None:
    """Put a backup in the place of the database; the server must be stopped."""
    from naadam.server.storage.hosting.backup import restore, sqlite_file

    url = database_url(database)
    kept = restore(url, file)
    out.print(f"restored {sqlite_file(url)}", highlight=False, soft_wrap=True)
    if kept is not None:
        out.print(f"the database that was there is {kept}", highlight=False, soft_wrap=True)


def export(
    record: Annotated[Path | None, typer.Argument(help="With --html: a record, as text or JSON")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="New file for all finished games")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="New file for the replay of one record")] = None,
    lang: Language = "en",
    database: Database = None,
) -> None:
    """Export a record as an HTML file that replays it, or all finished games as one Parquet file.

    A replay works without a server. Parquet files have numbers for names; a server may be running.
    """
    if (parquet is None) == (html is None) or (html is None) != (record is None):
        raise NaadamError("name a file by --parquet, or by --html with a record")
    if html is not None and record is not None:
        _export_replay(record, html, lang)
    elif parquet is not None:
        _export_games(parquet, database)


def _export_replay(record: Path, html: Path, language: str) -> None:
    from naadam.core.records import read_record
    from naadam.core.replay_page import draw_replay

    read = read_record(record)
    try:
        html.write_text(draw_replay(read, read.load(), language), encoding="utf-8")
    except OSError as error:
        raise NaadamError(f"{html}: {error.strerror}") from None
    out.print(f"{html}: {html.stat().st_size:,} bytes", highlight=False, soft_wrap=True)


def _export_games(parquet: Path, database: str | None) -> None:
    from naadam.server.storage.hosting.export import export_games

    store = open_database(database)
    try:
        written, left_out = export_games(store, parquet)
    finally:
        store.close()
    out.print(f"{parquet}: {written} games, {parquet.stat().st_size:,} bytes", highlight=False, soft_wrap=True)
    if left_out:
        out.print(f"left out, because their rules have changed or are missing: {left_out}", highlight=False)


@app.command("list")
def list_(
    database: Database = None,
    game: Annotated[str, typer.Option(help="Only tables of this game")] = "",
    idle: Annotated[float, typer.Option(min=0, metavar="DAYS", help="Only tables without a move for so long")] = 0.0,
    most: Annotated[int, typer.Option(min=1, help="Number of rows")] = 50,
) -> None:
    """List tables, the least recently played first."""
    from naadam.server.storage.hosting.housekeeping import list_tables

    rows = Table("id", "game", "set up", "last event", "events")
    store = open_database(database)
    for row in list_tables(store.engine, game, idle, most):
        rows.add_row(row.id, row.spec, format_date(row.created), format_date(row.last), str(row.events))
    store.close()
    out.print(rows)


@app.command()
def results(
    database: Database = None,
    again: Annotated[bool, typer.Option("--again", help="Also of games that have results already")] = False,
) -> None:
    """Fill in the results of finished games from their logs, while a server may be running (docs/ratings.md)."""
    from naadam.server.storage.result_store import fill_results, fill_vacations

    store = open_database(database)
    try:
        written, unreadable = fill_results(store, again)
        hours = fill_vacations(store) if again else None
    finally:
        store.close()
    out.print(f"results of {written} games written", highlight=False)
    if hours is not None:
        out.print(f"hours of vacation written: {hours}", highlight=False)
    if unreadable:
        out.print(f"left out, because their rules have changed or are missing: {unreadable}", highlight=False)


@app.command()
def explore(
    database: Database = None,
    again: Annotated[bool, typer.Option("--again", help="Count all games again, from an empty table")] = False,
) -> None:
    """Count the moves of finished games for the explorer; a server does so by itself, within a minute of each end."""
    from naadam.server.storage.explored_store import ExploredStore

    store = open_database(database)
    try:
        counted = ExploredStore(store).fold(again)
    finally:
        store.close()
    out.print(f"moves of {counted} games counted", highlight=False)


@app.command()
def show(
    table_id: Annotated[str, typer.Argument(metavar="ID", help="Id of a table")], database: Database = None
) -> None:
    """Show a table: its game, its players, its record, and how long its log and its chat are."""
    from naadam.core.registry import load_shipped
    from naadam.server.table.table import Table as PlayedTable

    store = open_database(database)
    loaded = store.load(table_id)
    chat = store.heard(table_id)
    store.close()
    if loaded is None:
        raise NaadamError(f"there is no table {table_id}")
    spec, setup, events = loaded
    table = PlayedTable.from_setup(table_id, load_shipped(spec), setup)
    table.take_all(events)
    for seat, player in enumerate(table.players):
        out.print(f"Seat {seat}: {player.name or player.kind}", highlight=False, markup=False)
    out.print(f"{len(events)} events, {len(chat)} lines of chat", highlight=False)
    out.print(table.history.record(table.over).to_text(), highlight=False, markup=False, soft_wrap=True)


@app.command()
def delete(
    table_ids: TableIds,
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
) -> None:
    """Delete tables with their moves, chat and seats for ever, while a server may be running."""
    from naadam.server.storage.hosting.housekeeping import delete_tables, shrink

    store = open_database(database)
    try:
        missing = [table_id for table_id in table_ids if store.load(table_id) is None]
        if missing:
            raise NaadamError(f"there is no table {', '.join(missing)}; nothing was deleted")
        if not yes and not typer.confirm(f"Delete {len(table_ids)} tables for ever?"):
            raise NaadamError("nothing was deleted")
        out.print(f"deleted {delete_tables(store.engine, table_ids)} tables", highlight=False)
        if freed := shrink(store.engine):
            out.print(f"the file is {freed:,} bytes shorter", highlight=False)
    finally:
        store.close()


@app.command()
def compact(database: Database = None) -> None:
    """Rewrite a SQLite file without unused space and without any deleted byte; the server must be stopped."""
    from naadam.server.storage.hosting.backup import sqlite_file
    from naadam.server.storage.sqlite_file import rewrite
    from naadam.server.storage.store import Store

    file = sqlite_file(database_url(database))
    open_database(database).close()
    store = Store(f"sqlite:///{file}", alone=True)
    try:
        rewrite(store.engine)
    except sqlite3.Error as error:
        raise NaadamError(f"{file} was not rewritten: {error}") from None
    finally:
        store.close()
    out.print(f"{file}: {file.stat().st_size:,} bytes", highlight=False, soft_wrap=True)


def open_database(database: str | None) -> Store:
    """The store of a database that exists: a typing error must not make a new one."""
    from naadam.server.storage.hosting.backup import sqlite_file
    from naadam.server.storage.store import Store

    url = database_url(database)
    if url.startswith("sqlite") and not sqlite_file(url).is_file():
        raise NaadamError(f"there is no database {sqlite_file(url)}")
    return Store(url)


def format_date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
