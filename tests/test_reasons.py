"""Reasons: whatever is not done, a French page says why in French, never in English."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naadam
from naadam.core import errors, registry
from naadam.core.errors import IllegalAction, NaadamError
from naadam.core.history import History
from naadam.core.texts import LANGUAGES
from naadam.server.table.import_game import import_game
from naadam.testing.cover import cover

SOURCE = Path(naadam.__file__).parent
SHIPPED = [name for name, modules in registry.packages().items() if modules[0].startswith("naadam.")]
GAMES = [game.spec for name in SHIPPED for game in cover(name)]

# Functions that neither pasted text nor a request can reach.
ELSEWHERE = {
    "core/records.py": {"load", "read_record", "replay", "_play", "_check_size"},
    "core/registry.py": {"rulebook"},  # a package that breaks the contract
    "server/http/host_check.py": {"__init__"},  # options of the command that serves
    "server/http/host_page.py": {"__init__"},
    "server/http/prefix.py": {"read_prefix"},
    "server/storage/hosting/export.py": {"export_games"},  # commands of the host
    "server/storage/people/moderation.py": {"_set"},
    "games/yut/match.py": {"options"},
}


def raises(file: Path) -> Iterator[tuple[str, ast.Raise]]:
    """Every raise of a file, with the name of the function it stands in."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Raise):
                    yield function.name, node


def files() -> list[Path]:
    core = [SOURCE / "core" / f"{name}.py" for name in ("records", "options", "registry", "parts/editor")]
    games = [file for name in SHIPPED for file in (SOURCE / "games" / name.replace("-", "_")).rglob("*.py")]
    return core + sorted((SOURCE / "server").rglob("*.py")) + games


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_reason_that_a_page_may_show_is_written_in_the_code(file: Path) -> None:
    named = {name for name, kind in vars(errors).items() if isinstance(kind, type)} | {"HTTPException"}
    skipped = ELSEWHERE.get(file.relative_to(SOURCE).as_posix(), set())
    for function, node in raises(file):
        call = node.exc
        if function not in skipped and isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            in_english = [a for a in call.args if isinstance(a, ast.JoinedStr | ast.Constant) and call.func.id in named]
            assert not in_english, f"{file}:{node.lineno} is worded in English only"


def worded(error: NaadamError) -> bool:
    """Whether an error, and every reason within it, has words in all languages."""
    if isinstance(error, IllegalAction):
        return True
    if error.words is None:
        return False
    inner = [getattr(value, "__self__", None) for value in error.words[2].values() if callable(value)]
    return all(worded(reason) for reason in inner if isinstance(reason, NaadamError))


@functools.cache
def record(spec: str) -> str:
    game = naadam.load(spec)
    history = History(game.start(), ("Anna",) * game.seats, "abc")
    while len(history.steps) < 6:
        if history.state.turn == naadam.CHANCE:
            history.play_chance()
        else:
            history.play(history.state.actions()[0])
    return history.record().to_text()


@functools.cache
def last_position(record: str) -> str:
    return naadam.Record.read(record).replay()[-1].position


def expect_words(text: str, spec: str | None = None) -> None:
    """The text is read, or refused in words of every language."""
    try:
        import_game(text, spec)
    except NaadamError as error:
        refused = error
    else:
        return
    assert worded(refused), repr(refused)
    assert len({refused.text(language) for language in LANGUAGES}) == 3, repr(refused)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """A text with a few of its letters changed, lost or doubled."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        put = draw(st.text('abxGBARTgra0123456789/*-+>?:.,^~"(){}= \n', max_size=3))
        text = text[:at] + put + text[at + draw(st.integers(0, 4)) :]
    return text


@pytest.mark.parametrize("spec", GAMES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_spoilt_record_or_position_is_refused_in_the_readers_language(spec: str, data: st.DataObject) -> None:
    whole = record(spec)
    expect_words(data.draw(spoilt(whole)))
    expect_words(data.draw(spoilt(last_position(whole))), spec)


@pytest.mark.parametrize(
    "text",
    [
        "Game: chess\nRules: 2\n\n1. e4",
        "Game: bagh-chal\nRules: x\n\n1. Gc3",
        "Game: bagh-chal\nRules: 2\nResult: none\n\n1. Gc3",
        "Game: bagh-chal\nRules: 2\nColour: red\n\n1. Gc3",
        "Game: bagh-chal:size=5\nRules: 2\n\n1. Gc3",
        "Game: bagh-chal:rules=\nRules: 2\n\n1. Gc3",
        "Game: bagh-chal:board=/etc/passwd.toml\nRules: 2\n\n1. Gc3",
        'Game: yut:players=9\nRules: 2\n\n1. "',
        "Game: yut:players=3,posts=two\nRules: 2\n\n",
        "Game: yut:hurdle_1=ä\nRules: 2\n\n",
        '{"game": 1}',
        "{",
        record("bagh-chal").replace("1. ", "1. 7:"),
        record("bagh-chal").replace("1. ", "1. 1:"),
    ],
)
def test_a_record_that_is_none_is_refused_in_the_readers_language(text: str) -> None:
    with pytest.raises(NaadamError):
        import_game(text)
    expect_words(text)
