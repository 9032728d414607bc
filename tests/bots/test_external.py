"""Engines of others: a fault of theirs is one clear error, harms nothing, and the next game goes on."""

from __future__ import annotations

import random
import shlex
import sys
import time
from pathlib import Path

import pytest

import naadam
from naadam.bots import Budget, EngineError, ExternalEngine, Thought, named
from naadam.bots.budget import Stopped
from naadam.bots.uni import registered
from naadam.bots.uni.route import find_route
from naadam.core.errors import SpecError
from naadam.core.game import Game

SCRIPT = Path(__file__).parent / "engine_that.py"
SOON = Budget(seconds=20.0)  # a bound only: these engines answer immediately


def command(fault: str, *more: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), fault, *more])


@pytest.fixture
def game() -> Game:
    return naadam.load("bagh-chal")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration of the tests' own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(registered, "engines_file", lambda: tmp_path / "naadam" / "engines.toml")
    return tmp_path


def lives(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_an_engine_plays_game_after_game(game: Game) -> None:
    thoughts: list[Thought] = []
    with ExternalEngine(command("works")) as engine:
        for _ in range(2):
            state = game.start()
            for _ in range(6):
                assert state.turn is not None
                action = engine.choose(state.view(state.turn), SOON, thoughts.append)
                assert action in state.actions()
                state = state.apply(action).apply(state.apply(action).actions()[-1])
        assert engine.name == "Test engine"
        assert engine.games == ("bagh-chal",)
        assert thoughts[0].value == 0.5
        assert [str(action) for action in thoughts[0].line] == ["Gb1"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crashes", "has ended (code 1): out of cheese"),
        ("hangs", "has not answered within"),
        ("talks", "talks without end"),
        ("never-ends-a-line", "has written a line of more than 65536 bytes"),
        ("closes", "has closed its output"),
        ("complains", "says: error I do not feel like it"),
        ("cheats", "has played Ga1, which is refused by BC-4"),
        ("babbles", "has played what is no move"),
    ],
)
def test_a_fault_is_one_clear_error_and_the_process_is_ended(fault: str, words: str, game: Game) -> None:
    with ExternalEngine(command(fault), grace=0.4) as engine:
        engine.start()
        assert engine._process is not None
        pid = engine._process.pid
        with pytest.raises(EngineError) as error:
            engine.choose(game.start().view(0), Budget(seconds=0.2 if fault == "hangs" else 30.0))
        assert words in str(error.value)
        assert "Test engine" in str(error.value)
        assert not lives(pid)


def test_an_engine_that_failed_is_started_anew(game: Game, tmp_path: Path) -> None:
    """Here it crashes the first time only."""
    first = tmp_path / "first"
    script = f"import os, sys; first = {str(first)!r}\nsys.argv[1] = 'works' if os.path.exists(first) else 'crashes'\n"
    script += f"open(first, 'w').close(); exec(open({str(SCRIPT)!r}).read())"
    with ExternalEngine(shlex.join([sys.executable, "-c", script, "-"])) as engine:
        with pytest.raises(EngineError):
            engine.choose(game.start().view(0), SOON)
        assert engine.choose(game.start().view(0), SOON) in game.start().actions()


