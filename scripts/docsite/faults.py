"""The faults that the tests of the conformance suite plant, as a table in Markdown."""

from __future__ import annotations

import importlib
import re
import sys

from docsite.links import ROOT

PLANTED = ROOT / "tests" / "conformance"


def fault_table() -> str:
    """A row for every planted fault: the game, the file that is changed, and the words of the complaint."""
    sys.path.insert(0, str(PLANTED))
    try:
        faults = importlib.import_module("planted").FAULTS
    finally:
        sys.path.remove(str(PLANTED))
    lines = ["| fault | game, file | complaint |", "|---|---|---|"]
    lines += [f"| {each.name} | {each.game}, `{each.file}` | {readable(each.words)} |" for each in faults]
    return "\n".join(lines)


def readable(words: str) -> str:
    """A regular expression as text."""
    shown = re.sub(r"\.\*|\\d\+", "…", words).replace("\\", "")
    return ", or: ".join(shown.split("|"))
