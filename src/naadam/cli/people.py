"""Commands for hosts about the people of a server: `naadam people`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from naadam.cli.hosting import Database, format_date, open_database
from naadam.core.errors import NaadamError

if TYPE_CHECKING:
    from naadam.server.storage.people.moderation import Moderation, Report
    from naadam.server.storage.people.personal_data import PersonRow
    from naadam.server.storage.store import Store

app = typer.Typer(help="The people of a database: list, show, mute, close and erase them.", no_args_is_help=True)
reports = typer.Typer(help="What people have reported to the host.", no_args_is_help=True)
out = Console()

NameOrId = Annotated[str, typer.Argument(metavar="NAME-OR-ID", help="The name that a person keeps, or their id")]
ReportId = Annotated[str, typer.Argument(metavar="ID", help="Id of a report")]


@app.command("list")
def list_(
    database: Database = None,
    named: Annotated[bool, typer.Option("--named", help="Only people who keep a name")] = False,
    restricted: Annotated[bool, typer.Option("--restricted", help="Only people who are muted or closed")] = False,
    most: Annotated[int, typer.Option(min=1, help="Number of rows")] = 50,
) -> None:
    """List people, the latest seen first."""
    from naadam.server.storage.people.personal_data import list_people

    rows = Table("id", "name", "since", "seen", "games", "reports", "closed", "muted until")
    rows.columns[0].no_wrap = True
    store = open_database(database)
    try:
        for row in list_people(store.engine, named=named, most=most, restricted=restricted):
            closed = format_date(row.closed) if row.closed else ""
            since, seen = format_date(row.created), format_date(row.seen)
            counts = str(row.games), str(row.reports) if row.reports else ""
            rows.add_row(row.id, row.name or "", since, seen, *counts, closed, format_mute(row.muted))
    finally:
        store.close()
    out.print(rows)


@app.command()
def show(which: NameOrId, database: Database = None) -> None:
    """Show a person: their name, since when they are known, their keys and games."""
    store = open_database(database)
    try:
        row = find_person(store, which)
    finally:
        store.close()
    out.print(f"{row.id} {row.name or '(no name)'}", highlight=False, markup=False)
    out.print(f"since {format_date(row.created)}, last seen {format_date(row.seen)}", highlight=False)
    out.print(f"{row.keys} keys, {row.games} finished games", highlight=False)
    if row.reports:
        out.print(f"{row.reports} reports about them", highlight=False)
    if format_mute(row.muted):
        out.print(f"muted until {format_mute(row.muted)}", highlight=False)
    if row.closed:
        out.print(f"closed {format_date(row.closed)}", highlight=False)


@app.command()
def mute(
    which: NameOrId,
    database: Database = None,
    days: Annotated[float, typer.Option(min=0, help="For so many days; 0 ends a mute")] = 7.0,
) -> None:
    """Let a person not chat for some days."""
    from naadam.server.storage.people.moderation import DAY

    until = time.time() + DAY * days if days else None
    _change(which, database, lambda moderation, person: moderation.mute(person, until))
    out.print("muted" if days else "not muted", highlight=False)


@app.command()
def close(which: NameOrId, database: Database = None) -> None:
    """Close a person: they sit, chat and open tables no longer, and leave their games within seconds."""
    _change(which, database, lambda moderation, person: moderation.close(person))
    out.print("closed", highlight=False)


@app.command("open")
def open_(which: NameOrId, database: Database = None) -> None:
    """Open a person who was closed."""
    _change(which, database, lambda moderation, person: moderation.open(person))
    out.print("open", highlight=False)


@app.command("erase")
def erase_person(
    which: NameOrId, database: Database = None, yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False
) -> None:
    """Erase a person for ever, while a server may be running; their games stay, without a name."""
    from naadam.server.storage.people.personal_data import erase, wipe

    store = open_database(database)
    try:
        person = find_person(store, which)
        if not yes:
            typer.confirm(f"Erase {person.name or person.id} for ever?", abort=True)
        with store.engine.begin() as connection:
            erase(connection, person.id)
        wiped = wipe(store)
    finally:
        store.close()
    out.print("erased", highlight=False)
    if not wiped:
        out.print("the log of the database is in use: deleted bytes stay in it for a while", highlight=False)


@reports.command("list")
def list_reports(
    database: Database = None, done: Annotated[bool, typer.Option("--done", help="Only reports that are done")] = False
) -> None:
    """List the reports that wait, the oldest first."""
    from naadam.server.storage.people.moderation import Moderation

    rows = Table("id", "date", "about", "name at the table", "by", "table", "lines of chat")
    store = open_database(database)
    try:
        for one in Moderation(store.engine).reports(done):
            about = one.reported, escape(one.name), one.reporter
            rows.add_row(one.id, format_date(one.created), *about, one.table_id, str(len(one.lines)))
    finally:
        store.close()
    out.print(rows)


@reports.command("show")
def show_report(report: ReportId, database: Database = None) -> None:
    """Show a report, with the chat that its reporter could read."""
    store = open_database(database)
    try:
        one = _find_report(store, report)
    finally:
        store.close()
    place = f"on seat {one.seat} of table {one.table_id}, {format_date(one.created)}"
    out.print(f"{one.reporter} reports {one.reported}, {one.name!r} {place}", highlight=False, markup=False)
    if one.text:
        out.print(one.text, highlight=False, markup=False)
    for line in one.lines:
        to = "" if line.to is None else f" to seat {line.to}"
        out.print(f"  seat {line.seat} {line.name}{to}: {line.text}", highlight=False, markup=False)


@reports.command("done")
def finish_report(report: ReportId, database: Database = None) -> None:
    """Mark a report as done, and delete the words and the chat in it."""
    from naadam.server.storage.people.moderation import Moderation

    store = open_database(database)
    try:
        _find_report(store, report)
        Moderation(store.engine).finish(report)
    finally:
        store.close()
    out.print("done", highlight=False)


def format_mute(until: float | None) -> str:
    return format_date(until) if until is not None and until > time.time() else ""


def _change(which: str, database: str | None, change: Callable[[Moderation, str], None]) -> None:
    from naadam.server.storage.people.moderation import Moderation

    store = open_database(database)
    try:
        change(Moderation(store.engine), find_person(store, which).id)
    finally:
        store.close()


def _find_report(store: Store, report: str) -> Report:
    from naadam.server.storage.people.moderation import Moderation

    found = Moderation(store.engine).reports(id_=report)
    if not found:
        raise NaadamError(f"there is no report {report}")
    return found[0]


def find_person(store: Store, which: str) -> PersonRow:
    """The person with this name or id; NaadamError if there is none, or more than one."""
    from naadam.server.storage.people.personal_data import list_people

    found = list_people(store.engine, which)
    if not found:
        raise NaadamError(f"there is no person {which}")
    if len(found) > 1:
        ids = ", ".join(row.id for row in found)
        raise NaadamError(f"{len(found)} people are called {which}; choose one by id: {ids}")
    return found[0]
