"""Commands for hosts about the people of a server: `naadam people`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from naadam.cli.hosting import Database, format_date, open_database
from naadam.core.errors import NaadamError

if TYPE_CHECKING:
    from naadam.server.storage.personal_data import PersonRow
    from naadam.server.storage.store import Store

app = typer.Typer(help="The people of a server's database: list and show them.", no_args_is_help=True)
out = Console()

NameOrId = Annotated[str, typer.Argument(metavar="NAME-OR-ID", help="The name that a person keeps, or their id")]


@app.command("list")
def list_(
    database: Database = None,
    named: Annotated[bool, typer.Option("--named", help="Only people who keep a name")] = False,
    most: Annotated[int, typer.Option(min=1, help="Number of rows")] = 50,
) -> None:
    """List people, the latest seen first."""
    from naadam.server.storage.personal_data import list_people

    rows = Table("id", "name", "since", "seen", "games", "closed")
    rows.columns[0].no_wrap = True
    store = open_database(database)
    try:
        for row in list_people(store.engine, named=named, most=most):
            closed = format_date(row.closed) if row.closed else ""
            since, seen = format_date(row.created), format_date(row.seen)
            rows.add_row(row.id, row.name or "", since, seen, str(row.games), closed)
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
    if row.closed:
        out.print(f"closed {format_date(row.closed)}", highlight=False)


def find_person(store: Store, which: str) -> PersonRow:
    """The person with this name or id; NaadamError if there is none, or more than one."""
    from naadam.server.storage.personal_data import list_people

    found = list_people(store.engine, which)
    if not found:
        raise NaadamError(f"there is no person {which}")
    if len(found) > 1:
        ids = ", ".join(row.id for row in found)
        raise NaadamError(f"{len(found)} people are called {which}; choose one by id: {ids}")
    return found[0]
