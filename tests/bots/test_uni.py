"""The protocol uni, spoken by Naadam's own engine: every line is answered as docs/uni.md says."""

from __future__ import annotations

import json
import queue
import random
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naadam
from naadam.bots import ExternalEngine
from naadam.bots.budget import Budget
from naadam.bots.uni.engine import UniEngine
from naadam.bots.uni.online import OnlineBot
from naadam.bots.uni.protocol import Order, WordsError, read_go, read_info, write_go
from naadam.core.errors import PositionError
from naadam.core.view import View


class Talk:
    """A conversation with an engine in this process."""

    def __init__(self, *lines: str, level: int = 5) -> None:
        self.said: queue.Queue[str] = queue.Queue()
        self.engine = UniEngine(self.said.put, level)
        for line in lines:
            self.engine.hear(line)
        self.ready()

    def ready(self) -> list[str]:
        """All that is said until the engine is ready."""
        self.engine.hear("isready")
        return self.until("readyok")[:-1]

    def until(self, word: str, timeout: float = 120.0) -> list[str]:
        lines = [self.said.get(timeout=timeout)]
        while lines[-1].split()[0] != word:
            lines.append(self.said.get(timeout=timeout))
        return lines

    def ask(self, line: str) -> list[str]:
        """The answer to a line that starts no thought."""
        self.engine.hear(line)
        return self.ready()

    def think(self, line: str) -> list[str]:
        self.engine.hear(line)
        return self.until("bestmove")


@pytest.fixture(scope="module")
def talk() -> Talk:
    return Talk("newgame bagh-chal")


def test_the_handshake_tells_name_options_and_games() -> None:
    said = Talk().ask("uni")
    assert said[0] == f"id name Naadam {naadam.__version__}"
    assert "option name level type spin default 5 min 1 max 5" in said
    assert "game bagh-chal" in said
    assert said[-1] == "uniok"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "error there is no command 'dance'"),
        ("newgame chess", "error unknown game 'chess'"),
        ("newgame", "error unknown game ''; the games are"),
        ("position", "error A position must have rows"),
        ("position nonsense", "error A position must have rows"),
        ("position start moves Gc3 hello", "error"),
        ('position start moves "Gc3', "error"),
        ("position start moves Ba1b1", "refused BC-3 "),
        ("position start moves Gc3 Ba1d1", "refused BC-5 No line leads from a1 to d1"),
        ("go seconds", "error go: seconds cannot be read"),
        ("go seconds -1", "error go: seconds -1 cannot be read"),
        ("go nodes 0", "error nodes of a budget must be a number above 0"),
        ("go nodes 99999999999999999999", "error go: nodes"),
        ("go fast", "error go: there is no 'fast'"),
        ("go depth 1 depth 2", "error go: depth stands there twice"),
        ("go seat 7", "error there is no seat 7"),
        ("go seat 1", "error seat 1 is not to act"),
        ("go clock 5 seat 0 increment x", "error go: increment x cannot be read"),
        ("setoption name level value 9", "error setoption: level is a number from 1 to 5"),
        ("setoption name colour value red", "error setoption: name level or seed"),
        ("view nonsense", "error this is not JSON"),
        ("view {}", "error a view in JSON must have exactly"),
    ],
)
def test_what_is_wrong_is_answered_and_changes_nothing(talk: Talk, line: str, answer: str) -> None:
    talk.ask("position start moves Gb2 Bxa1c3")
    (said,) = talk.ask(line)
    assert said.startswith(answer)
    assert talk.ask("moves")[0].startswith("moves Ga1 Gb1 Gc1 Gd1")


def test_nothing_can_be_asked_before_a_game() -> None:
    talk = Talk()
    for line in ("position start", "go nodes 10", "moves", "view {}"):
        assert talk.ask(line) == ["error there is no game yet; say newgame first"]


@settings(max_examples=150, deadline=None)
@example(line="uni")
@given(line=st.one_of(st.text(max_size=60), st.sampled_from(["position start moves ", "view ", "go ", "setoption "])))
def test_no_line_breaks_it(talk: Talk, line: str) -> None:
    if not line.strip().startswith(("go", "quit")):
        assert len(talk.ask(line)) <= len(talk.ask("uni"))  # which names everything the engine knows


