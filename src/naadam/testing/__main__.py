"""`python -m naadam.testing SPEC...`: run the conformance suite from the command line."""

from __future__ import annotations

import sys

from naadam.core.registry import load
from naadam.testing.conformance import check_game

for spec in sys.argv[1:]:
    check_game(load(spec))
    print(f"{spec}: conforms")
