"""Style of English prose: the hits of scripts/style.py against docs/style.md, which may only become fewer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import style  # noqa: E402 (a script, found by the line above)

HOW = "\nList them: python scripts/style.py PATH...   Then write the counts: python scripts/style.py --update"


def found(text: str, path: str = "src/naadam/server/example.py") -> list[str]:
    """The rules that a text of a file breaks."""
    passages = style.passages(Path(path), text)
    return [hit.rule for passage in passages for hit in style.hits_in(path, passage)]


def test_no_file_has_more_hits_than_the_allowlist_says() -> None:
    more, _ = style.difference(style.counts(), style.read_allowlist())
    assert more == [], "\n".join(["More words that docs/style.md advises against:", *more]) + HOW


def test_the_allowlist_has_no_slack() -> None:
    _, slack = style.difference(style.counts(), style.read_allowlist())
    assert slack == [], "\n".join(["Fewer hits than the allowlist says:", *slack]) + HOW


def test_comments_and_docstrings_name_things() -> None:
    """The word "what" stands for a noun that a reader could have searched for."""
    words, whats = style.words_and_whats((style.CODE,))
    assert 1000 * whats.total() / words.total() < 1.5


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ('"""What a client may send."""', ["opening"]),
        ('"""Messages of clients. Whoever sends too many is cut off."""', ["opening", "somebody"]),
        ("x = 1  # who is here", ["opening"]),
        ("# a request\n# that is made anew", ["anew"]),
        ('"""Send it at\nonce."""', ["at once"]),
        ('"""The names of these stand in a file; each name stands in one."""', ["stands", "stands"]),
        ('"""Ten messages a second, each beside the others."""', ["beside", "per"]),
        ('"""A letter to an address."""', ["letter"]),
        ('"""Which value is to be sent; the client is told."""', ["is told", "is to be"]),
    ],
)
def test_these_are_found_in_python(text: str, rules: list[str]) -> None:
    assert sorted(found(text)) == sorted(rules)


@pytest.mark.parametrize(
    "text",
    [
        '"""Return what a client may send."""',
        '"""Who is to act? The seat of `waiting`."""',
        '"""A function that returns none."""',
        '"""There are none such as `anew` and "at once"."""',
        '"""A second player; two can be told apart. Names have letters and digits."""',
        's = "what is anew at once"',
        "x = 1  # noqa: E501 what",
    ],
)
def test_honest_english_passes(text: str) -> None:
    assert found(text) == []


def test_comments_of_the_page_are_read_and_its_strings_are_not() -> None:
    text = "const url = 'https://at.once'; // what is here\n/* one\n * anew */\n<!-- beside -->\nconst a = \"anew\";\n"
    assert found(text, "web/src/example.svelte") == ["opening", "anew", "beside"]


def test_markdown_is_read_without_its_code() -> None:
    text = "Made anew.\n\n```\nanew\n```\n\n| what it is | why |\n|---|---|\n| `anew` | at once |\n\n- What it is.\n"
    assert found(text, "docs/example.md") == ["opening", "anew", "at once"]


def test_texts_may_ask_and_name_but_not_riddle() -> None:
    fine = 'ask = "Who plays?"\nlabel = "What happened"\nhelp = "What can I do?"\n'
    text = fine + 'long = "What it is, it is."\nnow = "At once"\n'
    assert found(text, "src/naadam/server/texts/en.toml") == ["opening", "at once"]
    assert found('en = "Made anew."\nfr = "at once"\n', "src/naadam/games/yut/guide.toml") == ["anew"]


def test_a_hit_names_its_line() -> None:
    passages = style.passages(Path("a.py"), '"""One.\n\n    Two, made anew.\n    """\n')
    hits = [hit for passage in passages for hit in style.hits_in("src/naadam/core/a.py", passage)]
    assert hits == [style.Hit("src/naadam/core/a.py", 3, "anew", "Two, made anew.")]


def test_a_file_that_moves_inside_its_package_keeps_its_allowance() -> None:
    allowed = {"src/naadam/server/gone.py": 3}
    assert style.difference({"src/naadam/server/rooms/room.py": 3}, allowed) == ([], [])
    more, _ = style.difference({"src/naadam/server/rooms/room.py": 4}, allowed)
    assert more == ["src/naadam/server/rooms/room.py: 4 hits, none allowed"]
    more, slack = style.difference({"src/naadam/core/room.py": 3}, allowed)
    assert more == ["src/naadam/core/room.py: 3 hits, none allowed"]
    assert slack == ["server: 3 hits fewer than its files had that are gone"]


def test_the_allowance_of_a_file_is_exact() -> None:
    path = "tests/test_style.py"
    assert style.difference({path: 2}, {path: 1}) == ([f"{path}: 2 hits, 1 allowed"], [])
    assert style.difference({path: 1}, {path: 2}) == ([], [f"{path}: 1 hits, 2 allowed"])
    assert style.difference({}, {path: 2}) == ([], [f"{path}: no hits, 2 allowed"])
