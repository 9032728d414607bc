"""People who open tables and take seats, all in one process: `offering.py DATABASE SEED PEOPLE`. For tests of races."""

from __future__ import annotations

import random
import secrets
import sys
from contextlib import suppress

from naadam.core.hashing import hash_secret
from naadam.server.protocol.errors import Conflict, TooOften
from naadam.server.storage.offer_store import Begun, OfferStore
from naadam.server.storage.store import Store
from naadam.server.table.offers import Offer, OpenTable
from naadam.server.table.time_control import TimeControl

FIVE, TEN, DAYS = TimeControl("fischer", 300), TimeControl("fischer", 600), TimeControl("days", 86_400)
GAMES = ("bagh-chal", "yut", "jarmo")
MOST = 3


def begin(table: OpenTable, spec: str, control: TimeControl) -> Begun:
    players = [{"kind": "invited", "person": one.owner} for one in table.offers]
    return Begun(spec, {"players": players, "seed": "s", "pace": {"kind": control.kind}}, [])


def new_offer(owner: str, rng: random.Random, table_id: str = "") -> Offer:
    specs = tuple(rng.sample(GAMES, rng.randint(1, 2)))
    controls = tuple(rng.sample((FIVE, TEN, DAYS), rng.randint(1, 2)))
    if table_id:
        specs, controls = (), ()
    table_id = table_id or secrets.token_urlsafe(12)
    secret, seats = hash_secret(secrets.token_urlsafe(24)), rng.choice((2, 2, 3))
    return Offer(secret, table_id, owner, owner, specs, controls, seats, False, True, False, 0.0, 0.0, 0.0)


def play(store: Store, seed: str, people: int) -> None:
    """Let each person make a few offers, take seats that are free, and withdraw some, in a random order."""
    offers, rng = OfferStore(store, begin), random.Random(seed)
    owners = [f"{seed}-{number}" for number in range(people)] * 3
    rng.shuffle(owners)
    made: list[str] = []
    for owner in owners:
        waiting, _ = offers.waiting()
        chosen = rng.choice(waiting).table_id if waiting and rng.random() < 0.3 else ""
        offer = new_offer(owner, rng, chosen)
        with suppress(Conflict, TooOften):
            offers.open(offer, MOST, bool(chosen))
            made.append(offer.id)
        if made and rng.random() < 0.15:
            offers.withdraw([made.pop(rng.randrange(len(made)))])
        offers.keep(made)


if __name__ == "__main__":
    database = Store(sys.argv[1])
    play(database, sys.argv[2], int(sys.argv[3]))
    database.close()
