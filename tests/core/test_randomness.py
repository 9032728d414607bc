"""Luck that can be audited: outcomes of a seed, their place in a record, and findings of an audit."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import naadam
from naadam.cli.main import app
from naadam.core.hashing import hash_secret
from naadam.core.history import History
from naadam.core.lines import Step
from naadam.core.randomness import audit, draw_chance, draw_lot
from naadam.core.seats import CHANCE

SEED = "0123456789abcdef"


def play(seed: str | None = SEED, moves: int = 10**6) -> History:
    """A game of Yut with one horse a side, always by the first action."""
    history = History(naadam.load("yut:horses=1").start(), ("Anna", "Ben"), seed)
    while history.state.waiting and len(history.steps) < moves:
        if history.state.turn == CHANCE:
            history.play_chance()
        else:
            history.play(history.state.actions()[0])
    return history


def test_a_lot_is_what_everybody_can_compute() -> None:
    word = int.from_bytes(hashlib.sha256(b"0123456789abcdef:7").digest()[:8], "big")
    assert draw_lot(SEED, 7) == pytest.approx(word / 2**64, abs=1e-15)
    assert hash_secret(SEED) == hashlib.sha256(b"0123456789abcdef").hexdigest()


def test_lots_are_fair() -> None:
    lots = [draw_lot(SEED, number) for number in range(4000)]
    assert 0 <= min(lots) < max(lots) < 1
    throwing = naadam.load("yut").start().apply("F0")
    drawn = [str(draw_chance(throwing, SEED, number)) for number in range(4000)]
    for action, chance in throwing.chance():
        assert drawn.count(str(action)) / 4000 == pytest.approx(chance, abs=0.03)


def test_a_whole_game_is_audited() -> None:
    record = play().record()
    assert (record.seed, record.seed_hash) == (SEED, hash_secret(SEED))
    for again in (naadam.Record.from_text(record.to_text()), naadam.Record.from_json(record.to_json())):
        assert again == record
        assert audit(again) == sum(step.seat == CHANCE for step in record.steps) > 5


def test_the_seed_is_told_only_when_the_game_is_over() -> None:
    history = play(moves=6)
    assert (history.record().seed, history.record().seed_hash) == (None, hash_secret(SEED))
    assert SEED not in history.record().to_text() + history.record().to_json()
    assert history.record(over=True).seed == SEED  # as after a resignation
    with pytest.raises(naadam.RecordError, match="has no seed"):
        audit(history.record())


def test_a_throw_that_was_not_drawn_is_found() -> None:
    record = play(moves=3).record(over=True)
    assert record.steps[1].seat == CHANCE
    other = next(throw for throw in ("T1", "T2", "T3") if throw != record.steps[1].text)
    steps = (record.steps[0], Step(CHANCE, other))
    with pytest.raises(naadam.RecordError, match=f"action 2, ~{other}, was not drawn from the seed"):
        audit(replace(record, steps=steps))


def test_another_seed_than_the_promised_one_is_found() -> None:
    record = replace(play().record(), seed_hash=hash_secret("another"))
    with pytest.raises(naadam.RecordError, match="not the one that was promised"):
        audit(record)


def test_games_without_chance_tell_no_seed() -> None:
    history = History(naadam.load("bagh-chal").start(), (), SEED)
    assert history.record(over=True).seed is None


@pytest.mark.parametrize("seed", ["", "two words", "a\nb", "x" * 129, "é"])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(naadam.RecordError, match="a seed or its hash"):
        replace(play(moves=2).record(), seed=seed)


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = play().record()
    file.write_text(record.to_text())
    told = CliRunner().invoke(app, ["audit", str(file)])
    assert told.exit_code == 0
    assert "steps of chance came from the seed, as promised by its hash." in told.output
    file.write_text(replace(record, seed="another").to_text())
    failed = CliRunner().invoke(app, ["audit", str(file)])
    assert isinstance(failed.exception, naadam.RecordError)
