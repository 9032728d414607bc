"""Record: a whole game as text or JSON, which replays under its version of the rules or names the reason why not.

    Game: bagh-chal:board=pulijudam
    Rules: 2
    Board: 5f0c2f7f0a1b9c3d
    Seat 0: Anna
    Seat 1: naadam
    Result: BC-10, seats 1, scores -1 1

    1. Ga5 Ba1b2
    2. Ge2 ...

A line `Start:` holds the one-line position of a game that did not begin at the start. `SeedHash:` and, when the game
is over, `Seed:` say where all its luck came from (core/randomness.py). The actions stand in their notation, a new
line each time the turn comes round, the numbers for the eye only. An action with a space in its notation, or one that
could be taken for something else, stands in double quotes. Before an action of another seat than the one to act
stands `2:`, before a step of chance `~`. Comments are in braces, variations in brackets (core/lines.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from naadam.core.errors import IllegalAction, NaadamError, RecordError
from naadam.core.game import Game
from naadam.core.lines import (
    INDENT,
    Comment,
    Step,
    Variation,
    check_line,
    is_text,
    line_to_json,
    read_comments,
    read_line,
    read_step,
    read_variations,
    write_comments,
    write_variations,
)
from naadam.core.outcome import Outcome
from naadam.core.registry import load
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import CORE

_HEADER = re.compile(r"([A-Z][A-Za-z]*(?: \d)?):(.*)")
_SEED = re.compile(r"[0-9A-Za-z_-]{1,128}")
_FILE = re.compile(r"[^\n:{]+\.(?:txt|json|naadam)")  # looks like a file's name
LARGEST_RECORD = 1 << 20


SEEDS = ("seed", "seed_hash")
OPTIONAL = {*SEEDS, "comments", "variations"}  # the keys of a record in JSON that may be missing


class Result(NamedTuple):
    """How the game ended, according to the record."""

    clause: str
    winners: tuple[int, ...]
    scores: tuple[float, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        return cls(outcome.clause, outcome.winners, outcome.scores)

    def __str__(self) -> str:
        return f"{self.clause}, seats {_join(self.winners)}, scores {_join(self.scores)}"


@dataclass(frozen=True)
class Record:
    """A game: header and actions. Reading one checks its form; `replay` checks every action of the game.

    Comments and variations surround the game that was played; `replay` leaves them out.
    """

    game: str  # the spec
    rules: int
    board: str  # its hash, "" for a game without a board file
    seats: tuple[str, ...]  # the player of the seat
    result: Result | None
    start: str | None  # a one-line position
    steps: tuple[Step, ...]
    seed: str | None = None  # of all chance, revealed when the game is over (core/randomness.py)
    seed_hash: str | None = None
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()

    def __post_init__(self) -> None:
        """RecordError unless everything can be written on lines and read again."""
        if any(word is not None and not _SEED.fullmatch(word) for word in (self.seed, self.seed_hash)):
            raise RecordError.of(CORE, "seed")
        for name in (self.game, self.board, *self.seats):
            if not is_text(name):
                raise RecordError.of(CORE, "one-line", text=repr(name))
        if self.start is not None and not (self.start and is_text(self.start)):
            raise RecordError.of(CORE, "start", text=repr(self.start))
        check_line(self.steps, self.comments, self.variations)

    # --- text ---

    def to_text(self) -> str:
        """The record as text: headers, an empty line, the actions by rounds."""
        lines = [f"Game: {self.game}", f"Rules: {self.rules}"]
        lines += [f"Board: {self.board}"] if self.board else []
        lines += [f"Seat {seat}: {name}" for seat, name in enumerate(self.seats)]
        lines += [f"Result: {self.result}"] if self.result else []
        lines += [f"Start: {self.start}"] if self.start else []
        lines += [f"SeedHash: {self.seed_hash}"] if self.seed_hash else []
        lines += [f"Seed: {self.seed}"] if self.seed else []
        return "\n".join([*lines, "", *self._rounds()]) + "\n"

    def _rounds(self) -> Iterator[str]:
        """The actions by rounds: a new one when the turn comes back to a lower seat. A variation has its own line."""
        comments, variations = write_comments(self.comments), write_variations(self.variations)
        if 0 in comments:
            yield comments[0]
        rounds: list[str] = []
        last = -1
        gap = " "
        for number, (step, seat) in enumerate(zip(self.steps, self._actors(), strict=True)):
            if not rounds or seat < last:
                rounds.append(f"{len(rounds) + 1}.")
                gap = " "
            last = last if seat == CHANCE else seat
            words = [str(step), comments[number + 1]] if number + 1 in comments else [str(step)]
            asides = [f"\n{INDENT}{variation}" for variation in variations.get(number, ())]
            rounds[-1] += gap + " ".join(words) + "".join(asides)
            gap = f"\n{INDENT}" if asides else " "
        yield from rounds

    def _actors(self) -> Iterator[int]:
        """The seat that acts at each step; a record from a text is replayed for it, and written even if the replay
        fails."""
        known = [step.actor for step in self.steps if step.actor is not None]
        if len(known) == len(self.steps):
            yield from known
            return
        try:
            states = list(self._play(self.load()))
        except NaadamError:
            states = []
        for index, step in enumerate(self.steps):
            turn = states[index].turn if index < len(states) else 0
            yield step.seat if step.seat is not None else turn or 0

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record; RecordError names the line that is wrong."""
        _check_size(text)
        head, _, body = text.replace("\r\n", "\n").strip().partition("\n\n")
        fields: dict[str, str] = {}
        for number, line in enumerate(head.split("\n"), 1):
            found = _HEADER.fullmatch(line)
            if not found or found[1] in fields:
                raise RecordError.of(CORE, "header", number=number, line=repr(line[:60]))
            fields[found[1]] = found[2].strip()
        count = sum(name.startswith("Seat ") for name in fields)
        main = read_line(body)
        try:
            record = cls(
                game=fields.pop("Game"),
                rules=_read_rules(fields.pop("Rules")),
                board=fields.pop("Board", ""),
                seats=tuple(fields.pop(f"Seat {seat}") for seat in range(count)),
                result=_read_result(fields.pop("Result", None)),
                start=fields.pop("Start", None),
                steps=main.steps,
                seed=fields.pop("Seed", None),
                seed_hash=fields.pop("SeedHash", None),
                comments=main.comments,
                variations=main.variations,
            )
        except KeyError as missing:
            raise RecordError.of(CORE, "header-missing", name=missing.args[0]) from None
        if fields:
            raise RecordError.of(CORE, "header-unknown", name=repr(next(iter(fields))))
        return record

    # --- JSON ---

    def to_json(self) -> str:
        """The record as JSON."""
        data = {
            "game": self.game,
            "rules": self.rules,
            "board": self.board,
            "seats": self.seats,
            "result": self.result._asdict() if self.result else None,
            "start": self.start,
            **line_to_json(self.steps, self.comments, self.variations),
            **{key: value for key in SEEDS if (value := getattr(self, key)) is not None},
        }
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record; RecordError names the key that is wrong."""
        _check_size(text)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise RecordError.of(CORE, "json") from None
        wanted = {"game", "rules", "board", "seats", "result", "start", "steps"}
        if not isinstance(data, dict) or set(data) - OPTIONAL != wanted:
            raise RecordError.of(CORE, "record-keys", keys=", ".join(sorted(wanted)))
        for key, good in (
            ("game", is_text(data["game"])),
            ("rules", type(data["rules"]) is int and 0 <= data["rules"] < 10**9),
            ("board", is_text(data["board"])),
            ("seats", type(data["seats"]) is list and all(map(is_text, data["seats"]))),
            ("start", data["start"] is None or (is_text(data["start"]) and data["start"] != "")),
            ("steps", type(data["steps"]) is list and all(map(is_text, data["steps"]))),
            ("result", data["result"] is None or _is_result(data["result"])),
            *((key, key not in data or type(data[key]) is str) for key in SEEDS),
        ):
            if not good:
                raise RecordError.of(CORE, "record-key", name=key)
        result = data["result"]
        return cls(
            game=data["game"],
            rules=data["rules"],
            board=data["board"],
            seats=tuple(data["seats"]),
            result=result and Result(result["clause"], tuple(result["winners"]), tuple(map(float, result["scores"]))),
            start=data["start"],
            steps=tuple(read_step(step) for step in data["steps"]),
            **{key: data[key] for key in SEEDS if key in data},
            comments=read_comments(data.get("comments", [])),
            variations=read_variations(data.get("variations", [])),
        )

    @classmethod
    def read(cls, text: str) -> Record:
        """A record from text or JSON, whichever it is."""
        _check_size(text)
        return cls.from_json(text) if text.lstrip().startswith("{") else cls.from_text(text)

    # --- replay ---

    def load(self) -> Game:
        """The game of the record; RecordError if it is no longer the one that was played."""
        if not isinstance(self, Record):  # called on the class, with the name of a file
            raise RecordError(f"Record.load gives the game of a record; naadam.read_record({self!r}) reads a file")
        try:
            game = load(self.game)
        except NaadamError as error:
            raise RecordError.of(CORE, "record-game", reason=error.text) from None
        if game.rules_version != self.rules:
            raise RecordError.of(CORE, "record-rules", theirs=self.rules, ours=game.rules_version)
        if game.board_hash != self.board:
            raise RecordError.of(CORE, "record-board", board=game.options.get("board"))
        if self.seats and len(self.seats) != game.seats:
            raise RecordError.of(CORE, "record-seats", seats=game.seats, found=len(self.seats))
        return game

    def replay(self) -> list[State]:
        """All states from the first to the last; RecordError says at which action it stops and why."""
        states = list(self._play(self.load()))
        outcome = states[-1].outcome
        if self.result is not None and self.result != (Result.of(outcome) if outcome else None):
            raise RecordError(f"the record says {self.result}, but the game is {outcome or 'not over'}")
        return states

    def _play(self, game: Game) -> Iterator[State]:
        try:
            state = game.position(self.start) if self.start else game.start()
        except NaadamError as error:
            raise RecordError(f"the start of the record: {error}") from None
        yield state
        for number, step in enumerate(self.steps, 1):
            try:
                state = state.apply(step.text, step.seat)
            except IllegalAction as error:
                raise RecordError(f"action {number}, {step}, is refused by {error}") from None
            except NaadamError as error:
                raise RecordError(f"action {number}: {error}") from None
            yield state


_CLAUSE = re.compile(r"[A-Z]+-[0-9]+")
_RESULT = re.compile(r"([A-Z]+-[0-9]+), seats ((?:[0-7](?: [0-7])*)?), scores (\S+(?: \S+)*)")
_SCORE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?")
LARGEST_SCORE = 1e15


def _read_rules(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise RecordError.of(CORE, "header-rules", text=repr(text[:60]))
    return int(text)


def _read_result(text: str | None) -> Result | None:
    if text is None:
        return None
    found = _RESULT.fullmatch(text)
    scores = found[3].split() if found else []
    if not found or not all(_SCORE.fullmatch(score) and _is_score(float(score)) for score in scores):
        raise RecordError.of(CORE, "header-result", text=repr(text[:60]))
    return Result(found[1], tuple(map(int, found[2].split())), tuple(map(float, scores)))


def _join(numbers: tuple[float, ...]) -> str:
    """The numbers in as few digits as say them exactly."""
    return " ".join(str(number).removesuffix(".0") for number in numbers)


def _is_score(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= LARGEST_SCORE


def _is_result(value: Any) -> bool:
    return (
        type(value) is dict
        and set(value) == {"clause", "winners", "scores"}
        and is_text(value["clause"])
        and _CLAUSE.fullmatch(value["clause"]) is not None
        and type(value["winners"]) is list
        and all(type(seat) is int and 0 <= seat < CHANCE for seat in value["winners"])
        and type(value["scores"]) is list
        and len(value["scores"]) > 0
        and all(map(_is_score, value["scores"]))
    )


def read_record(file: str | Path) -> Record:
    """The record in a file, as text or JSON; RecordError if it cannot be read."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{file}: not a text in UTF-8") from None
    except (TypeError, ValueError):
        raise RecordError(f"a file must be named by a path, not by {file!r}") from None
    return Record.read(text)


def _check_size(text: object) -> None:
    if isinstance(text, Path):
        raise RecordError(f"this is the name of a file, not a record: use naadam.read_record({str(text)!r})")
    if not isinstance(text, str):
        raise RecordError(f"a record must be a text, not {type(text).__name__}")
    if _FILE.fullmatch(text):
        raise RecordError(f"this is the name of a file, not a record: use naadam.read_record({text!r})")
    if len(text) > LARGEST_RECORD:
        raise RecordError.of(CORE, "record-size")
