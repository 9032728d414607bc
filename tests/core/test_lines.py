"""Comments and variations of records: text and JSON read back exactly, and errors are named."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.errors import RecordError
from naadam.core.lines import DEEPEST, Comment, Step, Variation
from naadam.core.records import Record

HASH = naadam.load("bagh-chal").board_hash
HEAD = f"Game: bagh-chal\nRules: 2\nBoard: {HASH}\nSeat 0: Anna\nSeat 1: Bela\n"
STUDY = f"""{HEAD}
{{Goats begin in the corner.}}
1. Ga3 {{The usual point.}} Ba1b2 {{Early.}}
   (Ba1a2 {{Slower.}} Gc1 (Ge1 Ba2a1) Be1d1)
   (Ba5a4)
2. Gc1 Bb2a1
   ({{Not this.}} Bb2b3)
3. Gb1
"""


def steps(*texts: str) -> tuple[Step, ...]:
    return tuple(Step(None, text) for text in texts)


def test_comments_stand_in_braces_and_variations_in_brackets() -> None:
    record = Record.from_text(STUDY)
    assert record.steps == steps("Ga3", "Ba1b2", "Gc1", "Bb2a1", "Gb1")
    assert record.comments == (
        Comment(0, "Goats begin in the corner."),
        Comment(1, "The usual point."),
        Comment(2, "Early."),
    )
    inner = Variation(1, steps("Ge1", "Ba2a1"))
    assert record.variations == (
        Variation(1, steps("Ba1a2", "Gc1", "Be1d1"), (Comment(1, "Slower."),), (inner,)),
        Variation(1, steps("Ba5a4")),
        Variation(3, steps("Bb2b3"), (Comment(0, "Not this."),)),
    )
    assert record.to_text() == STUDY


def test_the_replay_is_that_of_the_main_line() -> None:
    plain = Record.from_text(f"{HEAD}\n1. Ga3 Ba1b2\n2. Gc1 Bb2a1\n3. Gb1\n")
    assert Record.from_text(STUDY).replay() == plain.replay()
    assert plain.comments == ()
    assert plain.variations == ()


def test_json_has_the_keys_only_where_there_are_comments_and_variations() -> None:
    record = Record.from_text(f"{HEAD}\n1. Ga3 {{Good.}} (Gb1 (Gc1))\n")
    data = json.loads(record.to_json())
    assert data["comments"] == [[1, "Good."]]
    assert data["variations"] == [{"at": 0, "steps": ["Gb1"], "variations": [{"at": 0, "steps": ["Gc1"]}]}]
    assert Record.from_json(record.to_json()) == record
    assert not {"comments", "variations"} & set(json.loads(Record.from_text(f"{HEAD}\n1. Ga3\n").to_json()))


def test_layout_is_for_the_eye_only() -> None:
    record = Record.from_text(f"{HEAD}\n1. Ga3 {{two\n\n  lines}} {{and more}}2. Ba1b2 (Ba1a2 2. Gc1(Gd1)){{late}}")
    assert record.comments == (Comment(1, "two lines and more"), Comment(2, "late"))
    assert record.variations == (Variation(1, steps("Ba1a2", "Gc1"), (), (Variation(1, steps("Gd1")),)),)
    assert Record.from_text(record.to_text()) == record


def test_words_with_brackets_inside_are_read_as_before_there_were_variations() -> None:
    record = Record.from_text(f"{HEAD}\n1. f(x) a{{b}} c)\n")
    assert record.steps == steps("f(x)", "a{b}", "c)")
    assert record.to_text().endswith('"f(x)" "a{b}" "c)"\n')
    assert Record.from_text(record.to_text()) == record


# --- exactness ---

notations = st.sampled_from(["Ga3", "Ba1b2", "a b", "(", ")", "{", "}", "(a)", "{a}", "a)", "1.", "~", "2:x", ""])
step_lists = st.lists(st.builds(Step, st.none() | st.integers(0, 8), notations | st.text(max_size=6)), max_size=4)
words = st.lists(st.sampled_from(["good", '"', "(why?)", "1.", "Result:", "é", "…"]) | st.text(min_size=1), max_size=4)


@st.composite
def lines(draw: Any, depth: int = 0) -> tuple[tuple[Step, ...], tuple[Comment, ...], tuple[Variation, ...]]:
    """A line as it may be written, with some that may not."""
    own = tuple(draw(step_lists))
    places = sorted(draw(st.sets(st.integers(0, len(own)), max_size=3)))
    comments = tuple(Comment(at, " ".join(" ".join(draw(words)).split())) for at in places)
    variations = []
    if own and depth < 3:
        for at in sorted(draw(st.lists(st.integers(0, len(own) - 1), max_size=2))):
            variations.append(Variation(at, *draw(lines(depth + 1))))
    return own, comments, tuple(variations)


@settings(deadline=None, max_examples=300)
@given(lines())
def test_any_lines_are_refused_or_read_back_exactly(line: Any) -> None:
    own, comments, variations = line
    try:
        record = Record("caravan", 1, "", (), None, None, own, comments=comments, variations=variations)
    except RecordError:
        return
    text, data = record.to_text(), record.to_json()
    for again in (Record.from_text(text), Record.from_json(data)):
        assert again == record
        assert (again.to_text(), again.to_json()) == (text, data)


pieces = st.sampled_from(["(", ")", "{", "}", " ", "\n", '"', "Ga3", "1.", "{x}", "(Gb1)", "~", "2:"])


@settings(deadline=None, max_examples=300)
@given(st.lists(pieces | st.text(max_size=3), max_size=20))
def test_any_body_is_refused_or_becomes_a_text_that_reads_back_exactly(parts: list[str]) -> None:
    try:
        record = Record.from_text(HEAD + "\n1. " + "".join(parts))
    except RecordError:
        return
    text = record.to_text()
    assert Record.from_text(text) == record
    assert Record.from_text(text).to_text() == text
    assert Record.from_json(record.to_json()) == record


# --- errors ---


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("1. Ga3 {never closed", "'never closed' is not a comment"),
        ("1. Ga3 {}", "is not a comment"),
        ("1. Ga3 {a {b} c}", "is not a comment"),
        ("(Gb1) 1. Ga3", "no action before this variation"),
        ("1. Ga3 ((Gb1))", "no action before this variation"),
        ("1. Ga3 ()", "a variation has no action"),
        ("1. Ga3 ({only words})", "a variation has no action"),
        ("1. Ga3 )", "closes no variation"),
        ("1. Ga3 (Gb1))", "closes no variation"),
        ("1. Ga3 (Gb1", "without a closing bracket: 1"),
        ("1. Ga3 (Gb1 (Gc1)", "without a closing bracket: 1"),
        ("1. Ga3 (Gb1 (Gc1", "without a closing bracket: 2"),
        ('1. Ga3 (Gb1 "x)', "is not an action"),
        ("1. Ga3 " + "(Gb1 " * (DEEPEST + 1), "more than 30 deep"),
    ],
)
def test_what_is_wrong_in_a_text_is_named(body: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        Record.from_text(f"{HEAD}\n{body}")


@pytest.mark.parametrize("sign", ["(", ")", "{", "}", "{x}", "(a ", "Ga3 (Gb1) "])
def test_a_hostile_text_is_read_or_refused_quickly(sign: str) -> None:
    with contextlib.suppress(RecordError):
        Record.from_text(f"{HEAD}\n1. Ga3 " + sign * (900_000 // len(sign)))


def nested(depth: int) -> dict[str, Any]:
    line: dict[str, Any] = {"at": 0, "steps": ["Ga3"]}
    for _ in range(depth - 1):
        line = {"at": 0, "steps": ["Ga3"], "variations": [line]}
    return line


ANYTHING: list[Any] = [None, "x", {}, [1], [{}]]
WRONG: list[tuple[str, Any, str]] = [
    *(("comments", value, "^comments: ") for value in ANYTHING[:-1]),
    *(("comments", value, "^comments: ") for value in ([["a", 0]], [[True, "a"]], [[0]])),
    *(("comments", [[0, text]], "is not a comment") for text in ("", " a", "a\nb", "a  b", "{", "}")),
    *(("comments", value, "no place") for value in ([[-1, "a"]], [[2, "a"]], [[1, "a"], [0, "b"]])),
    ("comments", [[0, "a"], [0, "b"]], "no place"),
    *(("variations", value, "^variations: ") for value in (*ANYTHING, [{"at": 0}])),
    ("variations", [{"at": True, "steps": ["Gb1"]}], "^variations: "),
    ("variations", [{"at": 0, "steps": ["Gb1"], "more": 1}], "^variations: "),
    ("variations", [{"at": 0, "steps": "Gb1"}], "^variations: "),
    ("variations", [{"at": 0, "steps": ["a b"]}], "is not an action"),
    ("variations", [{"at": 0, "steps": []}], "has no action"),
    ("variations", [{"at": 1, "steps": ["Gb1"]}], "no place"),
    ("variations", [{"at": -1, "steps": ["Gb1"]}], "no place"),
    ("variations", [nested(DEEPEST + 1)], "more than 30 deep"),
    ("variations", [nested(300)], "more than 30 deep"),
]


@pytest.mark.parametrize(("key", "value", "reason"), WRONG)
def test_what_is_wrong_in_json_is_named(key: str, value: Any, reason: str) -> None:
    data = json.loads(Record.from_text(f"{HEAD}\n1. Ga3\n").to_json())
    with pytest.raises(RecordError, match=reason):
        Record.from_json(json.dumps(data | {key: value}))


def test_variations_may_be_as_deep_as_the_limit() -> None:
    data = json.loads(Record.from_text(f"{HEAD}\n1. Ga3\n").to_json()) | {"variations": [nested(DEEPEST)]}
    record = Record.from_json(json.dumps(data))
    assert Record.from_text(record.to_text()) == record
