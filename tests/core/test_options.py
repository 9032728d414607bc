"""Options: a spec names a game with typed choices, in one canonical way, and whatever is not one is refused."""

from __future__ import annotations

import copy
import pickle
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import naadam
from naadam.core.options import (
    BoardFile,
    Choice,
    Name,
    Number,
    Option,
    Switch,
    choose,
    combinations,
    read_spec,
    write_spec,
)

BOARD = (resources.files("naadam.games.bagh_chal") / "boards" / "bagh-chal.toml").read_text("utf-8")


# --- options of a spec ---


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("bagh-chal", {}),
        ("bagh-chal:board=pulijudam", {"board": "pulijudam"}),
        ("bagh-chal:heroes=true", {"heroes": True}),
        ("bagh-chal:rules=classic,heroes=true", {"rules": "classic", "heroes": True}),
        ("caravan:players=4,teams=true", {"players": 4, "teams": True}),
    ],
)
def test_options_in_the_spec_are_the_options_by_keyword(spec: str, options: dict[str, Any]) -> None:
    game = naadam.load(spec.partition(":")[0], **options)
    assert game == naadam.load(spec)
    assert hash(game) == hash(naadam.load(spec))
    assert game.spec == spec
    assert options.items() <= game.options.items()


def test_a_spec_and_keywords_go_together() -> None:
    assert naadam.load("bagh-chal:rules=classic", heroes=True).spec == "bagh-chal:rules=classic,heroes=true"


def test_every_option_has_a_value_of_its_type() -> None:
    assert dict(naadam.load("bagh-chal").options) == {"board": "bagh-chal", "rules": "ludos", "heroes": False}
    assert naadam.load("caravan:players=4").options["players"] == 4
    assert type(naadam.load("caravan:teams=true,players=2").options["teams"]) is bool


def test_options_cannot_be_changed() -> None:
    options: Any = naadam.load("bagh-chal").options
    with pytest.raises(TypeError):
        options["rules"] = "classic"


@pytest.mark.parametrize(
    "spec",
    [
        "bagh-chal:heroes=true,rules=classic",
        "bagh-chal: rules = classic , heroes = true ",
        'bagh-chal:rules="classic",heroes="true"',
        'bagh-chal:rules = "classic" , heroes=true',
        'bagh-chal:rules="cl\\u0061ssic",heroes=true,board=bagh-chal',
    ],
)
def test_however_it_is_written_a_game_has_one_spec(spec: str) -> None:
    assert naadam.load(spec).spec == "bagh-chal:rules=classic,heroes=true"


def test_games_with_other_options_are_others() -> None:
    specs = ["bagh-chal", "bagh-chal:rules=classic", "bagh-chal:board=pulijudam", "caravan", "caravan:players=4"]
    assert len({naadam.load(spec) for spec in specs}) == len(specs)
    assert naadam.load("bagh-chal") != "bagh-chal"


def test_the_same_spec_gives_the_same_game() -> None:
    assert naadam.load("bagh-chal") is naadam.load("bagh-chal:board=bagh-chal", heroes=False)
    assert naadam.load("bagh-chal") is not naadam.load("bagh-chal:rules=classic")


def test_a_game_can_be_copied_and_pickled() -> None:
    game = naadam.load("caravan:players=4,teams=true")
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again.options == game.options


# --- refused specs ---


@pytest.mark.parametrize(
    "spec",
    [
        "",
        ":",
        " bagh-chal",
        "bagh-chal ",
        "Bagh-Chal",
        "bagh_chal",
        "bagh-chal\n",
        "bagh-chal:",
        "bagh-chal: ",
        "bagh-chal:classic",
        "bagh-chal:rules",
        "bagh-chal:=classic",
        "bagh-chal:rules=",
        "bagh-chal:rules==classic",
        "bagh-chal:rules=classic,",
        "bagh-chal:rules=classic, ",
        "bagh-chal:,rules=classic",
        "bagh-chal:rules=classic,,heroes=true",
        "bagh-chal:rules=classic heroes=true",
        "bagh-chal:rules=classic;heroes=true",
        "bagh-chal:Rules=classic",
        'bagh-chal:rules="classic',
        'bagh-chal:rules=classic"',
        'bagh-chal:rules=cl"assic',
        'bagh-chal:rules="classic"x',
        'bagh-chal:rules="\\q"',
        'bagh-chal:rules="cla\nssic"',
        "bagh-chal:rules='classic'",
        "bagh-chal::rules=classic",
        "../bagh-chal",
        "bagh-chal\0",
    ],
)
def test_what_is_not_a_spec_is_refused(spec: str) -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load(spec)


@pytest.mark.parametrize("spec", [None, True, 1, 1.5, b"bagh-chal", ["bagh-chal"], Path("bagh-chal")])
def test_a_spec_is_a_text(spec: Any) -> None:
    with pytest.raises(naadam.SpecError, match="named by a text"):
        naadam.load(spec)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(naadam.SpecError, match="unknown option size; the options are board, rules, heroes"):
        naadam.load("bagh-chal:size=5")
    with pytest.raises(naadam.SpecError, match="unknown option size; the options are board, rules, heroes"):
        naadam.load("bagh-chal", size=5)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(naadam.SpecError, match="option rules is given twice"):
        naadam.load("bagh-chal:rules=classic,rules=classic")
    with pytest.raises(naadam.SpecError, match="option rules is given twice"):
        naadam.load("bagh-chal:rules=classic", rules="classic")


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        *(("bagh-chal", "heroes", value) for value in (1, 0, 1.0, "true", "", None, [True])),
        *(("bagh-chal", "rules", value) for value in ("Classic", "classic ", "", True, None, 0, ("classic",))),
        *(
            ("bagh-chal", "board", value)
            for value in ("chess", "", ".", "../pulijudam", "x.TOML", True, None, b"x.toml")
        ),
        *(("caravan", "players", value) for value in (True, "4", 4.0, 1, 9, -4, 1 << 70, None, float("nan"), "")),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_keyword(name: str, option: str, value: Any) -> None:
    with pytest.raises(naadam.SpecError, match=f"option {option} must be "):
        naadam.load(name, **{option: value})


