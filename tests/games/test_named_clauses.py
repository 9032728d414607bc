"""The names that the rules have for refusals and ends are those of the sentences in the texts, no more and no fewer."""

from __future__ import annotations

from importlib import import_module

import pytest

import naadam
from naadam.core.contract import WORDING


@pytest.mark.parametrize("name", ["bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut"])
def test_every_sentence_has_one_name_in_the_rules(name: str) -> None:
    rulebook = naadam.load(name).rulebook
    names = vars(import_module(f"{rulebook.rules.__name__}.clauses"))
    codes = sorted(code for key, code in names.items() if key.isupper() and key != "WORDING")
    keys = (key.partition(".") for key in rulebook.texts.sections("en")["refusals"])
    assert codes == sorted(int(clause) + WORDING * int(wording or 0) for clause, _, wording in keys)
