"""Records: a game as text and JSON that reads back exactly and replays, or says why not."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core.history import History
from naadam.core.lines import Step
from naadam.core.records import Result

BAGH_CHAL = naadam.load("bagh-chal")
HASH = BAGH_CHAL.board_hash


def play(spec: str, seed: int, most: int = 10_000, seats: tuple[str, ...] = ()) -> History:
    """A game, or its first actions, played at random, any waiting seat first."""
    rng = random.Random(seed)
    history = History(naadam.load(spec).start(), seats)
    while history.state.waiting and len(history.steps) < most:
        seat = rng.choice(history.state.waiting)
        history.play(rng.choice(history.state.actions(seat)))
    return history


def short_game() -> naadam.Record:
    history = History(BAGH_CHAL.start(), ("Anna", "Bela"))
    for move in ("Ga3", "Ba1b2", "Gc1", "Bb2a1", "Gb1"):
        history.play(move)
    return history.record()


TEXT = f"""Game: bagh-chal
Rules: 2
Board: {HASH}
Seat 0: Anna
Seat 1: Bela

1. Ga3 Ba1b2
2. Gc1 Bb2a1
3. Gb1
"""

CARAVAN = """Game: caravan:players=2
Rules: 1
Result: CV-6, seats 0, scores 2 1

