"""The server of examples/openenv, driven over its socket by OpenEnv's own client."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openenv.core.generic_client import GenericEnvClient

import naadam

FOLDER = Path(__file__).parents[2] / "examples" / "openenv"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "--app-dir", str(FOLDER), "server:app", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        for _ in range(600):
            assert server.poll() is None
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def position_in(text: str) -> naadam.State:
    return naadam.load("yut").position(text.rpartition("in notation: ")[2].split("\n")[0])


def whole_game(address: str, seed: int) -> list[str]:
    """Play at random to the end; everything that was seen, and the reward."""
    rng = random.Random(1)
    seen: list[str] = []
    with GenericEnvClient(base_url=address).sync() as env:
        result: Any = env.reset(seed=seed)
        while not result.done:
            text = result.observation["text"]
            seen.append(text)
            result = env.step({"move": str(rng.choice(position_in(text).actions(0)))})
            assert result.observation["refusal"] == ""
        assert env.state()["step_count"] == len(seen)
    return [*seen, str(result.reward)]


def test_a_seed_plays_the_same_game_to_its_end(address: str) -> None:
    first = whole_game(address, 7)
    assert "## Rules" in first[0]
    assert first[-1] in ("1.0", "-1.0", "1", "-1")
    assert whole_game(address, 7) == first
    assert whole_game(address, 8) != first


def test_an_illegal_move_is_answered_by_its_clause_and_changes_nothing(address: str) -> None:
    with GenericEnvClient(base_url=address).sync() as env:
        before: Any = env.reset(seed=3)
        after: Any = env.step({"move": "20-5"})
        assert "YU-" in after.observation["refusal"]
        assert not after.done
        assert position_in(after.observation["text"]) == position_in(before.observation["text"])
