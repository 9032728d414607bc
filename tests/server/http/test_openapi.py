"""Requests made from the OpenAPI description, valid and invalid: the server refuses them in words, and never fails.

NAADAM_FUZZ says how many, over all operations.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from browsers import Browser
from hypothesis import HealthCheck, Phase, given, seed, settings
from serving import Served

schemathesis = pytest.importorskip("schemathesis")

REQUESTS = int(os.environ.get("NAADAM_FUZZ", "300"))
SECONDS = 60  # for an answer, on a busy machine
FAILURES = (500, 502, 504)  # 503 is an answer: a server that is busy refuses work


def statuses_of(served: Served, operation: Any, number: int, requests: int) -> set[int]:
    """The statuses of answers to generated requests of one operation, by a person with a name."""
    browser, found = Browser(served), set[int]()
    browser.post("/api/me/name", {"name": f"Fuzz {number}"})
    valid, invalid = map(operation.as_strategy, schemathesis.GenerationMode)

    @seed(number)
    @settings(
        max_examples=requests,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(valid | invalid)
    def ask(case: Any) -> None:
        answer = case.call(base_url=served.address, headers={"Cookie": browser.cookie}, timeout=SECONDS)
        assert answer.status_code not in FAILURES, case.as_curl_command()
        found.add(answer.status_code)

    ask()
    return found


def test_requests_made_from_the_description_never_fail(served: Served) -> None:
    schema = schemathesis.openapi.from_dict(served.get("/openapi.json"))
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 50
    each = max(1, REQUESTS // len(operations))
    statuses = [statuses_of(served, operation, number, each) for number, operation in enumerate(operations)]
    assert {200, 404, 422} <= set.union(*statuses)
