"""The error for an optional library that is not installed, with the extra that installs it."""

from __future__ import annotations

import importlib
from typing import Any

from naadam.core.errors import NaadamError


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