def test_it_finds_a_capture_and_tells_its_thoughts(talk: Talk) -> None:
    talk.ask("newgame bagh-chal")
    talk.ask("position start moves Gb2")
    *thoughts, best = talk.think("go depth 3")
    assert best == "bestmove Bxa1c3"
    assert all(line.startswith("info depth ") and " line Bxa1c3" in line for line in thoughts[-1:])


def test_the_same_nodes_give_the_same_answer() -> None:
    answers = {Talk("newgame bagh-chal", "position start moves Gc3").think("go nodes 3000")[-1] for _ in range(2)}
    assert len(answers) == 1


def test_it_stops_within_50_ms_and_answers(talk: Talk) -> None:
    talk.ask("newgame bagh-chal")
    took = []
    for go in ("go infinite", "go seconds 60", "go clock 3600 3600 increment 9", "go infinite"):
        talk.engine.hear(go)
        time.sleep(0.2)
        talk.engine.hear("isready")
        talk.until("readyok")
        begin = time.monotonic()
        talk.engine.hear("stop")
        assert talk.until("bestmove")[-1].startswith("bestmove G")
        took.append(time.monotonic() - begin)
    assert min(took) < 0.05  # now and then the machine is busy with other things
    assert talk.ask("stop") == []


def test_while_it_thinks_only_stop_and_isready_are_followed(talk: Talk) -> None:
    talk.ask("newgame bagh-chal")
    talk.engine.hear("go infinite")
    for line in ("go nodes 1", "position start", "newgame bagh-chal", "setoption name level value 1"):
        talk.engine.hear(line)
        assert talk.until("error")[-1].endswith("not while thinking; say stop first")
    talk.engine.hear("stop")
    talk.until("bestmove")


def test_a_game_that_is_over_has_no_move(talk: Talk) -> None:
    over = naadam.load("bagh-chal").playout(naadam.load("bagh-chal").start(), 2)
    assert talk.ask("newgame bagh-chal") == []
    assert talk.ask(f"position {over.position}") == []
    assert talk.ask("go nodes 10") == ["error the game is over"]


def test_a_level_looks_no_further_than_it_should() -> None:
    talk = Talk("newgame bagh-chal", "setoption name level value 4")
    talk.ask("position start moves Gc3")
    *thoughts, _ = talk.think("go seconds 20")
    assert {int(line.split()[2]) for line in thoughts} <= {1, 2, 3, 4, 5, 6}


# --- views, where something is hidden ---


def test_a_game_that_hides_something_is_played_from_views() -> None:
    talk = Talk("newgame caravan:players=2")
    assert talk.ask("position start") == ["error position: caravan hides something from its seats; give a view"]
    assert talk.ask("go nodes 10") == ["error there is no position yet; give a view"]
    state = naadam.load("caravan:players=2").start().resolve(random.Random(1)).apply("bid 1", 0)
    assert talk.ask(f"view {state.view(1).to_json()}") == []
    assert talk.ask("moves") == ['moves "bid 0" "bid 1" "bid 2" "bid 3"']
    assert talk.think("go nodes 300")[-1].startswith('bestmove "bid ')
    assert talk.ask("go seat 0 nodes 5") == ["error this is the view of seat 1, not of seat 0"]


def test_views_go_through_json_and_tell_nothing_else() -> None:
    for spec in ("bagh-chal", "caravan"):
        game = naadam.load(spec)
        state = game.start().resolve(random.Random(2))
        for _ in range(8):
            if not state.waiting:
                break
            for seat in range(game.seats):
                view = state.view(seat)
                assert View.from_json(view.to_json(), game) == view
                assert view.complete(5).view(seat).to_json() == view.to_json()
            state = state.apply(state.actions()[0]).resolve(random.Random(2))


def test_a_view_that_nobody_can_have_is_refused() -> None:
    game = naadam.load("caravan")
    view = game.start().resolve(random.Random(1)).view(0)
    good = json.loads(view.to_json())
    for key, value in (
        ("seat", True),
        ("seat", 3),
        ("view", good["view"] | {"waiting": 99}),
        ("view", good["view"] | {"cards": [5, 5, 5, 0, 0, 0, 0, 0]}),
        ("view", good["view"] | {"cards": [1, 2]}),
        ("view", good["view"] | {"coins": [1000, 0, 0, 0, 0, 0, 0, 0]}),
        ("view", {}),
        ("actions", ["take"]),
    ):
        with pytest.raises((PositionError, naadam.SeatError)):
            View.from_json(json.dumps(good | {key: value}), game)