@pytest.mark.parametrize("value", ["True", "1", "yes", "", "false true"])
def test_a_switch_in_a_spec_is_true_or_false(value: str) -> None:
    with pytest.raises(naadam.SpecError, match="option heroes must be false or true"):
        naadam.load(f"bagh-chal:heroes={value}")


@pytest.mark.parametrize("value", ["1", "9", "-4", "4.0", "4e0", "true", "", "0_4", "0x4", "٤", "four", "9" * 5000])
def test_a_number_in_a_spec_is_in_plain_digits_and_within_its_bounds(value: str) -> None:
    with pytest.raises(naadam.SpecError, match="option players must be a number from 2 to 8"):
        naadam.load(f"caravan:players={value}")


def test_options_that_do_not_go_together_are_refused_by_their_clause() -> None:
    with pytest.raises(naadam.SpecError, match="BC-33"):
        naadam.load("bagh-chal:board=pulijudam,heroes=true")
    with pytest.raises(naadam.SpecError, match="CV-6"):
        naadam.load("caravan:players=3,teams=true")


@pytest.mark.parametrize(
    "hostile", [" " * 50_000 + '"', '"' + "\\" * 50_000, '"' * 50_000, " " * 50_000 + "=", "\\" * 9]
)
def test_a_hostile_spec_is_refused_at_once(hostile: str) -> None:
    with pytest.raises(naadam.NaadamError):
        naadam.load(f"bagh-chal:board={hostile}")


# --- round trips ---


@pytest.mark.parametrize(
    "name",
    ["a,b.toml", "a b.toml", 'say "x".toml', "a=b.toml", "a\\b.toml", " a.toml", "it's.toml", "я,é.toml", "a\tb.toml"],
)
def test_a_board_at_any_path_is_in_the_spec(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(BOARD, encoding="utf-8")
    game = naadam.load("bagh-chal", board=str(file), rules="classic")
    again = naadam.load(game.spec)
    assert again == game
    assert again.spec == game.spec
    assert again.options["board"] == str(file)
    state = game.playout(game.start(), 1)
    assert again.from_bytes(state.to_bytes()) == state
    assert again.from_json(state.to_json()) == state


words = st.text() | st.sampled_from(["", " ", ",", '"', "=", "a,b", '"a"', "\\", "\n", "\0", "true", "1", "\ud800"])


@given(words, words, st.booleans(), st.integers(-5, 5), st.floats(-1, 1))
@example("\x85", "\ud800", True, 0, -0.0)
@example('"a,b"', "a,\n", False, 5, 1e-310)
def test_any_values_are_written_and_read_again(word: str, path: str, switch: bool, whole: int, real: float) -> None:
    declared: tuple[Option, ...] = (
        Choice("word", "default", ("default", word)),
        BoardFile("board", "own", ("own",)),
        Switch("switch"),
        Number("whole", 0, lowest=-5, highest=5),
        Number("real", 0.5, lowest=-1, highest=1),
    )
    values = {"word": word, "board": path + ".toml", "switch": switch, "whole": whole, "real": real}
    chosen = choose(declared, {}, values)
    spec = write_spec("any-game", chosen)
    name, texts = read_spec(spec)
    assert spec.isprintable(), "a spec fits on a line of a record"
    assert name == "any-game"
    assert choose(declared, texts, {}) == chosen
    assert write_spec(name, choose(declared, texts, {})) == spec
    assert all(type(chosen[key]) is type(value) for key, value in values.items())


@given(st.text() | st.builds("bagh-chal:{}={}".format, st.sampled_from(["board", "rules", "heroes"]), words))
def test_whatever_is_read_as_a_spec_is_a_game_or_an_error_of_ours(spec: str) -> None:
    try:
        game = naadam.load(spec)
    except naadam.NaadamError:
        return
    assert naadam.load(game.spec) == game


@pytest.mark.parametrize("value", ["8", "W1", "X"])
def test_a_word_is_letters_and_digits(value: str) -> None:
    option = Name("place", "8")
    assert option.accept(value) == option.read(value) == value


@pytest.mark.parametrize("value", ["", "a b", "a,b", "é", "8\n", 8, None, True])
def test_what_is_no_word(value: object) -> None:
    with pytest.raises(naadam.SpecError, match="option place must be a word of letters and digits"):
        Name("place", "8").accept(value)


def test_conformance_tries_what_an_option_names_or_all_its_values() -> None:
    declared = (Switch("alliances"), Option("hourglass", 180, (0, 60, 180), tried=(180,)))
    assert len(list(combinations(declared))) == 2 * 3
    tried = [tuple(values.values()) for values in combinations(declared, tried=True)]
    assert tried == [(False, 180), (True, 180)]
