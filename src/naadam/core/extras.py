"""Errors for a version of Python outside the bounds of Numba, and for an optional library that is not installed."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from naadam.core.errors import NaadamError

FIRST, LAST = (3, 11), (3, 14)  # versions of Python that the pinned version of Numba was tried with


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """NaadamError on a version of Python with which compiling was not tried: it uses private parts of Numba."""
    if not FIRST <= version <= LAST:
        first, last, here = (".".join(map(str, found)) for found in (FIRST, LAST, version))
        raise NaadamError(
            f"Naadam runs on Python {first} to {last}, not on {here}: Numba, which compiles the rules, sets the bound"
        )


class MissingExtra(NaadamError, ImportError):
    """A library is not installed; the text names the extra that brings it."""


def need(module: str, purpose: str, extra: str) -> Any:
    """The module, or MissingExtra in one line."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != module.split(".")[0]:
            raise
        raise MissingExtra(f"{purpose} needs {module}: pip install 'naadam[{extra}]'") from None