# --- the words ---


def test_orders_are_written_and_read_the_same() -> None:
    for order in (
        Order(),
        Order(1, Budget(seconds=0.25, nodes=100, depth=3)),
        Order(None, Budget(), (60.0, 59.5), 2.0),
        Order(infinite=True),
    ):
        assert read_go(write_go(order).removeprefix("go")) == order


def test_a_clock_is_spread_over_the_game_and_never_overrun() -> None:
    assert Order(clock=(60.0, 3.0)).for_seat(0).seconds == pytest.approx(2.0)
    assert (Order(clock=(0.2, 1.0), increment=5.0).for_seat(0).seconds or 1) <= 0.1
    assert (Order(clock=(0.0, 1.0)).for_seat(0).seconds or 1) <= 0.001
    with pytest.raises(WordsError):
        Order(clock=(1.0,)).for_seat(1)


def test_an_info_line_may_hold_anything() -> None:
    assert read_info("depth 3 nodes 9 value -0.5 wins -4 line a b") == (
        {"depth": 3, "nodes": 9, "value": -0.5, "wins": -4},
        "a b",
    )
    for text in ("string hello", "", "depth", "value x line y"):
        assert read_info(text) is None


# --- the program ---


def test_the_program_serves_and_bears_anything() -> None:
    lines = b"uni\n\xff\xfe\n" + b"x" * (1 << 21) + b"\n\n\0\nnewgame bagh-chal\nmoves\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "naadam", "engine", "--level", "2"], input=lines, capture_output=True, timeout=100
    )
    said = done.stdout.decode().splitlines()
    assert done.returncode == 0, done.stderr
    assert "uniok" in said
    assert "error a line is a text in UTF-8" in said
    assert "error a line has 1048576 bytes at most" in said
    assert any(line.startswith("moves Gb1") for line in said)
    assert done.stderr == b""


# --- docs/uni.md ---

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "uni.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_conversation_in_the_document_is_true() -> None:
    """`...` stands for any lines, or for any part of a line."""
    engine = subprocess.Popen(
        [sys.executable, "-m", "naadam", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    with engine:
        skipping = False
        for line in block("uni").splitlines():
            if line.startswith("> "):
                engine.stdin.write(line[2:] + "\n")
                engine.stdin.flush()
            elif line == "...":
                skipping = True
            else:
                pattern = re.escape(line).replace(r"\.\.\.", ".*")
                said = engine.stdout.readline().rstrip()
                while skipping and said[:8] not in ("", "bestmove") and not re.fullmatch(pattern, said):
                    said = engine.stdout.readline().rstrip()
                assert re.fullmatch(pattern, said)
                skipping = False
    assert engine.returncode == 0


def test_the_engine_in_the_document_plays(tmp_path: Path) -> None:
    script = tmp_path / "dice.py"
    script.write_text(block("python engine"), encoding="utf-8")
    assert len(block("python engine").splitlines()) < 25
    state = naadam.load("bagh-chal").start()
    with ExternalEngine(shlex.join([sys.executable, str(script)])) as engine:
        for _ in range(4):
            assert state.turn is not None
            state = state.apply(engine.choose(state.view(state.turn), Budget(seconds=20.0)))
        assert engine.name == "Dice"


def test_an_idle_bot_stays_connected() -> None:
    class Idle:
        """A connection on which nothing comes but the answers to pings, which the library handles."""

        def __init__(self) -> None:
            self.sent: list[str] = []

        def send(self, text: str) -> None:
            self.sent.append(text)

        def recv(self, timeout: float | None = None) -> str:
            if timeout is not None:
                raise TimeoutError
            raise EOFError  # the server has closed it

    idle = Idle()
    bot = OnlineBot("http://naadam.example", "token", "engine", 1.0, {"at_once": 1}, lambda _: None)
    with pytest.raises(EOFError):
        bot._converse(idle)  # type: ignore[arg-type]
    assert json.loads(idle.sent[0])["type"] == "hello"
    bot.close()
