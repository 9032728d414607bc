"""Work that splits: a list of jobs, each a pure function of its arguments, and its result."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import naadam
from naadam.core.game import Game


@dataclass(frozen=True)
class Done:
    """The result of a job, as plain data for JSON. The same job gives the same `result`, on any process and at any
    time.

    `measured` has the values that differ from run to run, such as seconds.
    """

    result: Any
    measured: Mapping[str, Any] = field(default_factory=dict)
    cpu: float = 0.0  # processor seconds that it took, filled in by the pool


def is_never(_: Done) -> bool:
    return False


@dataclass(frozen=True)
class Work:
    """Jobs: `function` of shared arguments and of one item each. Seeds are among these.

    A result for which `again` is true is not final, such as that of a server that was down: a run that is taken up
    does its job once more.

    `title` is plain data with all that decides the results, all but their number: two works with the same title have
    the same results, up to the length of the shorter one. So a work can be taken up again with more items.
    """

    title: Mapping[str, Any]
    function: Callable[[Any, Any], Done]  # workers must be able to import it
    common: Any
    items: Sequence[Any]
    again: Callable[[Done], bool] = is_never


def make_title(kind: str, game: Game, **settings: Any) -> dict[str, Any]:
    """The title of a kind of work on a game: the versions of Naadam and of the rules, the board, and the settings."""
    return {
        "work": kind,
        "naadam": naadam.__version__,
        "game": game.spec,
        "rules": game.rules_version,
        "board": game.board_hash,
        **settings,
    }


def do(work: Work, number: int) -> bytes:
    """Do one job; its result is a line of a results file."""
    return carry_out(work.function, work.common, number, work.items[number])


def carry_out(function: Callable[[Any, Any], Done], common: Any, number: int, item: Any) -> bytes:
    """The same where the work as a whole is not at hand."""
    begin = time.process_time()
    done = function(common, item)
    line = {"job": number, "result": done.result, "measured": dict(done.measured)}
    return write_line(line | {"cpu": round(time.process_time() - begin, 6)})


def write_line(data: Mapping[str, Any]) -> bytes:
    """A line of a results file, always the same for the same data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> tuple[int, Done]:
    """The number of a job and its result; ValueError, KeyError or TypeError if the line is damaged."""
    data = json.loads(line)
    return int(data["job"]), Done(data["result"], dict(data["measured"]), float(data["cpu"]))


def digest(results: Iterable[Done]) -> str:
    """SHA-256 over the results, in their order: equal for two runs exactly if every byte of their results is."""
    found = hashlib.sha256()
    for done in results:
        found.update(write_line({"result": done.result}))
    return found.hexdigest()
