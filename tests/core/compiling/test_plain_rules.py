"""Uncompiled twins of a package's rules, found by name in any of its modules."""

from __future__ import annotations

import pytest

from naadam.core.compiling import PlainRules
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.rules import state


def test_a_rule_of_a_submodule_is_found_by_its_name() -> None:
    plain = PlainRules(rules)
    rule = state.is_capture
    assert plain.is_capture.__code__ is getattr(rule, "py_func", rule).__code__
    assert plain.is_capture is plain.is_capture, "the twin is made once"


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has 0 rules no_such_rule"):
        _ = PlainRules(rules).no_such_rule
