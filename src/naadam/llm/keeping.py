"""Parts of a dataset that are kept in a folder as they are finished, so that a run that was stopped goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import naadam
from naadam.core.errors import NaadamError
from naadam.llm.exact import Exact
from naadam.llm.questions import Question

One = TypeVar("One", Question, Exact)


def keep(
    folder: Path | None, kind: type[One], settings: Mapping[str, Any], make: Callable[[], Iterable[One]]
) -> list[One]:
    """The rows that a folder keeps for these settings; else they are made, and kept whole or not at all."""
    if folder is None:
        return list(make())
    key = json.dumps({"kind": kind.__name__, "naadam": naadam.__version__, **settings}, sort_keys=True)
    file = folder / f"{kind.__name__.lower()}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.exists():
            return [kind(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
        rows: list[One] = list(make())
        lines = [key, *(json.dumps(asdict(row), ensure_ascii=False) for row in rows)]
        unfinished = file.with_suffix(".part")
        unfinished.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        unfinished.replace(file)
    except OSError as error:
        raise NaadamError(f"{folder} cannot be written: {error.strerror}") from None
    return rows
