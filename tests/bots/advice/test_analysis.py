"""The analysis finds the mistakes of a game, from each seat's view."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import naadam
from naadam.bots import Budget
from naadam.bots.advice.analysis import Analysis, Analyst, Judgement, analyse
from naadam.bots.budget import Stopped
from naadam.core.history import History
from naadam.core.records import Record

NODES = Budget(nodes=3000)


def played(spec: str, *moves: str, start: str | None = None) -> Record:
    game = naadam.load(spec)
    history = History(game.position(start) if start else game.start(), ("Anna", "Ben"))
    for move in moves:
        history.play(move)
    return history.record()


@pytest.fixture(scope="module")
def blunder() -> Analysis:
    """Goats have lost four of the five they may lose; Anna's second goat stands where it can be captured."""
    return analyse(played("bagh-chal", "Ga3", "Ba1b1", "Gd1", "Bxe1c1", start="B3B/5/5/5/B3B G 16 4"), NODES)


def test_a_move_that_gives_the_game_away_is_found(blunder: Analysis) -> None:
    (worst, *_) = blunder.worst()
    assert (worst.number, worst.seat, worst.action, worst.mark) == (3, 0, "Gd1", "??")
    assert worst.given_away
    assert worst.loss > 0.1
    assert worst.after == -1.0
    assert worst.best != "Gd1"
    assert worst.line[0] == worst.best


def test_what_is_proven_says_so(blunder: Analysis) -> None:
    capture = blunder.moves[3]
    assert (capture.value, capture.proven, capture.wins_in) == (1.0, True, 1)
    assert (capture.best, capture.loss, capture.mark) == ("Bxe1c1", 0.0, "")


def test_every_move_has_a_value_for_every_seat(blunder: Analysis) -> None:
    assert [move.number for move in blunder.moves] == [1, 2, 3, 4]
    assert blunder.moves[-1].values == (-1.0, 1.0)
    for move in blunder.moves:
        first, second = move.values
        assert first is not None
        assert second is not None
        assert first == -second
        assert -1.0 <= first <= 1.0


def test_the_same_nodes_give_the_same_analysis() -> None:
    record = played("bagh-chal", "Gc3", "Ba1b1", "Gb2")
    assert analyse(record, Budget(nodes=500)) == analyse(record, Budget(nodes=500))


def test_it_goes_into_json_and_a_graph(blunder: Analysis, tmp_path: Path) -> None:
    data = json.loads(blunder.to_json())
    assert [move["action"] for move in data["moves"]] == ["Ga3", "Ba1b1", "Gd1", "Bxe1c1"]
    assert data["moves"][2]["mark"] == "??"
    blunder.plot(tmp_path / "graph.svg", "fr")
    assert "<svg" in (tmp_path / "graph.svg").read_text(encoding="utf-8")
    with pytest.raises(naadam.NaadamError, match="cannot be drawn"):
        blunder.plot(tmp_path / "graph.nonsense")


def test_it_can_be_given_up() -> None:
    seen: list[Judgement] = []
    with pytest.raises(Stopped):
        analyse(
            played("bagh-chal", "Gc3", "Ba1b1", "Gb2"),
            Budget(seconds=30.0),
            progress=seen.append,
            cancelled=lambda: True,
        )
    assert seen == []


def test_a_record_that_does_not_replay_is_not_analysed() -> None:
    record = played("bagh-chal", "Gc3", "Ba1b1")
    broken = Record.read(record.to_text().replace("Ba1b1", "Ba1d1"))
    with pytest.raises(naadam.RecordError, match="BC-5"):
        analyse(broken, NODES)


def test_seats_are_judged_by_their_own_views() -> None:
    """Chance is not judged; facts hidden from a seat do not count against it."""
    game = naadam.load("caravan:players=2")
    judged = []
    for other in (1, 9):  # two deals that differ only in facts hidden from seat 0
        history = History(game.start())
        for step in ("deal 5", f"deal {other}", "bid 3", "bid 0", "take", "stop"):
            history.play(step, 1 if step == "bid 0" else None)
        moves = analyse(history.record(), Budget(nodes=200)).moves
        assert [(move.number, move.seat) for move in moves] == [(3, 0), (4, 1), (5, 0), (6, 0)]
        judged.append(moves)
    assert judged[0][0] == judged[1][0]
    assert judged[0][0].values[1] is None


def test_a_whole_game_at_random_is_analysed() -> None:
    game = naadam.load("bagh-chal:board=pulijudam")
    rng = random.Random(4)
    history = History(game.start())
    while history.state.outcome is None and len(history.steps) < 30:
        history.play(rng.choice(history.state.actions()))
    analysis = analyse(history.record(), Budget(nodes=200))
    assert len(analysis.moves) == len(history.steps)
    assert all(move.loss >= 0 for move in analysis.moves)
    assert 0 < len(analysis.worst(3)) <= 3


def test_a_move_that_the_search_has_left_out_is_weighed_all_the_same() -> None:
    """A plan that costs more than it is worth, which no player of Yuan looks at."""
    analyst = Analyst(naadam.load("yuan"), Budget(nodes=300))
    state = analyst.game.start().resolve(random.Random(3))
    (_, action) = state.resolve_action("Yan D1 F1 M2", 0)
    assert analyst.weigh(state, 0, action).worth is None
    weighed = analyst.weigh_any(state, 0, action)
    assert weighed.worth is not None
    assert weighed.loss > 0.25, "a mistake, and not one that nobody has seen"