1. ~"deal 4" ~"deal 7" 1:"bid 1"
2. "bid 1" ~"lot 1" stop
3. let "bid 0" "bid 2" take stop
4. challenge "bid 3" "bid 0"
5. take take stop let
"""


# --- the text of a record ---


def test_the_record_of_a_history_is_written_without_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    history = History(naadam.load("bagh-chal").start())
    for move in ("Ga3", "Ba1b2", "Gc1"):
        history.play(move)
    record = history.record()
    assert naadam.Record.read(record.to_text()).to_text() == record.to_text()
    monkeypatch.setattr(naadam.Record, "_play", lambda *_: pytest.fail("it was replayed"))
    assert record.to_text().endswith("\n\n1. Ga3 Ba1b2\n2. Gc1\n")


def test_a_record_is_a_header_and_the_actions_by_rounds() -> None:
    assert short_game().to_text() == TEXT
    assert naadam.Record.from_text(TEXT) == short_game()


def test_steps_of_chance_and_of_other_seats_are_marked_and_spaces_quoted() -> None:
    record = naadam.Record.from_text(CARAVAN)
    assert record.steps[1:6] == (
        Step(8, "deal 7"),
        Step(1, "bid 1"),
        Step(None, "bid 1"),
        Step(8, "lot 1"),
        Step(None, "stop"),
    )
    history = History(naadam.load("caravan:players=2").start())
    for step in record.steps:
        history.play(step.text, step.seat)
    assert history.record() == record
    assert history.record().to_text() == CARAVAN
    assert record.replay() == history.states


def test_a_record_is_also_json() -> None:
    data = json.loads(short_game().to_json())
    assert data == {
        "game": "bagh-chal",
        "rules": 2,
        "board": HASH,
        "seats": ["Anna", "Bela"],
        "result": None,
        "start": None,
        "steps": ["Ga3", "Ba1b2", "Gc1", "Bb2a1", "Gb1"],
    }


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "spec",
    [
        "bagh-chal",
        "bagh-chal:rules=classic,heroes=true",
        "bagh-chal:board=pulijudam",
        "caravan:players=2",
        "caravan:players=4,teams=true",
        "caravan:players=8",
    ],
)
def test_text_and_json_read_back_exactly_and_replay(spec: str, seed: int) -> None:
    history = play(spec, seed)
    record = history.record()
    assert record.result is not None
    for again in (naadam.Record.from_text(record.to_text()), naadam.Record.from_json(record.to_json())):
        assert again == record
        assert again.to_text() == record.to_text()
        assert again.to_json() == record.to_json()
        assert again.replay() == history.states
    assert naadam.Record.read(record.to_text()) == naadam.Record.read("\n " + record.to_json()) == record


def test_a_game_may_begin_at_a_position() -> None:
    position = BAGH_CHAL.position("B3B/5/2G2/5/B3B B 19 0")
    history = History(position)
    history.play("Ba1b2")
    record = history.record()
    assert record.start == position.position
    assert f"Start: {position.position}\n" in record.to_text()
    for again in (naadam.Record.from_text(record.to_text()), naadam.Record.from_json(record.to_json())):
        assert again == record
        assert again.replay() == history.states


def test_a_game_of_no_actions_is_a_record_too() -> None:
    for seats in ((), ("", ""), ("Anna", "")):
        record = History(BAGH_CHAL.start(), seats).record()
        assert naadam.Record.from_text(record.to_text()) == record
        assert record.replay() == [BAGH_CHAL.start()]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"\n\n{text}\n\n",
        lambda text: text.replace("2. ", "\n17.  \t"),
        lambda text: text.replace("1. ", "").replace("2. ", "").replace("3. ", "").replace("\n", " \n"),
        lambda text: text + "4.",
        lambda text: text.replace("Ga3", '"Ga3"'),
        lambda text: text.replace("Ga3 ", "0:Ga3\n"),
        lambda text: text.replace("Rules: 2", "Rules:2"),
    ],
)
def test_layout_and_numbers_are_for_the_eye_only(change: Any) -> None:
    text = change(TEXT).replace(" \n \n", "\n\n")
    record = naadam.Record.from_text(text)
    assert [step.text for step in record.steps] == ["Ga3", "Ba1b2", "Gc1", "Bb2a1", "Gb1"]
    assert record.seats == ("Anna", "Bela")
    assert record.replay() == short_game().replay()


def test_a_record_that_does_not_replay_is_written_all_the_same() -> None:
    for game in ("bagh-chal", "chess", "bagh-chal:board=gone.toml"):
        record = naadam.Record(game, 7, "", ("A",), None, None, (Step(None, "Zz"), Step(3, "no move"), Step(8, "")))
        assert naadam.Record.from_text(record.to_text()) == record
        assert naadam.Record.from_json(record.to_json()) == record


# --- exactness ---

awkward = st.sampled_from(
    ["", " ", "~x", "2:x", "1.", "~", "12:", "a b", "a\tb", "\x85", "\u2028", "a\rb", '"', "\n", "\0"]
)


@settings(deadline=None)
@given(st.lists(st.text() | awkward, min_size=2, max_size=2))
def test_any_names_are_refused_or_read_back_exactly(names: list[str]) -> None:
    try:
        record = naadam.Record("bagh-chal", 1, HASH, tuple(names), None, None, (Step(None, "Ga3"),))
    except naadam.RecordError:
        return
    assert naadam.Record.from_text(record.to_text()) == record
    assert naadam.Record.from_json(record.to_json()) == record


@settings(deadline=None)
@given(st.lists(st.tuples(st.none() | st.integers(0, 8), st.text() | awkward), max_size=4))
def test_any_steps_are_refused_or_read_back_exactly(steps: list[tuple[int | None, str]]) -> None:
    try:
        record = naadam.Record("caravan", 1, "", (), None, None, tuple(Step(*step) for step in steps))
    except naadam.RecordError:
        return
    assert naadam.Record.from_text(record.to_text()) == record
    assert naadam.Record.from_json(record.to_json()) == record


@given(
    st.lists(st.floats(-1e15, 1e15) | st.sampled_from([1 / 3, 1e-7, -0.5, 1e15, 0.1 + 0.2]), min_size=1, max_size=8),
    st.sets(st.integers(0, 7)),
)
def test_any_scores_read_back_exactly(scores: list[float], winners: set[int]) -> None:
    result = Result("XY-12", tuple(sorted(winners)), tuple(scores))
    record = naadam.Record("caravan", 1, "", (), result, None, ())
    assert naadam.Record.from_text(record.to_text()) == record
    assert naadam.Record.from_json(record.to_json()) == record


def test_a_name_cannot_forge_a_header() -> None:
    with pytest.raises(naadam.RecordError, match="is not one line of text"):
        History(BAGH_CHAL.start(), ("A\nResult: BC-10, seats 1, scores -1 1", "B")).record()


# --- texts that are not records ---


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: ''"),
        ("\n\n\n", "line 1"),
        ("Ga3 Ba1b2", "line 1: 'Ga3 Ba1b2' is not a header"),
        ("Game: bagh-chal", "the header Rules is missing"),
        ("Rules: 2", "the header Game is missing"),
        ("game: bagh-chal\nRules: 2", "line 1: 'game: bagh-chal' is not a header"),
        ("Game: bagh-chal\nGame: bagh-chal\nRules: 2", "line 2: 'Game: bagh-chal' is not a header .*twice"),
        ("Game: bagh-chal\nRules: 2\n1. Ga3", "line 3: '1. Ga3' is not a header"),
        ("Game: bagh-chal\nRules: 2\nEvent: Naadam", "there is no header 'Event'"),
        ("Game: bagh-chal\nRules: one", "the header Rules: 'one' is not a number"),
        ("Game: bagh-chal\nRules:", "the header Rules: '' is not a number"),
        *((f"Game: bagh-chal\nRules: {rules}", "the header Rules") for rules in ("-1", "1.0", "1_0", "+1")),
        *((f"Game: bagh-chal\nRules: {rules}", "the header Rules") for rules in ("١", "²", "9" * 5000)),
        ("Game: bagh-chal\nRules: 2\nSeat 0: A\nSeat 2: C", "the header Seat 1 is missing"),
        ("Game: bagh-chal\nRules: 2\nSeat 1: B", "the header Seat 0 is missing"),
        ("Game: bagh-chal\nRules: 2\nSeat 9: B", "the header Seat 0 is missing"),
        ("Game: bagh-chal\nRules: 2\nSeat: B", "there is no header 'Seat'"),
        ("Game: bagh-chal\nRules: 2\nStart:", "is not a position on one line"),
        *(
            (f"Game: bagh-chal\nRules: 2\nResult: {result}", "the header Result: .* is not a result")
            for result in (
                "",
                "draw",
                "BC-10",
                "BC-10, seats 1",
                "BC-10, seats 1, scores",
                "BC-10, seats 1, scores x",
                "BC-10, seats 1, scores nan 1",
                "BC-10, seats 1, scores inf 1",
                "BC-10, seats 1, scores 1e999",
                "BC-10, seats 1, scores " + "9" * 5000,
                "BC-10, seats 1, scores -1  1",
                "BC-10, seats 8, scores -1 1",
                "BC-10, seats 12, scores -1 1",
                "BC-10, seats " + "9" * 5000 + ", scores -1 1",
                "BC-10, seats -1, scores -1 1",
                "bc-10, seats 1, scores -1 1",
                "BC-10, seats 1, scores -1 1.",
                "BC-١, seats 1, scores -1 1",
            )
        ),
        ('Game: bagh-chal\nRules: 2\n\n1. "Ga3', "is not an action"),
        ('Game: bagh-chal\nRules: 2\n\n1. Ga3"', "is not an action"),
        ('Game: bagh-chal\nRules: 2\n\n1. "Ga3"Ba1b2', "is not an action"),
        ('Game: bagh-chal\nRules: 2\n\n1. "Ga3\nBa1b2"', "is not an action"),
        ("\ufeffGame: bagh-chal\nRules: 2", "line 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_text_is_named(text: str, reason: str) -> None:
    with pytest.raises(naadam.RecordError, match=reason):
        naadam.Record.from_text(text)
    with pytest.raises(naadam.RecordError):
        naadam.Record.read(text)


@pytest.mark.parametrize("text", [None, 5, True, b"Game: bagh-chal\nRules: 2", b"{}", ["x"], {"game": "bagh-chal"}])
def test_a_record_is_a_text(text: Any) -> None:
    for read in (naadam.Record.read, naadam.Record.from_text, naadam.Record.from_json):
        with pytest.raises(naadam.RecordError, match="a record must be a text, not"):
            read(text)


def test_a_record_that_is_too_large_is_refused() -> None:
    large = TEXT + " Ga3" * (1 << 18)
    for read in (naadam.Record.read, naadam.Record.from_text, naadam.Record.from_json):
        with pytest.raises(naadam.RecordError, match="larger than a record can be"):
            read(large)


@pytest.mark.parametrize(
    "body", ["9" * 500_000, " " * 500_000 + '"', '"' + "x" * 500_000, "1." * 250_000, "~" * 500_000]
)
def test_a_hostile_text_is_read_or_refused_at_once(body: str) -> None:
    try:
        record = naadam.Record.from_text(TEXT + body)
    except naadam.RecordError:
        return
    with pytest.raises(naadam.RecordError, match="action 6"):
        record.replay()


# --- JSON that is not a record ---


def changed(**parts: Any) -> str:
    return json.dumps(json.loads(short_game().to_json()) | parts)


def result(**parts: Any) -> dict[str, Any]:
    return {"clause": "BC-10", "winners": [1], "scores": [-1, 1], **parts}


def cases(key: str, *values: Any) -> list[tuple[str, Any]]:
    """A wrong value of a key each."""
    return [(key, value) for value in values]


def result_cases(part: str, *values: Any) -> list[tuple[str, Any]]:
    """A result with a wrong part each."""
    return cases("result", *(result(**{part: value}) for value in values))


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"x"', "{}", "1", "{" * 100_000, "[" * 100_000, "9" * 5000, '{"game": 1}']
)
def test_what_is_not_json_of_a_record_is_refused(text: str) -> None:
    with pytest.raises(naadam.RecordError):
        naadam.Record.from_json(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *cases("game", None, 1, True, ["bagh-chal"], "two\nlines", " bagh-chal"),
        *cases("rules", None, "1", 1.0, True, [1], -1, 10**9),
        *cases("board", None, 1, ["x"], "x\n"),
        *cases("seats", None, "Anna", {}, [1, 2], ["A", None], ["A\nB", "C"], ["A\rB", "C"], ["A ", "B"]),
        *cases("start", 1, True, [], "", "x\ny"),
        *cases("steps", None, "Ga3", {}, [1], [None], [["Ga3"]], ["Ga3\n"]),
        *cases("result", True, "draw", [], {}, 1, result(more=1)),
        *result_cases("clause", None, 10, "", "x", "BC-10 ", "BC-10\n", "BC-١"),
        *result_cases("winners", None, 1, "1", [True], ["1"], [-1], [8], [1.0], [[1]]),
        *result_cases("scores", None, 1, [], [True], ["1"], [None], [10**400], [-(10**16)]),
        *result_cases("scores", [float("nan")], [float("inf")], [-float("inf")]),
    ],
)
def test_a_wrong_key_of_json_is_named(key: str, value: Any) -> None:
    with pytest.raises(naadam.RecordError, match=f"^{key}: "):
        naadam.Record.from_json(changed(**{key: value}))


@pytest.mark.parametrize(
    "step", ["", " ", "1.", "a b", '"a', 'a"b', '"a" b', ' "a"', "Ga3 Ba1b2", "~", '""x', '"a\u2028b"']
)
def test_a_wrong_step_of_json_is_refused_or_is_a_step(step: str) -> None:
    try:
        record = naadam.Record.from_json(changed(steps=[step]))
    except naadam.RecordError:
        return
    assert len(record.steps) == 1
    assert naadam.Record.from_text(record.to_text()) == record
    assert step == "~"


def test_missing_and_unknown_keys_of_json_are_refused_with_all_that_there_are() -> None:
    data = json.loads(short_game().to_json())
    for key in data:
        with pytest.raises(
            naadam.RecordError, match="must have exactly the keys board, game, result, rules, seats, start, steps"
        ):
            naadam.Record.from_json(json.dumps({name: value for name, value in data.items() if name != key}))
    with pytest.raises(naadam.RecordError, match="must have exactly the keys board, game"):
        naadam.Record.from_json(changed(event="Naadam"))


# --- replay ---


def record_of(*steps: str, **parts: Any) -> naadam.Record:
    return naadam.Record.from_json(changed(steps=list(steps), **parts))


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (("Ga1",), "action 1, Ga1, is refused by BC-4: You cannot put a goat on a1"),
        (("Ga3", "Ba1b2", "Gb2"), "action 3, Gb2, is refused by BC-4"),
        (("Ga3", "Gb3"), "action 2, Gb3, is refused by BC-3: It is the other side’s turn"),
        (("Ga3", "what"), "action 2: 'what' is not a move"),
        (("Ga3", '"Ba1 b2"'), "action 2: 'Ba1 b2' is not a move"),
        (("Ga3", '""'), "action 2: '' is not a move"),
        (("5:Ga3",), "action 1: .*seat"),
        (("1:Ga3",), "action 1: Ga3 is an action of seat 0, not of seat 1"),
        (("~Ga3",), "action 1: Ga3 is an action of seat 0, not of seat 8"),
        (("~a3",), "action 1, ~a3, is refused by BC-3"),
        (("9:a3",), "action 1: there is no seat 9"),
    ],
)
def test_a_replay_stops_at_the_action_that_is_refused(steps: tuple[str, ...], reason: str) -> None:
    with pytest.raises(naadam.RecordError, match=reason):
        record_of(*steps).replay()


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"rules": 1}, "played by version 1 of the rules; this is version 2"),
        ({"board": ""}, "played on another board than bagh-chal now is"),
        ({"board": HASH.upper()}, "played on another board than bagh-chal now is"),
        ({"seats": ["Anna"]}, "there are 2 seats, not 1"),
        ({"seats": ["A", "B", "C"]}, "there are 2 seats, not 3"),
        ({"game": "chess"}, "cannot be loaded: unknown game 'chess'"),
        ({"game": ""}, "cannot be loaded: unknown game ''"),
        ({"game": "bagh-chal:rules=none"}, "cannot be loaded: option rules must be"),
        ({"game": "bagh-chal:board=gone.toml"}, r"cannot be loaded: gone\.toml: there is no such file"),
        ({"game": 'bagh-chal:board="\\u0000.toml"'}, "cannot be loaded: .*no file can have this name"),
        ({"game": "caravan", "rules": 1, "board": "", "seats": []}, "action 1: 'Ga3' is no action"),
        ({"game": "bagh-chal:board=" + " " * 9999 + '"'}, "cannot be loaded"),
        ({"start": "nowhere"}, "the start of the record: A position must have rows"),
        ({"start": "B3B/5/5/5/B3B B 20 0"}, "action 1, Ga3, is refused by BC-3"),
        ({"result": result()}, r"the record says BC-10, seats 1, scores -1 1, but the game is not over"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_why(parts: dict[str, Any], reason: str) -> None:
    record = record_of("Ga3", "Ba1b2", **parts)
    assert naadam.Record.from_text(record.to_text()) == record
    with pytest.raises(naadam.RecordError, match=reason):
        record.replay()


@pytest.mark.parametrize(
    "wrong",
    [
        {"clause": "BC-11"},
        {"winners": [0]},
        {"winners": [0, 1]},
        {"winners": []},
        {"scores": [1, -1]},
        {"scores": [-1]},
    ],
)
def test_a_result_that_is_not_the_games_is_refused(wrong: dict[str, Any]) -> None:
    history = play("bagh-chal", 1)
    data = json.loads(history.record().to_json())
    assert naadam.Record.from_json(json.dumps(data)).replay()
    data["result"] |= wrong if data["result"] | wrong != data["result"] else {"clause": "BC-12"}
    with pytest.raises(naadam.RecordError, match=r"the record says .*, but the game is .*BC-"):
        naadam.Record.from_json(json.dumps(data)).replay()


def test_a_result_may_be_left_out() -> None:
    history = play("bagh-chal", 1)
    data = json.loads(history.record().to_json()) | {"result": None}
    assert naadam.Record.from_json(json.dumps(data)).replay() == history.states


def test_actions_after_the_end_are_refused_by_its_clause() -> None:
    record = play("bagh-chal", 1).record()
    assert record.result is not None
    more = naadam.Record.from_text(record.to_text() + " Ga3")
    with pytest.raises(
        naadam.RecordError, match=f"action {len(more.steps)}, Ga3, is refused by {record.result.clause}"
    ):
        more.replay()


# --- anything ---

SAMPLES = [TEXT, CARAVAN]
pieces = st.sampled_from(
    ["", "\n", "\n\n", '"', "~", "1:", "9:", "1.", "Game: ", "Seat 0: x\n", "Result: ", "Start: x\n", "\0"]
)


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), pieces | st.text(max_size=5)), max_size=4),
)
def test_any_text_is_a_record_or_a_record_error(text: str, changes: list[tuple[float, int, str]]) -> None:
    for where, length, new in changes:
        place = int(where * len(text))
        text = text[:place] + new + text[place + length :]
    try:
        record = naadam.Record.read(text)
    except naadam.RecordError:
        return
    assert naadam.Record.from_text(record.to_text()) == record
    assert naadam.Record.from_json(record.to_json()) == record
    with contextlib.suppress(naadam.RecordError):
        record.replay()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | pieces | st.just(10**400),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.just("clause"), inner, max_size=3)
    ),
)
keys = st.sampled_from(["game", "rules", "board", "seats", "result", "start", "steps", "more"])
results = st.fixed_dictionaries({"clause": anything | st.just("BC-10"), "winners": anything, "scores": anything})
specs = st.builds("bagh-chal:{}={}".format, st.sampled_from(["board", "rules", "heroes"]), st.text(max_size=6))


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(keys, anything | results | specs | st.lists(st.text(max_size=6), max_size=3), max_size=3))
def test_any_json_is_a_record_or_a_record_error(parts: dict[str, Any]) -> None:
    try:
        record = naadam.Record.read(changed(**parts))
    except naadam.RecordError:
        return
    assert naadam.Record.from_text(record.to_text()) == record
    assert naadam.Record.from_json(record.to_json()) == record
    with contextlib.suppress(naadam.RecordError):
        record.replay()
