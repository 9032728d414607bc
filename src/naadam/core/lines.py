"""Lines of actions in records: steps with comments and variations, as text and JSON.

    Ga3 {The usual corner.} Ba1b2
       (Ba1a2 {Slower.} Gc1 (Ge1))
    Gc1

A comment belongs to the action before it, or to the start of its line. A variation replaces the action before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from naadam.core.errors import RecordError
from naadam.core.seats import CHANCE
from naadam.core.texts import CORE

# At the top, words are read as before there were variations: a bracket inside one belongs to it.
_TOKEN = re.compile(r'\s*(?:\d+\.|((?:\d:|~)?)(?:"([^"\n]*)"|([^\s"]+)))(?=\s|$)')
_INNER_TOKEN = re.compile(r'\s*(?:\d+\.|((?:\d:|~)?)(?:"([^"\n]*)"|([^\s"()]+)))(?=[\s()]|$)')
_BARE = re.compile(r'(?!\d+:|~|\d+\.$)[^\s"(){}]+')  # a notation that needs no quotes
_SPACE = re.compile(r"\s*")
DEEPEST = 30  # variations in variations
INDENT = "   "


@dataclass(frozen=True)
class Step:
    """An action of a record: the seat where it is not the one to act, CHANCE for chance, and the notation."""

    seat: int | None
    text: str
    actor: int | None = field(default=None, compare=False)  # the seat that acted, if known without a replay

    def __str__(self) -> str:
        mark = "" if self.seat is None else "~" if self.seat == CHANCE else f"{self.seat}:"
        return mark + (self.text if _BARE.fullmatch(self.text) else f'"{self.text}"')


class Comment(NamedTuple):
    """A comment after so many actions of its line."""

    at: int
    text: str


@dataclass(frozen=True)
class Variation:
    """Actions in place of a line's action number `at`, counted from 0, and of all that followed it."""

    at: int
    steps: tuple[Step, ...]
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()


def check_line(
    steps: Sequence[Step], comments: Sequence[Comment], variations: Sequence[Variation], depth: int = 0
) -> None:
    """RecordError unless a line can be written and read again."""
    for step in steps:
        if '"' in step.text or not is_text(str(step)):
            raise RecordError.of(CORE, "step", text=repr(step.text))
    last = -1
    for at, text in comments:
        if not _is_comment(text):
            raise RecordError.of(CORE, "comment", text=repr(text[:60]))
        if not last < at <= len(steps):
            raise RecordError.of(CORE, "comment-place", number=at)
        last = at
    last = 0
    for variation in variations:
        if depth >= DEEPEST:
            raise RecordError.of(CORE, "variation-depth", most=DEEPEST)
        if not last <= variation.at < len(steps):
            raise RecordError.of(CORE, "variation-place", number=variation.at)
        if not variation.steps:
            raise RecordError.of(CORE, "variation-empty")
        last = variation.at
        check_line(variation.steps, variation.comments, variation.variations, depth + 1)


def is_text(value: Any) -> bool:
    """Whether it is one line, without spaces around it."""
    return type(value) is str and value == value.strip() and len(value.splitlines()) <= 1


def _is_comment(text: str) -> bool:
    return text != "" and "{" not in text and "}" not in text and text == " ".join(text.split())


# --- text ---


def write_comments(comments: Sequence[Comment]) -> dict[int, str]:
    """The comments as they are written, by the number of actions before them."""
    return {at: f"{{{text}}}" for at, text in comments}


def write_variations(variations: Sequence[Variation]) -> dict[int, list[str]]:
    """The variations as they are written, by the number of the action that they replace."""
    written: dict[int, list[str]] = {}
    for variation in variations:
        written.setdefault(variation.at, []).append(f"({' '.join(_words(variation))})")
    return written


def _words(line: Variation) -> Iterator[str]:
    comments, variations = write_comments(line.comments), write_variations(line.variations)
    if 0 in comments:
        yield comments[0]
    for number, step in enumerate(line.steps):
        yield str(step)
        if number + 1 in comments:
            yield comments[number + 1]
        yield from variations.get(number, ())


def read_steps(body: str) -> Iterator[Step]:
    """The actions of a text without variations; RecordError names the first word that is not an action."""
    end = 0
    body = body.rstrip()
    while end < len(body):
        step, end = _read_token(_TOKEN, body, end)
        if step is not None:
            yield step


@dataclass
class _Line:
    """A line that is being read."""

    at: int
    steps: list[Step] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)

    def finish(self) -> Variation:
        comments = tuple(Comment(at, " ".join(texts)) for at, texts in self.comments.items())
        return Variation(self.at, tuple(self.steps), comments, tuple(self.variations))


