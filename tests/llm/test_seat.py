"""A model's seat in arena, league and over uni: attempts, feedback, forfeits, and a stub that misbehaves."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest
from stub_model import Messages, stub_model

import naadam
from naadam.bots.arena import Contest, fixtures
from naadam.bots.arena.games import play
from naadam.bots.by_name import named
from naadam.lab import run_contest
from naadam.llm.engine import ModelEngine
from naadam.llm.play import is_forfeit, make_contest, sum_up
from naadam.llm.seat import Forfeit, ModelSeat, make_seat

GAME = "bagh-chal:rules=classic"


def position_in(messages: Messages) -> naadam.State:
    """The position that a prompt shows, read from its notation."""
    found = re.search(r"in notation: (.+)", messages[1]["content"])
    assert found
    return naadam.load(GAME).position(found[1])


def legal(messages: Messages) -> str:
    """Some legal action, as a model would answer."""
    state = position_in(messages)
    return f"Let me think.\nMOVE: {random.Random(len(messages)).choice(state.actions())}"


def seat(url: str, settings: str = "") -> ModelSeat:
    return make_seat(f"{url}#stub,retries=0,wait=0{settings}", naadam.load(GAME))


def start() -> naadam.State:
    return naadam.load(GAME).start()


@pytest.mark.parametrize(
    ("feedback", "reads"),
    [
        ("bare", "Ga1 is illegal. Choose"),
        ("clause", "Ga1 is illegal by BC-4. Choose"),
        ("sentence", "Ga1 is illegal by BC-4: "),
    ],
)
def test_feedback_says_as_much_as_its_mode(feedback: str, reads: str) -> None:
    heard: list[Messages] = []

    def answer(messages: Messages, number: int) -> str:
        heard.append(messages)
        return "MOVE: Ga1" if number == 1 else "MOVE: Gc3"

    with stub_model(answer) as url:
        bot = seat(url, f",feedback={feedback}")
        assert str(bot.choose(start().view(0))) == "Gc3"
    assert len(heard) == 2
    said = heard[1][-1]["content"]
    assert said.startswith(reads)
    assert ("BC-4" in said) == (feedback != "bare")
    assert ("empty" in said or "occupied" in said or "stands" in said) == (feedback == "sentence")
    counted = bot.account
    assert (counted["turns"], counted["attempts"], counted["illegal"]) == (1, 2, 1)
    assert (counted["repaired"], counted["repaired_illegal"], counted["wrong_first"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("", "missing"),
        ("I refuse.", "missing"),
        ("rant\n" * 1000, "missing"),
        ("MOVE: Zz9", "unreadable"),
        ("MOVE: Ga1", "illegal"),
    ],
)
def test_a_model_that_never_gives_a_legal_action_forfeits(answer: str, kind: str) -> None:
    with stub_model(lambda _m, _n: answer) as url:
        bot = seat(url, ",attempts=2")
        with pytest.raises(Forfeit, match="2 attempts"):
            bot.choose(start().view(0))
    assert bot.account[kind] == 2
    assert bot.account["forfeits"] == 1
    assert bot.account["repaired"] == 0


@pytest.mark.parametrize("trouble", [500, None, b"no JSON"])
def test_a_server_that_fails_is_a_forfeit_too(trouble: int | bytes | None) -> None:
    with stub_model(lambda _m, _n: trouble) as url, pytest.raises(Forfeit):
        seat(url).choose(start().view(0))


def test_a_slow_model_is_given_up_when_the_budget_is_over() -> None:
    with stub_model(lambda _m, _n: 5.0) as url:
        bot = seat(url)
        begin = time.monotonic()
        with pytest.raises(Forfeit):
            bot.choose(start().view(0), naadam.bots.Budget(seconds=0.2))
        assert time.monotonic() - begin < 2


def test_prompts_of_the_arena_have_the_history_and_no_list_of_moves() -> None:
    heard: list[Messages] = []

    def answer(messages: Messages, _: int) -> str:
        heard.append(messages)
        return legal(messages)

    with stub_model(answer) as url:
        contest = Contest(GAME, (f"llm:{url}#stub", "random"), games=2, opening=2)
        game = play(contest, fixtures(contest)[0])
    assert not game.failed
    steps = naadam.Record.from_text(game.record).steps
    asked = heard[5][1]["content"]
    told = re.search(r"## What has happened so far\n(.*?)\n\n", asked, re.DOTALL)
    assert told
    actions = [line.split(": ")[1].split(" ")[0] for line in told[1].split("\n")]
    assert actions == [step.text for step in steps[: len(actions)]]
    assert len(actions) >= 8
    assert game.accounts[0]["turns"] == game.moves[0] == len(heard)
    assert game.accounts[1] is None


def test_a_contest_sums_up_conduct_strength_and_usage(tmp_path: Path) -> None:
    def answer(messages: Messages, number: int) -> str:
        if len(messages) > 2 or number % 3 == 2:
            return legal(messages)
        return "MOVE: Ga1b9" if number % 3 else "MOVE: a1e5"  # unreadable, and illegal for both sides

    results = tmp_path / "results.jsonl"
    with stub_model(answer) as url:
        contest = make_contest(GAME, f"{url}#stub,attempts=2", "clause", ("random",), 4, 0, 2, 50)
        played = list(run_contest(contest, workers=1, results=results))
        found = sum_up(contest, played, "clause")
        assert json.loads(json.dumps(found)) == found
        conduct = found["conduct"]
        assert conduct["turns"] > 20
        assert found["repair_rate"]["right"] == found["repair_rate"]["of"] == conduct["wrong_first"] > 0
        assert found["illegal_rate"]["right"] == conduct["illegal"] > 0
        assert conduct["unreadable"] > 0
        assert found["usage"]["requests"] == conduct["attempts"]
        assert found["usage"]["prompt_tokens"] == 7 * conduct["attempts"]
        assert [one["name"] for one in found["ratings"]].count("random") == 1
        again = list(run_contest(contest, workers=1, results=results))
    assert sum_up(contest, again, "clause") == found, "a finished run is read from its file"


def test_forfeits_are_counted_apart_from_strength() -> None:
    with stub_model(lambda _m, _n: "MOVE: nonsense") as url:
        contest = make_contest(GAME, f"{url}#stub", "bare", ("random",), 2, 0, 2, 50)
        played = list(run_contest(contest, workers=1))
    assert all(map(is_forfeit, played))
    found = sum_up(contest, played, "bare")
    assert found["forfeits"]["share"] == 1
    assert found["ratings_without_forfeits"] == []


def test_a_dialect_is_played_in() -> None:
    def answer(messages: Messages, _: int) -> str:
        text = messages[0]["content"] + messages[1]["content"]
        assert "goat" not in text.lower()
        examples = text.split("## Notation\n")[1]
        put = next(line for line in examples.split("\n") if ": Put a " in line)
        return f"MOVE: {put.split(':')[0]}"

    with stub_model(answer) as url:
        action = seat(url, ",dialect=4").choose(start().view(0))
    assert str(action).startswith("G")


@pytest.mark.parametrize(
    "text", ["llm:x", "llm:http://a#b,attempts=0", "llm:http://a#b,feedback=loud", "llm:http://a#b,language=de"]
)
def test_a_seat_that_is_written_otherwise_is_refused(text: str) -> None:
    with pytest.raises(naadam.NaadamError):
        named(text, naadam.load(GAME))


def heard_from(engine_lines: list[str], *wanted: str) -> str:
    """Wait for a line with one of these first words."""
    for _ in range(500):
        for line in engine_lines:
            if line.split(" ")[0] in wanted:
                return line
        time.sleep(0.01)
    raise AssertionError(engine_lines)


def test_a_model_speaks_uni_for_a_table_in_the_page() -> None:
    with stub_model(lambda messages, _: legal(messages)) as url:
        said: list[str] = []
        engine = ModelEngine(said.append, f"{url}#stub")
        for line in ("uni", f"newgame {GAME}", "isready", "position start moves Gb2", "go seconds 5"):
            assert engine.hear(line)
        best = heard_from(said, "bestmove")
        assert {"uniok", "readyok", "game bagh-chal"} <= set(said)
        assert start().apply("Gb2").refusal(best.partition(" ")[2]) is None
        assert not engine.hear("quit")


def test_a_model_that_is_too_slow_answers_stop_with_an_error() -> None:
    with stub_model(lambda _m, _n: 3.0) as url:
        said: list[str] = []
        engine = ModelEngine(said.append, f"{url}#stub,retries=0")
        for line in (f"newgame {GAME}", "position start", "go", "stop"):
            engine.hear(line)
        assert heard_from(said, "error") == "error the model has not answered yet"


def test_at_tables_with_secrets_the_history_is_that_of_the_own_actions() -> None:
    """A table with secrets sends views only."""
    game = naadam.load("khan")
    heard: list[Messages] = []

    def answer(messages: Messages, number: int) -> str:
        heard.append(messages)
        return "MOVE: yurt d7" if number == 1 else "MOVE: yurt g7"

    with stub_model(answer) as url:
        said: list[str] = []
        engine = ModelEngine(said.append, f"{url}#stub")
        state = game.start().resolve(random.Random(0))
        seat = state.waiting[0]
        engine.hear("newgame khan")
        for move in ("yurt d7", "yurt g7"):
            said.clear()
            engine.hear(f"view {state.view(seat).to_json()}")
            engine.hear(f"go seat {seat} seconds 20")
            assert heard_from(said, "bestmove", "error") == f'bestmove "{move}"'
            state = state.apply(move, seat)
            while seat not in state.waiting:
                state = state.apply(state.actions(state.waiting[0])[0], state.waiting[0])
    assert "What has happened so far" not in heard[0][1]["content"]
    history = heard[1][1]["content"].partition("## What has happened so far\n")[2].partition("\n\n")[0]
    assert re.fullmatch(r"\w+: yurt d7 \(.+\)", history), history
