"""Conquest refuses bad boards, positions and options, each with its reason, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conquest import Conquest
from conquest_board import OWN_FILE
from conquest_pieces import Piece

import naadam

TEXT = OWN_FILE.read_text(encoding="utf-8")


def board(folder: Path, text: str) -> Path:
    file = folder / "board.toml"
    file.write_text(text, encoding="utf-8")
    return file


def line_of(*words: str) -> str:
    """The one line of the board file that has all these words."""
    (line,) = (line for line in TEXT.splitlines(keepends=True) if all(word in line for word in words))
    return line


def without(*lines: str) -> str:
    text = TEXT
    for line in lines:
        assert line in text
        text = text.replace(line, "")
    return text


def changed(line: str, old: str, new: str) -> str:
    assert old in line
    return TEXT.replace(line, line.replace(old, new))


def test_a_copy_of_the_board_can_be_played(tmp_path: Path) -> None:
    game = naadam.load("conquest", players=2, board=str(board(tmp_path, TEXT)))
    assert game.start().position == naadam.load("conquest:players=2").start().position


BOARDS = {
    "a capital of four": lambda: changed(line_of('id = "n01"'), 'capital = "north", ', ""),
    "a capital of six": lambda: changed(line_of('id = "n06"'), "x = 4", 'capital = "north", x = 4'),
    "a port without landing": lambda: without(line_of('a = "np2"', 'b = "n21"')),
    "a path to nowhere": lambda: changed(line_of('a = "n01", b = "n06"'), "n06", "n66"),
    "a path from a space to itself": lambda: changed(line_of('a = "n01", b = "n06"'), "n06", "n01"),
    "two starts on a space": lambda: TEXT.replace(line_of('id = "n01"'), 2 * line_of('id = "n01"')),
    "an elephant that starts at sea": lambda: changed(line_of('id = "np1"'), '"ship"', '"elephant"'),
    "a ship that starts on land": lambda: changed(line_of('id = "n12"'), '"chariot"', '"ship"'),
    "an elephant that starts on the Grail": lambda: changed(
        line_of('id = "cg1"'), "grail = true", 'grail = true, start = "elephant", owner = "north"'
    ),
    "a soldier too few": lambda: changed(line_of('id = "n13"'), ', start = "soldier", owner = "north"', ""),
    "a soldier that is a knight": lambda: changed(line_of('id = "n13"'), '"soldier"', '"knight"'),
    "an owner nobody knows": lambda: changed(line_of('id = "n13"'), 'owner = "north"', 'owner = "nord"'),
    "four Grail spaces": lambda: changed(line_of('id = "cg1"'), "grail = true", "grail = false"),
    "a land path to a port": lambda: changed(line_of('a = "np2"', 'b = "n21"'), "landing", "land"),
    "a sea path over land": lambda: changed(line_of('a = "n01", b = "n06"'), '"land"', '"sea"'),
    "a landing between land spaces": lambda: changed(line_of('a = "n01", b = "n06"'), '"land"', '"landing"'),
    "a way up that is not its path": lambda: changed(line_of('a = "nr1", b = "cv1"'), 'up_to = "cv1"', 'up_to = "cv2"'),
    "three players": lambda: TEXT.replace(', "south", "west"]', ', "south"]'),
    "no paths": lambda: re.sub(r"paths = \[.*?\n\]", "paths = []", TEXT, flags=re.DOTALL),
    "another game": lambda: TEXT.replace('game = "conquest"', 'game = "khan"'),
}  # fmt: skip


@pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS.keys())
def test_a_bad_board_is_refused_with_its_file_and_key(make: Callable[[], str], tmp_path: Path) -> None:
    text = make()
    assert text != TEXT
    file = board(tmp_path, text)
    with pytest.raises(naadam.BoardError) as caught:
        naadam.load("conquest", board=str(file))
    assert caught.value.file == str(file)
    assert caught.value.key
    assert caught.value.problem


# --- positions ---


def position_with(**changes: str) -> str:
    """The start of a game of two after chance, with some pieces elsewhere; "" takes a piece away."""
    game = Conquest(2)
    game.take("first 1", 8)
    for space, piece in changes.items():
        game.field.standing.pop(space, None)
        if piece:
            game.field.standing[space] = int(piece[0]) - 1, Piece(piece[1:])
    return game.position()


def test_the_position_that_is_changed_is_good() -> None:
    assert naadam.load("conquest:players=2").position(position_with()).waiting == (0,)


BAD = {
    "27 pieces": position_with(n06="1S"),
    "five knights": position_with(n06="1K", n13=""),
    "an elephant at sea": position_with(ns01="1E", n14=""),
    "a knight in an empty port": position_with(np7="1K", n01=""),
    "a ship on land": position_with(n06="1H", np1=""),
    "a chariot on the Grail": position_with(cg1="1C", n12=""),
    "an unknown space": position_with().replace("n12:C", "n99:C"),
    "an unknown piece": position_with().replace("n12:C", "n12:Q"),
    "two pieces on a space": position_with().replace("n12:C", "n12:C,n12:C").replace("n21:C,", ""),
    "three soldiers on an elephant": position_with(n03="", n04="", n07="").replace("n14:E", "n14:E(SSS)"),
    "two soldiers on a chariot": position_with(n03="", n04="").replace("n12:C", "n12:C(SS)"),
    "a soldier on a knight": position_with(n03="").replace("n01:K", "n01:K(S)"),
    "a knight on an elephant": position_with(n01="").replace("n14:E", "n14:E(K)"),
    "an elephant and a soldier aboard": position_with(n14="", n03="").replace("np1:H", "np1:H(ES)"),
    "a ship aboard a galleon": position_with(np1="").replace("np2:G", "np2:G(H)"),
    "more spent than the allowance": position_with().replace("n12:C", "n12:C9").replace(" 1 1 0 1 ", " 1 1 5 1 "),
    "allowance spent out of turn": position_with().replace("s12:C", "s12:C1").replace(" 1 1 0 1 ", " 1 1 1 1 "),
    "a third player": position_with().replace(" 1 1 0 1 ", " 3 1 0 1 "),
    "a third island": position_with().replace(" 1 1 0 1 ", "/- 1 1 0 1 "),
    "turn 0": position_with().replace(" 1 1 0 1 ", " 1 0 0 1 "),
    "21 points spent": position_with().replace(" 1 1 0 1 ", " 1 30 21 1 "),
    "less than no points spent": position_with().replace(" 1 1 0 1 ", " 1 1 -1 1 "),
    "a game over for no reason": position_with().removesuffix("-") + "CQ-40",
    "a window where nobody took": position_with().removesuffix("- -") + "n01:2:2 -",
    "four quiet turns": position_with().replace(" -:0 ", " 1:4 "),
    "twelve quiet turns": position_with().replace(" -:0 ", " -:12 "),
    "pieces eliminated by nobody": position_with(n01="").replace(" 0,0 0,0 ", " 0 0,0 "),
    "a field too few": position_with().removesuffix(" -"),
    "a field too many": position_with() + " -",
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_position_is_refused(text: str) -> None:
    assert text != position_with()
    with pytest.raises((naadam.PositionError, naadam.NotationError)) as caught:
        naadam.load("conquest:players=2").position(text)
    assert str(caught.value)


# --- options and actions ---


@pytest.mark.parametrize(
    "spec",
    [
        "conquest:hourglass=7",
        "conquest:hourglass=-60",
        "conquest:hourglass=x",
        "conquest:players=1",
        "conquest:players=5",
        "conquest:alliances=maybe",
        "conquest:players=3,alliances=true",
        "conquest:colour=red",
    ],
)
def test_bad_options_are_refused(spec: str) -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load(spec)


@pytest.mark.parametrize(
    "text",
    ["", "x", "n12", "n12-", "-n12", "n12-n99", "n12n22", "s.n12", "a.n12-", "n02^n07", "x.", "x.n99", "x.n14/",
     "first 0", "first 3", "x.n14/n13,n13", "x.n14/n15,n13", "q.n12-n22"],
)  # fmt: skip
def test_what_is_no_action_is_refused_and_changes_nothing(text: str) -> None:
    state = naadam.load("conquest:players=2").position(position_with())
    before = state.position
    with pytest.raises((naadam.NotationError, naadam.IllegalAction)):
        state.apply(text)
    assert state.position == before