def read_line(body: str) -> Variation:
    """The main line of a text with all comments and variations; RecordError names what is wrong."""
    body = body.rstrip()
    lines, end = [_Line(0)], 0
    while end < len(body):
        begin = _SPACE.match(body, end).end()  # type: ignore[union-attr]
        sign, line = body[begin], lines[-1]
        if sign == "{":
            end = body.find("}", begin) + 1
            text = " ".join(body[begin + 1 : end - 1].split())
            if not end or not _is_comment(text):
                raise RecordError.of(CORE, "comment", text=repr(body[begin + 1 : begin + 41]))
            line.comments.setdefault(len(line.steps), []).append(text)
        elif sign == "(":
            if not line.steps:
                raise RecordError.of(CORE, "variation-first", text=repr(body[begin : begin + 40]))
            if len(lines) > DEEPEST:
                raise RecordError.of(CORE, "variation-depth", most=DEEPEST)
            lines.append(_Line(len(line.steps) - 1))
            end = begin + 1
        elif sign == ")":
            if len(lines) == 1:
                raise RecordError.of(CORE, "variation-close", text=repr(body[max(0, begin - 39) : begin + 1].strip()))
            if not line.steps:
                raise RecordError.of(CORE, "variation-empty")
            lines.pop()
            lines[-1].variations.append(line.finish())
            end = begin + 1
        else:
            step, end = _read_token(_TOKEN if len(lines) == 1 else _INNER_TOKEN, body, begin)
            if step is not None:
                line.steps.append(step)
    if len(lines) > 1:
        raise RecordError.of(CORE, "variation-open", number=len(lines) - 1)
    return lines[0].finish()


def _read_token(pattern: re.Pattern[str], body: str, end: int) -> tuple[Step | None, int]:
    """The next action and where it ends; no action for a number that is only for the eye."""
    token = pattern.match(body, end)
    if token is None:
        raise RecordError.of(CORE, "action", text=repr(body[end : end + 40].strip()))
    if token[2] is None and token[3] is None:
        return None, token.end()
    return _step(token[1], token[2] if token[2] is not None else token[3]), token.end()


def read_step(text: str) -> Step:
    """A single action; RecordError if the text is not one."""
    token = _TOKEN.fullmatch(text)
    if token is None or (token[2] is None and token[3] is None):
        raise RecordError.of(CORE, "action", text=repr(text[:40]))
    return _step(token[1], token[2] if token[2] is not None else token[3])


def _step(mark: str, text: str) -> Step:
    return Step(None if not mark else CHANCE if mark == "~" else int(mark[:-1]), text)


# --- JSON ---


def line_to_json(steps: Sequence[Step], comments: Sequence[Comment], variations: Sequence[Variation]) -> dict[str, Any]:
    """A line as values of JSON; comments and variations only where there are some."""
    data: dict[str, Any] = {"steps": [str(step) for step in steps]}
    if comments:
        data["comments"] = [list(comment) for comment in comments]
    if variations:
        data["variations"] = [
            {"at": each.at, **line_to_json(each.steps, each.comments, each.variations)} for each in variations
        ]
    return data


def read_comments(data: Any) -> tuple[Comment, ...]:
    """The comments of a line in JSON."""
    if type(data) is not list or not all(_is_pair(pair) for pair in data):
        raise RecordError.of(CORE, "record-key", name="comments")
    return tuple(Comment(at, text) for at, text in data)


def _is_pair(pair: Any) -> bool:
    return type(pair) is list and len(pair) == 2 and type(pair[0]) is int and type(pair[1]) is str


def read_variations(data: Any, depth: int = 1) -> tuple[Variation, ...]:
    """The variations of a line in JSON."""
    if type(data) is not list:
        raise RecordError.of(CORE, "record-key", name="variations")
    if data and depth > DEEPEST:
        raise RecordError.of(CORE, "variation-depth", most=DEEPEST)
    return tuple(_read_variation(each, depth) for each in data)


def _read_variation(data: Any, depth: int) -> Variation:
    if (
        type(data) is not dict
        or not {"at", "steps"} <= set(data) <= {"at", "steps", "comments", "variations"}
        or type(data["at"]) is not int
        or type(data["steps"]) is not list
        or not all(map(is_text, data["steps"]))
    ):
        raise RecordError.of(CORE, "record-key", name="variations")
    return Variation(
        data["at"],
        tuple(read_step(step) for step in data["steps"]),
        read_comments(data.get("comments", [])),
        read_variations(data.get("variations", []), depth + 1),
    )
