"""UCT where more than two seats seal acts simultaneously: opened acts distinguish positions for all seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import naadam
from naadam.bots import Budget, Uct
from naadam.bots.uct import choice, simulation
from naadam.core.compiling import plain
from naadam.core.contract import legal
from naadam.core.view import View

Look = Callable[[Any, int, int, list[int]], None]  # state, seat, node, legal actions
KHAN = (
    "act 1 2 1=d7 2=d6 3=c7 n=c6 special=2111/2011/2101 active=p2,s3"
    " hands=V-mountain-SW,V-ice-W,V-tundra-S,V-khan-NW/C-mountain-W,C-ice-NW,C-tundra-SW,C-river-SE"
    "/D-mountain-S,D-ice-SW,D-tundra-SE,D-rocky-W"
)


def caravan() -> View:
    """Three seats bid; the leader's choices depend on the bids of both others."""
    return naadam.load("caravan:players=3").uncompiled().start().resolve(random.Random(1)).view(0)


def khan() -> View:
    """Two are asked, and one of them thinks; if either refuses, the tile is not laid."""
    return naadam.load("khan:players=3").uncompiled().position(KHAN).apply("conquer O4 c6 r0").view(1)


def yuan() -> View:
    """Three clans plan; the purse of a clan depends on the plans of both others."""
    return naadam.load("yuan:players=3").uncompiled().start().resolve(random.Random(5)).view(0)


def simulate(view: View, simulations: int, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    """Think uncompiled, so that no index is out of bounds; `look` is called with the decisions of seats."""
    list_edges = plain(choice.list_edges)

    def checked(tag: Any, tables: Any, tree: Any, scratch: Any, plan: Any, *rest: Any) -> int:
        state, seat, node, _ = rest
        actions = np.zeros(len(scratch.actions), np.int64)
        listed = actions[: legal(tag, tables, state, seat, actions)].tolist()
        count: int = list_edges(tag, tables, tree, scratch, plan, *rest)
        assert set(scratch.actions[:count].tolist()) <= set(listed), "an illegal action can be chosen"
        look(state, seat, node, listed)
        return count

    monkeypatch.setattr(simulation, "list_edges", checked)
    Uct(Budget(nodes=simulations), cutoff=0, widening=1.0, seed=3).think(view)


@pytest.mark.parametrize(("position", "simulations"), [(caravan, 300), (yuan, 60)])
def test_all_that_a_simulation_does_is_legal(
    position: Callable[[], View], simulations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that the thinking seat comes to again offers it the same actions as before."""
    view, offered, again = position(), dict[int, list[int]](), 0

    def look(_state: Any, seat: int, node: int, listed: list[int]) -> None:
        nonlocal again
        if seat == view.seat:
            again += node in offered and node != seat
            assert offered.setdefault(node, listed) == listed

    simulate(view, simulations, look, monkeypatch)
    assert again > 0


@pytest.mark.parametrize(("position", "simulations"), [(khan, 60), (yuan, 60)])
def test_once_all_is_opened_a_node_stands_for_one_position(
    position: Callable[[], View], simulations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat that decides there knows all public facts."""
    view, known = position(), dict[tuple[int, int], bytes]()

    def look(state: Any, seat: int, node: int, _listed: list[int]) -> None:
        public = view.game.view_record(state, naadam.CHANCE).tobytes()
        assert known.setdefault((seat, node), public) == public

    simulate(view, simulations, look, monkeypatch)
    assert len(known) > 5
