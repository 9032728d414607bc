"""Small positions of Yuan and their resolutions.

Most are on the map `lake` of `small.toml`: six provinces La to Lf stand in a circle round a lake, so each is
adjacent to the next and connected to all; Pz with Pa to Pf round it lies to the east, and La, Lf touch Pc, Pd. A
province is written as in a position: `La:suhey.city.1` is a city of Suhey with an army.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import naadam
from naadam.core.compiling import plain
from naadam.core.game import Game
from naadam.core.state import State
from naadam.games.yuan.board import CLAN_NAMES
from naadam.games.yuan.rules.resolution import resolve

SMALL = str(Path(__file__).parent / "small.toml")
HILLS = {"Ld", "Pd"}
Event = tuple[int, str, str, int]

_resolve = plain(resolve)


def small(scenario: str = "lake", players: int = 3, **options: bool) -> Game:
    return naadam.load("yuan", board=SMALL, scenario=scenario, players=players, **options)


def stand(words: str, chao: str = "20,20,20", turn: int = 2, game: Game | None = None, seats: str = "") -> State:
    """A position in planning; seats are Mu, Suhey and Weyu unless told."""
    game = game or small()
    seats = seats or ",".join(CLAN_NAMES[: game.seats])
    told = dict(word.partition(":")[::2] for word in words.split())
    names = game.rulebook.land.provinces  # type: ignore[attr-defined]
    for name in HILLS.intersection(names):
        told[name] = ".".join(filter(None, (told.get(name, "").removesuffix("temple").rstrip("."), "temple")))
    provinces = ",".join(f"{name}:{told[name]}" for name in names if name in told)
    assert set(told) <= set(names)
    clans = ",".join(sorted(seats.split(","), key=CLAN_NAMES.index))
    return game.position(f"plan clans={clans} seats={seats} provinces={provinces} chao={chao} turn={turn}")


def played(state: State, *plans: str) -> State:
    """The state after these plans of the seats, in their order."""
    for seat, plan in enumerate(plans):
        state = state.apply(plan, seat)
    return state


def told(state: State, *plans: str) -> list[Event]:
    """The events of the resolution of these plans, without its steps."""
    game = state.game
    for seat, plan in enumerate(plans[:-1]):
        state = state.apply(plan, seat)
    record = state.record.copy()
    record.plans[len(plans) - 1] = 1 + game.notation.parse(record, plans[-1]).action
    events = np.zeros((500, 4), np.int64)
    _resolve(game.rulebook.tables, record, events)
    names = game.rulebook.land.provinces  # type: ignore[attr-defined]
    rows = [row.tolist() for row in events[1 : 1 + events[0, 0]]]
    return [
        (clause, CLAN_NAMES[clan] if clan >= 0 else "", names[province] if province >= 0 else "", number)
        for clause, clan, province, number in rows
        if clause != 27
    ]
