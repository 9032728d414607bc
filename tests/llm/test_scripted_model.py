"""The scripted model of the examples: `naadam llm play` measures the error rates that are written into it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import naadam
from naadam.lab import run_contest
from naadam.llm.play import make_contest, sum_up
from naadam.llm.seat import MODES, Feedback

sys.path.append(str(Path(__file__).parents[2] / "examples"))

import scripted_model

GAME = "bagh-chal:rules=classic"


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    server = scripted_model.serve(naadam.load(GAME), 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1#scripted,attempts=2"
    server.shutdown()
    server.server_close()
    thread.join()


def within(share: dict[str, Any], wanted: float) -> bool:
    """Whether a share is near the wanted one: five standard deviations, so that chance never fails a test."""
    assert share["of"] > 20
    return bool(abs(share["share"] - wanted) < 5 * (wanted * (1 - wanted) / share["of"]) ** 0.5)


@pytest.mark.parametrize("feedback", MODES)
def test_the_error_rates_of_the_scripted_model_are_measured(model: str, feedback: Feedback) -> None:
    contest = make_contest(GAME, model, feedback, ("random",), 30, 0, 2, 50)
    found = sum_up(contest, list(run_contest(contest, workers=1)), feedback)
    assert within(found["wrong_first_rate"], scripted_model.ERRORS["first"])
    assert within(found["repair_rate"], 1 - scripted_model.ERRORS[feedback])
    assert found["usage"]["prompt_tokens"] > 1000
