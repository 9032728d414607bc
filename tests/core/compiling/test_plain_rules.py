"""Uncompiled twins of a package's rules, found by name in any of its modules."""

from __future__ import annotations

import pytest

from naadam.core.compiling import PlainRules
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.rules import moves


def test_a_rule_of_a_submodule_is_found_by_its_name() -> None:
    plain = PlainRules(rules)
    twin = plain.is_capture
    assert twin.__code__ is getattr(moves.is_capture, "py_func", moves.is_capture).__code__
    assert plain.is_capture is twin, "it is made once"


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has 0 rules no_such_rule"):
        _ = PlainRules(rules).no_such_rule
