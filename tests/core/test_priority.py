"""Background work gives way to all other work, where the system has priorities."""

from __future__ import annotations

import os

import pytest

from naadam.core.priority import LOWEST, give_way


def test_it_has_the_lowest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append, raising=False)
    give_way()
    assert asked == [LOWEST]


def test_a_system_without_priorities_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice", raising=False)
    give_way()
