"""The command naadam, on a database in which two people have finished thirty games."""

from __future__ import annotations

import runpy
import sys

from naadam.server.storage.people.people_store import PeopleStore
from naadam.server.storage.store import Store, results

GAMES = 30
LEVEL = "level3"


def finish_games(database: str) -> None:
    """Write games of two people with each other, and every fourth of the first with a computer."""
    store = Store(f"sqlite:///{database}")
    people = PeopleStore(store.engine)
    ids = []
    for name in ("Anna Amsel", "Bao"):
        person, _ = people.create()
        people.keep_name(person.id, name)
        ids.append(person.id)
    for number in range(GAMES):
        table = f"table-{number:04}"
        store.create(table, "bagh-chal", {"players": [{"kind": "invited"}, {"kind": "computer"}], "seed": "s"})
        players = [ids[0], ids[1] if number % 4 else None]
        with store.engine.begin() as connection:
            for seat, player in enumerate(players if number % 2 else players[::-1]):
                share = float((number + seat) % 2) if number % 3 else 0.5
                row = {"table_id": table, "seat": seat, "person": player, "player": None if player else LEVEL}
                row |= {"spec": "bagh-chal", "rules": 2, "team": seat, "place": 1 if share >= 0.5 else 2}
                row |= {"share": share, "left": False, "rated": True, "ended": 1.79e9 + 4000 * number}
                connection.execute(results.insert().values(row))
    store.close()


if __name__ == "__main__":
    finish_games(sys.argv[sys.argv.index("--database") + 1])
    runpy.run_module("naadam", run_name="__main__")