def test_its_children_are_ended_with_it(game: Game, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    engine = ExternalEngine(command("has-children", str(note)), grace=0.3)
    with pytest.raises(EngineError, match="has not answered"):
        engine.choose(game.start().view(0), Budget(seconds=3.0))
    child = int(note.read_text())
    for _ in range(50):
        if not lives(child):
            break
        time.sleep(0.02)
    assert not lives(child)


def test_a_process_ends_when_nobody_holds_its_engine(game: Game) -> None:
    engine = ExternalEngine(command("works"))
    engine.start()
    assert engine._process is not None
    pid = engine._process.pid
    del engine
    assert not lives(pid)


def test_what_does_not_speak_uni_is_no_engine() -> None:
    with pytest.raises(EngineError, match=r"does not say uniok within 0\.3 s"):
        ExternalEngine(command("mute"), handshake=0.3).start()
    with pytest.raises(EngineError, match="cannot be started"):
        ExternalEngine("there-is-no-such-program").start()
    with pytest.raises(EngineError, match="has ended"):
        ExternalEngine(shlex.join([sys.executable, "-c", "1"])).start()
    with pytest.raises(SpecError, match="not a command line"):
        ExternalEngine("'unclosed")


def test_a_thought_can_be_given_up(game: Game) -> None:
    engine = ExternalEngine(command("hangs"))
    engine.start()
    begin = time.monotonic()
    with pytest.raises(Stopped):
        engine.choose(game.start().view(0), Budget(seconds=30.0), cancelled=lambda: time.monotonic() - begin > 0.3)
    assert time.monotonic() - begin < 3.0
    engine.close()


def test_a_game_that_it_does_not_play_is_refused_at_once() -> None:
    view = naadam.load("caravan").start().resolve(random.Random(1)).view(0)
    with pytest.raises(EngineError, match="does not play caravan; it plays bagh-chal"):
        ExternalEngine(command("works")).choose(view)


def test_the_engine_is_told_how_the_game_came_about(game: Game) -> None:
    state = game.start().apply("Gc3")
    route, is_new = find_route(state.view(1), None)
    assert is_new
    assert route.line(state.view(1)) == "position start moves Gc3"
    own = next(action for action in state.actions() if str(action) == "Ba1b1")
    state = state.apply(own).apply("Gb2")
    route, is_new = find_route(state.view(1), route.after(own))
    assert not is_new
    assert route.line(state.view(1)) == "position start moves Gc3 Ba1b1 Gb2"
    assert find_route(game.start().view(0), route)[1]


def test_a_position_from_nowhere_is_told_as_a_position(game: Game) -> None:
    state = game.position("B3B/1G1G1/2G2/1G1G1/B3B B 15 0")
    route, _ = find_route(state.view(1), None)
    assert route.line(state.view(1)) == f"position {state.position}"


# --- registered by name ---


def test_engines_are_registered_listed_and_removed(game: Game, config: Path) -> None:
    assert registered.engines() == {}
    registered.add("test-engine", command("works"))
    assert registered.engines() == {"test-engine": (command("works"), ("bagh-chal",))}
    bot = named("engine:test-engine", game)
    assert bot.choose(game.start().view(0), SOON) in game.start().actions()
    with pytest.raises(SpecError, match="registered already"):
        registered.add("test-engine", command("works"))
    registered.remove("test-engine")
    assert registered.engines() == {}
    with pytest.raises(SpecError, match="no engine 'test-engine' is registered"):
        named("engine:test-engine", game)


def test_nothing_is_registered_that_does_not_work(config: Path) -> None:
    for name, line in (("mute", "false"), ("Bad Name", command("works")), ("lines", "a\nb")):
        with pytest.raises(naadam.NaadamError):
            registered.add(name, line)
    assert registered.engines() == {}


def test_a_damaged_file_is_named(config: Path) -> None:
    file = registered.engines_file()
    file.parent.mkdir()
    for text in ("[x", "x = 1", "[x]\ncommand = 3", "[x]\ncommand = 'a'\nother = 1", "[x]\ncommand = 'a'\ngames = 'b'"):
        file.write_text(text)
        with pytest.raises(SpecError, match=r"engines\.toml"):
            registered.engines()


def test_a_command_line_names_an_engine_too_but_not_for_guests(game: Game) -> None:
    assert isinstance(named(f"engine:{command('works')}", game), ExternalEngine)
    with pytest.raises(SpecError, match="is registered"):
        registered.registered(command("works"))


def test_our_own_engine_sits_at_our_table(game: Game) -> None:
    line = shlex.join([sys.executable, "-m", "naadam", "engine", "--level", "1"])
    thoughts: list[Thought] = []
    with ExternalEngine(line, seed=3) as engine:
        state = game.start().apply("Gc3")
        assert engine.choose(state.view(1), Budget(nodes=200), thoughts.append) in state.actions()
        assert engine.name.startswith("Naadam")
